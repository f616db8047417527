#include "tests/plugin/collapse_worlds.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace descry::testing {

namespace {

Xapian::doccount count_of(std::size_t size) {
    return static_cast<Xapian::doccount>(size);
}

std::string letter(std::mt19937_64& random) {
    return std::string(1, static_cast<char>('a' + random() % 7));  // g is in no document
}

// Equal weights are likely, so that ties are; keys differ late, in length, and by a zero byte.
WorldDocument random_document(std::mt19937_64& random, std::uint64_t keys) {
    WorldDocument document;
    for (std::uint64_t terms = random() % 5; terms > 0; --terms)
        document.terms[std::string(1, static_cast<char>('a' + random() % 6))] =
            static_cast<Xapian::termcount>(1 + random() % 2);
    const auto key = [&] {
        const std::uint64_t number = random() % keys;
        return number % 3 == 0   ? std::string(number / 3 + 1, '\0')
               : number % 3 == 1 ? "key" + std::to_string(number)
                                 : std::to_string(number);
    };
    if (random() % 4 != 0) document.values[WORLD_KEY] = key();
    if (random() % 3 != 0) document.values[WORLD_OTHER_KEY] = key();
    if (random() % 4 != 0) {
        constexpr double NUMBERS[] = {-1e9, -2.5, -1, 0, 0.25, 1, 2, 1e9};
        document.values[WORLD_NUMBER] = Xapian::sortable_serialise(NUMBERS[random() % 8]);
    }
    if (random() % 3 != 0) document.values[WORLD_STRING] = std::string(1 + random() % 3, 'x');
    return document;
}

Xapian::Document as_xapian(const WorldDocument& document) {
    Xapian::Document out;
    for (const auto& [term, wdf] : document.terms)
        out.add_term(term, wdf);
    for (const auto& [slot, value] : document.values)
        out.add_value(slot, value);
    return out;
}

struct WeightedMatch {
    Xapian::docid did;
    double weight;
};

// The whole ranking, by Xapian, ascending by docid.
std::vector<WeightedMatch> all_matches(const CollapseWorld& world, Xapian::Query query,
                                       const std::vector<Xapian::Query>& filters,
                                       Xapian::MSet* all = nullptr) {
    for (const Xapian::Query& filter : filters)
        query = Xapian::Query(Xapian::Query::OP_FILTER, query, filter);
    Xapian::Enquire enquire(world.db);
    enquire.set_query(query);
    const Xapian::MSet mset = enquire.get_mset(0, world.db.get_doccount(), world.db.get_doccount());
    std::vector<WeightedMatch> ranked;
    for (auto item = mset.begin(); item != mset.end(); ++item)
        ranked.push_back({*item, item.get_weight()});
    std::sort(ranked.begin(), ranked.end(),
              [](const WeightedMatch& a, const WeightedMatch& b) { return a.did < b.did; });
    if (all != nullptr) *all = mset;
    return ranked;
}

// -1, 0, 1 as a key tells; a missing number is 0, a missing string the last one or the lowest one.
int compare(const SortKey& key, const CollapseWorld& world, const WeightedMatch& a,
            const WeightedMatch& b) {
    const auto sign = [&](const auto& x, const auto& y) {
        const int ascending = x < y ? -1 : y < x ? 1 : 0;
        return key.ascending ? ascending : -ascending;
    };
    if (key.by == SortKey::By::SCORE) return sign(a.weight, b.weight);
    if (key.by == SortKey::By::DOCID) return sign(a.did, b.did);
    const std::string x = world.documents.at(a.did).value(key.slot);
    const std::string y = world.documents.at(b.did).value(key.slot);
    if (x.empty() != y.empty()) {
        if (key.missing == SortKey::Missing::FIRST) return x.empty() ? -1 : 1;
        if (key.missing == SortKey::Missing::LAST) return x.empty() ? 1 : -1;
        if (key.missing == SortKey::Missing::LAST_OR_ZERO && key.type == ValueType::STRING)
            return x.empty() ? 1 : -1;
    }
    if (key.type == ValueType::STRING) return sign(x, y);
    const auto number = [](const std::string& value) {
        return value.empty() ? 0 : Xapian::sortable_unserialise(value);
    };
    return sign(number(x), number(y));
}

bool comes_before(const SortOrder& order, const CollapseWorld& world, const WeightedMatch& a,
                  const WeightedMatch& b) {
    for (const SortKey& key : order.empty() ? SortOrder{SortKey::score()} : order) {
        if (const int sign = compare(key, world, a, b); sign != 0) return sign < 0;
    }
    return a.did < b.did;
}

void sort_by(std::vector<WeightedMatch>& documents, const SortOrder& order,
             const CollapseWorld& world) {
    std::sort(documents.begin(), documents.end(),
              [&](const WeightedMatch& a, const WeightedMatch& b) {
                  return comes_before(order, world, a, b);
              });
}

// Groups by a key; each document that stands alone has one of its own.
std::map<std::string, std::vector<WeightedMatch>> grouped(
    const CollapseWorld& world, const std::vector<WeightedMatch>& documents, Xapian::valueno slot,
    NullPolicy nulls) {
    std::map<std::string, std::vector<WeightedMatch>> groups;
    for (const WeightedMatch& document : documents) {
        const std::string key =
            slot == Xapian::BAD_VALUENO ? "" : world.documents.at(document.did).value(slot);
        const bool alone = slot == Xapian::BAD_VALUENO || nulls == NullPolicy::EXPAND;
        if (!key.empty()) {
            groups["k" + key].push_back(document);
        } else if (alone) {
            groups["a" + std::to_string(document.did)].push_back(document);
        } else if (nulls == NullPolicy::COLLAPSE) {
            groups["n"].push_back(document);
        }
    }
    return groups;
}

std::vector<WeightedMatch> heads_of(const CollapseWorld& world,
                                    const std::vector<WeightedMatch>& documents,
                                    const Collapse& collapse,
                                    std::map<Xapian::docid, Xapian::doccount>* sizes = nullptr) {
    std::vector<WeightedMatch> heads;
    for (auto& [key, members] : grouped(world, documents, collapse.slot, collapse.null_policy)) {
        std::vector<WeightedMatch> sorted = members;
        sort_by(sorted, collapse.head.order, world);
        heads.push_back(sorted.front());
        if (sizes != nullptr) (*sizes)[sorted.front().did] = count_of(members.size());
    }
    if (collapse.head_filter.empty()) return heads;
    std::set<Xapian::docid> passing;
    for (const WeightedMatch& match : all_matches(world, collapse.head_filter, {}))
        passing.insert(match.did);
    std::erase_if(heads, [&](const WeightedMatch& head) { return !passing.contains(head.did); });
    return heads;
}

// Which groups a document is counted by.
using GroupOf = std::function<std::string(Xapian::docid)>;

FacetCounts facet_oracle(const CollapseWorld& world, const std::vector<WeightedMatch>& documents,
                         Xapian::valueno slot, const GroupOf& group_of) {
    std::map<std::string, std::set<std::string>> groups;
    for (const WeightedMatch& document : documents)
        groups[world.documents.at(document.did).value(slot)].insert(group_of(document.did));
    FacetCounts facet;
    facet.slot = slot;
    for (const auto& [value, having] : groups) {
        if (value.empty()) {
            facet.missing = count_of(having.size());
        } else {
            facet.values.push_back({value, count_of(having.size())});
        }
    }
    return facet;
}

// The matches of a search, which its cutoffs leave.
std::vector<WeightedMatch> own_matches(const CollapseWorld& world, const Search& search,
                                       Xapian::MSet* all = nullptr) {
    Xapian::MSet mset;
    std::vector<WeightedMatch> matches = all_matches(world, search.query, search.filters, &mset);
    std::erase_if(matches, [&](const WeightedMatch& match) {
        return match.weight < search.weight_cutoff ||
               mset.convert_to_percent(match.weight) < search.percent_cutoff;
    });
    if (all != nullptr) *all = mset;
    return matches;
}

std::vector<WeightedMatch> cut(const std::vector<WeightedMatch>& documents, std::size_t start,
                               std::size_t count) {
    std::vector<WeightedMatch> part;
    for (std::size_t i = start; i < documents.size() && i - start < count; ++i)
        part.push_back(documents[i]);
    return part;
}

Xapian::valueno first_slot(const Search& search) {
    return search.collapses.empty() ? Xapian::BAD_VALUENO : search.collapses.front().slot;
}

std::string describe(const SortOrder& order) {
    std::string text;
    for (const SortKey& key : order)
        text += fmt::format(" {}/{}/{}/{}/{}", static_cast<int>(key.by), key.ascending, key.slot,
                            static_cast<int>(key.type), static_cast<int>(key.missing));
    return "[" + text + "]";
}

}  // namespace

std::string WorldDocument::value(Xapian::valueno slot) const {
    const auto at = values.find(slot);
    return at == values.end() ? std::string() : at->second;
}

CollapseWorld make_collapse_world(std::size_t shards, bool in_memory, std::mt19937_64& random) {
    CollapseWorld world;
    world.folder = std::make_unique<TempFolder>();
    for (std::size_t shard = 0; shard < shards; ++shard) {
        const std::string path = *world.folder / std::to_string(shard);
        world.shards.push_back(in_memory ? Xapian::WritableDatabase("", Xapian::DB_BACKEND_INMEMORY)
                                         : create_database(path));
        Xapian::WritableDatabase& db = world.shards.back();
        // Of different sizes, so that the docids of a shard are not those of the whole.
        const std::uint64_t count = random() % (shard == 0 ? 60 : 25);
        const std::uint64_t keys = 1 + random() % (count + 1);
        for (Xapian::docid did = 1; did <= count; ++did) {
            const WorldDocument document = random_document(random, keys);
            db.add_document(as_xapian(document));
            if (random() % 10 == 0) {
                db.delete_document(did);
            } else {
                world.documents[static_cast<Xapian::docid>((did - 1) * shards + shard + 1)] =
                    document;
            }
        }
        db.commit();
        if (in_memory) {
            world.db.add_database(db);
        } else if (shards > 1) {
            world.db.add_database(Xapian::Database(path));
        } else {
            world.db = Xapian::Database(path);
        }
    }
    return world;
}

// Not of three terms with OR: now and then Xapian 1.4.22 leaves a document out of the top of those,
// with and without collapsing.
Xapian::Query random_tree(std::mt19937_64& random, int depth) {
    const auto leaf = [&] {
        return random() % 8 == 0 ? Xapian::Query::MatchAll : Xapian::Query(letter(random));
    };
    if (depth == 0) return leaf();
    const auto inner = [&] { return random() % 3 == 0 ? random_tree(random, depth - 1) : leaf(); };
    switch (random() % 12) {
        case 0:
            return Xapian::Query::MatchNothing;
        case 1:
        case 2:
            return {Xapian::Query::OP_AND, leaf(), inner()};
        case 3:
            return {Xapian::Query::OP_AND_NOT, inner(), inner()};
        case 4:
            return {Xapian::Query::OP_AND_MAYBE, leaf(), leaf()};
        case 5:
            return {Xapian::Query::OP_FILTER, inner(), inner()};
        case 6:
            return {Xapian::Query::OP_XOR, leaf(), leaf()};
        case 7:
            return {Xapian::Query::OP_SCALE_WEIGHT, inner(), 0.5};
        case 8:
            return {Xapian::Query::OP_VALUE_GE, WORLD_NUMBER, Xapian::sortable_serialise(0)};
        case 9:
            return leaf();
        default:
            return {Xapian::Query::OP_OR, leaf(), leaf()};
    }
}

SortOrder random_order(std::mt19937_64& random) {
    SortOrder order;
    for (std::uint64_t keys = random() % 3; keys > 0; --keys) {
        const bool ascending = random() % 2 == 0;
        const auto missing = static_cast<SortKey::Missing>(random() % 4);
        switch (random() % 5) {
            case 0:
                order.push_back(SortKey::score(ascending));
                break;
            case 1:
                order.push_back(SortKey::docid(ascending));
                break;
            case 2:
                order.push_back(
                    SortKey::value(WORLD_STRING, ValueType::STRING, ascending, missing));
                break;
            default:
                order.push_back(
                    SortKey::value(WORLD_NUMBER, ValueType::NUMBER, ascending, missing));
                break;
        }
    }
    return order;
}

Search random_search(std::mt19937_64& random) {
    Search search;
    search.query = random_tree(random);
    for (std::uint64_t filters = random() % 5; filters > 3; --filters)
        search.filters.push_back(random_tree(random, 1));
    const std::uint64_t collapses = random() % 8 == 0 ? 0 : random() % 8 == 0 ? 2 : 1;
    for (std::uint64_t i = 0; i < collapses; ++i) {
        Collapse collapse;
        collapse.slot = i == 0 ? WORLD_KEY : WORLD_OTHER_KEY;
        collapse.null_policy = static_cast<NullPolicy>(random() % 3);
        switch (random() % 4) {
            case 0:
                break;
            case 1:
                collapse.head = HeadRule::min(WORLD_NUMBER);
                break;
            case 2:
                collapse.head = HeadRule::max(WORLD_NUMBER);
                break;
            default:
                collapse.head = HeadRule::sort(random_order(random));
                break;
        }
        if (random() % 8 == 0) collapse.head_filter = random_tree(random, 1);
        search.collapses.push_back(collapse);
    }
    if (random() % 2 == 0) search.sort = random_order(random);
    if (random() % 8 == 0) search.percent_cutoff = static_cast<int>(random() % 50 * 2);
    if (random() % 8 == 0) search.weight_cutoff = static_cast<double>(random() % 100) / 50;
    while (random() % 3 == 0)
        search.facets.emplace_back(random() % 2 == 0 ? WORLD_STRING : WORLD_OTHER_KEY,
                                   static_cast<FacetOver>(random() % 3));
    while (random() % 5 == 0)
        search.facet_queries.emplace_back(random_tree(random, 1),
                                          static_cast<FacetOver>(random() % 3));
    return search;
}

CollapsingEnquire Search::open(const CollapseWorld& world,
                               std::shared_ptr<DocValues> columns) const {
    CollapsingEnquire enquire(world.db, std::move(columns));
    enquire.set_query(query);
    for (const Xapian::Query& filter : filters)
        enquire.add_filter(filter);
    for (const Collapse& collapse : collapses)
        enquire.add_collapse(collapse);
    enquire.set_sort(sort);
    enquire.set_cutoff(percent_cutoff, weight_cutoff);
    for (const auto& [slot, over] : facets)
        enquire.add_facet(slot, over);
    for (const auto& [by, over] : facet_queries)
        enquire.add_facet_query(by, over);
    return enquire;
}

std::string Search::describe() const {
    std::string text = query.get_description();
    for (const Xapian::Query& filter : filters)
        text += " filter " + filter.get_description();
    for (const Collapse& collapse : collapses) {
        text += fmt::format(" collapse {} nulls {} head {} then {}", collapse.slot,
                            static_cast<int>(collapse.null_policy),
                            testing::describe(collapse.head.order),
                            collapse.head_filter.get_description());
    }
    return text + fmt::format(" sort {} cutoff {} {}", testing::describe(sort), percent_cutoff,
                              weight_cutoff);
}

CollapsedMSet mset_oracle(const CollapseWorld& world, const Search& search, Xapian::doccount first,
                          Xapian::doccount maxitems) {
    CollapsedMSet mset;
    mset.first = first;
    Xapian::MSet all;
    const std::vector<WeightedMatch> matches = own_matches(world, search, &all);
    if (!matches.empty()) mset.max_weight = all.get_max_attained();
    mset.matches = count_of(matches.size());
    std::vector<WeightedMatch> heads = matches;
    std::map<Xapian::docid, Xapian::doccount> matching;
    for (std::size_t i = 0; i < search.collapses.size(); ++i)
        heads = heads_of(world, heads, search.collapses[i], i == 0 ? &matching : nullptr);
    mset.groups = count_of(heads.size());
    sort_by(heads, search.sort, world);

    const Xapian::valueno slot = first_slot(search);
    const NullPolicy nulls =
        search.collapses.empty() ? NullPolicy::EXPAND : search.collapses.front().null_policy;
    std::map<std::string, Xapian::doccount> in_index;
    for (const auto& [did, document] : world.documents)
        ++in_index[document.value(slot)];
    for (const auto& [did, weight] : cut(heads, first, maxitems)) {
        CollapsedItem item;
        item.did = did;
        item.weight = weight;
        item.percent = all.convert_to_percent(weight);
        if (slot != Xapian::BAD_VALUENO) {
            item.key = world.documents.at(did).value(slot);
            item.matching = matching.at(did);
            if (!item.key.empty() || nulls == NullPolicy::COLLAPSE) item.size = in_index[item.key];
        }
        mset.items.push_back(item);
    }

    const auto group_of = [&](FacetOver over) -> GroupOf {
        if (over == FacetOver::GROUPS && slot != Xapian::BAD_VALUENO)
            return
                [&world, slot](Xapian::docid did) { return world.documents.at(did).value(slot); };
        return [](Xapian::docid did) { return std::to_string(did); };
    };
    for (const auto& [facet, over] : search.facets) {
        mset.facets.push_back(
            facet_oracle(world, over == FacetOver::HEADS ? heads : matches, facet, group_of(over)));
    }
    for (const auto& [query, over] : search.facet_queries) {
        std::set<Xapian::docid> found;
        for (const WeightedMatch& match : all_matches(world, query, {}))
            found.insert(match.did);
        std::set<std::string> groups;
        for (const auto& [did, weight] : over == FacetOver::HEADS ? heads : matches) {
            if (found.contains(did)) groups.insert(group_of(over)(did));
        }
        mset.facet_queries.push_back(count_of(groups.size()));
    }
    return mset;
}

CollapsedMSet without_totals(CollapsedMSet mset) {
    mset.matches = mset.groups = 0;
    for (CollapsedItem& item : mset.items)
        item.matching = item.size = 1;
    return mset;
}

GroupedMSet groups_oracle(const CollapseWorld& world, const Search& search, Xapian::doccount first,
                          Xapian::doccount maxgroups, const GroupOptions& options) {
    const std::vector<WeightedMatch> matches = own_matches(world, search);
    const Xapian::valueno slot = first_slot(search);
    std::vector<std::vector<WeightedMatch>> groups;
    for (auto& [key, members] : grouped(world, matches, slot, options.null_policy)) {
        groups.push_back(members);
        sort_by(groups.back(), search.sort, world);
    }
    std::sort(groups.begin(), groups.end(), [&](const auto& a, const auto& b) {
        return comes_before(search.sort, world, a.front(), b.front());
    });
    GroupedMSet mset;
    mset.first = first;
    mset.matches = count_of(matches.size());
    mset.groups = count_of(groups.size());
    for (std::size_t i = first; i < groups.size() && i - first < maxgroups; ++i) {
        MemberGroup group;
        if (slot != Xapian::BAD_VALUENO)
            group.key = world.documents.at(groups[i].front().did).value(slot);
        group.matches = count_of(groups[i].size());
        if (!options.sort.empty()) sort_by(groups[i], options.sort, world);
        for (const auto& [did, weight] : cut(groups[i], options.offset, options.limit))
            group.members.push_back({did, weight});
        mset.items.push_back(std::move(group));
    }
    return mset;
}

std::vector<MemberGroup> expand_oracle(const CollapseWorld& world, const Search& search,
                                       const CollapsedMSet& page, const ExpandOptions& options) {
    const std::vector<WeightedMatch> matches =
        options.query || options.filters ? all_matches(world, options.query.value_or(search.query),
                                                       options.filters.value_or(search.filters))
                                         : own_matches(world, search);
    const Xapian::valueno slot = options.slot.value_or(first_slot(search));
    std::set<Xapian::docid> on_page;
    std::vector<std::string> wanted;
    for (const CollapsedItem& item : page) {
        on_page.insert(item.did);
        wanted.push_back(world.documents.at(item.did).value(slot));
    }
    if (options.null_group) wanted.emplace_back();
    std::vector<MemberGroup> groups;
    for (const std::string& key : wanted) {
        if (key.empty() && !options.null_group) continue;
        if (std::any_of(groups.begin(), groups.end(),
                        [&](const MemberGroup& group) { return group.key == key; }))
            continue;
        std::vector<WeightedMatch> members;
        for (const WeightedMatch& match : matches) {
            if (!on_page.contains(match.did) && world.documents.at(match.did).value(slot) == key)
                members.push_back(match);
        }
        sort_by(members, options.sort, world);
        groups.push_back({key, count_of(members.size()), {}});
        for (const auto& [did, weight] : cut(members, 0, options.rows))
            groups.back().members.push_back({did, weight});
    }
    std::erase_if(groups, [](const MemberGroup& group) { return group.matches == 0; });
    return groups;
}

void expect_same(const CollapsedMSet& got, const CollapsedMSet& expected) {
    EXPECT_EQ(got.first, expected.first);
    EXPECT_EQ(got.matches, expected.matches);
    EXPECT_EQ(got.groups, expected.groups);
    EXPECT_DOUBLE_EQ(got.max_weight, expected.max_weight);
    ASSERT_EQ(got.items.size(), expected.items.size());
    for (std::size_t i = 0; i < got.items.size(); ++i) {
        SCOPED_TRACE("item " + std::to_string(i));
        ASSERT_EQ(got.items[i].did, expected.items[i].did);
        ASSERT_DOUBLE_EQ(got.items[i].weight, expected.items[i].weight);
        ASSERT_EQ(got.items[i].percent, expected.items[i].percent);
        ASSERT_EQ(got.items[i].key, expected.items[i].key);
        ASSERT_EQ(got.items[i].matching, expected.items[i].matching);
        ASSERT_EQ(got.items[i].size, expected.items[i].size);
    }
    ASSERT_EQ(got.facets.size(), expected.facets.size());
    for (std::size_t i = 0; i < got.facets.size(); ++i) {
        SCOPED_TRACE("facet " + std::to_string(i));
        EXPECT_EQ(got.facets[i].slot, expected.facets[i].slot);
        EXPECT_EQ(got.facets[i].missing, expected.facets[i].missing);
        ASSERT_EQ(got.facets[i].values.size(), expected.facets[i].values.size());
        for (std::size_t j = 0; j < got.facets[i].values.size(); ++j) {
            ASSERT_EQ(got.facets[i].values[j].value, expected.facets[i].values[j].value);
            ASSERT_EQ(got.facets[i].values[j].count, expected.facets[i].values[j].count);
        }
    }
    EXPECT_EQ(got.facet_queries, expected.facet_queries);
}

void expect_same(const std::vector<MemberGroup>& got, const std::vector<MemberGroup>& expected) {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        SCOPED_TRACE("group " + std::to_string(i));
        ASSERT_EQ(got[i].key, expected[i].key);
        ASSERT_EQ(got[i].matches, expected[i].matches);
        ASSERT_EQ(got[i].members.size(), expected[i].members.size());
        for (std::size_t j = 0; j < got[i].members.size(); ++j) {
            ASSERT_EQ(got[i].members[j].did, expected[i].members[j].did);
            ASSERT_DOUBLE_EQ(got[i].members[j].weight, expected[i].members[j].weight);
        }
    }
}

}  // namespace descry::testing
