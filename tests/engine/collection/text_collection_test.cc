#include "engine/collection/text_collection.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>

#include "engine/collection/encoded_terms.h"
#include "engine/distance/text_words.h"
#include "engine/keys/known_words.h"
#include "engine/keys/word_keys.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

// Words of few and of many different ones, some longer than a number holds.
std::string random_words(std::size_t size, std::mt19937_64& random) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t word = random() % 3 == 0 ? random() % 100'000 : random() % 50;
        append_word(text, (word % 7 == 0 ? "together" : "w") + std::to_string(word));
    }
    return text;
}

TEST(KnownWords, KnowsWordsAcrossDocuments) {
    std::mt19937_64 random(testing::random_seed());
    KnownWords known;
    for (unsigned document = 0; document < 600; ++document) {
        // The last ones are so many that words are forgotten in between.
        const std::size_t size = document < 596 ? random() % 300 : 300'000;
        const std::string scale = document < 596 ? "" : std::to_string(document) + "-";
        std::map<std::string, std::uint32_t> places;
        known.next_document();
        for (std::size_t i = 0; i < size; ++i) {
            const std::string word = scale + std::to_string(random() % (2 * size));
            const auto next = static_cast<std::uint32_t>(places.size());
            const auto expected = places.try_emplace(word, next).first->second;
            const auto [hash, place] = known.find(secret_hash(word), word, next);
            ASSERT_EQ(place, expected);
            ASSERT_EQ(hash, hash64(word));
        }
    }
}

TEST(TextCollection, CountsTheWordsOfTexts) {
    DESCRY_RANDOM(random);
    TextCollection texts;
    std::vector<std::string> written;
    for (unsigned i = 0; i < 300; ++i) {
        written.push_back(random_words(random() % 200, random));
        texts.add(written.back());
    }
    const auto reader = texts.reader();
    for (const std::size_t i : {299u, 0u, 299u, 17u, 5u, 17u}) {
        std::map<std::string, std::uint32_t> expected;
        for_each_word(written[i], [&](std::string_view word) { ++expected[std::string(word)]; });
        reader->read(static_cast<DocumentNumber>(i + 1));
        ASSERT_EQ(reader->terms().size(), expected.size());
        auto term = reader->terms().begin();
        for (const auto& [word, count] : expected) {
            const auto place = static_cast<std::size_t>(term - reader->terms().begin());
            EXPECT_EQ(term->term, word);
            EXPECT_EQ(term->wdf, count);
            EXPECT_EQ(reader->hashes()[place], hash64(word));
            EXPECT_EQ(reader->marks()[place], mark_of(word));
            ++term;
        }
    }
}

// A copy keeps the keys that the first look at the words gave; of terms without an order there are
// none, whatever was read before them.
TEST(TextCollection, KeysOfSequencesAreThoseOfTheTexts) {
    DESCRY_RANDOM(random);
    for (const unsigned threads : {1u, 3u}) {
        const auto texts = std::make_shared<TextCollection>(Work{.threads = threads});
        std::vector<std::optional<std::string>> written;
        for (unsigned i = 0; i < 2000; ++i) {
            std::string text =
                random_words(random() % 6 == 0 ? random() % 900 : random() % 9, random);
            if (i % 5 == 0) {
                EncodedTerms terms;
                terms.add("alone", i + 1);
                texts->add(terms, std::nullopt);
                written.emplace_back();
            } else {
                texts->add(text);
                written.emplace_back(std::move(text));
            }
        }
        const auto copy = counted_copy(texts, texts->work(), KeptKeys::SEQUENCE);
        const auto plain = counted_copy(texts, texts->work());
        const auto reader = copy->reader();
        const auto plain_reader = plain->reader();
        ModelParameters with_characters;
        with_characters.character_rows = 2;
        for (const ModelParameters& parameters : {ModelParameters(), with_characters}) {
            SequenceKeySigner signer(parameters);
            std::vector<std::size_t> order(written.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            for (const bool shuffled : {false, true}) {
                if (shuffled) std::ranges::shuffle(order, random);
                for (const std::size_t i : order) {
                    const auto number = static_cast<DocumentNumber>(i + 1);
                    std::optional<SequenceKeys> expected;
                    if (written[i]) expected = signer.sign(*written[i]);
                    reader->read(number);
                    plain_reader->read(number);
                    const std::uint64_t hash = copy->contents()->hashes[number];
                    ASSERT_EQ(hash, plain->contents()->hashes[number]);
                    ASSERT_TRUE(std::ranges::equal(reader->hashes(), plain_reader->hashes()));
                    ASSERT_EQ(reader->sequence_keys(number, hash, signer), expected) << i;
                    ASSERT_EQ(plain_reader->sequence_keys(number, hash, signer), expected) << i;
                }
            }
        }
    }
}

}  // namespace
}  // namespace descry
