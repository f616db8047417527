// Groups of any size in records that stay small.
#include "plugin/groups/group_record.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collection/collection_groups.h>

#include "plugin/groups/group_store.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"
#include "tests/volume.h"

namespace descry {
namespace {

using namespace testing;

class GroupRecordTest : public ::testing::Test {
  protected:
    std::map<std::string, std::string> records() const {
        std::map<std::string, std::string> all;
        for (auto name = db_.metadata_keys_begin(""); name != db_.metadata_keys_end(""); ++name)
            all[*name] = db_.get_metadata(*name);
        return all;
    }

    static KeyedGroup group_of(Xapian::docid head,
                               const std::map<Xapian::docid, DistanceMillionths>& others) {
        KeyedGroup group{"k", {{head, 0}}};
        for (const auto& [did, distance] : others)
            group.members.push_back({did, distance});
        return group;
    }

    TempFolder folder_;
    Xapian::WritableDatabase db_ = create_database(folder_ / "db");
};

// Joining, leaving and writing anew, against a map; groups of some thousands of members.
TEST_F(GroupRecordTest, FollowsAMap) {
    DESCRY_RANDOM(random);
    for (const std::uint64_t range : {40ull, 6000ull, 400000000ull}) {
        constexpr Xapian::docid HEAD = 77;
        std::map<Xapian::docid, DistanceMillionths> others{{5, 1}};
        write_group(db_, group_of(HEAD, others));
        const auto docid = [&] {
            const auto did = static_cast<Xapian::docid>(1 + random() % range);
            return did == HEAD ? HEAD + 1 : did;
        };
        auto last = static_cast<Xapian::docid>(range + HEAD);
        const int operations = scaled(6000, 2);
        for (int operation = 1; operation <= operations; ++operation) {
            const auto distance = static_cast<DistanceMillionths>(random() % 150'000);
            if (operation > operations / 6 * 5 && random() % 2 == 0 && others.size() > 1) {
                auto gone = others.lower_bound(docid());
                if (gone == others.end()) gone = others.begin();
                const Xapian::docid did = gone->first;
                others.erase(gone);
                ASSERT_EQ(remove_member(db_, "k", did), others.size() + 1);
            } else {
                const Xapian::docid did = random() % 2 == 0 ? docid() : ++last;
                others[did] = distance;
                add_member(db_, "k", {did, distance});
            }
            const auto some = others.lower_bound(docid());
            if (some != others.end()) {
                ASSERT_EQ(find_membership(db_, "k", some->first), (Membership{HEAD, some->second}));
            }
            const Xapian::docid unknown = docid();
            ASSERT_EQ(find_membership(db_, "k", unknown).has_value(), others.contains(unknown));
            if (operation % 500 != 0) continue;
            ASSERT_EQ(read_group(db_, "k"), group_of(HEAD, others));
            const auto summary = read_group_summary(db_, "k");
            ASSERT_TRUE(summary);
            ASSERT_EQ(summary->head, HEAD);
            ASSERT_EQ(summary->size, others.size() + 1);
            for (const auto& [name, bytes] : records())
                ASSERT_LE(bytes.size(), 1024u * 9) << name;
        }
        EXPECT_EQ(find_membership(db_, "k", HEAD), (Membership{HEAD, 0}));
        // Written whole there is nothing left of how it grew.
        write_group(db_, group_of(HEAD, others));
        EXPECT_EQ(read_group(db_, "k"), group_of(HEAD, others));
        EXPECT_EQ(records().size(), 1 + (others.size() > 1024 ? (others.size() + 1023) / 1024 : 0));
        write_group(db_, {"k", {}});
        EXPECT_TRUE(records().empty());
    }
}

TEST_F(GroupRecordTest, LeavesNothingWhenItsMembersLeave) {
    std::map<Xapian::docid, DistanceMillionths> others;
    for (Xapian::docid did = 2; did <= 3000; ++did)
        others[did] = did;
    write_group(db_, group_of(1, others));
    EXPECT_EQ(records().size(), 4u);
    for (Xapian::docid did = 2; did < 3000; ++did)
        ASSERT_EQ(remove_member(db_, "k", did), 3001 - did);
    EXPECT_EQ(read_group(db_, "k"), group_of(1, {{3000, 3000}}));
    EXPECT_EQ(remove_member(db_, "k", 4000), 2u);  // which is no member
    EXPECT_EQ(remove_member(db_, "k", 3000), 1u);
    EXPECT_TRUE(records().empty());
    EXPECT_EQ(remove_member(db_, "k", 3000), 0u);
    add_member(db_, "k", {5, 5});  // no group, so nothing to join
    EXPECT_TRUE(records().empty());
}

// docs/stored-format.md: the head, 0, then the chunks: first docid, members.
TEST_F(GroupRecordTest, BytesOfALargeGroup) {
    std::map<Xapian::docid, DistanceMillionths> others;
    for (Xapian::docid did = 2; did <= 1027; ++did)
        others[did] = 0;
    write_group(db_, group_of(1, others));
    EXPECT_EQ(db_.get_metadata("descry:group:k"), std::string("\x01\x00"
                                                              "\x00\x80\x08"
                                                              "\x82\x08\x02",
                                                              8));
    EXPECT_EQ(db_.get_metadata("descry:members:k:00000402"),
              std::string("\x82\x08\x00\x01\x00", 5));
    EXPECT_EQ(db_.get_metadata("descry:members:k:00000000").size(), 2048u);
}

TEST_F(GroupRecordTest, ADamagedLargeGroupIsNone) {
    std::map<Xapian::docid, DistanceMillionths> others;
    for (Xapian::docid did = 2; did <= 5000; ++did)
        others[did] = 0;
    write_group(db_, group_of(1, others));
    const std::string chunk = "descry:members:k:00000402";
    const std::string bytes = db_.get_metadata(chunk);
    for (const std::string& damaged : {std::string(), bytes.substr(0, bytes.size() - 1),
                                       bytes.substr(0, 20), std::string("\xff")}) {
        db_.set_metadata(chunk, damaged);
        EXPECT_FALSE(read_group(db_, "k")) << damaged.size();
        EXPECT_EQ(find_membership(db_, "k", 5), (Membership{1, 0}));  // of another chunk
    }
    for (const std::string& first : {std::string("\1\0", 2), std::string("\1\0\5\7", 4),
                                     std::string("\1\0\0\7\0\7", 6), std::string("\1\0\0", 3)}) {
        db_.set_metadata("descry:group:k", first);
        EXPECT_FALSE(read_group(db_, "k"));
        EXPECT_FALSE(read_group_summary(db_, "k"));
        EXPECT_FALSE(find_membership(db_, "k", 5));
    }
}

TEST_F(GroupRecordTest, OthersAreTakenAway) {
    std::map<Xapian::docid, DistanceMillionths> others;
    for (Xapian::docid did = 2; did <= 3000; ++did)
        others[did] = 0;
    for (const char* const key : {"a", "b", "c"}) {
        KeyedGroup group = group_of(1, others);
        group.key = key;
        write_group(db_, group);
    }
    remove_groups(db_, {"b"});
    const auto left = records();
    EXPECT_EQ(left.size(), 4u);
    for (const auto& [name, bytes] : left)
        EXPECT_NE(name.find(":b"), std::string::npos) << name;
    EXPECT_EQ(read_group(db_, "b")->members.size(), 3000u);
}

}  // namespace
}  // namespace descry
