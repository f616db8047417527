#include "engine/collection/forward_index.h"

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <descry/collection/collection.h>
#include <descry/distance/term_count.h>
#include <descry/hashing/hash.h>

#include "engine/collection/term_words.h"
#include "engine/hashing/coding.h"
#include "engine/keys/word_keys.h"
#include "engine/mechanics/parallel.h"

namespace descry {

namespace {

// Words read at once: for a single document, and for documents in order.
constexpr std::size_t SHORT_WINDOW = 1024;
constexpr std::size_t LONG_WINDOW = 16384;

// encode_sequence_keys()'s bytes after their number; 0 if unknown.
constexpr std::size_t SEQUENCE_WORDS = MOST_SEQUENCE_KEY_BYTES / sizeof(TermWord) + 1;
using KeptSequence = std::array<TermWord, SEQUENCE_WORDS>;

KeptSequence kept_sequence(const std::optional<SequenceKeys>& keys, std::uint64_t content_hash) {
    KeptSequence kept = {};
    if (!keys) return kept;
    const std::string bytes = encode_sequence_keys(*keys, content_hash);
    auto* const to = reinterpret_cast<char*>(kept.data());
    *to = static_cast<char>(bytes.size());
    bytes.copy(to + 1, bytes.size());
    return kept;
}

// Documents that one thread has read, their terms one after the other.
struct Piece {
    struct Document {
        DocumentNumber number;
        std::uint32_t terms;
    };
    struct Term {
        std::uint64_t hash;  // hash64()
        TermMark mark;
        std::uint32_t size;
        std::uint32_t wdf;
    };
    std::vector<Document> documents;
    std::vector<Term> terms;
    std::string bytes;
    std::vector<KeptSequence> sequences;  // by document, or empty

    void clear() {
        documents.clear();
        terms.clear();
        bytes.clear();
        sequences.clear();
    }
};

}  // namespace

class ForwardIndex::Copier {
  public:
    explicit Copier(ForwardIndex& copy) : copy_(copy) {}

    void read_all();

  private:
    static constexpr std::uint32_t NO_TERM = std::numeric_limits<std::uint32_t>::max();

    void read_piece(TermListReader& reader, DocumentNumber first, SequenceKeySigner& sequences,
                    Piece& piece);
    void keep(std::size_t number_of_piece, const Piece& piece);
    std::uint32_t number_of(const Piece::Term& term, const char* bytes);

    ForwardIndex& copy_;
    std::uint64_t written_ = 0;    // in words
    std::vector<TermWord> words_;  // of one piece
};

void ForwardIndex::Copier::read_all() {
    const Collection& source = *copy_.source_;
    const std::uint64_t end = source.end();
    copy_.contents_ =
        std::make_shared<DocumentContents>(BodyLengths(end, 0), std::vector<std::uint64_t>(end, 0));
    const std::size_t pieces = (end + DOCUMENTS_A_PIECE - 1) / DOCUMENTS_A_PIECE;
    copy_.pieces_.resize(pieces, 0);
    copy_.begins_.resize(end, NOT_KEPT);
    copy_.file_ = std::make_unique<TemporaryFile>(copy_.in_memory_);
    std::mutex mutex;
    SharedProgress progress(source.progress(), "documents copied", end - 1);
    parallel_for(source.threads(), pieces, [&] {
        return [&, reader = source.reader(), sequences = SequenceKeySigner(),
                piece = Piece()](std::size_t i) mutable {
            read_piece(*reader, static_cast<DocumentNumber>(i * DOCUMENTS_A_PIECE), sequences,
                       piece);
            const std::lock_guard lock(mutex);
            if (copy_.file_) keep(i, piece);
            progress.step(std::min<std::uint64_t>(DOCUMENTS_A_PIECE, end - i * DOCUMENTS_A_PIECE));
        };
    });
    copy_.terms_.finish();
}

void ForwardIndex::Copier::read_piece(TermListReader& reader, DocumentNumber first,
                                      SequenceKeySigner& sequences, Piece& piece) {
    piece.clear();
    reader.read_range(first, first + DOCUMENTS_A_PIECE, copy_.end(), [&](DocumentNumber document) {
        std::uint64_t content_hash = 0;
        std::uint32_t length = 0;
        const std::span<const TermCount> terms = reader.terms();
        const std::span<const std::uint64_t> hashes = reader.hashes();
        const std::span<const TermMark> marks = reader.marks();
        for (std::size_t i = 0; i < terms.size(); ++i) {
            const auto& [term, wdf] = terms[i];
            content_hash += content_hash_part(hashes[i], wdf);
            length = saturated_sum(length, wdf);
            piece.terms.push_back(
                {hashes[i], marks[i], static_cast<std::uint32_t>(term.size()), wdf});
            piece.bytes += term;
        }
        copy_.contents_->lengths[document] = length;
        copy_.contents_->hashes[document] = content_hash;
        piece.documents.push_back({document, static_cast<std::uint32_t>(terms.size())});
        if (copy_.kept_keys_ == KeptKeys::SEQUENCE)
            piece.sequences.push_back(
                kept_sequence(reader.sequence_keys_read(sequences), content_hash));
    });
}

void ForwardIndex::Copier::keep(std::size_t number_of_piece, const Piece& piece) {
    words_.clear();
    std::vector<std::pair<DocumentNumber, std::uint32_t>> begins;
    const Piece::Term* term = piece.terms.data();
    const char* bytes = piece.bytes.data();
    for (std::size_t i = 0; i < piece.documents.size(); ++i) {
        const auto& [document, terms] = piece.documents[i];
        const std::size_t begin = words_.size();
        bool fits = begin + MOST_TERM_WORDS * terms + SEQUENCE_WORDS < NOT_KEPT;
        words_.push_back(0);
        for (const Piece::Term* const end = term + terms; term != end; ++term) {
            const std::uint32_t number = number_of(*term, bytes);
            bytes += term->size;
            fits = fits && number != NO_TERM;
            append_term(words_, number, term->wdf);
        }
        if (!fits) {
            copy_.is_whole_ = false;
            words_.resize(begin);
            continue;
        }
        words_[begin] = static_cast<TermWord>(words_.size() - begin - 1);
        if (!piece.sequences.empty())
            words_.insert(words_.end(), piece.sequences[i].begin(), piece.sequences[i].end());
        begins.emplace_back(document, static_cast<std::uint32_t>(begin));
    }
    try {
        copy_.file_->write(words_.data(), words_.size() * sizeof(TermWord));
    } catch (const std::system_error&) {
        // No disk space: without a copy everything is slower, not impossible.
        copy_.file_.reset();
        copy_.begins_.clear();
        return;
    }
    copy_.pieces_[number_of_piece] = written_;
    written_ += words_.size();
    for (const auto& [document, begin] : begins)
        copy_.begins_[document] = begin;
}

std::uint32_t ForwardIndex::Copier::number_of(const Piece::Term& term, const char* bytes) {
    const TermTable::Key key{{bytes, term.size}, term.hash, term.mark};
    std::optional<std::uint32_t> number = copy_.terms_.find(key);
    if (!number) {
        if (copy_.terms() == copy_.most_terms_) return NO_TERM;
        number = copy_.terms_.add(key);
    }
    copy_.terms_.count_document(*number);
    return *number;
}

ForwardIndex::ForwardIndex(std::shared_ptr<const Collection> source, Work work, KeptKeys keys)
    : CountedCollection(std::move(work)),
      source_(std::move(source)),
      most_terms_(ALL_TERMS),
      in_memory_(TemporaryFile::SMALL),
      kept_keys_(keys) {
    Copier(*this).read_all();
}

ForwardIndex::ForwardIndex(std::shared_ptr<const CountedCollection> source,
                           std::uint32_t most_terms, std::size_t in_memory)
    : CountedCollection(source->work()),
      source_(source),
      counted_(std::move(source)),
      most_terms_(most_terms),
      in_memory_(in_memory) {
    Copier(*this).read_all();
}

const CountedCollection& ForwardIndex::counting_source() const {
    if (counted_) return *counted_;
    throw std::runtime_error("no room for the term lists of all documents in " +
                             temporary_directory() + "; set TMPDIR to another directory");
}

std::unique_ptr<TermListReader> ForwardIndex::reader() const {
    return std::make_unique<Reader>(*this);
}

TermListReader& ForwardIndex::Reader::source() {
    if (!source_) source_ = index_.source_->reader();
    return *source_;
}

void ForwardIndex::Reader::read_range(DocumentNumber first, std::uint64_t last, std::uint64_t,
                                      const std::function<void(DocumentNumber)>& visit) {
    for (std::uint64_t i = first; i < std::min(last, index_.end()); ++i) {
        const auto document = static_cast<DocumentNumber>(i);
        if (index_.contents_->lengths[document] == 0) continue;
        read(document);
        visit(document);
    }
}

// The terms of a kept document.
std::span<const std::uint32_t> ForwardIndex::Reader::words_of(std::uint64_t begin) {
    const std::size_t keys = index_.kept_keys_ == KeptKeys::SEQUENCE ? SEQUENCE_WORDS : 0;
    const auto in_window = [&](std::uint64_t end) {
        return begin >= window_begin_ && end <= window_begin_ + window_.size();
    };
    const auto fill_window = [&](std::size_t words) {
        window_.resize(words);
        window_.resize(index_.file_->read_at(begin * sizeof(TermWord), window_.data(),
                                             words * sizeof(TermWord)) /
                       sizeof(TermWord));
        window_begin_ = begin;
    };
    // After an adjacent document, others will follow.
    const bool goes_on = begin >= window_begin_ && begin <= window_begin_ + window_.size();
    if (!in_window(begin + 1)) fill_window(goes_on ? LONG_WINDOW : SHORT_WINDOW);
    const TermWord words = window_[begin - window_begin_];
    if (!in_window(begin + 1 + words + keys)) {
        fill_window(std::max<std::size_t>(std::size_t{words} + 1 + keys,
                                          goes_on ? LONG_WINDOW : SHORT_WINDOW));
    }
    return std::span(window_).subspan(begin - window_begin_ + 1, words);
}

std::optional<SequenceKeys> ForwardIndex::Reader::sequence_keys(DocumentNumber document,
                                                                std::uint64_t content_hash,
                                                                SequenceKeySigner& signer) {
    const std::optional<std::uint64_t> begin = index_.begin_of(document);
    if (begin && index_.kept_keys_ == KeptKeys::SEQUENCE && !signer.needs_text()) {
        const std::span<const TermWord> terms = words_of(*begin);
        const auto* const kept = reinterpret_cast<const char*>(terms.data() + terms.size());
        const auto size = static_cast<unsigned char>(*kept);
        if (auto keys = decode_sequence_keys({kept + 1, size}, content_hash)) return keys;
    }
    return source().sequence_keys(document, content_hash, signer);
}

std::span<const TermCount> ForwardIndex::Reader::read_terms(DocumentNumber document) {
    const std::optional<std::uint64_t> begin = index_.begin_of(document);
    if (!begin) {
        source().read(document);
        return source().terms();
    }
    kept_.clear();
    const std::span<const TermWord> words = words_of(*begin);
    for_each_term(words,
                  [&](std::uint32_t number, std::uint32_t) { index_.terms_.prefetch(number); });
    for_each_term(words, [&](std::uint32_t number, std::uint32_t wdf) {
        kept_.push_back({index_.terms_.term(number), wdf});
        hashes_.push_back(index_.terms_.hash(number));
        marks_.push_back(index_.terms_.mark(number));
    });
    return kept_;
}

// All documents have their terms in the same order.
void ForwardIndex::Reader::append_contents(DocumentNumber document, std::string& bytes) {
    const std::optional<std::uint64_t> begin = index_.begin_of(document);
    if (!index_.is_whole() || !begin) return TermListReader::append_contents(document, bytes);
    const std::span<const TermWord> words = words_of(*begin);
    bytes.append(reinterpret_cast<const char*>(words.data()), words.size_bytes());
}

std::span<const ForwardIndex::NumberedTerm> ForwardIndex::Reader::read_numbers(
    DocumentNumber document) {
    numbered_.clear();
    const std::optional<std::uint64_t> begin = index_.begin_of(document);
    if (!begin) return numbered_;
    for_each_term(words_of(*begin), [&](std::uint32_t number, std::uint32_t wdf) {
        numbered_.push_back({number, wdf});
    });
    return numbered_;
}

void TermListReader::append_contents(DocumentNumber document, std::string& bytes) {
    read(document);
    for (const auto& [term, wdf] : terms()) {
        append_varint(bytes, term.size());
        append_varint(bytes, wdf);
        bytes += term;
    }
}

std::optional<SequenceKeys> TermListReader::sequence_keys(DocumentNumber document,
                                                          std::uint64_t /*content_hash*/,
                                                          SequenceKeySigner& signer) {
    const auto text = read_text(document);
    return text ? std::optional(signer.sign(text->utf8())) : std::nullopt;
}

std::optional<SequenceKeys> TermListReader::sequence_keys_read(SequenceKeySigner&) {
    return std::nullopt;
}

std::shared_ptr<const CountedCollection> counted_copy(std::shared_ptr<const Collection> source,
                                                      Work work, KeptKeys keys) {
    return std::make_shared<const ForwardIndex>(std::move(source), std::move(work), keys);
}

}  // namespace descry
