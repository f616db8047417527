#include "plugin/groups/group_store.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collection/collection_groups.h>

#include "engine/keys/collapse_key.h"
#include "plugin/schema/groups_info.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/group_checks.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

class GroupStoreTest : public ::testing::Test {
  protected:
    TempFolder folder_;
    std::string path_ = folder_ / "db";
    Xapian::WritableDatabase db_ = create_database(path_);
};

TEST_F(GroupStoreTest, RecordsRoundTrip) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 200; ++round) {
        KeyedGroup group{"key" + std::to_string(round), {}};
        std::set<Xapian::docid> others;
        const unsigned width = 1 + static_cast<unsigned>(random() % 32);
        const auto docid = [&] {
            return static_cast<Xapian::docid>(1 + (random() & 0xffffffff) % ((1ull << width) - 1));
        };
        const Xapian::docid head = docid();
        for (std::uint64_t i = random() % 50; i > 0; --i)
            others.insert(docid());
        others.erase(head);
        group.members.push_back({head, 0});
        for (const Xapian::docid did : others)
            group.members.push_back({did, static_cast<DistanceMillionths>(random() % 1000001)});
        write_group(db_, group);
        const auto read = read_group(db_, group.key);
        if (others.empty()) {
            EXPECT_FALSE(read);
        } else {
            ASSERT_TRUE(read);
            EXPECT_EQ(*read, group);
        }
    }
}

TEST_F(GroupStoreTest, BytesOfARecord) {
    // docs/stored-format.md: the head, then steps of docids, each with its distance; LEB128.
    write_group(db_, {"the key of one", {{300, 0}, {5, 0}, {130, 150'000}, {4294967295, 1}}});
    EXPECT_EQ(db_.get_metadata("descry:group:the key of one"),
              std::string("\xac\x02"
                          "\x05\x00"
                          "\x7d\xf0\x93\x09"
                          "\xfd\xfe\xff\xff\x0f\x01",
                          14));
}

TEST_F(GroupStoreTest, ARecordOfFewerThanTwoIsTakenAway) {
    write_group(db_, {"k", {{1, 0}, {2, 7}}});
    EXPECT_TRUE(read_group(db_, "k"));
    write_group(db_, {"k", {{1, 0}}});
    EXPECT_EQ(db_.get_metadata("descry:group:k"), "");
    write_group(db_, {"k", {}});
    EXPECT_FALSE(read_group(db_, "k"));
}

TEST_F(GroupStoreTest, WhatStandsThereIsNotWrittenAgain) {
    write_group(db_, {"k", {{1, 0}, {2, 7}}});
    db_.commit();
    const auto revision = db_.get_revision();
    write_group(db_, {"k", {{1, 0}, {2, 7}}});
    write_group(db_, {"none", {}});
    db_.commit();
    EXPECT_EQ(db_.get_revision(), revision);
}

TEST_F(GroupStoreTest, DamagedRecordsAreNone) {
    const std::string good("\x01\x02\x07\x03\x09", 5);
    db_.set_metadata("descry:group:good", good);
    EXPECT_EQ(read_group(db_, "good"), (KeyedGroup{"good", {{1, 0}, {2, 7}, {5, 9}}}));
    const std::string damaged[] = {
        std::string(1, '\0'),                            // a head that is no document
        good.substr(0, 2),                               // a docid without a distance
        std::string("\x01\x02\x87", 3),                  // a number that does not end
        std::string("\x01\x00\x07", 3),                  // a docid twice
        std::string("\x01\xff\xff\xff\xff\x1f\x00", 7),  // docids have 32 bits
        std::string("\x01\xff\xff\xff\xff\x0f\x00\x01\x00", 9),
        std::string(20, '\xff'),
    };
    for (const std::string& bytes : damaged) {
        db_.set_metadata("descry:group:bad", bytes);
        EXPECT_FALSE(read_group(db_, "bad")) << ::testing::PrintToString(bytes);
    }
    std::vector<std::string> visited;
    for_each_group(db_, [&](const KeyedGroup& group) { visited.push_back(group.key); });
    EXPECT_EQ(visited, std::vector<std::string>{"good"});

    DESCRY_RANDOM(random);
    for (int i = 0; i < 2000; ++i) {
        std::string bytes(random() % 30, '\0');
        for (char& byte : bytes)
            byte = static_cast<char>(random());
        db_.set_metadata("descry:group:bad", bytes);
        const auto group = read_group(db_, "bad");
        if (!group) continue;
        ASSERT_FALSE(group->members.empty());
        for (const GroupMember& member : group->members)
            ASSERT_NE(member.document, 0u);
    }
}

TEST_F(GroupStoreTest, PresentMembersAreThoseThatCarryTheKey) {
    Schema schema;
    schema.add(Slot::GROUP);
    const auto put = [&](Xapian::docid did, const std::string& key) {
        Xapian::Document document;
        document.add_value(schema.slot(Slot::GROUP), key);
        db_.replace_document(did, document);
    };
    for (const Xapian::docid did : {2u, 3u, 5u, 9u, 11u})
        put(did, "k");
    const KeyedGroup whole{"k", {{5, 0}, {2, 1}, {3, 2}, {9, 3}, {11, 4}}};
    write_group(db_, whole);
    const auto present = [&] { return read_present_group(db_, schema, "k").value().members; };
    EXPECT_EQ(present(), whole.members);
    put(3, "other");
    put(9, "");
    db_.delete_document(11);
    put(12, "k");  // which the record does not name
    EXPECT_EQ(present(), (std::vector<GroupMember>{{5, 0}, {2, 1}}));
    db_.commit();
    EXPECT_EQ(present(), (std::vector<GroupMember>{{5, 0}, {2, 1}}));
    put(5, "");  // the head
    EXPECT_EQ(present(), (std::vector<GroupMember>{{2, 1}}));
    db_.delete_document(2);
    EXPECT_TRUE(present().empty());
    EXPECT_FALSE(read_present_group(db_, schema, "unknown"));
}

TEST_F(GroupStoreTest, Info) {
    EXPECT_FALSE(read_groups_info(db_));
    const GroupsInfo info{"abcd", true, 12345678901, 17, 4294967295};
    write_groups_info(db_, info);
    EXPECT_EQ(read_groups_info(db_), info);
    EXPECT_EQ(db_.get_metadata("descry:groups"),
              R"({"band_bits":17,"complete":true,"limited":12345678901,)"
              R"("listed_to":4294967295,"state":"abcd"})");
    for (const char* text : {"{", "[]", R"({"state":1})", R"({"state":"abcd"})"}) {
        db_.set_metadata("descry:groups", text);
        EXPECT_THROW(read_groups_info(db_), Xapian::DatabaseCorruptError) << text;
    }
}

TEST(GroupKey, DependsOnModelAndContentAndIsNoOtherSlots) {
    EXPECT_EQ(group_key("a model's id..", 7), group_key("a model's id..", 7));
    EXPECT_NE(group_key("a model's id..", 7), group_key("a model's id..", 8));
    EXPECT_NE(group_key("a model's id..", 7), group_key("another's id..", 7));
    EXPECT_NE(group_key("a model's id..", 7), model_slot_key("a model's id..", 7));
    EXPECT_EQ(group_key("a model's id..", 7).size(), 14u);
}

}  // namespace
}  // namespace descry
