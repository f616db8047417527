#include "engine/texts/inside_texts.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <descry/texts/grouped_texts.h>

namespace descry {

namespace {

// By number: a document's place in the order; empty without an order.
std::vector<DocumentNumber> ranks_of(const std::vector<DocumentNumber>& ordered,
                                     DocumentNumber end) {
    std::vector<DocumentNumber> ranks(ordered.empty() ? 0 : end, end);
    for (DocumentNumber rank = 0; rank < ordered.size(); ++rank)
        ranks[ordered[rank]] = rank;
    return ranks;
}

}  // namespace

std::vector<DocumentNumber> numbers_between(DocumentNumber begin, DocumentNumber end) {
    std::vector<DocumentNumber> numbers(end - begin);
    std::iota(numbers.begin(), numbers.end(), begin);
    return numbers;
}

std::function<ReadText()> text_readers(std::shared_ptr<const TextCollection> prepared,
                                       std::shared_ptr<const TextCollection> texts) {
    const DocumentNumber before =
        prepared ? static_cast<DocumentNumber>(prepared->size()) : DocumentNumber{0};
    return [=]() -> ReadText {
        return
            [before,
             first = std::shared_ptr<TermListReader>(prepared ? prepared->reader() : nullptr),
             second = std::shared_ptr<TermListReader>(texts->reader())](DocumentNumber document) {
                return document <= before ? first->read_text(document)
                                          : second->read_text(document - before);
            };
    };
}

std::function<std::uint64_t(DocumentNumber)> apart_values(
    const std::shared_ptr<const TextCollection>& prepared,
    const std::shared_ptr<const TextCollection>& texts, std::vector<std::string> fields) {
    const auto before = static_cast<DocumentNumber>(prepared ? prepared->size() : 0);
    return [before, fields = std::move(fields),
            first = std::shared_ptr<TermListReader>(prepared ? prepared->reader() : nullptr),
            second = std::shared_ptr<TermListReader>(texts->reader())](DocumentNumber document) {
        if (fields.empty()) return std::uint64_t{0};
        return document <= before ? first->apart_value(document, fields)
                                  : second->apart_value(document - before, fields);
    };
}

void GroupedTexts::drop_inside(double share, std::uint32_t min_words,
                               const std::vector<DocumentNumber>& ordered) {
    const KeepApart& apart = model().parameters().keep_apart;
    const InsideLimits& limits = inside_.emplace(distance_from(share), min_words, apart.numbers);
    const auto prepared = prepared_ ? prepared_->texts() : nullptr;
    const auto make_reader = text_readers(prepared, texts_);
    const auto apart_value = apart_values(prepared, texts_, apart.fields);
    std::vector<DocumentNumber> kept;
    for (DocumentNumber document = 1; document < end(); ++document)
        if (kept_for(document) == 0) kept.push_back(document);
    const auto ranks = ranks_of(ordered, end());
    const auto may_go = [&](const InsidePair& pair) {
        if (pair.document <= references_) return false;
        if (!ranks.empty() && pair.container > references_ &&
            ranks[pair.container] > ranks[pair.document])
            return false;
        return apart_value(pair.document) == apart_value(pair.container);
    };
    for (const InsidePair& pair :
         documents_inside(kept, kept_for(), may_go, make_reader, limits, texts_->work()))
        drop(pair.document, pair.container, pair.share, Relation::INSIDE);
}

}  // namespace descry
