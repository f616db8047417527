#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/distance/word_order.h>
#include <descry/hashing/hash.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

std::size_t naive_ordered(const std::vector<std::uint32_t>& values) {
    std::vector<std::size_t> ending(values.size(), 1);
    std::size_t longest = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (values[j] <= values[i]) ending[i] = std::max(ending[i], ending[j] + 1);
        }
        longest = std::max(longest, ending[i]);
    }
    return longest;
}

TEST(LongestOrderedSubsequence, EqualsTheQuadraticOne) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 5000; ++round) {
        std::vector<std::uint32_t> values(random() % 50);
        const std::uint64_t most = 1 + random() % (random() % 2 == 0 ? 8 : 1000);
        for (std::uint32_t& value : values)
            value = static_cast<std::uint32_t>(random() % most);
        ASSERT_EQ(longest_ordered_subsequence(values), naive_ordered(values));
    }
}

TEST(LongestOrderedSubsequence, AllOfSevenOrFewer) {
    for (std::size_t size = 0; size <= 7; ++size) {
        std::vector<std::uint32_t> values(size);
        std::iota(values.begin(), values.end(), 0u);
        do {
            ASSERT_EQ(longest_ordered_subsequence(values), naive_ordered(values));
        } while (std::next_permutation(values.begin(), values.end()));
    }
}

using Text = std::vector<std::string>;

Text distinct_words(std::size_t count) {
    Text text;
    for (std::size_t i = 0; i < count; ++i)
        text.push_back("word" + std::to_string(i));
    return text;
}

std::vector<TermCount> counts_of(const Text& sorted) {
    std::vector<TermCount> terms;
    for (const std::string& word : sorted) {
        if (terms.empty() || terms.back().term != word) {
            terms.push_back({word, 1});
        } else {
            ++terms.back().wdf;
        }
    }
    return terms;
}

OrderSketch sketch_of(const Text& text) {
    Text sorted = text;
    std::sort(sorted.begin(), sorted.end());
    OrderSketch sketch;
    for (const std::string_view word : words_of_order_sketch(counts_of(sorted))) {
        const auto position = std::find(text.begin(), text.end(), word) - text.begin();
        sketch.push_back({order_hash(word), static_cast<std::uint32_t>(position)});
    }
    return sketch;
}

// Words of both, and the share of them that changed positions.
std::pair<std::size_t, double> naive_disorder(const OrderSketch& a, const OrderSketch& b) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> positions;
    for (const PositionedWord& x : a) {
        for (const PositionedWord& y : b) {
            if (x.hash == y.hash) positions.emplace_back(x.position, y.position);
        }
    }
    std::sort(positions.begin(), positions.end());
    std::vector<std::uint32_t> in_b;
    for (const auto& position : positions)
        in_b.push_back(position.second);
    const auto moved = static_cast<double>(in_b.size() - naive_ordered(in_b));
    return {in_b.size(), moved / static_cast<double>(in_b.size())};
}

bool naive_differs(const OrderSketch& a, const OrderSketch& b) {
    OrderSketch first_a = a;
    OrderSketch first_b = b;
    first_a.resize(std::min<std::size_t>(12, a.size()));
    first_b.resize(std::min<std::size_t>(12, b.size()));
    const auto first = naive_disorder(first_a, first_b);
    if (first.first >= 8 && first.second == 0) return false;
    const auto all = naive_disorder(a, b);
    return all.first >= 8 && all.second > 0.20 + 1e-12;
}

TEST(WordsOfOrderSketch, AreThoseOfSmallestHashThatStandOnce) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 300; ++round) {
        const Text words = distinct_words(random() % 120);
        std::vector<TermCount> terms;
        std::vector<std::string_view> once;
        for (const std::string& word : words) {
            terms.push_back({word, static_cast<std::uint32_t>(1 + random() % 2)});
            if (terms.back().wdf == 1) once.push_back(word);
        }
        std::shuffle(terms.begin(), terms.end(), random);
        std::sort(once.begin(), once.end(),
                  [](std::string_view a, std::string_view b) { return hash64(a) < hash64(b); });
        if (once.size() > ORDERED_WORDS) once.resize(ORDERED_WORDS);
        ASSERT_EQ(words_of_order_sketch(terms), once);
    }
}

TEST(OrderDiffers, EqualsTheDefinition) {
    DESCRY_RANDOM(random);
    std::size_t differ = 0;
    constexpr int ROUNDS = 3000;
    for (int round = 0; round < ROUNDS; ++round) {
        Text a = distinct_words(random() % 100);
        Text b = a;
        for (std::size_t moves = random() % 20; moves > 0 && !b.empty(); --moves)
            std::swap(b[random() % b.size()], b[random() % b.size()]);
        for (std::size_t words = random() % 10; words > 0; --words)
            b.insert(b.begin() + static_cast<std::ptrdiff_t>(random() % (b.size() + 1)),
                     "word" + std::to_string(random() % 200));
        const OrderSketch x = sketch_of(a);
        const OrderSketch y = sketch_of(b);
        const bool expected = naive_differs(x, y);
        ASSERT_EQ(order_differs(x, y), expected) << "round " << round;
        ASSERT_EQ(order_differs(y, x), expected);
        ASSERT_FALSE(order_differs(x, x));
        ASSERT_FALSE(first_words_agree(x, y) && expected);
        differ += expected;
    }
    EXPECT_GT(differ, 300u);
    EXPECT_LT(differ, 2700u);
}

TEST(OrderDiffers, SeesAMovedParagraphAndNotAMovedWord) {
    DESCRY_RANDOM(random);
    for (const std::size_t size : {10u, 30u, 100u, 1000u}) {
        const Text text = distinct_words(size);
        for (int round = 0; round < 50; ++round) {
            Text moved = text;
            const std::size_t from = random() % size;
            const std::string word = moved[from];
            moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(from));
            moved.insert(moved.begin() + static_cast<std::ptrdiff_t>(random() % size), word);
            ASSERT_FALSE(order_differs(sketch_of(text), sketch_of(moved))) << size;
        }
        Text halves = text;
        std::rotate(halves.begin(), halves.begin() + static_cast<std::ptrdiff_t>(size / 2),
                    halves.end());
        ASSERT_TRUE(order_differs(sketch_of(text), sketch_of(halves))) << size;
    }
}

TEST(OrderDiffers, FromEightWordsAndMoreThanAFifth) {
    const auto reversed = [](std::size_t words, std::size_t at_end) {
        Text text = distinct_words(words);
        std::reverse(text.end() - static_cast<std::ptrdiff_t>(at_end), text.end());
        return order_differs(sketch_of(distinct_words(words)), sketch_of(text));
    };
    EXPECT_FALSE(reversed(7, 7));
    EXPECT_TRUE(reversed(8, 8));
    EXPECT_FALSE(reversed(10, 3));  // 2 of 10 moved
    EXPECT_TRUE(reversed(10, 4));
    EXPECT_FALSE(order_differs({}, {}));
    EXPECT_FALSE(order_differs(sketch_of(distinct_words(40)), {}));
}

// Some programs index synonyms at the position of the word they stand for.
TEST(OrderDiffers, WordsOfOnePositionAreInOrder) {
    OrderSketch sketch;
    for (std::uint32_t i = 0; i < 20; ++i)
        sketch.push_back({i, i % 4 / 2});
    EXPECT_FALSE(order_differs(sketch, sketch));
}

}  // namespace
}  // namespace descry
