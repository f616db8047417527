#include "engine/collection/text_collection.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <descry/hashing/hash.h>

#include "engine/collection/encoded_terms.h"
#include "engine/distance/text_words.h"
#include "engine/hashing/coding.h"
#include "engine/keys/known_words.h"
#include "engine/keys/word_keys.h"
#include "engine/mechanics/record_file.h"

namespace descry {

namespace {

// A record: Contents, the text's hash, the size of all terms and the terms, then the text.
enum Contents : char { TEXT, TERMS, TERMS_AND_TEXT };

struct Record {
    Contents contents = TEXT;
    std::uint64_t text_hash = 0;
    std::string_view terms;
    std::string_view text;
};

Record parse(std::string_view bytes) {
    Record record;
    if (bytes.empty()) return record;
    record.contents = static_cast<Contents>(bytes.front());
    bytes.remove_prefix(1);
    record.text_hash = take_big_endian(bytes, sizeof(std::uint64_t));
    if (record.contents != TEXT) {
        const std::uint64_t size = take_big_endian(bytes, sizeof(std::uint64_t));
        record.terms = bytes.substr(0, size);
        bytes.remove_prefix(record.terms.size());
    }
    record.text = bytes;
    return record;
}

}  // namespace

class TextCollection::Reader final : public TermListReader {
  public:
    explicit Reader(const TextCollection& texts) : texts_(texts) {}

    std::optional<CanonicalText> read_text(DocumentNumber document) override {
        const Record record = record_of(document);
        if (record.contents == TERMS) return std::nullopt;
        return CanonicalText(std::string(record.text));
    }
    std::uint64_t text_hash(DocumentNumber document) override {
        return record_of(document).text_hash;
    }
    std::optional<SequenceKeys> sequence_keys(DocumentNumber document, std::uint64_t,
                                              SequenceKeySigner& signer) override {
        const Record record = record_of(document);
        if (record.contents == TERMS) return std::nullopt;
        return signer.sign(record.text);
    }
    std::optional<SequenceKeys> sequence_keys_read(SequenceKeySigner& signer) override {
        if (!text_read_) return std::nullopt;
        return signer.sign(*text_read_, pairs_);
    }
    std::uint64_t apart_value(DocumentNumber document, std::span<const std::string>) override {
        return document < texts_.apart_.size() ? texts_.apart_[document] : 0;
    }

  private:
    // A word of one document. Its first eight bytes, as a number, mostly decide the order.
    struct Word {
        std::uint64_t beginning;
        std::string_view bytes;
        std::uint64_t hash;
        TermMark mark;
        std::uint32_t wdf;
    };

    static std::uint64_t beginning_of(std::string_view word) {
        constexpr std::size_t BYTES = sizeof(std::uint64_t);
        const std::string_view beginning = word.substr(0, BYTES);
        return read_big_endian(beginning) << 8 * (BYTES - beginning.size());
    }

    // Valid until the next call.
    Record record_of(DocumentNumber document) {
        texts_.documents_->read(document - 1, bytes_);
        return parse(bytes_);
    }

    std::span<const TermCount> read_terms(DocumentNumber document) override {
        counts_.clear();
        text_read_.reset();
        const Record record = record_of(document);
        if (record.contents == TEXT) {
            count_words_of(record.text);
            text_read_ = record.text;
        } else {
            for_each_encoded_term(record.terms, [this](std::string_view term, std::uint32_t wdf) {
                counts_.push_back({term, wdf});
            });
        }
        return counts_;
    }

    void count_words_of(std::string_view text) {
        known_.next_document();
        words_.clear();
        pairs_.clear();
        std::optional<std::uint64_t> before;
        for_each_word(text, [&](std::string_view word) {
            const std::uint64_t secret = secret_hash(word);
            const auto next = static_cast<std::uint32_t>(words_.size());
            const auto [hash, place] = known_.find(secret, word, next);
            if (place == next)
                words_.push_back({beginning_of(word), word, hash, mark_of_secret(secret), 0});
            ++words_[place].wdf;
            if (before) pairs_.push_back(pair_element(*before, hash));
            before = hash;
        });
        std::ranges::sort(words_, [](const Word& a, const Word& b) {
            return a.beginning != b.beginning ? a.beginning < b.beginning : a.bytes < b.bytes;
        });
        for (const Word& word : words_) {
            counts_.push_back({word.bytes, word.wdf});
            hashes_.push_back(word.hash);
            marks_.push_back(word.mark);
        }
    }

    const TextCollection& texts_;
    std::string bytes_;
    std::optional<std::string_view> text_read_;  // the source of the words read, in bytes_
    KnownWords known_;
    std::vector<Word> words_;
    std::vector<std::uint64_t> pairs_;  // of successive words
    std::vector<TermCount> counts_;
};

TextCollection::TextCollection(Work work)
    : Collection(std::move(work)), documents_(std::make_unique<RecordFile>()) {}
TextCollection::~TextCollection() = default;

std::size_t TextCollection::size() const {
    return documents_->size();
}

DocumentNumber TextCollection::add(std::string_view text, std::uint64_t text_hash) {
    std::string head(1, TEXT);
    append_big_endian(head, text_hash, sizeof(text_hash));
    documents_->add({head, text});
    return static_cast<DocumentNumber>(size());
}

void TextCollection::set_apart(DocumentNumber document, std::uint64_t apart) {
    if (apart_.size() <= document) apart_.resize(std::size_t{document} + 1, 0);
    apart_[document] = apart;
}

DocumentNumber TextCollection::add(const EncodedTerms& terms, std::optional<std::string_view> text,
                                   std::uint64_t text_hash) {
    const std::string_view bytes = terms.bytes();
    std::string head(1, text ? TERMS_AND_TEXT : TERMS);
    append_big_endian(head, text_hash, sizeof(text_hash));
    append_big_endian(head, bytes.size(), sizeof(std::uint64_t));
    documents_->add({head, bytes, text.value_or(std::string_view())});
    return static_cast<DocumentNumber>(size());
}

std::shared_ptr<const DocumentContents> TextCollection::contents() const {
    DocumentContents contents{BodyLengths(end(), 0), std::vector<std::uint64_t>(end(), 0)};
    Reader reader(*this);
    reader.read_range(1, end(), end(), [&](DocumentNumber document) {
        contents.lengths[document] = body_length_of(reader.terms());
        for (std::size_t i = 0; i < reader.terms().size(); ++i)
            contents.hashes[document] +=
                content_hash_part(reader.hashes()[i], reader.terms()[i].wdf);
    });
    return std::make_shared<const DocumentContents>(std::move(contents));
}

std::unique_ptr<TermListReader> TextCollection::reader() const {
    return std::make_unique<Reader>(*this);
}

}  // namespace descry
