#include "engine/distance/pair_verifier.h"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace descry {
namespace {

// A text of words, whose parts are made when they are asked for, and counted.
class WordDocument final : public DocumentToCompare {
  public:
    explicit WordDocument(std::vector<std::string> words, bool has_text = true)
        : words_(std::move(words)), has_text_(has_text) {
        for (const std::string& word : words_)
            ++counts_[word];
        for (const auto& [word, count] : counts_)
            terms_.push_back({word, count});
        bag_ = Bag(terms_);
    }

    const Bag& bag() override { return bag_; }
    std::span<const TermCount> terms() override {
        ++terms_asked;
        return terms_;
    }
    const CanonicalText* text() override {
        ++texts_asked;
        if (!has_text_) return nullptr;
        if (text_.empty()) {
            std::string text;
            for (const std::string& word : words_)
                text += (text.empty() ? "" : " ") + word;
            text_ = CanonicalText(text);
        }
        return &text_;
    }
    bool is_text_cheap() override { return is_cheap; }
    std::uint64_t apart_value() override { return apart; }

    int terms_asked = 0;
    int texts_asked = 0;
    bool is_cheap = false;
    std::uint64_t apart = 1;

  private:
    std::vector<std::string> words_;
    bool has_text_;
    std::map<std::string, std::uint32_t> counts_;
    std::vector<TermCount> terms_;
    Bag bag_;
    CanonicalText text_;
};

std::vector<std::string> made_words(unsigned count, unsigned from = 0) {
    std::vector<std::string> words;
    for (unsigned i = 0; i < count; ++i)
        words.push_back("word" + std::to_string(from + i));
    return words;
}

// The halves change places.
std::vector<std::string> with_halves_swapped(std::vector<std::string> words) {
    std::rotate(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(words.size() / 2),
                words.end());
    return words;
}

TEST(PairVerifier, EveryWayGivesOneAnswerInAnyOrder) {
    std::mt19937 engine(7);
    const auto random = [&] { return static_cast<unsigned>(engine()); };
    int near = 0;
    int far = 0;
    for (int i = 0; i < 4000; ++i) {
        std::vector<std::string> words = made_words(40 + random() % 40);
        WordDocument a(words);
        for (unsigned edits = random() % 20; edits > 0; --edits)
            words[random() % words.size()] = "word" + std::to_string(random() % 200);
        if (random() % 4 == 0) words = with_halves_swapped(words);
        WordDocument b(words);
        PairLimits limits;
        limits.distance = random() % 300'000;
        limits.any_order = true;
        const PairVerifier verifier(limits);

        const DistanceMillionths distance = bag_distance(a.bag(), b.bag());
        const PairVerdict verdict = verifier.verify(a, b);
        EXPECT_EQ(verdict.distance, distance);
        EXPECT_EQ(verdict.bag_distance, bag_distance(a.bag(), b.bag()));
        EXPECT_EQ(verifier.distance(a, b), distance);
        const bool is_near = distance <= limits.distance;
        EXPECT_EQ(verdict.near, is_near);
        EXPECT_EQ(verifier.match(a, b, limits.distance),
                  is_near ? std::optional(distance) : std::nullopt);
        EXPECT_EQ(
            verifier.distance_to_limit(a, b, limits.distance, Effort::THOROUGH) <= limits.distance,
            is_near);
        if (is_near) {
            EXPECT_FALSE(
                verifier.exceeds(BagHistogram(a.bag()), BagHistogram(b.bag()), limits.distance));
        }
        ++(is_near ? near : far);
    }
    EXPECT_GT(near, 500);
    EXPECT_GT(far, 500);
}

TEST(PairVerifier, TheSameWordsAreNearInAnyNumber) {
    WordDocument a(made_words(20));
    WordDocument b(with_halves_swapped(made_words(20)));
    const PairVerifier verifier({.distance = 0, .any_order = true, .min_words = 30});
    const PairVerdict verdict = verifier.verify(a, b);
    EXPECT_TRUE(verdict.same_words && verdict.near);
    EXPECT_EQ(verifier.match(a, b, 0), 0u);
    WordDocument nothing({});
    EXPECT_FALSE(verifier.verify(nothing, nothing).near);
}

TEST(PairVerifier, OrderAndLengthPartOtherWords) {
    std::vector<std::string> words = made_words(40);
    WordDocument a(words);
    words[0] = "another";
    WordDocument b(with_halves_swapped(words));
    EXPECT_TRUE(PairVerifier({.distance = 100'000}).verify(a, b).order_differs);
    EXPECT_FALSE(PairVerifier({.distance = 100'000}).verify(a, b).near);
    EXPECT_TRUE(PairVerifier({.distance = 100'000, .any_order = true}).verify(a, b).near);
    EXPECT_FALSE(
        PairVerifier({.distance = 100'000, .any_order = true, .min_words = 41}).verify(a, b).near);
    WordDocument without_text(with_halves_swapped(words), false);
    EXPECT_TRUE(PairVerifier({.distance = 100'000}).verify(a, without_text).near);
    EXPECT_FALSE(PairVerifier({.distance = 100'000}).verify(a, without_text).is_exact);
}

// Between its first and its last edit no passage stands only once: the way along anchors replaces
// all there is.
TEST(PairVerifier, WhatIsToldOfLongTextsIsTheirLeastDistance) {
    for (const unsigned words : {600u, 2400u}) {
        std::vector<std::string> one = made_words(words);
        for (unsigned i = 0; i < 500; ++i)
            one.push_back(made_words(5)[i % 5]);
        for (const std::string& word : made_words(words, words))
            one.push_back(word);
        std::vector<std::string> other = one;
        other[words + 3] = "first";
        other[words + 480] = "last";
        WordDocument a(one);
        WordDocument b(other);
        ASSERT_TRUE(a.text()->is_long());
        EXPECT_EQ(a.text()->is_very_long(), words == 2400);

        const PairVerifier verifier({.distance = 300'000});
        const DistanceMillionths exact = verifier.distance(a, b);
        EXPECT_LT(exact, 2'000u);
        const auto most = verifier.distance_to_limit(a, b, 300'000, Effort::QUICK);
        EXPECT_GT(most, 20 * exact);
        EXPECT_EQ(verifier.least_distance(a, b, most), exact);
        EXPECT_EQ(verifier.least_distance(a, b, exact), exact);
        EXPECT_EQ(verifier.match(a, b, 300'000), exact);
    }
}

// The same words in another order are another text, however long it is.
TEST(PairVerifier, TextsOfAnyLengthAreTold) {
    std::vector<std::string> words = made_words(70'000);
    WordDocument a(words);
    ASSERT_GT(a.text()->characters(), 400'000u);
    std::vector<std::string> other = words;
    for (std::size_t i = 0; i < other.size(); i += 50)
        other[i] = "changed";
    WordDocument near(other);
    std::shuffle(words.begin(), words.end(), std::mt19937_64(1));
    WordDocument shuffled(words);
    const PairVerifier verifier({.distance = 150'000});
    EXPECT_TRUE(verifier.match(a, near, 150'000));
    EXPECT_EQ(verifier.match(a, shuffled, 150'000), std::nullopt);
    // And is not compared again, whatever it was asked for.
    EXPECT_EQ(verifier.distance_to_limit(a, shuffled, 80'000, Effort::QUICK), ABOVE_ANY_LIMIT);
}

// Each word is another one, in two letters of twenty.
TEST(PairVerifier, WordsRefuseTextsOnlyWhereThoseCostMore) {
    std::vector<std::string> one;
    std::vector<std::string> other;
    for (unsigned i = 0; i < 150; ++i) {
        one.push_back("averylongwordofmany" + std::to_string(100 + i) + "aa");
        other.push_back("averylongwordofmany" + std::to_string(100 + i) + "bb");
    }
    WordDocument a(one);
    WordDocument b(other);
    const PairVerifier verifier({.distance = 150'000});
    ASSERT_GT(bag_distance(a.bag(), b.bag()), verifier.reach(150'000));
    const DistanceMillionths exact = verifier.distance(a, b);
    ASSERT_LT(exact, 150'000u);
    EXPECT_EQ(verifier.match(a, b, 150'000), std::nullopt);
    EXPECT_TRUE(verifier.verify(a, b).is_far_by_words);
    a.is_cheap = b.is_cheap = true;
    const bool exceeds = verifier.exceeds(BagHistogram(a.bag()), BagHistogram(b.bag()), 150'000);
    EXPECT_EQ(verifier.match(a, b, 150'000), exceeds ? std::nullopt : std::optional(exact));
    EXPECT_EQ(verifier.verify(a, b).is_far_by_words, exceeds);
    EXPECT_EQ(verifier.verify(a, b).near, !exceeds);
    EXPECT_EQ(exceeds, false);
}

TEST(PairVerifier, NumbersPartDocumentsWhereTheyAreToBeKeptApart) {
    std::vector<std::string> words;
    for (char letter = 'a'; letter <= 'z'; ++letter)
        words.insert(words.end(), {std::string(6, letter), std::string(7, letter)});
    words.push_back("1017");
    WordDocument a(words);
    words[0] = "another";
    WordDocument same(words);
    words.back() = "1018";
    WordDocument other(words);
    const PairVerifier verifier({.distance = 100'000, .keep_apart_numbers = true});
    EXPECT_TRUE(verifier.verify(a, same).near);
    EXPECT_FALSE(verifier.verify(a, same).numbers_differ);
    EXPECT_FALSE(verifier.verify(a, other).near);
    EXPECT_TRUE(verifier.rejected(a, other) && !verifier.match(a, other, 100'000));
    const PairVerdict verdict = PairVerifier({.distance = 100'000}).verify(a, other);
    EXPECT_TRUE(verdict.near && verdict.numbers_differ);
}

TEST(PairVerifier, FieldsPartDocumentsWhereTheyAreToBeKeptApart) {
    WordDocument a(made_words(50));
    WordDocument other(made_words(50));
    other.apart = 2;
    WordDocument near(made_words(51));
    const PairVerifier verifier({.distance = 100'000, .keep_apart_fields = true});
    EXPECT_TRUE(verifier.verify(a, near).near);
    for (WordDocument* const document : {&a, &near}) {
        const PairVerdict verdict = verifier.verify(*document, other);
        EXPECT_TRUE(verdict.fields_differ && !verdict.near);
        EXPECT_TRUE(verifier.rejected(*document, other));
        EXPECT_EQ(verifier.match(*document, other, 100'000), std::nullopt);
    }
    const PairVerdict verdict = PairVerifier({.distance = 100'000}).verify(a, other);
    EXPECT_TRUE(verdict.near && !verdict.fields_differ);
}

TEST(PairVerifier, ReadsNoMoreThanItNeeds) {
    WordDocument a(made_words(100));
    WordDocument far(made_words(100, 60));
    WordDocument longer(made_words(300));
    const PairVerifier verifier({.distance = 50'000});
    EXPECT_EQ(verifier.match(a, far, 50'000), std::nullopt);
    EXPECT_EQ(verifier.match(a, longer, 50'000), std::nullopt);
    EXPECT_EQ(a.terms_asked + far.terms_asked + longer.terms_asked, 0);
    EXPECT_EQ(a.texts_asked + far.texts_asked + longer.texts_asked, 0);
}

}  // namespace
}  // namespace descry
