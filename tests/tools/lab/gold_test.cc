#include "tools/lab/gold/gold.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace descry {
namespace {

// Document "n" has docid n; anything else is unknown.
Xapian::docid lookup(const std::string& id) {
    return id == "a\tb\\c" ? 9 : id.size() == 1 ? static_cast<Xapian::docid>(id[0] - '0') : 0;
}

class GoldFile : public ::testing::Test {
  protected:
    ~GoldFile() override { std::filesystem::remove(path_); }

    Gold read(const std::string& lines) {
        std::ofstream(path_, std::ios::binary) << lines;
        return read_gold(path_, lookup);
    }

    std::string failure_of(const std::string& lines) {
        try {
            read(lines);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "none";
    }

    const std::string path_ =
        std::filesystem::path(::testing::TempDir()) /
        ("gold-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + "-" +
         ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(GoldFile, PairsInOrderEachOnce) {
    const Gold gold = read("3\t1\t0.2500\n1\t2\t0\n\n1\t3\t0.25\r\na\\tb\\\\c\t1\t1e-2");
    EXPECT_EQ(gold.pairs, (std::vector<GoldPair>{{{1, 2}, 0}, {{1, 3}, 0.25}, {{1, 9}, 0.01}}));
    EXPECT_EQ(gold.unknown, 0u);
}

TEST_F(GoldFile, UnknownDocumentsAreCounted) {
    const Gold gold = read("1\tunknown\t0.1\n2\t2\t0\n1\t2\t0.1\n");
    EXPECT_EQ(gold.pairs.size(), 1u);
    EXPECT_EQ(gold.unknown, 2u);
}

TEST_F(GoldFile, WrongLinesAreNamed) {
    for (const char* line : {"1\t2", "1 2 0.1", "1\t2\t", "1\t2\t0.1x", "1\t2\t-0.1", "1\t2\t1.1",
                             "1\t2\tnan", "\t2\t0.1", "1\t2\t0.1\t3"}) {
        EXPECT_EQ(failure_of(std::string("1\t2\t0.1\n") + line + "\n"),
                  path_ + ":2: not id <tab> id <tab> distance")
            << line;
    }
    std::filesystem::remove(path_);
    EXPECT_THROW(read_gold(path_, lookup), std::runtime_error);
}

TEST(Recall, ByPairAndByDocument) {
    const Gold gold{{{{1, 2}, 0.01}, {{1, 3}, 0.05}, {{2, 3}, 0.079}, {{4, 5}, 0.08}}, 0};
    const ListedPairs found({{1, 2}, {4, 5}, {6, 7}});
    const Recall below_08 = measure_recall(gold, found, 0.08);
    EXPECT_DOUBLE_EQ(*below_08.by_pair, 1.0 / 3);
    // Documents 1 and 2 have one of two partners, 3 none.
    EXPECT_DOUBLE_EQ(*below_08.by_document, 1.0 / 3);
    const Recall below_15 = measure_recall(gold, found, 0.15);
    EXPECT_DOUBLE_EQ(*below_15.by_pair, 0.5);
    EXPECT_DOUBLE_EQ(*below_15.by_document, (0.5 + 0.5 + 0 + 1 + 1) / 5);
    const Recall none = measure_recall(gold, found, 0.005);
    EXPECT_FALSE(none.by_pair || none.by_document);
}

}  // namespace
}  // namespace descry
