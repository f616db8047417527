#include "engine/keys/term_bands.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using Keys = std::vector<std::uint64_t>;

Keys copy(std::span<const std::uint64_t> keys) {
    return {keys.begin(), keys.end()};
}

struct World {
    std::vector<std::string> terms;
    Model model;
};

ModelParameters parameters_of(std::mt19937_64& random) {
    ModelParameters p;
    p.hash_seed = random();
    p.min_body_length = static_cast<std::uint32_t>(random() % 60);
    p.min_ones = static_cast<std::uint32_t>(random() % 6);
    p.bands = static_cast<std::uint32_t>(1 + random() % MAX_BANDS);
    p.band_words = static_cast<std::uint32_t>(1 + random() % 12);
    p.band_information = Fixed24::from(static_cast<double>(random() % 60));
    p.term_band_information = Fixed24::from(static_cast<double>(random() % 60));
    p.min_band_bits = static_cast<std::uint32_t>(random() % 30);
    p.min_stable_terms = static_cast<std::uint32_t>(random() % 6);
    return p;
}

World random_world(std::mt19937_64& random) {
    std::vector<std::string> terms;
    std::vector<ModelWord> words;
    std::vector<StableTerm> stable_terms;
    for (std::size_t i = 0; i < 60; ++i) {
        terms.push_back("t" + std::to_string(random() % 1000) + "." + std::to_string(i));
        const Fixed24 rate = Fixed24::from(static_cast<double>(random() % 150) / 100);
        const Fixed24 information = Fixed24::from(static_cast<double>(random() % 100) / 10);
        if (random() % 2 == 0) words.push_back({terms.back(), 0, rate, information});
        if (random() % 2 == 0) stable_terms.push_back({terms.back(), rate, information});
    }
    return {terms, Model(parameters_of(random), words, stable_terms)};
}

std::vector<TermCount> random_document(std::mt19937_64& random, const World& world) {
    std::vector<TermCount> document;
    const std::uint64_t one_in = 1 + random() % 20;
    for (const std::string& term : world.terms) {
        if (random() % one_in == 0) {
            document.push_back({term, static_cast<std::uint32_t>(1 + random() % 5)});
        }
    }
    std::shuffle(document.begin(), document.end(), random);
    return document;
}

TEST(TermBandSigner, DrawsFromTheStableTermsThatAreThere) {
    DESCRY_RANDOM(random);
    std::size_t with_keys = 0;
    std::size_t without = 0;
    for (int round = 0; round < 100; ++round) {
        const World world = random_world(random);
        const ModelParameters& p = world.model.parameters();
        TermBandSigner signer(world.model);
        for (int i = 0; i < 20; ++i) {
            const std::vector<TermCount> document = random_document(random, world);
            std::uint64_t length = 0;
            std::vector<BandWord> table;
            std::vector<std::uint32_t> present;
            for (const TermCount& term : document)
                length += term.wdf;
            for (const StableTerm& stable : world.model.stable_terms()) {
                if (is_common(stable)) continue;
                if (std::any_of(document.begin(), document.end(),
                                [&](const TermCount& t) { return t.term == stable.term; })) {
                    present.push_back(static_cast<std::uint32_t>(table.size()));
                }
                table.push_back({stable.term, stable.weight, stable.information});
            }
            Keys expected;
            if (length >= p.min_body_length && !present.empty() &&
                present.size() >= p.min_stable_terms) {
                const BandParameters drawn{p.bands, p.band_words, p.term_band_information,
                                           p.band_key_bits, p.hash_seed};
                expected = copy(BandSampler(drawn, table).draw(present));
            }
            ASSERT_EQ(copy(signer.sign(document)), expected);
            ++(expected.empty() ? without : with_keys);
        }
    }
    EXPECT_GT(with_keys, 100u);
    EXPECT_GT(without, 100u);
}

TEST(TermBandSigner, NeedsLengthAndStableTerms) {
    ModelParameters p;
    p.min_body_length = 10;
    p.min_stable_terms = 2;
    const Model model(p, {},
                      {{"a", {1}, {1u << 24}}, {"b", {1}, {1u << 24}}, {"c", {1}, {1u << 24}}});
    TermBandSigner signer(model);
    const auto sign = [&](std::vector<TermCount> terms) { return copy(signer.sign(terms)); };
    EXPECT_EQ(sign({{"a", 1}, {"b", 9}}).size(), 8u);
    EXPECT_TRUE(sign({{"a", 1}, {"b", 8}}).empty());
    EXPECT_EQ(sign({{"a", 1}, {"b", 8}, {"other", 1}}), sign({{"b", 90}, {"a", 10}}));
    EXPECT_TRUE(sign({{"a", 9}, {"other", 9}}).empty());
    EXPECT_TRUE(sign({}).empty());
    // Without a minimum one stable term is still needed: an empty draw would be equal for all.
    p.min_stable_terms = 0;
    p.min_body_length = 0;
    const Model any(p, {}, {{"a", {1}, {1u << 24}}});
    TermBandSigner lenient(any);
    const std::vector<TermCount> other = {{"other", 5}};
    EXPECT_TRUE(lenient.sign(other).empty());
    EXPECT_TRUE(lenient.sign({}).empty());
}

// With one row a key is shared where the least word is; with more, where all of them are.
TEST(TermBandSigner, ShortDocumentsShareFewerKeysByMoreRows) {
    const auto shared_keys = [](std::uint32_t rows) {
        ModelParameters p;
        p.min_body_length = 30;
        p.short_rows = rows;
        const Model model(p, {}, {{"a", {1}, {1u << 24}}});
        TermBandSigner signer(model);
        std::size_t shared = 0;
        for (std::uint64_t document = 0; document < 200; ++document) {
            std::vector<std::uint64_t> hashes;
            for (std::uint64_t word = 0; word < 20; ++word)
                hashes.push_back(hash64(std::to_string(document) + " " + std::to_string(word)));
            const Keys keys = copy(signer.sign_all(hashes, 20));
            hashes.back() = hash64(std::to_string(document) + " another");
            const Keys others = copy(signer.sign_all(hashes, 20));
            EXPECT_EQ(keys.size(), 11u);
            for (std::size_t i = 0; i < keys.size(); ++i)
                shared += keys[i] == others[i] ? 1u : 0u;
        }
        return static_cast<double>(shared) / (200 * 11);
    };
    // 19 words of 21 are in both.
    for (const std::uint32_t rows : {1u, 4u, 5u, 8u})
        EXPECT_NEAR(shared_keys(rows), std::pow(19.0 / 21, rows), 0.05) << rows;
}

TEST(OneBandSigner, DrawsFromTheOnes) {
    DESCRY_RANDOM(random);
    std::size_t with_keys = 0;
    std::size_t without = 0;
    for (int round = 0; round < 100; ++round) {
        const World world = random_world(random);
        const ModelParameters& p = world.model.parameters();
        std::vector<BandWord> table;
        for (const ModelWord& word : world.model.words()) {
            // 0.005 in units of 2^-24, rounded.
            table.push_back({word.term, {word.flip_rate.units + 83886}, word.information});
        }
        OneBandSigner signer(world.model);
        for (int i = 0; i < 20; ++i) {
            const auto length = static_cast<std::uint32_t>(random() % 100);
            const std::uint64_t one_in = 1 + random() % 20;
            std::vector<std::uint16_t> ones;
            double bits = 0;
            for (std::uint16_t word = 0; word < table.size(); ++word) {
                if (random() % one_in != 0) continue;
                ones.push_back(word);
                bits += table[word].information.value();
            }
            std::shuffle(ones.begin(), ones.end(), random);
            Keys expected;
            if (length >= p.min_body_length && !ones.empty() && ones.size() >= p.min_ones &&
                bits >= p.min_band_bits) {
                const BandParameters drawn{p.bands, p.band_words, p.band_information,
                                           p.band_key_bits, p.hash_seed};
                const std::vector<std::uint32_t> present(ones.begin(), ones.end());
                expected = copy(BandSampler(drawn, table).draw(present));
            }
            ASSERT_EQ(copy(signer.sign(ones, length)), expected);
            ++(expected.empty() ? without : with_keys);
        }
    }
    EXPECT_GT(with_keys, 100u);
    EXPECT_GT(without, 100u);
}

TEST(OneBandSigner, NeedsLengthOnesAndSixteenBits) {
    const ModelParameters p;  // 30 terms, 4 ones, 16 bits
    std::vector<ModelWord> words;
    for (const char* term : {"a", "b", "c", "d"})
        words.push_back({term, 0, {}, Fixed24::from(4)});
    words.push_back({"e", 0, {}, {(4u << 24) - 1}});
    const Model model(p, words);
    OneBandSigner signer(model);
    const auto keys = [&](std::vector<std::uint16_t> ones, std::uint32_t length) {
        return signer.sign(ones, length).size();
    };
    EXPECT_EQ(keys({0, 1, 2, 3}, 30), 8u);
    EXPECT_EQ(keys({0, 1, 2, 3}, 29), 0u);
    EXPECT_EQ(keys({0, 1, 2, 4}, 30), 0u);  // 16 bits less 2^-24
    EXPECT_EQ(keys({0, 1, 2, 3, 4}, 30), 8u);
    EXPECT_EQ(keys({0, 1, 2}, 30), 0u);
    ModelParameters lenient;
    lenient.min_ones = lenient.min_band_bits = lenient.min_body_length = 0;
    const Model any(lenient, words);
    OneBandSigner of_any(any);
    EXPECT_TRUE(of_any.sign({}, 0).empty());
}

}  // namespace
}  // namespace descry
