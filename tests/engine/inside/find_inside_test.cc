#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/inside/find_inside.h>

#include "engine/inside/inside_pairs.h"
#include "engine/inside/shingle_table.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using namespace testing;

std::string chance(std::mt19937_64& random, std::size_t words) {
    std::string text;
    for (std::size_t i = 0; i < words; ++i)
        text += (text.empty() ? "w" : " w") + std::to_string(random() % 5000);
    return text;
}

std::function<ReadText()> reader_of(const std::vector<std::string>& texts) {
    return [&texts]() -> ReadText {
        return [&texts](DocumentNumber document) { return CanonicalText(texts[document - 1]); };
    };
}

std::vector<DocumentNumber> numbers_of(const std::vector<std::string>& texts) {
    std::vector<DocumentNumber> numbers;
    for (std::size_t i = 1; i <= texts.size(); ++i)
        numbers.push_back(static_cast<DocumentNumber>(i));
    return numbers;
}

TEST(FindInside, FindsWhatStandsInLongerTextsAlikeWithAnyThreadsAndMemory) {
    DESCRY_RANDOM(random);
    std::vector<std::string> texts;
    std::vector<InsidePair> planted;
    while (texts.size() < 3000) {
        texts.push_back(chance(random, 20 + random() % 60));
        if (random() % 4 != 0) continue;
        const auto document = static_cast<DocumentNumber>(texts.size());
        texts.push_back(chance(random, 50) + " " + texts.back() + " " + chance(random, 50));
        planted.push_back({document, document + 1, 0, WHOLE_DISTANCE});
    }
    const InsideLimits limits{950'000, 20, false};
    auto found = find_inside(numbers_of(texts), numbers_of(texts), true, reader_of(texts), limits,
                             Work{1, 1});
    EXPECT_EQ(found, find_inside(numbers_of(texts), numbers_of(texts), true, reader_of(texts),
                                 limits, Work{3}));
    for (InsidePair& pair : found)
        pair.words = 0;
    EXPECT_EQ(found, planted);
}

TEST(FindInside, LooksAtNoTextThatIsTooShort) {
    DESCRY_RANDOM(random);
    const std::string text = chance(random, 19);
    const std::vector<std::string> texts = {text, text + " " + chance(random, 30)};
    EXPECT_TRUE(find_inside(numbers_of(texts), numbers_of(texts), true, reader_of(texts),
                            {950'000, 20, false}, {})
                    .empty());
    EXPECT_EQ(find_inside(numbers_of(texts), numbers_of(texts), true, reader_of(texts),
                          {950'000, 19, false}, {})
                  .size(),
              1u);
}

TEST(FindInside, PassesOverWhatIsInMostTexts) {
    DESCRY_RANDOM(random);
    const std::string notice = chance(random, 40);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < 3 * ShingleTable::FREQUENT; ++i)
        texts.push_back(notice + " " + chance(random, 30 + i % 7));
    texts.push_back(texts.front() + " " + chance(random, 10));
    const auto found = find_inside(numbers_of(texts), numbers_of(texts), true, reader_of(texts),
                                   {900'000, 20, false}, {});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().document, 1u);
    EXPECT_EQ(found.front().container, texts.size());
}

TEST(FindInside, FindsTheSameWithAnyMemoryWhereShinglesAreFrequent) {
    DESCRY_RANDOM(random);
    // A notice in a fifth of the texts: in few enough of each part, in too many of all.
    const std::string notice = chance(random, 40);
    std::vector<std::string> texts;
    while (texts.size() < 6 * ShingleTable::FREQUENT) {
        const bool has_notice = texts.size() % 5 == 0;
        texts.push_back(has_notice ? notice + " " + chance(random, 2 + texts.size() % 9)
                                   : chance(random, 60));
    }
    const InsideLimits limits{850'000, 20, false};
    const auto find = [&](const Work& work) {
        return find_inside(numbers_of(texts), numbers_of(texts), true, reader_of(texts), limits,
                           work);
    };
    EXPECT_EQ(find(Work{1, 1}), find(Work{2}));
}

TEST(LongestFirst, DropsEachDocumentForTheOneThatHasMostOfItAndMakesNoChains) {
    const InsidePair outer{2, 3, 40, 960'000};
    const InsidePair first{1, 4, 30, 970'000};
    EXPECT_EQ(
        longest_first(
            {{1, 2, 30, WHOLE_DISTANCE}, {1, 3, 30, 960'000}, first, outer, {2, 4, 40, 950'000}}),
        (std::vector{outer, first}));
    // Of two that are as long the first comes first, and so does its container.
    EXPECT_EQ(longest_first({{6, 8, 30, 960'000}, {5, 8, 30, 960'000}, {5, 7, 30, 960'000}}),
              (std::vector<InsidePair>{{5, 7, 30, 960'000}, {6, 8, 30, 960'000}}));
}

}  // namespace
}  // namespace descry
