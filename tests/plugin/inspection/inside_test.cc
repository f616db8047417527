#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/inspection/inside.h>

#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

std::vector<std::string> random_words(std::mt19937_64& random, std::size_t count) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < count; ++i)
        words.push_back("w" + std::to_string(random() % 3000));
    return words;
}

std::string joined(const std::vector<std::string>& words, std::size_t begin, std::size_t end) {
    std::string text;
    for (std::size_t i = begin; i < end; ++i)
        text += (text.empty() ? "" : " ") + words[i];
    return text;
}

TEST(Inside, IsTheShareOfWordsInOrder) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 200; ++round) {
        const std::vector<std::string> words = random_words(random, 6 + random() % 60);
        const std::size_t begin = random() % (words.size() - 5);
        const std::size_t end = begin + 5 + random() % (words.size() - begin - 4);
        const std::string whole = joined(words, 0, words.size());
        const std::string part = joined(words, begin, end);
        const std::size_t others = random() % 8;
        std::string longer = part;
        for (std::size_t i = 0; i < others; ++i)
            longer += " other";
        const auto size = static_cast<double>(end - begin);
        const InsideShares shares = inside_shares(CanonicalText(whole), CanonicalText(longer));
        EXPECT_EQ(shares.of_a,
                  static_cast<DistanceMillionths>(1e6 * size / static_cast<double>(words.size())));
        EXPECT_EQ(shares.of_b, static_cast<DistanceMillionths>(
                                   1e6 * size / (size + static_cast<double>(others))));
    }
    EXPECT_EQ(inside_shares(CanonicalText(), CanonicalText("a")).of_b, 0U);
}

// Excerpts of a long document, among many others.
TEST(Inside, FindsWhatStandsInsideAndWhatSomethingStandsIn) {
    DESCRY_RANDOM(random);
    const TempFolder folder;
    const std::vector<std::string> words = random_words(random, 2000);
    std::vector<std::string> texts = {joined(words, 0, words.size())};
    for (std::size_t i = 0; i < 20; ++i)
        texts.push_back(joined(words, 95 * i, 95 * i + 60));
    // Four fifths are its own.
    texts.push_back(joined(words, 500, 520) + " " + joined(random_words(random, 80), 0, 80));
    for (int i = 0; i < 200; ++i) {
        const std::vector<std::string> other = random_words(random, 100);
        texts.push_back(joined(other, 0, other.size()));
    }
    build_database(folder / "db", texts, Style::STEMS);
    const Xapian::Database db(folder / "db");
    const Schema schema;

    std::map<Xapian::docid, DocumentInside> found;
    for (const DocumentInside& document : find_inside(db, schema, 1, 500'000, 20, 100))
        found[document.did] = document;
    ASSERT_EQ(found.size(), 20u);
    for (Xapian::docid did = 2; did < 22; ++did) {
        ASSERT_TRUE(found.count(did)) << did;
        EXPECT_EQ(found[did].of_other, WHOLE_DISTANCE);
        EXPECT_LT(found[did].of_asked, WHOLE_DISTANCE / 10);
    }
    const auto around = find_inside(db, schema, 7, 500'000, 20, 100);
    ASSERT_EQ(around.size(), 1u);
    EXPECT_EQ(around[0].did, 1u);
    EXPECT_EQ(around[0].of_asked, WHOLE_DISTANCE);
    EXPECT_EQ(find_inside(db, schema, 1, 500'000, 20, 3).size(), 3u);
}

}  // namespace
}  // namespace descry
