#include <algorithm>
#include <array>
#include <utility>

#include <descry/texts/grouped_texts.h>

#include "engine/collection/collection_distances.h"
#include "engine/collection/joined_collection.h"
#include "engine/collection/text_collection.h"
#include "engine/texts/inside_texts.h"

namespace descry {

const char* name_of(Relation relation) {
    return relation == Relation::NEAR ? "near" : relation == Relation::INSIDE ? "inside" : "holds";
}

GroupedTexts::GroupedTexts(UniqueDocuments unique, std::shared_ptr<const TextCollection> texts,
                           std::optional<PreparedDocuments> prepared, DocumentNumber references,
                           bool keeps_none)
    : unique_(std::move(unique)),
      texts_(std::move(texts)),
      prepared_(std::move(prepared)),
      prepared_size_(prepared_ ? static_cast<DocumentNumber>(prepared_->size()) : 0),
      references_(references),
      keeps_none_(keeps_none) {}

void GroupedTexts::drop_heads() {
    for (DocumentNumber document = references_ + 1; document < end(); ++document) {
        if (is_head(document)) unique_.kept_for[document] = 0;
    }
    for (DocumentNumber document = references_ + 1; document < end(); ++document) {
        const DocumentNumber head = unique_.groups.head_of[document];
        if (head <= references_ || head == document) continue;
        DocumentNumber& nearest = unique_.kept_for[head];
        if (nearest == 0 || distance(document) < distance(nearest)) nearest = document;
    }
}

void GroupedTexts::count() {
    unique_.groups.count();
    if (keeps_none_) drop_heads();
}

std::uint64_t GroupedTexts::dropped() const {
    return unique_.kept_for.size() -
           static_cast<std::uint64_t>(std::ranges::count(unique_.kept_for, DocumentNumber{0}));
}

Relation GroupedTexts::relation(DocumentNumber document) const {
    const auto found = relations_.find(document);
    if (found != relations_.end()) return found->second;
    if (!is_head(document) || kept_for(document) == 0) return Relation::NEAR;
    // A head, which is dropped beside a member.
    const Relation of_member = relation(kept_for(document));
    if (of_member == Relation::NEAR) return Relation::NEAR;
    return of_member == Relation::INSIDE ? Relation::HOLDS : Relation::INSIDE;
}

std::uint64_t GroupedTexts::count_dropped(Relation relation) const {
    const auto others = static_cast<std::uint64_t>(std::ranges::count_if(
        relations_, [&](const auto& of_document) { return of_document.second == relation; }));
    return relation == Relation::NEAR ? dropped() - relations_.size() : others;
}

void GroupedTexts::take_held(std::vector<HeldItem> held, bool drops) {
    held_ = std::move(held);
    if (!drops) return;
    // The first of those of which it holds most.
    std::map<DocumentNumber, const HeldItem*> most;
    for (const HeldItem& item : held_) {
        const HeldItem*& best = most[item.document];
        if (best == nullptr || item.share > best->share) best = &item;
    }
    for (const auto& [document, item] : most)
        drop(document, item->item, item->share, Relation::HOLDS);
}

void GroupedTexts::drop(DocumentNumber document, DocumentNumber kept, DistanceMillionths share,
                        Relation relation) {
    unique_.kept_for[document] = kept;
    unique_.groups.head_of[document] = kept;
    unique_.groups.head_of[kept] = kept;
    unique_.groups.distance[document] = WHOLE_DISTANCE - share;
    relations_[document] = relation;
}

std::vector<DroppedDocument> GroupedTexts::dropped_documents() const {
    std::vector<std::uint64_t> dropped_for(end(), 0);
    for (DocumentNumber document = references_ + 1; document < end(); ++document) {
        if (kept_for(document) != 0 && !is_head(document))
            ++dropped_for[unique_.groups.head_of[document]];
    }
    std::vector<DroppedDocument> dropped;
    const auto reader = texts_->reader();
    for (DocumentNumber document = references_ + 1; document < end(); ++document) {
        const DocumentNumber kept = kept_for(document);
        if (kept == 0) continue;
        const auto text = reader->read_text(document - prepared_size_);
        const auto spaces = text ? std::ranges::count(text->utf8(), ' ') : 0;
        dropped.push_back({document, kept, distance(document), relation(document),
                           dropped_for[unique_.groups.head_of[document]] + 1,
                           static_cast<std::uint64_t>(spaces) + 1});
    }
    return dropped;
}

std::vector<KeyedGroup> GroupedTexts::keyed() const {
    return keyed_groups(unique_.groups, unique_.model.id());
}

void GroupedTexts::keep(DocumentNumber document) {
    unique_.kept_for[document] = 0;
    relations_.erase(document);
    unique_.groups.head_of[document] = document;
    unique_.groups.distance[document] = 0;
}

void GroupedTexts::lead(DocumentNumber member) {
    const DocumentNumber head = kept_for(member);
    const DistanceMillionths apart = distance(member);
    const bool is_inside = relation(member) == Relation::INSIDE;
    keep(member);
    unique_.kept_for[head] = member;
    unique_.groups.head_of[head] = member;
    unique_.groups.distance[head] = apart;
    if (is_inside) relations_[head] = Relation::HOLDS;
}

bool GroupedTexts::follow(DocumentNumber member, DocumentNumber head) {
    keep(member);
    if (const auto distance = match(member, head)) {
        unique_.kept_for[member] = head;
        unique_.groups.head_of[member] = head;
        unique_.groups.distance[member] = *distance;
        return true;
    }
    const DistanceMillionths share = inside_ ? inside_share(member, head) : 0;
    if (share > 0) drop(member, head, share, Relation::INSIDE);
    return share > 0;
}

std::optional<DistanceMillionths> GroupedTexts::match(DocumentNumber member,
                                                      DocumentNumber head) const {
    std::shared_ptr<const Collection> collection = texts_;
    if (prepared_)
        collection = std::make_shared<const JoinedCollection>(prepared_->texts(), texts_);
    const std::array documents = {member, head};
    CollectionDistances distances(*collection, documents, pair_limits(model().parameters()),
                                  collection->work().memory, 1);
    const auto distance = distances.match(0, 1);
    if (!distance) return std::nullopt;
    const std::uint64_t hash = text_hash_of(member);
    return reported_distance(*distance, hash != 0 && hash == text_hash_of(head));
}

DistanceMillionths GroupedTexts::inside_share(DocumentNumber member, DocumentNumber head) const {
    std::vector<InsidePair> pairs = {{member, head, 0, 0}};
    verify_inside(pairs, text_readers(prepared_ ? prepared_->texts() : nullptr, texts_), *inside_,
                  texts_->work());
    return pairs.front().share;
}

std::pair<const TextCollection&, DocumentNumber> GroupedTexts::place_of(
    DocumentNumber document) const {
    if (document > prepared_size_) return {*texts_, document - prepared_size_};
    return {*prepared_->texts(), document};
}

std::optional<CanonicalText> GroupedTexts::text_of(DocumentNumber document) const {
    const auto [collection, number] = place_of(document);
    return collection.reader()->read_text(number);
}

std::uint64_t GroupedTexts::text_hash_of(DocumentNumber document) const {
    const auto [collection, number] = place_of(document);
    return collection.reader()->text_hash(number);
}

std::string GroupedTexts::prepared_id_of(DocumentNumber document) const {
    return std::string(prepared_->id_of(document));
}

}  // namespace descry
