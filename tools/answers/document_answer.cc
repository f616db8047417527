#include "tools/answers/document_answer.h"

#include <tuple>

#include <descry/inspection/group_list.h>
#include <descry/schema/body_terms.h>

#include "tools/messages/printable.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

std::uint64_t count_words(const OpenIndex& index, Xapian::docid did) {
    std::uint64_t words = 0;
    const TermSpace space =
        index.annotated ? TermSpace(index.schema.term_prefix) : TermSpace::detect(index.db);
    space.for_each_body_term(index.db.termlist_begin(did), index.db.termlist_end(did),
                             [&](const std::string&, std::uint32_t wdf) { words += wdf; });
    return words;
}

void read_group(const OpenIndex& index, const std::string& key, ShownDocument& shown) {
    shown.group = list_group(index.db, index.schema, key);
    // A document left alone by another program's deletions is in no group.
    if (shown.group && shown.group->members.size() < 2) shown.group.reset();
    if (!shown.group) return;
    shown.head = index.id_of(shown.group->members.front().document);
    for (const GroupMember& member : shown.group->members) {
        if (member.document == shown.did) shown.distance_to_head = member.distance;
    }
}

Json group_json(const ShownDocument& shown) {
    if (!shown.group) return nullptr;
    return {{"key", shown.group->key},
            {"size", shown.group->members.size()},
            {"head", shown.head},
            {"similarity_to_head", rounded(similarity(shown.distance_to_head))}};
}

}  // namespace

ShownDocument read_document(const OpenIndex& index, Xapian::docid did) {
    const Xapian::Document document = index.db.get_document(did);
    ShownDocument shown;
    shown.did = did;
    shown.title = printable(summary_of(document));
    shown.words = count_words(index, did);
    shown.data = document.get_data();
    std::tie(shown.id, shown.stored) = index.id_and_data_of(did, shown.data);
    for (const SignatureMethod& method : signature_methods()) {
        if (!method.is_collapsible || !index.schema.has(method.slot)) continue;
        std::string key = document.get_value(index.schema.slot(method.slot));
        if (key.empty()) continue;
        if (method.slot == Slot::GROUP) read_group(index, key, shown);
        shown.keys.emplace_back(method.name, std::move(key));
    }
    return shown;
}

nlohmann::ordered_json json_of(const ShownDocument& shown) {
    Json keys = Json::object();
    for (const auto& [name, key] : shown.keys)
        keys[name] = key;
    return {{"docid", shown.did},
            {"id", shown.id},
            {"title", shown.title},
            {"words", shown.words},
            {"fields", object_of(shown.stored.fields)},
            {"text", shown.stored.text ? Json(*shown.stored.text) : Json()},
            {"data", shown.stored.is_read ? Json() : Json(shown.data)},
            {"keys", std::move(keys)},
            {"group", group_json(shown)}};
}

}  // namespace descry
