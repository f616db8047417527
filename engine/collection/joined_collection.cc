#include "engine/collection/joined_collection.h"

#include <utility>

#include "engine/keys/word_keys.h"

namespace descry {

class JoinedCollection::Reader final : public TermListReader {
  public:
    explicit Reader(const JoinedCollection& both)
        : first_end_(both.first_->end()),
          first_(both.first_->reader()),
          second_(both.second_->reader()) {}

    std::optional<CanonicalText> read_text(DocumentNumber document) override {
        const auto [reader, number] = place_of(document);
        return reader.read_text(number);
    }
    std::uint64_t text_hash(DocumentNumber document) override {
        const auto [reader, number] = place_of(document);
        return reader.text_hash(number);
    }
    std::optional<SequenceKeys> sequence_keys(DocumentNumber document, std::uint64_t content_hash,
                                              SequenceKeySigner& signer) override {
        const auto [reader, number] = place_of(document);
        return reader.sequence_keys(number, content_hash, signer);
    }
    std::uint64_t apart_value(DocumentNumber document,
                              std::span<const std::string> fields) override {
        const auto [reader, number] = place_of(document);
        return reader.apart_value(number, fields);
    }

  private:
    std::pair<TermListReader&, DocumentNumber> place_of(DocumentNumber document) {
        if (document < first_end_) return {*first_, document};
        return {*second_, static_cast<DocumentNumber>(document - (first_end_ - 1))};
    }

    std::span<const TermCount> read_terms(DocumentNumber document) override {
        const auto [reader, number] = place_of(document);
        reader.read(number);
        hashes_.assign(reader.hashes().begin(), reader.hashes().end());
        marks_.assign(reader.marks().begin(), reader.marks().end());
        return reader.terms();
    }

    std::uint64_t first_end_;
    std::unique_ptr<TermListReader> first_;
    std::unique_ptr<TermListReader> second_;
};

std::unique_ptr<TermListReader> JoinedCollection::reader() const {
    return std::make_unique<Reader>(*this);
}

std::shared_ptr<const DocumentContents> JoinedCollection::contents() const {
    DocumentContents contents = *first_->contents();
    const std::shared_ptr<const DocumentContents> second = second_->contents();
    const DocumentContents& others = *second;
    contents.lengths.insert(contents.lengths.end(), others.lengths.begin() + 1,
                            others.lengths.end());
    contents.hashes.insert(contents.hashes.end(), others.hashes.begin() + 1, others.hashes.end());
    return std::make_shared<const DocumentContents>(std::move(contents));
}

}  // namespace descry
