#include "plugin/groups/index_groups.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <descry/inside/find_inside.h>
#include <descry/schema/document_id.h>
#include <descry/training/grouping_options.h>

#include "plugin/base/docids_end.h"
#include "plugin/reading/index_order.h"

namespace descry {

namespace {

using Docids = std::vector<Xapian::docid>;

// Sorts docids (ascending on entry) so that preferred heads come first. Cost: a walk over the slot
// or, for the shortest id, every document's data. Memory: the keys.
void sort_by_group_order(const IndexCollection& index, const std::string& order,
                         const std::string& id_prefix, Docids& docids) {
    IndexOrder keys(index, order);
    if (keys.is_first()) return;
    const Xapian::Database db = index.open();
    std::vector<std::pair<std::string, Xapian::docid>> keyed;
    keyed.reserve(docids.size());
    for (const Xapian::docid did : docids) {
        const std::string id = keys.is_by_id() ? document_id(db, did, id_prefix) : std::string();
        keyed.emplace_back(keys.key_of(did, id, did), did);
    }
    std::ranges::sort(keyed);
    std::ranges::transform(keyed, docids.begin(), [](const auto& pair) { return pair.second; });
}

}  // namespace

CollectionKeys read_stored_keys(const Xapian::Database& db, Xapian::valueno slot,
                                const Model& model, const Work& work) {
    CollectionKeys result(work);
    result.content_hashes.resize(docids_end(db), 0);
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
        const auto keys = decode_keys(*value, model.parameters());
        if (!keys) continue;
        result.add(checked_docid(value.get_docid(), result.content_hashes.size()), *keys);
    }
    return result;
}

CollectionGroups group_index(const IndexCollection& index, const Model& model,
                             std::optional<Xapian::valueno> stored_keys,
                             const std::string& id_prefix) {
    const Collection& documents = index.documents();
    CollectionKeys keys =
        stored_keys ? read_stored_keys(index.open(), *stored_keys, model, documents.work())
                    : compute_keys(documents, model);
    Docids ordered;
    for (std::size_t did = 1; did < keys.content_hashes.size(); ++did) {
        if (keys.content_hashes[did] != 0) ordered.push_back(static_cast<Xapian::docid>(did));
    }
    sort_by_group_order(index, model.parameters().group_order, id_prefix, ordered);
    return group_collection(documents, model, std::move(keys), ordered, true,
                            head_order_of(model.parameters().group_order));
}

CollectionGroups join_inside(const IndexCollection& index, CollectionGroups groups,
                             const Model& model, const std::string& id_prefix) {
    const auto end = static_cast<DocumentNumber>(groups.head_of.size());
    Docids kept;
    std::vector<DocumentNumber> kept_for(end, 0);
    for (DocumentNumber document = 1; document < end; ++document) {
        if (groups.head_of[document] == document) {
            kept.push_back(document);
        } else {
            kept_for[document] = groups.head_of[document];
        }
    }
    const ModelParameters& parameters = model.parameters();
    std::vector<DocumentNumber> ranks;
    if (parameters.group_order != "first") {
        Docids ordered = kept;
        sort_by_group_order(index, parameters.group_order, id_prefix, ordered);
        ranks.resize(end, end);
        for (DocumentNumber rank = 0; rank < ordered.size(); ++rank)
            ranks[ordered[rank]] = rank;
    }
    const auto& fields = parameters.keep_apart.fields;
    const auto reader = index.reader();
    const auto may_go = [&](const InsidePair& pair) {
        const DocumentNumber head = groups.head_of[pair.document];
        if (!ranks.empty() && ranks[pair.container] > ranks[head]) return false;
        return fields.empty() || reader->apart_value(pair.document, fields) ==
                                     reader->apart_value(pair.container, fields);
    };
    const auto make_reader = [&index]() -> ReadText {
        return [texts = std::shared_ptr<TermListReader>(index.documents().reader())](
                   DocumentNumber document) { return texts->read_text(document); };
    };
    const InsideLimits limits{distance_from(GroupingOptions::DEFAULT_INSIDE),
                              GroupingOptions().inside_words, parameters.keep_apart.numbers};
    for (const InsidePair& pair :
         documents_inside(kept, kept_for, may_go, make_reader, limits, index.work())) {
        groups.head_of[pair.document] = pair.container;
        groups.distance[pair.document] = WHOLE_DISTANCE - pair.share;
    }
    return groups;
}

}  // namespace descry
