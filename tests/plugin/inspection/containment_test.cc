#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/inspection/containment.h>

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

TEST(Containment, IsTheShareOfDistinctPassages) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 200; ++round) {
        const std::vector<std::string> words = random_words(random, 1 + random() % 60);
        const std::size_t begin = random() % words.size();
        const std::size_t end = begin + 1 + random() % (words.size() - begin);
        std::vector<std::string> part(words.begin() + static_cast<std::ptrdiff_t>(begin),
                                      words.begin() + static_cast<std::ptrdiff_t>(end));
        part.insert(part.end(), random() % 8, "other");
        const auto passages = [](const std::vector<std::string>& of) {
            std::set<std::string> all;
            const std::size_t size = std::min(PASSAGE_WORDS, of.size());
            for (std::size_t i = 0; i + size <= of.size(); ++i)
                all.insert(joined(of, i, i + size));
            return all;
        };
        const std::set<std::string> a = passages(words);
        const std::set<std::string> b = passages(part);
        std::size_t common = 0;
        for (const std::string& passage : a)
            common += b.count(passage);
        const Containment told = containment_of(CanonicalText(joined(words, 0, words.size())),
                                                CanonicalText(joined(part, 0, part.size())));
        EXPECT_DOUBLE_EQ(told.of_a, static_cast<double>(common) / static_cast<double>(a.size()));
        EXPECT_DOUBLE_EQ(told.of_b, static_cast<double>(common) / static_cast<double>(b.size()));
    }
    EXPECT_EQ(containment_of(CanonicalText(), CanonicalText("a")).of_b, 0);
}

// Excerpts of a long document, among many others.
TEST(Containment, FindsWhatStandsInsideAndWhatSomethingStandsIn) {
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

    std::map<Xapian::docid, ContainedDocument> found;
    for (const ContainedDocument& document : find_contained(db, schema, 1, 100))
        found[document.did] = document;
    ASSERT_EQ(found.size(), 20u);
    for (Xapian::docid did = 2; did < 22; ++did) {
        ASSERT_TRUE(found.count(did)) << did;
        EXPECT_EQ(found[did].of_other, 1);
        EXPECT_LT(found[did].of_asked, 0.1);
    }
    const auto around = find_contained(db, schema, 7, 100);
    ASSERT_EQ(around.size(), 1u);
    EXPECT_EQ(around[0].did, 1u);
    EXPECT_EQ(around[0].of_asked, 1);
    EXPECT_EQ(find_contained(db, schema, 1, 3).size(), 3u);
}

}  // namespace
}  // namespace descry
