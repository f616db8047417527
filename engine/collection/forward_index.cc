#include <algorithm>
#include <cstring>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <descry/collection/forward_index.h>
#include <descry/hashing/hash.h>
#include <descry/mechanics/parallel.h>
#include <descry/mechanics/temporary_file.h>

namespace descry {

namespace {

using Word = std::uint32_t;

// A word of the copy is the number of a term, and its wdf; where that does not fit, it is the next.
constexpr unsigned WDF_BITS = 8;
constexpr Word LONG_WDF = (Word{1} << WDF_BITS) - 1;
constexpr std::uint32_t MAX_TERMS = std::uint32_t{1} << (32 - WDF_BITS);

constexpr Word NOT_KEPT = std::numeric_limits<Word>::max();

constexpr std::uint64_t COPIED_AT_ONCE = 512;
// Words read at once: of a document that stands alone, and where they are read in order.
constexpr std::size_t SHORT_WINDOW = 1024;
constexpr std::size_t LONG_WINDOW = 16384;
constexpr std::size_t ARENA_BYTES = std::size_t{1} << 18;

// Calls visit(number of a term, wdf) for each term of a document's words.
template <typename Visit>
void for_each_term(std::span<const Word> words, Visit&& visit) {
    for (auto word = words.begin(); word != words.end(); ++word) {
        const std::uint32_t number = *word >> WDF_BITS;
        const Word wdf = *word & LONG_WDF;
        visit(number, wdf == LONG_WDF ? *++word : wdf);
    }
}

// Documents that one thread has read, their terms one after the other.
struct Piece {
    struct Document {
        DocumentNumber number;
        std::uint32_t terms;
    };
    struct Term {
        std::uint64_t secret;  // secret_hash()
        std::uint32_t size;
        std::uint32_t wdf;
    };
    std::vector<Document> documents;
    std::vector<Term> terms;
    std::string bytes;

    void clear() {
        documents.clear();
        terms.clear();
        bytes.clear();
    }
};

}  // namespace

class ForwardIndex::Copy {
  public:
    struct Term {
        const char* bytes;
        std::uint32_t size;
        TermMark mark;
        std::uint64_t hash;
    };

    explicit Copy(const Collection& source);

    DocumentContents contents;

    const Term& term(std::uint32_t number) const { return terms_[number]; }
    std::uint32_t terms() const { return static_cast<std::uint32_t>(terms_.size()); }
    std::span<const std::uint32_t> documents() const { return documents_; }

    // Says that a term will be asked for soon.
    void prefetch(std::uint32_t number) const { __builtin_prefetch(terms_.data() + number); }

    // Whether every document with terms is kept.
    bool is_whole() const { return file_ && is_whole_; }

    // Where a document's words begin, the first of which tells how many follow; or NOT_KEPT.
    Word begin_of(DocumentNumber document) const {
        return document < begins_.size() ? begins_[document] : NOT_KEPT;
    }

    // @return words read: fewer at the end
    std::size_t read(Word begin, std::span<Word> words) const {
        return file_->read_at(std::uint64_t{begin} * sizeof(Word), words.data(),
                              words.size_bytes()) /
               sizeof(Word);
    }

  private:
    static constexpr std::uint32_t NO_TERM = std::numeric_limits<std::uint32_t>::max();
    struct Slot {
        std::uint64_t secret = 0;
        std::uint32_t number = NO_TERM;
        std::uint32_t documents = 0;
    };

    void read_piece(TermListReader& reader, DocumentNumber first, Piece& piece);
    void keep(const Piece& piece);
    std::size_t slot_of(std::uint64_t secret) const;
    std::uint32_t number_of(const Piece::Term& term, const char* bytes);
    const char* store(const char* bytes, std::size_t size);

    std::unique_ptr<TemporaryFile> file_;  // none: nothing is kept
    std::vector<Word> begins_;             // by document
    bool is_whole_ = true;
    std::uint64_t written_ = 0;             // words
    std::vector<Word> words_;               // of one piece
    std::vector<Slot> slots_;               // terms by secret hash: open addressing
    std::vector<Term> terms_;               // by number
    std::vector<std::uint32_t> documents_;  // by number, once all are read
    std::vector<std::unique_ptr<char[]>> arenas_;
    std::size_t arena_left_ = 0;
};

ForwardIndex::Copy::Copy(const Collection& source) : slots_(std::size_t{1} << 16) {
    const std::uint64_t end = source.end();
    contents = {BodyLengths(end, 0), std::vector<std::uint64_t>(end, 0)};
    begins_.resize(end, NOT_KEPT);
    try {
        file_ = std::make_unique<TemporaryFile>();
    } catch (const std::system_error&) {
        // Without room for it there is no copy.
    }
    std::mutex mutex;
    std::size_t done = 0;
    const std::size_t pieces = (end + COPIED_AT_ONCE - 1) / COPIED_AT_ONCE;
    parallel_for(source.threads(), pieces, [&]() -> Worker {
        const std::shared_ptr<TermListReader> reader = source.reader();
        return [&, reader, piece = Piece()](std::size_t i) mutable {
            read_piece(*reader, static_cast<DocumentNumber>(i * COPIED_AT_ONCE), piece);
            const std::lock_guard lock(mutex);
            if (file_) keep(piece);
            if (source.progress()) source.progress()("term lists", ++done, pieces);
        };
    });
    documents_.resize(terms_.size());
    for (const Slot& slot : slots_) {
        if (slot.number != NO_TERM) documents_[slot.number] = slot.documents;
    }
    slots_ = {};
    words_ = {};
}

void ForwardIndex::Copy::read_piece(TermListReader& reader, DocumentNumber first, Piece& piece) {
    piece.clear();
    const std::uint64_t end = contents.lengths.size();
    reader.read_range(first, first + COPIED_AT_ONCE, end, [&](DocumentNumber document) {
        std::uint64_t content_hash = 0;
        std::uint32_t length = 0;
        for (const auto& [term, wdf] : reader.terms()) {
            content_hash += content_hash_part(hash64(term), wdf);
            length += wdf;
            piece.terms.push_back(
                {secret_hash(term), static_cast<std::uint32_t>(term.size()), wdf});
            piece.bytes += term;
        }
        contents.lengths[document] = length;
        contents.hashes[document] = content_hash;
        piece.documents.push_back({document, static_cast<std::uint32_t>(reader.terms().size())});
    });
}

void ForwardIndex::Copy::keep(const Piece& piece) {
    words_.clear();
    std::vector<std::pair<DocumentNumber, Word>> begins;
    const Piece::Term* term = piece.terms.data();
    const char* bytes = piece.bytes.data();
    for (const auto& [document, terms] : piece.documents) {
        const std::size_t begin = words_.size();
        bool fits = written_ + begin + 2 * std::size_t{terms} + 1 < NOT_KEPT;
        words_.push_back(0);
        for (const Piece::Term* const end = term + terms; term != end; ++term) {
            constexpr std::ptrdiff_t AHEAD = 16;
            if (piece.terms.data() + piece.terms.size() - term > AHEAD) {
                __builtin_prefetch(&slots_[term[AHEAD].secret & (slots_.size() - 1)]);
            }
            const std::uint32_t number = number_of(*term, bytes);
            bytes += term->size;
            fits = fits && number != NO_TERM;
            words_.push_back(number << WDF_BITS | std::min(term->wdf, LONG_WDF));
            if (term->wdf >= LONG_WDF) words_.push_back(term->wdf);
        }
        if (!fits) {
            is_whole_ = false;
            words_.resize(begin);
            continue;
        }
        words_[begin] = static_cast<Word>(words_.size() - begin - 1);
        begins.emplace_back(document, static_cast<Word>(written_ + begin));
    }
    try {
        file_->write(words_.data(), words_.size() * sizeof(Word));
    } catch (const std::system_error&) {
        // The disk is full: without a copy all is slower, not impossible.
        file_.reset();
        begins_.clear();
        return;
    }
    written_ += words_.size();
    for (const auto& [document, begin] : begins)
        begins_[document] = begin;
}

std::size_t ForwardIndex::Copy::slot_of(std::uint64_t secret) const {
    std::size_t i = secret & (slots_.size() - 1);
    while (slots_[i].number != NO_TERM && slots_[i].secret != secret)
        i = (i + 1) & (slots_.size() - 1);
    return i;
}

// Terms are told apart by a hash that nobody can aim at: equal numbers are equal terms.
std::uint32_t ForwardIndex::Copy::number_of(const Piece::Term& term, const char* bytes) {
    const std::size_t slot = slot_of(term.secret);
    ++slots_[slot].documents;
    if (slots_[slot].number != NO_TERM) return slots_[slot].number;
    if (terms_.size() == MAX_TERMS) return NO_TERM;
    const auto number = static_cast<std::uint32_t>(terms_.size());
    const std::string_view name(store(bytes, term.size), term.size);
    terms_.push_back({name.data(), term.size, mark_of(name), hash64(name)});
    slots_[slot] = {term.secret, number, 1};
    if (2 * terms_.size() > slots_.size()) {
        const auto before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
        for (const Slot& old : before) {
            if (old.number != NO_TERM) slots_[slot_of(old.secret)] = old;
        }
    }
    return number;
}

const char* ForwardIndex::Copy::store(const char* bytes, std::size_t size) {
    if (arena_left_ < size) {
        arenas_.push_back(std::make_unique_for_overwrite<char[]>(ARENA_BYTES));
        arena_left_ = ARENA_BYTES;
    }
    char* const at = arenas_.back().get() + (ARENA_BYTES - arena_left_);
    std::memcpy(at, bytes, size);
    arena_left_ -= size;
    return at;
}

ForwardIndex::ForwardIndex(std::shared_ptr<const Collection> source)
    : Collection(*source), source_(std::move(source)), copy_(std::make_unique<Copy>(*source_)) {}
ForwardIndex::~ForwardIndex() = default;

std::uint64_t ForwardIndex::end() const {
    return copy_->contents.lengths.size();
}

BodyLengths ForwardIndex::lengths() const {
    return copy_->contents.lengths;
}

DocumentContents ForwardIndex::contents() const {
    return copy_->contents;
}

std::unique_ptr<TermListReader> ForwardIndex::reader() const {
    return std::make_unique<Reader>(*this);
}

bool ForwardIndex::is_whole() const {
    return copy_->is_whole();
}

std::uint32_t ForwardIndex::terms() const {
    return copy_->terms();
}

std::span<const std::uint32_t> ForwardIndex::documents() const {
    return copy_->documents();
}

std::string_view ForwardIndex::term(std::uint32_t number) const {
    const Copy::Term& term = copy_->term(number);
    return {term.bytes, term.size};
}

ForwardIndex::Reader::Reader(const ForwardIndex& index) : index_(index) {}
ForwardIndex::Reader::~Reader() = default;

TermListReader& ForwardIndex::Reader::source() {
    if (!source_) source_ = index_.source_->reader();
    return *source_;
}

void ForwardIndex::Reader::read_range(DocumentNumber first, std::uint64_t last, std::uint64_t,
                                      const std::function<void(DocumentNumber)>& visit) {
    for (std::uint64_t i = first; i < std::min(last, index_.end()); ++i) {
        const auto document = static_cast<DocumentNumber>(i);
        if (index_.copy_->contents.lengths[document] == 0) continue;
        read(document);
        visit(document);
    }
}

// What the copy holds of a document that it keeps.
std::span<const std::uint32_t> ForwardIndex::Reader::words_of(Word begin) {
    const ForwardIndex::Copy& copy = *index_.copy_;
    const auto in_window = [&](std::uint64_t end) {
        return begin >= window_begin_ && end <= window_begin_ + window_.size();
    };
    const auto fill_window = [&](std::size_t words) {
        window_.resize(words);
        window_.resize(copy.read(begin, window_));
        window_begin_ = begin;
    };
    // Next to what was read before, others will follow.
    const bool goes_on = begin >= window_begin_ && begin <= window_begin_ + window_.size();
    if (!in_window(std::uint64_t{begin} + 1)) fill_window(goes_on ? LONG_WINDOW : SHORT_WINDOW);
    const Word words = window_[begin - window_begin_];
    if (!in_window(std::uint64_t{begin} + 1 + words)) {
        fill_window(
            std::max<std::size_t>(std::size_t{words} + 1, goes_on ? LONG_WINDOW : SHORT_WINDOW));
    }
    return std::span(window_).subspan(begin - window_begin_ + 1, words);
}

std::span<const TermCount> ForwardIndex::Reader::read_terms(DocumentNumber document) {
    const Copy& copy = *index_.copy_;
    const Word begin = copy.begin_of(document);
    if (begin == NOT_KEPT) {
        source().read(document);
        return source().terms();
    }
    kept_.clear();
    const std::span<const Word> words = words_of(begin);
    for_each_term(words, [&](std::uint32_t number, std::uint32_t) { copy.prefetch(number); });
    for_each_term(words, [&](std::uint32_t number, std::uint32_t wdf) {
        const Copy::Term& term = copy.term(number);
        kept_.push_back({{term.bytes, term.size}, wdf});
        hashes_.push_back(term.hash);
        marks_.push_back(term.mark);
    });
    return kept_;
}

std::span<const ForwardIndex::NumberedTerm> ForwardIndex::Reader::read_numbers(
    DocumentNumber document) {
    numbered_.clear();
    const Word begin = index_.copy_->begin_of(document);
    if (begin == NOT_KEPT) return numbered_;
    for_each_term(words_of(begin), [&](std::uint32_t number, std::uint32_t wdf) {
        numbered_.push_back({number, wdf});
    });
    return numbered_;
}

}  // namespace descry
