#include "online/compared_documents.h"

#include <algorithm>
#include <utility>

#include "groups/stored_document.h"

namespace descry {

namespace {

// Documents kept for comparison.
constexpr std::size_t RECENT = 1024;

}  // namespace

ComparedDocument stored_document(Xapian::docid did, std::span<const TermCount> terms,
                                 const Model& model) {
    ComparedDocument compared;
    compared.did = did;
    compared.bag = Bag(terms);
    const PairLimits limits = pair_limits(model.parameters());
    if (!limits.strict && !limits.keep_apart_numbers) return compared;
    for (const auto& [term, wdf] : terms)
        compared.terms.emplace_back(term, wdf);
    return compared;
}

ComparedDocument new_document(const Xapian::Document& document, std::span<const TermCount> terms,
                              const Schema& schema, const Model& model) {
    ComparedDocument compared = stored_document(0, terms, model);
    if (model.parameters().edit_distance) {
        compared.text = text_by_position(document, TermSpace(schema.term_prefix));
        compared.is_text_read = true;
        return compared;
    }
    if (model.parameters().any_order) return compared;
    OrderSketch& order = compared.order.emplace();
    Xapian::TermIterator term = document.termlist_begin();
    std::vector<std::string_view> words = words_of_order_sketch(terms);
    std::ranges::sort(words);
    for (const std::string_view word : words) {
        term.skip_to(std::string(word));
        if (term == document.termlist_end()) break;
        if (term.positionlist_count() == 0) continue;
        order.push_back({order_hash(word), *term.positionlist_begin()});
    }
    std::ranges::sort(order, {}, &PositionedWord::hash);
    return compared;
}

// One that is compared with another.
class ComparedDocuments::Document final : public DocumentToCompare {
  public:
    Document(ComparedDocuments& documents, ComparedDocument& document)
        : documents_(documents), document_(document) {}

    const Bag& bag() override { return document_.bag; }
    std::span<const TermCount> terms() override {
        terms_.clear();
        for (const auto& [term, wdf] : document_.terms)
            terms_.push_back({term, wdf});
        return terms_;
    }
    const CanonicalText* text() override { return documents_.text_of(document_); }
    const OrderSketch& first_order() override { return documents_.first_order_of(document_); }
    const OrderSketch& order() override { return documents_.order_of(document_); }

  private:
    ComparedDocuments& documents_;
    ComparedDocument& document_;
    std::vector<TermCount> terms_;
};

std::optional<DistanceMillionths> ComparedDocuments::compare(ComparedDocument& document,
                                                             Xapian::docid other,
                                                             std::uint64_t content_hash_of_other,
                                                             DistanceMillionths limit) {
    Document first(*this, document);
    Document second(*this, get(other, content_hash_of_other));
    return verifier_.match(first, second, limit);
}

ComparedDocument& ComparedDocuments::get(Xapian::docid did, std::uint64_t content_hash) {
    const auto known = recent_of_.find(did);
    if (known != recent_of_.end() && known->second->content_hash == content_hash) {
        recent_.splice(recent_.begin(), recent_, known->second);
        return known->second->document;
    }
    return keep(content_hash, stored_document(did, terms_of(did), model_));
}

ComparedDocument& ComparedDocuments::keep(std::uint64_t content_hash, ComparedDocument document) {
    const Xapian::docid did = document.did;
    const auto known = recent_of_.find(did);
    if (known != recent_of_.end()) recent_.erase(known->second);
    recent_.push_front({did, content_hash, std::move(document)});
    recent_of_[did] = recent_.begin();
    if (recent_.size() > RECENT) {
        recent_of_.erase(recent_.back().did);
        recent_.pop_back();
    }
    return recent_.front().document;
}

void ComparedDocuments::forget(Xapian::docid did) {
    const auto known = recent_of_.find(did);
    if (known == recent_of_.end()) return;
    recent_.erase(known->second);
    recent_of_.erase(known);
}

const CanonicalText* ComparedDocuments::text_of(ComparedDocument& document) {
    if (!document.is_text_read) document.text = texts_.read(document.did);
    document.is_text_read = true;
    return document.text ? &*document.text : nullptr;
}

const OrderSketch& ComparedDocuments::first_order_of(ComparedDocument& document) {
    if (document.order) return *document.order;
    if (!document.first_order) {
        document.first_order = read_order(document.did, FIRST_ORDERED_WORDS, {});
    }
    return *document.first_order;
}

const OrderSketch& ComparedDocuments::order_of(ComparedDocument& document) {
    if (!document.order) {
        document.order = read_order(document.did, ORDERED_WORDS, first_order_of(document));
    }
    return *document.order;
}

OrderSketch ComparedDocuments::read_order(Xapian::docid did, std::size_t entries,
                                          OrderSketch known) {
    if (!db_.has_positions()) return {};
    return read_order_sketch(db_, did, words_of_order_sketch(terms_of(did)), entries,
                             std::move(known));
}

// A document is often asked for its terms and then for its order.
std::span<const TermCount> ComparedDocuments::terms_of(Xapian::docid did) {
    if (terms_read_of_ != did) {
        terms_read_of_ = 0;
        body_terms_.read(db_, did);
        terms_read_of_ = did;
    }
    return body_terms_.terms();
}

}  // namespace descry
