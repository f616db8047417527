// The records of the coarse histograms.
#include "plugin/candidates/histogram_table.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

CoarseBagHistogram some_histogram(std::uint64_t word) {
    BagHistogramBuilder sketcher;
    sketcher.add(word * 0x9e3779b97f4a7c15, 3, 5);
    sketcher.add(7, 20, 4);
    return CoarseBagHistogram(sketcher.histogram());
}

class OutlineTableTest : public ::testing::Test {
  protected:
    using CoarseHistograms = std::map<Xapian::docid, CoarseBagHistogram>;

    void write(const CoarseHistograms& coarse_histograms, bool anew) {
        HistogramTableWriter writer(db_, anew);
        for (const auto& [did, coarse_histogram] : coarse_histograms)
            writer.add(did, coarse_histogram);
        writer.finish();
    }

    void expect_found(const CoarseHistograms& coarse_histograms) {
        HistogramTable table(db_);
        for (Xapian::docid did = 1; did < 1000; ++did) {
            const auto known = coarse_histograms.find(did);
            EXPECT_EQ(table.find(did),
                      known == coarse_histograms.end() ? CoarseBagHistogram() : known->second);
        }
    }

    TempFolder folder_;
    Xapian::WritableDatabase db_ = create_database(folder_ / "db");
};

TEST_F(OutlineTableTest, FindsWhatWasWritten) {
    DESCRY_RANDOM(random);
    expect_found({});
    CoarseHistograms all;
    for (int i = 0; i < 300; ++i)
        all[static_cast<Xapian::docid>(1 + random() % 900)] = some_histogram(random());
    write(all, true);
    expect_found(all);
    EXPECT_LE(count_records(db_, "descry:histograms:"), 15u);

    CoarseHistograms more;
    for (int i = 0; i < 50; ++i)
        more[static_cast<Xapian::docid>(1 + random() % 999)] = some_histogram(random());
    write(more, false);
    for (const auto& [did, coarse_histogram] : more)
        all[did] = coarse_histogram;
    expect_found(all);

    write(more, true);
    expect_found(more);
    write({}, true);
    EXPECT_EQ(count_records(db_, "descry:histograms:"), 0u);
}

TEST_F(OutlineTableTest, NamesAndPlaces) {
    const CoarseHistograms coarse_histograms = {
        {1, some_histogram(1)}, {64, some_histogram(2)}, {65, some_histogram(3)}};
    write(coarse_histograms, true);
    const auto stored = [](const CoarseBagHistogram& coarse_histogram) {
        std::string bytes;
        coarse_histogram.append_to(bytes);
        return bytes;
    };
    EXPECT_EQ(db_.get_metadata("descry:histograms:00000000"),
              std::string(16, '\0') + stored(some_histogram(1)));
    EXPECT_EQ(db_.get_metadata("descry:histograms:00000001"),
              stored(some_histogram(2)) + stored(some_histogram(3)));
}

TEST_F(OutlineTableTest, DamagedRecordsGiveWhatTheyHold) {
    const CoarseHistograms coarse_histograms = {{1, some_histogram(1)}, {2, some_histogram(2)}};
    write(coarse_histograms, true);
    const std::string bytes = db_.get_metadata("descry:histograms:00000000");
    for (std::size_t size = 0; size <= bytes.size(); ++size) {
        db_.set_metadata("descry:histograms:00000000", bytes.substr(0, size));
        HistogramTable table(db_);
        EXPECT_EQ(table.find(1).is_known(), size >= 32);
        EXPECT_EQ(table.find(2).is_known(), size >= 48);
    }
}

TEST_F(OutlineTableTest, IsKeptInMemoryUntilForgotten) {
    write({{5, some_histogram(1)}}, true);
    HistogramTable table(db_);
    EXPECT_EQ(table.find(5), some_histogram(1));
    write({{5, some_histogram(2)}}, true);
    EXPECT_EQ(table.find(5), some_histogram(1));
    // This one's record has the place of the other's.
    EXPECT_FALSE(table.find(5 + 64 * 16384).is_known());
    EXPECT_EQ(table.find(5), some_histogram(2));
    EXPECT_FALSE(table.find(4294967295).is_known());
}

TEST_F(OutlineTableTest, WritingTheSameWritesNothing) {
    CoarseHistograms coarse_histograms;
    for (Xapian::docid did = 1; did <= 500; ++did)
        coarse_histograms[did] = some_histogram(did);
    write(coarse_histograms, true);
    db_.commit();
    const auto revision = db_.get_revision();
    write(coarse_histograms, true);
    write(coarse_histograms, false);
    db_.commit();
    EXPECT_EQ(db_.get_revision(), revision);
}

}  // namespace
}  // namespace descry
