// The cases of Solr's own tests (TestCollapseQParserPlugin, TestExpandComponent) and of
// Elasticsearch's field collapsing, on the documents that those use.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/collapse/doc_values.h>

#include "tests/plugin/test_index.h"

namespace descry {
namespace {

constexpr Xapian::valueno GROUP = 0;
constexpr Xapian::valueno TEST_I = 1;
constexpr Xapian::valueno TEST_L = 2;
constexpr Xapian::valueno TEST_F = 3;
constexpr Xapian::valueno TERM = 4;
constexpr Xapian::valueno ID = 5;

using Dids = std::vector<Xapian::docid>;

struct Row {
    std::string group;
    std::optional<double> i;
    std::optional<double> l;
    std::optional<double> f;
    std::string term;
};

Xapian::WritableDatabase database_of(const std::vector<Row>& rows) {
    Xapian::WritableDatabase db("", Xapian::DB_BACKEND_INMEMORY);
    for (const Row& row : rows) {
        Xapian::Document document;
        document.add_value(GROUP, row.group);
        if (row.i) document.add_value(TEST_I, Xapian::sortable_serialise(*row.i));
        if (row.l) document.add_value(TEST_L, Xapian::sortable_serialise(*row.l));
        if (row.f) document.add_value(TEST_F, Xapian::sortable_serialise(*row.f));
        document.add_value(TERM, row.term);
        if (!row.term.empty()) document.add_term(row.term);
        document.add_value(ID, Xapian::sortable_serialise(db.get_doccount() + 1));
        db.add_document(document);
    }
    return db;
}

SortKey number(Xapian::valueno slot, bool ascending) {
    return SortKey::value(slot, ValueType::NUMBER, ascending);
}

SortKey up(Xapian::valueno slot) {
    return number(slot, true);
}

SortKey down(Xapian::valueno slot) {
    return number(slot, false);
}

// As the schema of those tests has it, and Solr's default one: sortMissingLast.
SortKey term(bool ascending) {
    return SortKey::value(TERM, ValueType::STRING, ascending);
}

Dids dids_of(const CollapsedMSet& mset) {
    Dids dids;
    for (const CollapsedItem& item : mset)
        dids.push_back(item.did);
    return dids;
}

class SolrCollapse : public ::testing::TestWithParam<bool> {
  protected:
    // A search of everything, whose weight is a number in a slot where one is named.
    CollapsingEnquire open(const Xapian::Database& db,
                           std::optional<Xapian::valueno> weight = std::nullopt) const {
        CollapsingEnquire enquire(db, GetParam() ? std::make_shared<DocValues>(db) : nullptr);
        enquire.set_query(
            weight ? Xapian::Query(
                         Xapian::Query::OP_AND_MAYBE, Xapian::Query::MatchAll,
                         Xapian::Query((new Xapian::ValueWeightPostingSource(*weight))->release()))
                   : Xapian::Query::MatchAll);
        return enquire;
    }
};

INSTANTIATE_TEST_SUITE_P(Columns, SolrCollapse, ::testing::Bool(),
                         [](const auto& with) { return with.param ? "Kept" : "None"; });

const std::vector<Row> DATA_A = {
    {"g1", 5, 10, {}, ""},       {"g1", 5, 1000, {}, ""},   {"g1", 5, 1000, {}, ""},
    {"g1", 10, 100, {}, ""},     {"g2", 5, 10, {}, "YYYY"}, {"g2", 5, 1000, {}, ""},
    {"g2", 5, 1000, {}, "XXXX"}, {"g2", 10, 100, {}, ""},
};

TEST_P(SolrCollapse, HeadsBySort) {
    const Xapian::Database db = database_of(DATA_A);
    const auto heads = [&](Xapian::valueno slot, SortOrder head, SortOrder page,
                           NullPolicy nulls = NullPolicy::IGNORE) {
        CollapsingEnquire enquire = open(db);
        enquire.set_collapse_key(slot);
        enquire.set_null_policy(nulls);
        enquire.set_head(HeadRule::sort(std::move(head)));
        enquire.set_sort(page);
        return dids_of(enquire.get_mset(0, 10));
    };
    const SortOrder by_three = {up(TEST_I), down(TEST_L), down(ID)};
    EXPECT_EQ(heads(GROUP, by_three, by_three), (Dids{7, 3}));
    EXPECT_EQ(heads(GROUP, by_three, {up(ID)}), (Dids{3, 7}));
    EXPECT_EQ(heads(GROUP, {down(TEST_I), up(TEST_L), up(ID)}, {down(ID)}), (Dids{8, 4}));
    EXPECT_EQ(heads(GROUP, {term(false), up(TEST_L)}, {up(ID)}), (Dids{1, 5}));
    EXPECT_EQ(heads(GROUP, {term(true), up(TEST_L)}, {up(ID)}), (Dids{1, 7}));
    EXPECT_EQ(heads(TEST_I, {term(true), SortKey::value(GROUP, ValueType::STRING)}, {up(ID)}),
              (Dids{4, 7}));
    EXPECT_EQ(
        heads(TERM, {up(TEST_I), down(TEST_L), up(ID)}, {up(TEST_L), up(ID)}, NullPolicy::COLLAPSE),
        (Dids{5, 2, 7}));
}

TEST_P(SolrCollapse, HeadsByScoreAndValues) {
    const Xapian::Database db = database_of(DATA_A);
    CollapsingEnquire enquire = open(db);
    enquire.set_query({Xapian::Query::OP_OR, Xapian::Query::MatchAll, Xapian::Query("YYYY")});
    enquire.set_collapse_key(GROUP);
    enquire.set_head(HeadRule::sort({SortKey::score(), down(TEST_L), up(TEST_I), up(ID)}));
    enquire.set_sort({SortKey::score(true)});
    EXPECT_EQ(dids_of(enquire.get_mset(0, 10)), (Dids{2, 5}));
}

const std::vector<Row> DATA_B = {
    {"1", 5, 10, 2000, ""},    {"1", 50, 100, 200, ""}, {"", 5000, 100, 200, ""},
    {"", 500, 1000, 2000, ""}, {"2", 4, 10, 2000, ""},  {"2", 10, 100, 200, ""},
    {"1", 8, 50, 300, ""},
};

TEST_P(SolrCollapse, MinAndMaxAndNulls) {
    const Xapian::Database db = database_of(DATA_B);
    const auto heads = [&](const HeadRule& head, NullPolicy nulls, const SortOrder& page = {}) {
        CollapsingEnquire enquire = open(db, TEST_I);
        enquire.set_collapse_key(GROUP);
        enquire.set_null_policy(nulls);
        enquire.set_head(head);
        enquire.set_sort(page);
        return dids_of(enquire.get_mset(0, 10));
    };
    constexpr NullPolicy IGNORE = NullPolicy::IGNORE;
    constexpr NullPolicy EXPAND = NullPolicy::EXPAND;
    constexpr NullPolicy COLLAPSE = NullPolicy::COLLAPSE;
    const SortOrder by_id = {up(ID)};
    const SortOrder last_id = {down(ID)};
    EXPECT_EQ(heads(HeadRule::score(), IGNORE), (Dids{2, 6}));
    EXPECT_EQ(heads(HeadRule::min(TEST_F), EXPAND), (Dids{3, 4, 2, 6}));
    EXPECT_EQ(heads(HeadRule::min(TEST_I), COLLAPSE), (Dids{4, 1, 5}));
    EXPECT_EQ(heads(HeadRule::min(TEST_I), IGNORE, by_id), (Dids{1, 5}));
    EXPECT_EQ(heads(HeadRule::max(TEST_I), IGNORE, {up(TEST_I)}), (Dids{6, 2}));
    EXPECT_EQ(heads(HeadRule::min(TEST_L), IGNORE, by_id), (Dids{1, 5}));
    EXPECT_EQ(heads(HeadRule::max(TEST_L), IGNORE, by_id), (Dids{2, 6}));
    EXPECT_EQ(heads(HeadRule::min(TEST_F), IGNORE, by_id), (Dids{2, 6}));
    EXPECT_EQ(heads(HeadRule::max(TEST_F), IGNORE, last_id), (Dids{5, 1}));
    EXPECT_EQ(heads(HeadRule::max(TEST_F), EXPAND, last_id), (Dids{5, 4, 3, 1}));
    EXPECT_EQ(heads(HeadRule::max(TEST_F), COLLAPSE, last_id), (Dids{5, 4, 1}));
}

// TestExpandComponent.
const std::vector<Row> EXPAND_DATA = {
    {"g1", 5, 10, 2000, ""},     {"g1", 50, 100, 200, ""},   {"", 5000, 100, 200, ""},
    {"", 500, 1000, 2000, ""},   {"g0", 4, 10, 2000, ""},    {"g0", 10, 100, 200, ""},
    {"g1", 1, 100000, 2000, ""}, {"g0", 2, 100000, 200, ""},
};

using Members = std::map<std::string, std::pair<Xapian::doccount, Dids>>;

Members members_of(const std::vector<MemberGroup>& groups) {
    Members members;
    for (const MemberGroup& group : groups) {
        members[group.key].first = group.matches;
        for (const FoundMember& member : group.members)
            members[group.key].second.push_back(member.did);
    }
    return members;
}

TEST_P(SolrCollapse, Expand) {
    const Xapian::Database db = database_of(EXPAND_DATA);
    CollapsingEnquire enquire = open(db, TEST_I);
    enquire.set_collapse_key(GROUP);
    enquire.set_null_policy(NullPolicy::IGNORE);
    const CollapsedMSet page = enquire.get_mset(0, 10);
    EXPECT_EQ(dids_of(page), (Dids{2, 6}));
    ExpandOptions options;
    options.sort = {up(ID)};
    EXPECT_EQ(members_of(enquire.expand(page, options)),
              (Members{{"g1", {2, {1, 7}}}, {"g0", {2, {5, 8}}}}));
    options.sort = {down(TEST_L)};
    EXPECT_EQ(members_of(enquire.expand(page, options)),
              (Members{{"g1", {2, {7, 1}}}, {"g0", {2, {8, 5}}}}));
    options.rows = 1;
    EXPECT_EQ(members_of(enquire.expand(enquire.get_mset(1, 1), options)),
              (Members{{"g0", {2, {8}}}}));
    options.rows = 0;
    EXPECT_EQ(members_of(enquire.expand(page, options)),
              (Members{{"g1", {2, {}}}, {"g0", {2, {}}}}));
}

// testNullGroupNumericVsStringCollapse: a value of 0 is a value.
TEST_P(SolrCollapse, ZeroIsNoNull) {
    Xapian::WritableDatabase db("", Xapian::DB_BACKEND_INMEMORY);
    const std::optional<double> keys[] = {0, {}, {}, 1, {}, 1, 0};
    for (const std::optional<double>& key : keys) {
        Xapian::Document document;
        if (key) document.add_value(GROUP, Xapian::sortable_serialise(*key));
        db.add_document(document);
    }
    const auto heads = [&](NullPolicy policy) {
        CollapsingEnquire enquire = open(db);
        enquire.set_collapse_key(GROUP);
        enquire.set_null_policy(policy);
        const CollapsedMSet page = enquire.get_mset(0, 10);
        EXPECT_EQ(page.groups, page.size());
        EXPECT_EQ(page.matches, 7u);
        return dids_of(page);
    };
    EXPECT_EQ(heads(NullPolicy::IGNORE), (Dids{1, 4}));
    EXPECT_EQ(heads(NullPolicy::COLLAPSE), (Dids{1, 2, 4}));
    EXPECT_EQ(heads(NullPolicy::EXPAND), (Dids{1, 2, 3, 4, 5}));
}

// Elasticsearch's 110_field_collapsing.yml. Its total of 6 counts documents.
TEST_P(SolrCollapse, FieldCollapsingOfElasticsearch) {
    const Xapian::Database db = database_of({{"1", 10, {}, {}, "A"},
                                             {"1", 6, {}, {}, "B"},
                                             {"1", 24, {}, {}, "A"},
                                             {"25", 10, {}, {}, "B"},
                                             {"25", 5, {}, {}, "A"},
                                             {"3", 36, {}, {}, "B"}});
    CollapsingEnquire enquire = open(db);
    enquire.set_collapse_key(GROUP);
    enquire.set_head(HeadRule::sort({down(TEST_I)}));
    enquire.set_sort({down(TEST_I)});
    EXPECT_EQ(dids_of(enquire.get_mset(0, 10)), (Dids{6, 3, 4}));
    EXPECT_EQ(enquire.get_mset(0, 0).matches, 6u);
    EXPECT_EQ(dids_of(enquire.get_mset(2, 10)), (Dids{4}));
    GroupOptions inner_hits;
    inner_hits.limit = 2;
    inner_hits.sort = {up(TEST_I)};
    const GroupedMSet groups = enquire.get_groups(0, 10, inner_hits);
    EXPECT_EQ(members_of(groups.items),
              (Members{{"3", {1, {6}}}, {"1", {3, {2, 1}}}, {"25", {2, {5, 4}}}}));
}

TEST_P(SolrCollapse, WhatIsRejected) {
    const Xapian::Database db = database_of(DATA_A);
    EXPECT_THROW(open(db).expand({}, {}), Xapian::InvalidOperationError);
    Xapian::WritableDatabase texts("", Xapian::DB_BACKEND_INMEMORY);
    Xapian::Document document;
    document.add_value(GROUP, "key");
    document.add_value(TERM, "a text that is no number");
    texts.add_document(document);
    CollapsingEnquire of_texts = open(texts);
    of_texts.set_collapse_key(GROUP);
    of_texts.set_head(HeadRule::min(TERM));
    EXPECT_THROW(of_texts.get_mset(0, 10), Xapian::InvalidArgumentError);

    const auto columns = std::make_shared<DocValues>(db);
    EXPECT_TRUE(columns->fits(db));
    EXPECT_THROW(CollapsingEnquire(texts, columns), Xapian::InvalidOperationError);
}

// Documents in groups of two, with an order of their own.
void add_documents(Xapian::WritableDatabase& db, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        Xapian::Document document;
        document.add_term("word");
        document.add_value(GROUP, "group" + std::to_string(i / 2));
        document.add_value(TEST_I, Xapian::sortable_serialise(i));
        db.add_document(document);
    }
    db.commit();
}

TEST(ReopenedDatabase, ColumnsOfItsFormerStateAreRejectedAtEachSearch) {
    const testing::TempFolder folder;
    Xapian::WritableDatabase writer = testing::create_database(folder / "db");
    add_documents(writer, 100);
    Xapian::Database db(folder / "db");
    const auto columns = std::make_shared<DocValues>(db);
    CollapsingEnquire enquire(db, columns);
    enquire.set_query(Xapian::Query("word"));
    enquire.set_collapse_key(GROUP);
    enquire.set_sort({up(TEST_I)});
    enquire.add_facet(TEST_I);
    const CollapsedMSet page = enquire.get_mset(0, 10);
    EXPECT_EQ(page.groups, 50u);
    EXPECT_EQ(enquire.expand(page, {}).size(), 10u);

    add_documents(writer, 5000);
    ASSERT_TRUE(db.reopen());
    EXPECT_FALSE(columns->fits(db));
    EXPECT_THROW(enquire.get_mset(0, 10), Xapian::InvalidOperationError);
    EXPECT_THROW(enquire.get_groups(0, 10, {}), Xapian::InvalidOperationError);
    EXPECT_THROW(enquire.expand(page, {}), Xapian::InvalidOperationError);
    EXPECT_THROW(columns->groups(db, GROUP), Xapian::InvalidOperationError);
    EXPECT_THROW(columns->ordinals(db, TEST_F), Xapian::InvalidOperationError);
    EXPECT_THROW(columns->lengths(db), Xapian::InvalidOperationError);
    CollapsingEnquire anew(db, std::make_shared<DocValues>(db));
    anew.set_query(Xapian::Query("word"));
    anew.set_collapse_key(GROUP);
    EXPECT_EQ(anew.get_mset(0, 10).groups, 2500u);
}

TEST(ReopenedDatabase, WhatTheLastSearchFoundIsForgotten) {
    const testing::TempFolder folder;
    Xapian::WritableDatabase writer = testing::create_database(folder / "db");
    add_documents(writer, 4);
    Xapian::Database db(folder / "db");
    CollapsingEnquire enquire(db);
    enquire.set_query(Xapian::Query("word"));
    enquire.set_collapse_key(GROUP);
    const CollapsedMSet page = enquire.get_mset(0, 10);
    writer.delete_document(2);
    add_documents(writer, 1);
    ASSERT_TRUE(db.reopen());
    // Document 5 has come into the group that 2 has left.
    const std::vector<MemberGroup> members = enquire.expand(page, {});
    ASSERT_FALSE(members.empty());
    ASSERT_EQ(members.front().members.size(), 1u);
    EXPECT_EQ(members.front().members.front().did, 5u);
}

}  // namespace
}  // namespace descry
