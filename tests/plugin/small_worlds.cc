#include "tests/plugin/small_worlds.h"

#include <algorithm>
#include <map>
#include <set>

namespace descry::testing {

namespace {

std::string random_term(std::mt19937_64& random) {
    return std::string(1, static_cast<char>('a' + random() % 7));  // g is in no document
}

}  // namespace

void add_random_documents(Xapian::WritableDatabase& db, std::size_t count, Xapian::valueno slot,
                          std::mt19937_64& random) {
    const std::uint64_t keys = 1 + random() % (count + 1);
    const std::uint64_t sparse = 1 + random() % 4;
    for (std::size_t i = 0; i < count; ++i) {
        Xapian::Document document;
        for (std::uint64_t terms = random() % 6; terms > 0; --terms) {
            const char term = static_cast<char>('a' + random() % 6);
            document.add_term(std::string(1, term),
                              static_cast<Xapian::termcount>(1 + random() % 3));
        }
        if (random() % sparse == 0) {
            // Keys that differ late, early, in length, and by a zero byte.
            const std::uint64_t key = random() % keys;
            document.add_value(slot, key % 3 == 0   ? std::string(key / 3 + 1, '\0')
                                     : key % 3 == 1 ? "key" + std::to_string(key)
                                                    : std::to_string(key));
        }
        document.add_value(slot ^ 1, "another slot");
        db.add_document(document);
    }
    for (Xapian::docid did = 1; did <= count; ++did) {
        if (random() % 10 == 0) db.delete_document(did);
    }
    db.commit();
}

// Not of three terms with OR: now and then Xapian 1.4.22 leaves a document out of the top of those,
// with and without collapsing.
Xapian::Query random_query(std::mt19937_64& random) {
    const Xapian::Query one(random_term(random));
    const Xapian::Query two(random_term(random));
    switch (random() % 6) {
        case 0:
            return Xapian::Query::MatchAll;
        case 1:
            return Xapian::Query::MatchNothing;
        case 2:
            return {Xapian::Query::OP_AND, one, two};
        case 3:
            return {Xapian::Query::OP_AND_NOT, one, two};
        default:
            return {Xapian::Query::OP_OR, one, two};
    }
}

std::vector<KeyGroup> groups_oracle(const Xapian::Database& db, Xapian::valueno slot) {
    std::vector<KeyGroup> groups;
    for (auto p = db.postlist_begin(""); p != db.postlist_end(""); ++p) {
        const std::string key = db.get_document(*p).get_value(slot);
        if (key.empty()) continue;
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&](const KeyGroup& g) { return g.key == key; });
        if (group == groups.end()) group = groups.insert(groups.end(), KeyGroup{key, {}});
        group->members.push_back(*p);
    }
    return groups;
}

std::vector<Ranked> ranking(const Xapian::Database& db, const Xapian::Query& query,
                            Xapian::valueno slot) {
    Xapian::Enquire enquire(db);
    enquire.set_query(query);
    const Xapian::MSet mset = enquire.get_mset(0, db.get_doccount(), db.get_doccount());
    std::vector<Ranked> ranked;
    for (auto item = mset.begin(); item != mset.end(); ++item) {
        ranked.push_back(
            {*item, item.get_weight(), item.get_percent(), db.get_document(*item).get_value(slot)});
    }
    return ranked;
}

CollapsedMSet search_oracle(const Xapian::Database& db, const Xapian::Query& query,
                            Xapian::valueno slot, Xapian::doccount first,
                            Xapian::doccount maxitems) {
    const std::vector<Ranked> ranked = ranking(db, query, slot);
    const std::vector<KeyGroup> groups = groups_oracle(db, slot);
    CollapsedMSet page;
    page.first = first;
    page.matches = static_cast<Xapian::doccount>(ranked.size());
    if (!ranked.empty()) page.max_weight = ranked.front().weight;
    std::map<std::string, Xapian::doccount> matching;
    for (const Ranked& match : ranked)
        ++matching[match.key];
    std::set<std::string> seen;
    for (const auto& [did, weight, percent, key] : ranked) {
        if (!key.empty() && !seen.insert(key).second) continue;
        if (++page.groups <= first || page.items.size() >= maxitems) continue;
        CollapsedItem item{did, weight, percent, key};
        if (!key.empty()) {
            const auto group = std::find_if(groups.begin(), groups.end(),
                                            [&](const KeyGroup& g) { return g.key == key; });
            item.matching = matching[key];
            item.size = static_cast<Xapian::doccount>(group->members.size());
        }
        page.items.push_back(std::move(item));
    }
    return page;
}

}  // namespace descry::testing
