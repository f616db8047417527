// The records of the band index.
#include "plugin/candidates/band_table.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/collection/document_keys.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

class BandTableTest : public ::testing::Test {
  protected:
    static constexpr std::uint32_t MANY = 1000;

    unsigned write(const std::vector<BandEntry>& entries, std::uint32_t max_documents = MANY) {
        SortedRuns<BandEntry> runs(0);
        for (const BandEntry& entry : entries)
            runs.add(entry);
        return write_band_table(db_, runs, entries.size(), max_documents);
    }

    TempFolder folder_;
    Xapian::WritableDatabase db_ = create_database(folder_ / "db");
};

TEST_F(BandTableTest, FindsWhatWasWritten) {
    DESCRY_RANDOM(random);
    for (const std::size_t names : {0u, 1u, 255u, 256u, 20000u}) {
        std::vector<BandEntry> entries;
        for (std::size_t i = 0; i < names; ++i) {
            const BandName name = random();
            for (std::uint64_t n = 1 + random() % 4; n > 0; --n)
                entries.push_back({name, static_cast<Xapian::docid>(1 + random() % 100000)});
        }
        const unsigned bits = write(entries);
        // Names whose record and next 16 bits are the same are one.
        const auto told = [&](BandName name) { return name >> (64 - bits - 16); };
        std::map<std::uint64_t, std::set<Xapian::docid>> expected;
        for (const BandEntry& entry : entries)
            expected[told(entry.name)].insert(entry.did);
        EXPECT_GE(expected.size(), names - names / 100);
        for (const auto& [name, did] : entries) {
            const auto& documents = expected[told(name)];
            ASSERT_EQ(find_in_band_table(db_, name, bits),
                      std::vector<Xapian::docid>(documents.begin(), documents.end()));
            const BandName other = name ^ (std::uint64_t{1} << (64 - bits - 16));
            ASSERT_EQ(find_in_band_table(db_, other, bits).empty(),
                      !expected.contains(told(other)));
        }
        EXPECT_EQ(bits, static_cast<unsigned>(std::bit_width(entries.size() / 256)));
        EXPECT_LE(count_records(db_, "descry:bands:"), std::size_t{1} << bits);
    }
    // The last had 20,000 names; nothing of them is left.
    const unsigned bits = write({{77, 5}});
    EXPECT_EQ(count_records(db_, "descry:bands:"), 1u);
    EXPECT_EQ(find_in_band_table(db_, 77, bits), std::vector<Xapian::docid>{5});
}

TEST_F(BandTableTest, BytesOfARecord) {
    const unsigned bits =
        write({{0x0123456789abcdef, 258}, {0x0123456789abcdef, 3}, {0xfedcba9876543210, 4}});
    EXPECT_EQ(bits, 0u);
    EXPECT_EQ(db_.get_metadata("descry:bands:00000000"),
              std::string("\3\x01\x23\1\xfe\xdc\xfe\1\x01\x23", 10));
    EXPECT_EQ(find_in_band_table(db_, 0x0123456789abcdef, bits),
              (std::vector<Xapian::docid>{3, 258}));
}

TEST_F(BandTableTest, DamagedRecordsGiveWhatTheyHold) {
    const unsigned bits = write({{5ull << 48, 1}, {6ull << 48, 2}, {7ull << 48, 3}});
    const std::string bytes = db_.get_metadata("descry:bands:00000000");
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
        db_.set_metadata("descry:bands:00000000", bytes.substr(0, size));
        for (std::uint64_t i = 0; i < 3; ++i) {
            const bool whole = size >= 3 * (i + 1);
            EXPECT_EQ(find_in_band_table(db_, (5 + i) << 48, bits).size(), whole ? 1u : 0u);
        }
    }
}

TEST_F(BandTableTest, WritingTheSameWritesNothing) {
    DESCRY_RANDOM(random);
    std::vector<BandEntry> entries;
    for (Xapian::docid did = 1; did <= 3000; ++did)
        entries.push_back({random(), did});
    const unsigned bits = write(entries);
    db_.commit();
    const auto revision = db_.get_revision();
    std::shuffle(entries.begin(), entries.end(), random);
    EXPECT_EQ(write(entries), bits);
    db_.commit();
    EXPECT_EQ(db_.get_revision(), revision);
}

constexpr BandName ONE = BandName{42} << 48;
constexpr BandName OTHER = BandName{43} << 48;

TEST_F(BandTableTest, ListsSoManyUnderOneName) {
    std::vector<BandEntry> entries;
    for (Xapian::docid did = 1; did <= 10; ++did)
        entries.push_back({ONE, did});
    entries.push_back({OTHER, 10});
    const unsigned bits = write(entries, 4);
    EXPECT_EQ(find_in_band_table(db_, ONE, bits), (std::vector<Xapian::docid>{1, 2, 3, 4}));
    EXPECT_EQ(find_in_band_table(db_, OTHER, bits), (std::vector<Xapian::docid>{10}));
    std::vector<BandEntry> more;
    for (Xapian::docid did = 21; did <= 30; ++did)
        more.push_back({ONE, did});
    more.push_back({OTHER, 9});
    merge_into_band_table(db_, more, bits, 6);
    EXPECT_EQ(find_in_band_table(db_, ONE, bits), (std::vector<Xapian::docid>{1, 2, 3, 4, 21, 22}));
    EXPECT_EQ(find_in_band_table(db_, OTHER, bits), (std::vector<Xapian::docid>{9, 10}));
}

TEST_F(BandTableTest, MergedIsAsWrittenAtOnce) {
    DESCRY_RANDOM(random);
    std::vector<BandEntry> entries;
    for (Xapian::docid did = 1; did <= 9000; ++did)
        entries.push_back({random() % 3 == 0 ? random() % 50 << 50 : random(), did});
    const unsigned bits = write(entries);
    std::map<std::string, std::string> at_once;
    for (auto name = db_.metadata_keys_begin(""); name != db_.metadata_keys_end(""); ++name)
        at_once[*name] = db_.get_metadata(*name);

    std::sort(entries.begin(), entries.end());
    std::vector<BandEntry> earlier;
    std::vector<BandEntry> later;
    for (const BandEntry& entry : entries)
        (random() % 2 == 0 ? earlier : later).push_back(entry);
    for (const auto& [name, bytes] : at_once)
        db_.set_metadata(name, "");
    merge_into_band_table(db_, earlier, bits, MANY);
    merge_into_band_table(db_, later, bits, MANY);
    merge_into_band_table(db_, later, bits, MANY);  // once more changes nothing
    std::size_t names = 0;
    for (const auto& [name, bytes] : at_once)
        names += db_.get_metadata(name) == bytes ? 1u : 0u;
    EXPECT_EQ(names, at_once.size());
}

TEST(BandNames, OnePerBandAndOneForTheBag) {
    const DocumentKeys keys{5, {5, 5, 6}};
    const std::vector<BandName> names = band_names(keys);
    EXPECT_EQ(names.size(), 4u);
    EXPECT_EQ(std::set<BandName>(names.begin(), names.end()).size(), 4u);
    EXPECT_EQ(band_names({5, {}}), std::vector<BandName>{names.back()});
    EXPECT_EQ(band_names({7, {5, 5, 6}})[1], names[1]);
}

}  // namespace
}  // namespace descry
