#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/inspection/group_list.h>
#include <descry/schema/model_store.h>

#include "plugin/groups/group_store.h"
#include "tests/plugin/group_checks.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

class GroupListTest : public ::testing::Test {
  protected:
    void SetUp() override {
        texts_ = make_texts(400, 95);
        build_database(folder_ / "whole", texts_, Style::WORDS);
        model_.emplace(train_small_model(folder_ / "whole", ""));
        annotate_with(folder_ / "whole", *model_);
    }

    // Every group is led by a document whose content makes its key, at distance 0, and the other
    // distances are those of the term lists.
    void expect_true(const Xapian::Database& db, const std::vector<KeyedGroup>& groups) const {
        Xapian::docid last_head = 0;
        for (const KeyedGroup& group : groups) {
            const Xapian::docid head = group.members.front().document;
            EXPECT_LT(last_head, head);
            last_head = head;
            EXPECT_EQ(group.members.front().distance, 0u);
            const auto head_terms = body_terms_oracle(db, head, "");
            for (const GroupMember& member : group.others()) {
                const double distance =
                    distance_oracle(head_terms, body_terms_oracle(db, member.document, ""));
                EXPECT_NEAR(testing::told_without_texts(distance), member.distance / 1e6, 2e-6);
            }
        }
    }

    TempFolder folder_;
    std::vector<std::string> texts_;
    std::optional<Model> model_;
};

TEST_F(GroupListTest, OfOneDatabase) {
    const Xapian::Database db(folder_ / "whole");
    const Schema schema = read_schema(db).value();
    const std::vector<KeyedGroup> groups = list_groups(db, schema);
    EXPECT_EQ(groups.size(), groups_of(db).size());
    EXPECT_GT(groups.size(), 20u);
    expect_true(db, groups);
    for (const KeyedGroup& group : groups)
        EXPECT_EQ(group, read_group(db, group.key));
    const std::vector<KeyedGroup> large = list_groups(db, schema, 4);
    EXPECT_EQ(large.size(), static_cast<std::size_t>(std::count_if(
                                groups.begin(), groups.end(), [](const KeyedGroup& group) {
                                    return group.members.size() >= 4;
                                })));
}

TEST_F(GroupListTest, AfterAnotherProgramChangedTheIndex) {
    Xapian::WritableDatabase db = open_to_write(folder_ / "whole");
    const Schema schema = read_schema(db).value();
    const std::vector<KeyedGroup> before = list_groups(db, schema, 3);
    ASSERT_GT(before.size(), 2u);
    db.delete_document(before[0].members.front().document);  // a head
    db.delete_document(before[1].members.back().document);   // a member
    // A document that carries the key, and no record names.
    Xapian::Document document =
        make_document(texts_[before[2].members[1].document - 1], 999, Style::WORDS);
    document.add_value(1000, before[2].key);
    db.add_document(document);
    db.commit();
    const std::vector<KeyedGroup> after = list_groups(db, schema);
    expect_true(db, after);
    const auto size_of = [&](const std::string& key) {
        for (const KeyedGroup& group : after) {
            if (group.key == key) return group.members.size();
        }
        return std::size_t{0};
    };
    EXPECT_EQ(size_of(before[0].key), before[0].members.size() - 1);
    EXPECT_EQ(size_of(before[2].key), before[2].members.size() + 1);
}

TEST_F(GroupListTest, ShardsShareTheKeysOfEqualHeads) {
    // Each document stands in both, and some in one alone; the docids of the two differ.
    std::vector<std::string> reversed(texts_.rbegin() + 50, texts_.rend());
    for (const char* name : {"a", "b"}) {
        build_database(folder_ / name, *name == 'a' ? texts_ : reversed, Style::WORDS);
        annotate_with(folder_ / name, *model_);
    }
    const Xapian::Database a(folder_ / "a");
    const Xapian::Database b(folder_ / "b");
    const auto groups_a = groups_of(a);
    const auto groups_b = groups_of(b);
    const Xapian::Database together = open_paths({folder_ / "a", folder_ / "b"})();
    const std::vector<KeyedGroup> groups = list_groups(together, read_schema(together).value());
    expect_true(together, groups);
    std::set<std::string> keys;
    std::size_t in_both = 0;
    for (const KeyedGroup& group : groups) {
        keys.insert(group.key);
        const auto of_a = groups_a.find(group.key);
        const auto of_b = groups_b.find(group.key);
        const std::size_t size_a = of_a == groups_a.end() ? 0 : of_a->second.size();
        const std::size_t size_b = of_b == groups_b.end() ? 0 : of_b->second.size();
        EXPECT_EQ(group.members.size(), size_a + size_b);
        if (size_a > 0 && size_b > 0) ++in_both;
        // The head is the one that the key is made of.
        const Xapian::docid head = group.members.front().document;
        const Xapian::Database& shard = head % 2 == 1 ? a : b;
        EXPECT_EQ(read_group(shard, group.key)->members.front().distance, 0u);
        const auto terms = body_terms_oracle(together, head, "");
        const Xapian::docid stored = read_group(shard, group.key)->members.front().document;
        EXPECT_EQ(body_terms_oracle(shard, stored, ""), terms);
        for (const GroupMember& member : group.members)
            EXPECT_LE(member.distance, 150'000u);
    }
    EXPECT_EQ(keys.size(), groups.size());
    EXPECT_GT(in_both, 5u);
}

}  // namespace
}  // namespace descry
