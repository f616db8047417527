#include "plugin/online/compared_documents.h"

#include <algorithm>
#include <utility>

namespace descry {

namespace {

constexpr std::size_t RECENT = 4096;
constexpr std::size_t RECENT_BYTES = std::size_t{32} << 20;

std::size_t memory_of(const ComparedDocument& document) {
    std::size_t bytes = (document.bag ? document.bag->memory() : 0) +
                        (document.text ? document.text->memory() : 0) +
                        (document.words ? document.words->size() : 0);
    for (const auto& [term, wdf] : document.terms)
        bytes += sizeof(document.terms.front()) + term.size();
    return bytes;
}

}  // namespace

void take_terms(std::span<const TermCount> terms, const Model& model, ComparedDocument& document) {
    document.bag.emplace(terms);
    if (!model.parameters().keep_apart.numbers) return;
    for (const auto& [term, wdf] : terms)
        document.terms.emplace_back(term, wdf);
}

ComparedDocument new_document(const DocumentKeys& keys, std::span<const TermCount> terms,
                              std::optional<std::string_view> words, const Model& model) {
    ComparedDocument compared;
    compared.histogram = keys.histogram;
    compared.terms_at_hand = terms;
    if (model.parameters().any_order) return compared;
    if (words) compared.words = std::string(*words);
    compared.is_text_read = true;
    return compared;
}

class ComparedDocuments::Document final : public DocumentToCompare {
  public:
    Document(ComparedDocuments& documents, ComparedDocument& document)
        : documents_(documents), document_(document) {}

    const Bag& bag() override { return *documents_.with_bag(document_).bag; }
    BagHistogram histogram() override {
        return document_.histogram.is_known() ? document_.histogram : BagHistogram(bag());
    }
    bool is_text_cheap() override { return document_.is_text_cheap(); }
    std::span<const TermCount> terms() override {
        terms_.clear();
        for (const auto& [term, wdf] : documents_.with_bag(document_).terms)
            terms_.push_back({term, wdf});
        return terms_;
    }
    const CanonicalText* text() override { return documents_.text_of(document_); }
    const CanonicalText* text_in_memory() override {
        return document_.is_text_read ? text() : nullptr;
    }

  private:
    ComparedDocuments& documents_;
    ComparedDocument& document_;
    std::vector<TermCount> terms_;
};

std::optional<DistanceMillionths> ComparedDocuments::compare(ComparedDocument& document,
                                                             const Stored& other,
                                                             DistanceMillionths limit) {
    Document first(*this, document);
    Document second(*this, get(other));
    const auto distance = verifier_.match(first, second, limit);
    count(recent_.front());  // some of it may have been read just now
    return distance;
}

ComparedDocument& ComparedDocuments::get(const Stored& stored) {
    const auto known = recent_of_.find(stored.did);
    if (known != recent_of_.end() && known->second->content_hash == stored.content_hash) {
        recent_.splice(recent_.begin(), recent_, known->second);
        return known->second->document;
    }
    ComparedDocument document;
    document.did = stored.did;
    document.histogram = stored.histogram;
    return keep(stored.content_hash, std::move(document));
}

ComparedDocument& ComparedDocuments::keep(std::uint64_t content_hash, ComparedDocument document) {
    const Xapian::docid did = document.did;
    forget(did);
    recent_.push_front({did, content_hash, std::move(document), 0});
    recent_of_[did] = recent_.begin();
    count(recent_.front());
    while (recent_.size() > RECENT || (bytes_ > RECENT_BYTES && recent_.size() > 1))
        forget(recent_.back().did);
    return recent_.front().document;
}

void ComparedDocuments::count(Recent& recent) {
    const std::size_t bytes = memory_of(recent.document);
    bytes_ += bytes - recent.bytes;
    recent.bytes = bytes;
}

void ComparedDocuments::keep_words(const Stored& stored, std::string words) {
    ComparedDocument& document = get(stored);
    document.words = std::move(words);
    document.is_text_read = true;
    count(recent_.front());
}

void ComparedDocuments::forget(Xapian::docid did) {
    const auto known = recent_of_.find(did);
    if (known == recent_of_.end()) return;
    bytes_ -= known->second->bytes;
    recent_.erase(known->second);
    recent_of_.erase(known);
}

ComparedDocument& ComparedDocuments::with_bag(ComparedDocument& document) {
    if (document.bag) return document;
    take_terms(document.did == 0 ? document.terms_at_hand : terms_of(document.did), model_,
               document);
    return document;
}

const CanonicalText* ComparedDocuments::text_of(ComparedDocument& document) {
    if (document.words) {
        document.text.emplace(*std::exchange(document.words, std::nullopt));
    } else if (!document.is_text_read) {
        document.text = texts_.read(document.did);
    }
    document.is_text_read = true;
    return document.text ? &*document.text : nullptr;
}

std::span<const TermCount> ComparedDocuments::terms_of(Xapian::docid did) {
    if (terms_read_of_ != did) {
        terms_read_of_ = 0;
        body_terms_.read(db_, did);
        terms_read_of_ = did;
    }
    return body_terms_.terms();
}

}  // namespace descry
