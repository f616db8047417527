#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include <descry/texts/grouped_texts.h>

#include "engine/collection/text_collection.h"
#include "engine/inside/find_inside.h"

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

void GroupedTexts::drop_inside(const InsidePair& pair) {
    unique_.kept_for[pair.document] = pair.container;
    unique_.groups.head_of[pair.document] = pair.container;
    unique_.groups.head_of[pair.container] = pair.container;
    unique_.groups.distance[pair.document] = WHOLE_DISTANCE - pair.share;
    inside_.insert(pair.document);
}

void GroupedTexts::drop_inside(double share, std::uint32_t min_words,
                               const std::vector<DocumentNumber>& ordered) {
    const KeepApart& apart = model().parameters().keep_apart;
    const InsideLimits limits{distance_from(share), min_words, apart.numbers};
    const auto make_reader = [this]() -> ReadText {
        std::shared_ptr<TermListReader> prepared =
            prepared_ ? prepared_->texts()->reader() : nullptr;
        return [this, prepared, texts = std::shared_ptr<TermListReader>(texts_->reader())](
                   DocumentNumber document) {
            return document <= prepared_size_ ? prepared->read_text(document)
                                              : texts->read_text(document - prepared_size_);
        };
    };
    std::vector<DocumentNumber> kept;
    for (DocumentNumber document = 1; document < end(); ++document)
        if (kept_for(document) == 0) kept.push_back(document);
    const auto ranks = ranks_of(ordered, end());
    const auto reader = texts_->reader();
    const auto may_go = [&](const InsidePair& pair) {
        if (pair.document <= references_) return false;
        if (!ranks.empty() && pair.container > references_ &&
            ranks[pair.container] > ranks[pair.document])
            return false;
        if (apart.fields.empty() || pair.container <= prepared_size_) return true;
        return reader->apart_value(pair.document - prepared_size_, apart.fields) ==
               reader->apart_value(pair.container - prepared_size_, apart.fields);
    };
    std::vector<InsidePair> pairs = find_inside(kept, make_reader, limits, texts_->work());
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
        drop_inside(pair);
        for (const DocumentNumber member : group)
            drop_inside({member, pair.container, 0, share_of_member(member, pair.container)});
    }
    count();
}

}  // namespace descry
