#include <algorithm>
#include <utility>

#include <descry/collapse/collapse.h>
#include <descry/hashing/hash.h>

namespace descry {

namespace {

struct NumberedDocument {
    Xapian::docid did;
    std::uint32_t number;
};

// The documents whose values' hash is shared by at least min_size documents, ascending, with the
// hash's number from 0 on. Most values of a slot are unique and need not be kept.
std::vector<NumberedDocument> documents_of_equal_hashes(const Xapian::Database& db,
                                                        Xapian::valueno slot,
                                                        Xapian::doccount min_size) {
    std::vector<std::pair<std::uint64_t, Xapian::docid>> by_hash;
    by_hash.reserve(db.get_value_freq(slot));
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value)
        by_hash.emplace_back(secret_hash(*value), value.get_docid());
    std::sort(by_hash.begin(), by_hash.end());

    std::vector<NumberedDocument> documents;
    std::uint32_t number = 0;
    for (auto first = by_hash.begin(); first != by_hash.end();) {
        const auto last = std::find_if(
            first, by_hash.end(), [&](const auto& entry) { return entry.first != first->first; });
        if (static_cast<std::size_t>(last - first) >= min_size) {
            for (auto entry = first; entry != last; ++entry)
                documents.push_back({entry->second, number});
            ++number;
        }
        first = last;
    }
    std::ranges::sort(documents, {}, &NumberedDocument::did);
    return documents;
}

void add_member(std::vector<KeyGroup>& groups, std::string key, Xapian::docid did) {
    const auto group = std::ranges::find(groups, key, &KeyGroup::key);
    if (group == groups.end()) {
        groups.push_back({std::move(key), {did}});
    } else {
        group->members.push_back(did);
    }
}

}  // namespace

std::vector<KeyGroup> groups_by_key(const Xapian::Database& db, Xapian::valueno slot,
                                    Xapian::doccount min_size) {
    const std::vector<NumberedDocument> documents = documents_of_equal_hashes(db, slot, min_size);
    std::vector<std::vector<KeyGroup>> by_hash;  // mostly one each
    Xapian::ValueIterator value = db.valuestream_begin(slot);
    for (const auto& [did, number] : documents) {
        if (value.get_docid() < did) value.skip_to(did);
        if (number >= by_hash.size()) by_hash.resize(number + std::size_t{1});
        add_member(by_hash[number], *value, did);
    }
    std::vector<KeyGroup> groups;
    for (std::vector<KeyGroup>& of_hash : by_hash) {
        for (KeyGroup& group : of_hash) {
            if (group.members.size() >= min_size) groups.push_back(std::move(group));
        }
    }
    std::ranges::sort(groups, {}, [](const KeyGroup& group) { return group.members.front(); });
    return groups;
}

}  // namespace descry
