#include "engine/keys/descriptive_vector.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>

#include "engine/model/flip_rates.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using Counts = std::map<std::string, std::uint32_t>;

std::vector<TermCount> terms_of(const Counts& counts) {
    std::vector<TermCount> terms;
    for (const auto& [term, wdf] : counts)
        terms.push_back({term, wdf});
    return terms;
}

// The identifier of a vector with these words' hashes.
std::uint64_t identifier(const std::vector<std::uint64_t>& hashes, std::uint64_t seed) {
    std::uint64_t sum = 0;
    for (const std::uint64_t hash : hashes)
        sum += hash;
    std::string bytes;
    for (unsigned shift = 0; shift < 64; shift += 8)
        bytes += static_cast<char>(static_cast<unsigned char>(sum >> shift));
    return hash64(bytes, seed);
}

// RECIPE, step 5, and the header's identifier, read out word by word.
DescriptiveSignatures sign_oracle(const Model& model, const Counts& document) {
    const ModelParameters& p = model.parameters();
    std::uint64_t length = 0;
    for (const auto& [term, wdf] : document)
        length += wdf;
    struct One {
        Fixed24 flip_rate;
        std::uint64_t hash;
        Fixed24 information;
    };
    std::vector<One> ones;
    for (const ModelWord& word : model.words()) {
        const auto found = document.find(word.term);
        if (found == document.end()) continue;
        if ((std::uint64_t{found->second} << 32) <= word.threshold * length) continue;
        ones.push_back({word.flip_rate, hash64(word.term, p.hash_seed), word.information});
    }
    DescriptiveSignatures signatures;
    signatures.ones = static_cast<std::uint32_t>(ones.size());
    if (length < p.min_body_length || ones.size() < p.min_ones) return signatures;

    std::vector<std::uint64_t> hashes;
    for (const One& one : ones)
        hashes.push_back(one.hash);
    signatures.descriptive = identifier(hashes, p.hash_seed);

    std::sort(ones.begin(), ones.end(), [](const One& a, const One& b) {
        return a.flip_rate != b.flip_rate ? a.flip_rate < b.flip_rate : a.hash < b.hash;
    });
    hashes.clear();
    double bits = 0;
    for (const One& one : ones) {
        if (hashes.size() >= p.stable_words && bits >= p.stable_bits) break;
        hashes.push_back(one.hash);
        bits += one.information.value();
    }
    if (bits >= p.min_stable_bits) signatures.stable = identifier(hashes, p.hash_seed);
    return signatures;
}

Model random_model(std::mt19937_64& random, std::size_t count) {
    ModelParameters p;
    p.hash_seed = random();
    p.min_body_length = static_cast<std::uint32_t>(random() % 60);
    p.stable_words = static_cast<std::uint32_t>(random() % 30);
    p.stable_bits = static_cast<std::uint32_t>(random() % 90);
    p.min_stable_bits = static_cast<std::uint32_t>(random() % 30);
    std::vector<ModelWord> words;
    for (std::size_t i = 0; i < count; ++i) {
        words.push_back({"w" + std::to_string(i),
                         static_cast<std::uint32_t>(random() % 2 == 0 ? 0 : random() >> 38),
                         // Few rates, so that term hashes break many ties.
                         Fixed24::from(static_cast<double>(random() % 5) / 8),
                         Fixed24::from(static_cast<double>(random() % 1000) / 100)});
    }
    return {p, std::move(words)};
}

Counts random_counts(std::mt19937_64& random, std::size_t words) {
    Counts document;
    for (std::size_t left = random() % 80; left > 0; --left) {
        document["w" + std::to_string(random() % (2 * words))] +=
            static_cast<std::uint32_t>(1 + random() % 4);
    }
    return document;
}

TEST(DescriptiveSigner, FollowsTheDefinition) {
    DESCRY_RANDOM(random);
    int with_descriptive = 0;
    int with_stable = 0;
    for (int round = 0; round < 60; ++round) {
        const std::size_t words = 1 + random() % 300;
        const Model model = random_model(random, words);
        DescriptiveSigner signer(model);
        // One signer for all documents: a trace of an earlier one would show.
        for (int i = 0; i < 60; ++i) {
            const Counts document = random_counts(random, words);
            std::vector<TermCount> terms = terms_of(document);
            std::shuffle(terms.begin(), terms.end(), random);
            const DescriptiveSignatures expected = sign_oracle(model, document);
            ASSERT_EQ(signer.sign_terms(terms), expected);

            const std::uint32_t length = body_length_of(terms);
            std::vector<std::uint16_t> ones;
            for (std::size_t w = 0; w < model.words().size(); ++w) {
                const auto found = document.find(model.words()[w].term);
                if (found == document.end()) continue;
                if (is_above(found->second, model.words()[w].threshold, length)) {
                    ones.push_back(static_cast<std::uint16_t>(w));
                }
            }
            std::shuffle(ones.begin(), ones.end(), random);
            ASSERT_EQ(signer.sign(ones, length), expected);
            with_descriptive += expected.descriptive ? 1 : 0;
            with_stable += expected.stable ? 1 : 0;
        }
    }
    EXPECT_GT(with_descriptive, 500);
    EXPECT_GT(with_stable, 500);
    EXPECT_LT(with_stable, with_descriptive);
}

// Words 0, 1, ... of 10 bits each, flip rates ascending with the number.
Model even_model(std::size_t count, ModelParameters p = {}) {
    std::vector<ModelWord> words;
    for (std::size_t i = 0; i < count; ++i) {
        words.push_back({std::string(1, static_cast<char>('a' + i)), 0,
                         Fixed24{static_cast<std::uint32_t>(i)}, Fixed24::from(10)});
    }
    return {p, std::move(words)};
}

std::vector<std::uint16_t> first_ones(std::size_t count) {
    std::vector<std::uint16_t> ones;
    for (std::size_t i = 0; i < count; ++i)
        ones.push_back(static_cast<std::uint16_t>(i));
    return ones;
}

TEST(DescriptiveSigner, FewOnesAndShortDocumentsHaveNoSignature) {
    const Model model = even_model(10);
    DescriptiveSigner signer(model);
    EXPECT_EQ(signer.sign(first_ones(3), 1000), (DescriptiveSignatures{3, {}, {}}));
    EXPECT_TRUE(signer.sign(first_ones(4), 1000).descriptive);
    EXPECT_EQ(signer.sign(first_ones(4), 29), (DescriptiveSignatures{4, {}, {}}));
    EXPECT_TRUE(signer.sign(first_ones(4), 30).descriptive);
    EXPECT_EQ(signer.sign({}, 1000), DescriptiveSignatures());
    EXPECT_EQ(signer.sign_terms({}), DescriptiveSignatures());
}

TEST(DescriptiveSigner, StableSignatureNeedsItsBits) {
    ModelParameters p;
    p.min_stable_bits = 40;
    const Model enough = even_model(4, p);
    EXPECT_TRUE(DescriptiveSigner(enough).sign(first_ones(4), 100).stable);
    p.min_stable_bits = 41;
    const Model too_few = even_model(4, p);
    const DescriptiveSignatures signatures = DescriptiveSigner(too_few).sign(first_ones(4), 100);
    EXPECT_TRUE(signatures.descriptive);
    EXPECT_FALSE(signatures.stable);
}

TEST(DescriptiveSigner, StableSignatureIgnoresTheLeastStable) {
    ModelParameters p;
    p.stable_words = 4;
    p.stable_bits = 60;
    const Model model = even_model(10, p);
    DescriptiveSigner signer(model);
    // Six words make 60 bits, so the seventh and later play no part.
    const auto stable = signer.sign(first_ones(6), 100).stable;
    EXPECT_EQ(signer.sign(first_ones(7), 100).stable, stable);
    EXPECT_EQ(signer.sign(first_ones(10), 100).stable, stable);
    EXPECT_NE(signer.sign(first_ones(5), 100).stable, stable);
    EXPECT_NE(signer.sign(first_ones(7), 100).descriptive,
              signer.sign(first_ones(6), 100).descriptive);
}

TEST(DescriptiveSigner, ATermsWdfMustExceedTheThreshold) {
    ModelParameters p;
    p.min_body_length = 1;
    p.min_ones = 1;
    const Model model(p, {{"quarter", 1u << 30, {}, Fixed24::from(30)}});
    DescriptiveSigner signer(model);
    EXPECT_EQ(signer.sign_terms(terms_of({{"quarter", 1}, {"x", 3}})).ones, 0u);
    EXPECT_EQ(signer.sign_terms(terms_of({{"quarter", 2}, {"x", 5}})).ones, 1u);
    EXPECT_EQ(signer.sign_terms(terms_of({{"quarter", 0}})).ones, 0u);
}

TEST(DescriptiveSigner, TakesAsManyWordsAsAModelHas) {
    ModelParameters p;
    p.min_body_length = 1;
    std::vector<ModelWord> words;
    Counts document;
    for (int i = 0; i < 65535; ++i) {
        words.push_back({std::to_string(i), 0, Fixed24{static_cast<std::uint32_t>(i % 3)},
                         Fixed24::from(0.001)});
        if (i % 2 == 0) document[std::to_string(i)] = 1;
    }
    const Model model(p, words);
    EXPECT_EQ(DescriptiveSigner(model).sign_terms(terms_of(document)),
              sign_oracle(model, document));
}

TEST(BodyLength, IsTheSumAndSaturates) {
    EXPECT_EQ(body_length_of({}), 0u);
    EXPECT_EQ(body_length_of(terms_of({{"a", 3}, {"b", 0}, {"c", 4}})), 7u);
    constexpr std::uint32_t MAX = std::numeric_limits<std::uint32_t>::max();
    EXPECT_EQ(body_length_of(terms_of({{"a", MAX}, {"b", 1}})), MAX);
}

}  // namespace
}  // namespace descry
