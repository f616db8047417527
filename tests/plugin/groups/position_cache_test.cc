// Where first words stand, from one grouping to the next.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "plugin/groups/position_records.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

std::vector<std::string> some_words(std::size_t count) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < count; ++i)
        words.push_back("word" + std::to_string(i));
    std::sort(words.begin(), words.end(), [](const std::string& a, const std::string& b) {
        return order_hash(a) < order_hash(b);
    });
    return words;
}

TEST(FirstPositions, AreThoseOfTheSketch) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 500; ++round) {
        const auto strings = some_words(random() % (ORDERED_WORDS + 1));
        const std::vector<std::string_view> words(strings.begin(), strings.end());
        OrderSketch sketch;
        std::size_t looked_at = 0;
        for (const std::string_view word : words) {
            if (sketch.size() == FIRST_ORDERED_WORDS) break;
            ++looked_at;
            if (random() % 4 == 0) continue;  // has no positions
            sketch.push_back({order_hash(word), static_cast<std::uint32_t>(random() % 100)});
        }
        const FirstPositions positions = positions_of(words, sketch);
        ASSERT_EQ(positions.size(), looked_at);
        ASSERT_EQ(order_sketch_of(words, positions), sketch);
        // Words of which more is known.
        if (sketch.size() == FIRST_ORDERED_WORDS) {
            OrderSketch longer = sketch;
            longer.push_back({~std::uint64_t{0}, 5});
            ASSERT_EQ(positions_of(words, longer), positions);
        }
    }
}

class FirstPlacesTest : public ::testing::Test {
  protected:
    TempFolder folder_;
    Xapian::WritableDatabase db_ = create_database(folder_ / "db");
};

TEST_F(FirstPlacesTest, AreReadAsTheyWereWritten) {
    const FirstPositions some = {1, 0, 4294967294, NO_POSITION, 300};
    const FirstPositions other(ORDERED_WORDS, 7);
    PositionCache positions;
    positions.keep(1, 5, some);
    positions.keep(63, 0xabcdef0123456789, other);
    positions.keep(64, 6, {});
    positions.keep(1000000, ~std::uint64_t{0}, some);
    write_positions(db_, positions);
    EXPECT_EQ(count_records(db_, "descry:places:"), 3u);
    const PositionCache read = read_positions(db_);
    const auto expect = [&](Xapian::docid did, std::uint64_t content_hash,
                            const FirstPositions& expected) {
        ASSERT_NE(read.find(did, content_hash), nullptr) << did;
        EXPECT_EQ(*read.find(did, content_hash), expected) << did;
    };
    expect(1, 5, some);
    expect(63, 0xabcdef0123456789, other);
    expect(64, 6, {});
    expect(1000000, ~std::uint64_t{0}, some);
    EXPECT_EQ(read.find(1, 6), nullptr) << "of another bag";
    EXPECT_EQ(read.find(2, 5), nullptr);
    db_.commit();
    const auto revision = db_.get_revision();
    write_positions(db_, read);
    db_.commit();
    EXPECT_EQ(db_.get_revision(), revision);

    write_positions(db_, PositionCache());
    EXPECT_EQ(count_records(db_, "descry:places:"), 0u);
}

// The documents 65 (content hash 5: positions 2 and none) and 127 (content hash 300: 199).
TEST_F(FirstPlacesTest, Bytes) {
    PositionCache positions;
    positions.keep(65, 5, {2, NO_POSITION});
    positions.keep(127, (std::uint64_t{1} << 40) + 300, {199});
    write_positions(db_, positions);
    EXPECT_EQ(db_.get_metadata("descry:places:00000001"),
              std::string("\x01\x05\x02\x03\x00\x3f\xac\x02\x01\xc8\x01", 11));
}

TEST_F(FirstPlacesTest, DamagedRecordsGiveWhatTheyHold) {
    PositionCache positions;
    positions.keep(64, 5, {1, 2, 3});
    positions.keep(65, 5, {1, 2, 3});
    write_positions(db_, positions);
    const std::string bytes = db_.get_metadata("descry:places:00000001");
    ASSERT_EQ(bytes.size(), 12u);
    for (std::size_t size = 1; size <= bytes.size(); ++size) {
        db_.set_metadata("descry:places:00000001", bytes.substr(0, size));
        const PositionCache read = read_positions(db_);
        EXPECT_EQ(read.find(64, 5) != nullptr, size >= 6);
        EXPECT_EQ(read.find(65, 5) != nullptr, size >= 12);
    }
    db_.set_metadata("descry:places:00000001", std::string("\x40\x05\x01\x01", 4));
    db_.set_metadata("descry:places:not a number", bytes);
    const PositionCache read = read_positions(db_);
    EXPECT_EQ(read.find(128, 5), nullptr) << "of another record";
}

}  // namespace
}  // namespace descry
