#include "engine/texts/inside_texts.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include <descry/texts/grouped_texts.h>

namespace descry {

namespace {

// By number: where a document stands in the order; empty: nowhere.
std::vector<DocumentNumber> ranks_of(const std::vector<DocumentNumber>& ordered,
                                     DocumentNumber end) {
    std::vector<DocumentNumber> ranks(ordered.empty() ? 0 : end, end);
    for (DocumentNumber rank = 0; rank < ordered.size(); ++rank)
        ranks[ordered[rank]] = rank;
    return ranks;
}

}  // namespace

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

void GroupedTexts::drop_inside(double share, std::uint32_t min_words,
                               const std::vector<DocumentNumber>& ordered) {
    const KeepApart& apart = model().parameters().keep_apart;
    const InsideLimits limits{distance_from(share), min_words, apart.numbers};
    const auto make_reader = text_readers(prepared_ ? prepared_->texts() : nullptr, texts_);
    std::vector<DocumentNumber> kept;
    for (DocumentNumber document = 1; document < end(); ++document)
        if (kept_for(document) == 0) kept.push_back(document);
    const auto ranks = ranks_of(ordered, end());
    const auto reader = texts_->reader();
    const auto prepared = prepared_ ? prepared_->texts()->reader() : nullptr;
    const auto apart_of = [&](DocumentNumber document) {
        return document <= prepared_size_
                   ? prepared->apart_value(document, apart.fields)
                   : reader->apart_value(document - prepared_size_, apart.fields);
    };
    const auto may_go = [&](const InsidePair& pair) {
        if (pair.document <= references_) return false;
        if (!ranks.empty() && pair.container > references_ &&
            ranks[pair.container] > ranks[pair.document])
            return false;
        return apart.fields.empty() || apart_of(pair.document) == apart_of(pair.container);
    };
    std::vector<InsidePair> pairs =
        find_inside(kept, kept, true, make_reader, limits, texts_->work());
    std::erase_if(pairs, [&](const InsidePair& pair) { return !may_go(pair); });
    // What is dropped with one that stands inside another.
    std::map<DocumentNumber, std::vector<DocumentNumber>> members;
    for (const InsidePair& pair : pairs)
        members[pair.document];
    for (DocumentNumber document = 1; document < end(); ++document)
        if (const auto of = members.find(kept_for(document)); of != members.end())
            of->second.push_back(document);
    std::vector<InsidePair> of_members;
    for (const InsidePair& pair : pairs)
        for (const DocumentNumber member : members[pair.document])
            of_members.push_back({member, pair.container});
    verify_inside(of_members, make_reader, limits, texts_->work());
    const auto share_of_member = [&](DocumentNumber member, DocumentNumber container) {
        const auto key = [](const InsidePair& pair) {
            return std::pair(pair.container, pair.document);
        };
        const auto found =
            std::ranges::lower_bound(of_members, std::pair(container, member), {}, key);
        return may_go(*found) ? found->share : 0;
    };

    std::ranges::sort(pairs, {}, [](const InsidePair& pair) {
        return std::tuple(~pair.words, pair.document, ~pair.share, pair.container);
    });
    for (const InsidePair& pair : pairs) {
        if (kept_for(pair.document) != 0 || kept_for(pair.container) != 0) continue;
        const auto& group = members[pair.document];
        if (std::ranges::any_of(group, [&](DocumentNumber member) {
                return share_of_member(member, pair.container) == 0;
            }))
            continue;
        drop(pair.document, pair.container, pair.share, Relation::INSIDE);
        for (const DocumentNumber member : group)
            drop(member, pair.container, share_of_member(member, pair.container), Relation::INSIDE);
    }
}

}  // namespace descry
