#include "engine/collection/document_keys.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>
#include <descry/schema/model_store.h>

#include "engine/hashing/coding.h"
#include "plugin/groups/index_groups.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

// Of all widths that a model may have.
constexpr std::array WIDTHS = {8u, 16u, 24u, 32u, 40u, 48u, 56u};

ModelParameters parameters_of(std::uint32_t bands, std::uint32_t bits) {
    ModelParameters parameters;
    parameters.bands = bands;
    parameters.band_key_bits = bits;
    return parameters;
}

TEST(EncodeKeys, RoundTrip) {
    DESCRY_RANDOM(random);
    for (const std::uint32_t bits : WIDTHS) {
        for (const std::uint32_t bands : {1u, 4u, 8u, 9u, 12u, 16u}) {
            const ModelParameters parameters = parameters_of(bands, bits);
            DocumentKeys keys;
            keys.content_hash = random();
            EXPECT_EQ(decode_keys(encode_keys(keys, parameters), parameters), keys);
            keys.bands.assign(parameters.keys(), NO_KEY);
            std::size_t present = 0;
            for (std::uint64_t& key : keys.bands) {
                if (random() % 3 == 0) continue;
                key = random() >> (64 - bits);
                ++present;
            }
            if (present == 0) keys.bands.clear();
            for (const bool has_histogram : {false, true}) {
                if (has_histogram)
                    keys.histogram = BagHistogram(Bag(std::vector<TermCount>{{"word", 1 + bits}}));
                if (keys.bands.empty()) keys.histogram = {};
                const std::string value = encode_keys(keys, parameters);
                const std::size_t beside = keys.bands.empty() ? 8 : BagHistogram::BYTES + 4 + 8;
                EXPECT_EQ(value.size(), beside + present * bits / 8);
                EXPECT_EQ(decode_keys(value, parameters), keys);
                EXPECT_EQ(decode_content_hash(value), keys.content_hash);
            }
        }
    }
}

TEST(EncodeKeys, KeepsWhatDocumentsAreKeptApartBy) {
    DESCRY_RANDOM(random);
    for (const bool numbers : {false, true}) {
        for (const bool fields : {false, true}) {
            ModelParameters parameters = parameters_of(8, 32);
            DocumentKeys keys;
            keys.content_hash = random();
            const std::string without = encode_keys(keys, parameters);
            parameters.keep_apart.numbers = numbers;
            if (fields) parameters.keep_apart.fields = {"place"};
            keys.numbers = numbers ? random() : 0;
            keys.apart = fields ? random() : 0;
            EXPECT_EQ(keys.kept_apart() != 0, numbers || fields);
            const std::string value = encode_keys(keys, parameters);
            EXPECT_EQ(value.size(), without.size() + 8 * numbers + 8 * fields);
            EXPECT_EQ(decode_keys(value, parameters), keys);
            EXPECT_EQ(fields ? decode_apart(value) : 0, keys.apart);
            EXPECT_EQ(decode_content_hash(value), keys.content_hash);
            EXPECT_FALSE(are_keys(value + "x", parameters));
        }
    }
}

TEST(EncodeKeys, KeepsTheSketchOfCharacters) {
    DESCRY_RANDOM(random);
    for (const std::uint32_t bands : {1u, 8u, 16u}) {
        ModelParameters parameters = parameters_of(bands, 32);
        DocumentKeys keys;
        keys.content_hash = random();
        keys.bands.assign(parameters.keys(), NO_KEY);
        keys.bands[random() % keys.bands.size()] = random() >> 32;
        const std::string without = encode_keys(keys, parameters);
        parameters.character_rows = 5;
        EXPECT_EQ(encode_keys(keys, parameters), without);
        keys.characters.emplace();
        for (std::uint8_t& byte : *keys.characters)
            byte = static_cast<std::uint8_t>(random());
        keys.character_rows = 5;
        const std::string value = encode_keys(keys, parameters);
        EXPECT_EQ(value.size(), without.size() + CHARACTER_BINS);
        EXPECT_EQ(decode_keys(value, parameters), keys);
        EXPECT_EQ(decode_content_hash(value), keys.content_hash);
        EXPECT_FALSE(are_keys(value + "x", parameters));
        // A model without such keys has no such value.
        parameters.character_rows = 0;
        EXPECT_FALSE(are_keys(value, parameters));
    }
}

TEST(EncodeKeys, Bytes) {
    DocumentKeys keys{0x0102030405060708, {0xa1a2a3a4, NO_KEY, 0x00000001}, {}};
    keys.bands.resize(parameters_of(2, 32).keys(), NO_KEY);
    const std::string histogram(BagHistogram::BYTES, '\0');
    EXPECT_EQ(encode_keys(keys, parameters_of(2, 32)),
              histogram + std::string("\0\0\0\x05\xa1\xa2\xa3\xa4\0\0\0\1\1\2\3\4\5\6\7\x08", 20));
    EXPECT_EQ(encode_keys(keys, parameters_of(2, 40)),
              histogram + std::string("\0\0\0\x05\0\xa1\xa2\xa3\xa4\0\0\0\0\1"
                                      "\1\2\3\4\5\6\7\x08",
                                      22));
}

TEST(DecodeKeys, RefusesOtherLengths) {
    constexpr std::size_t BESIDE = BagHistogram::BYTES + 4 + 8;
    const ModelParameters parameters = parameters_of(8, 32);
    for (std::size_t size = 0; size < 200; ++size) {
        for (const std::uint32_t present : {0u, 1u, 0xffffu, 0x10000u}) {
            std::string value(size, 'x');
            std::string mask;
            append_big_endian(mask, present, 4);
            if (size >= BESIDE) value.replace(BagHistogram::BYTES, 4, mask);
            const std::size_t keys = present == 0xffff ? 16 : present;
            const bool good =
                size == 8 || (size == BESIDE + 4 * keys && present < 1u << parameters.keys());
            EXPECT_EQ(decode_keys(value, parameters).has_value(), good) << size << " " << present;
            EXPECT_EQ(are_keys(value, parameters), good) << size << " " << present;
            EXPECT_EQ(decode_content_hash(value).has_value(), size >= 8);
        }
    }
}

class CollectionKeysTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const std::vector<std::string> texts = make_texts(500, 51);
        Xapian::WritableDatabase db = create_database(path_);
        for (std::size_t i = 0; i < texts.size(); ++i)
            db.add_document(make_document(texts[i], i, Style::WORDS));
        for (Xapian::docid did = 10; did < 60; did += 3)
            db.delete_document(did);
        // Around the border of the ranges of documents that threads read.
        for (const Xapian::docid did : {2047u, 2048u, 2049u, 4096u, 9000u})
            db.replace_document(did, make_document(texts[did % 400], did, Style::WORDS));
        db.commit();
        db.close();
        model_.emplace(train_small_model(path_, ""));
    }

    std::map<Xapian::docid, DocumentKeys> oracle() const {
        std::map<Xapian::docid, DocumentKeys> expected;
        const Xapian::Database db(path_);
        TermBandSigner signer(*model_);
        for (const Xapian::docid did : docids_of(db)) {
            const auto terms = body_terms_oracle(db, did, "");
            if (terms.empty()) continue;
            DocumentKeys& keys = expected[did];
            std::vector<TermCount> counts;
            for (const auto& [term, wdf] : terms) {
                counts.push_back({term, wdf});
                keys.content_hash += content_hash_part(hash64(term), wdf);
            }
            std::vector<std::uint64_t> hashes;
            hash_terms(counts, hashes);
            const auto bands = signer.sign_all(hashes, body_length_of(counts));
            keys.bands.assign(bands.begin(), bands.end());
            // Without positions there are no keys of word pairs.
            if (!bands.empty()) keys.bands.resize(model_->parameters().keys(), NO_KEY);
            if (!bands.empty()) keys.histogram = BagHistogram(Bag(counts));
        }
        return expected;
    }

    // By document, as far as CollectionKeys tells: bands by their number and key.
    std::map<Xapian::docid, DocumentKeys> by_document(CollectionKeys& keys) const {
        std::map<Xapian::docid, DocumentKeys> documents;
        for (Xapian::docid did = 0; did < keys.content_hashes.size(); ++did) {
            if (keys.content_hashes[did] != 0)
                documents[did].content_hash = keys.content_hashes[did];
        }
        BandRecord last{0, 0};
        keys.bands.for_each([&](const BandRecord& record) {
            EXPECT_LT(last, record);
            last = record;
            DocumentKeys& of = documents.at(record.document);
            of.bands.resize(model_->parameters().keys(), NO_KEY);
            EXPECT_EQ(of.bands.at(record.key >> 56), NO_KEY);
            of.bands.at(record.key >> 56) = record.key & 0xffffffffffffff;
        });
        for (auto& [did, of] : documents)
            of.histogram = keys.histograms.of(std::vector{did}).front();
        return documents;
    }

    TempFolder folder_;
    std::string path_ = folder_ / "db";
    std::optional<Model> model_;
};

TEST_F(CollectionKeysTest, ComputedFromTermLists) {
    const auto expected = oracle();
    std::size_t with_bands = 0;
    for (const auto& [did, keys] : expected)
        with_bands += keys.bands.empty() ? 0u : 1u;
    EXPECT_GT(with_bands, 300u);
    EXPECT_LT(with_bands, expected.size());  // some are short
    for (const unsigned threads : {1u, 2u, 5u}) {
        for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 24}) {
            CollectionKeys keys = compute_keys(read_options(path_, "", threads, memory), *model_);
            EXPECT_EQ(keys.content_hashes.size(), 9001u);
            EXPECT_TRUE(by_document(keys) == expected) << threads << " threads";
        }
    }
}

TEST_F(CollectionKeysTest, AnAnnotationStoresTheSame) {
    annotate_with(path_, *model_);
    const Xapian::Database db(path_);
    CollectionKeys keys = read_stored_keys(db, 1007, *model_, Work{.memory = 0});
    EXPECT_TRUE(by_document(keys) == oracle());
}

TEST_F(CollectionKeysTest, ValuesThatAreNoKeysAreLeftOut) {
    annotate_with(path_, *model_);
    auto expected = oracle();
    {
        Xapian::WritableDatabase db = open_to_write(path_);
        const auto put = [&](Xapian::docid did, const std::string& value) {
            Xapian::Document document = db.get_document(did);
            document.add_value(1007, value);
            db.replace_document(did, document);
            expected.erase(did);
        };
        put(2, "short");
        put(4, std::string(8 + 4 * 8 - 1, 'x'));
        put(8, std::string(63 + 8 + 4 * 8 - 2, 'x'));
        put(5, std::string(8 + 4 * 9, 'x'));  // keys of more bands than the model has
        put(6, std::string(8 + 4 * 3, 'x'));  // of fewer
        put(7, "");
        db.commit();
    }
    CollectionKeys keys =
        read_stored_keys(Xapian::Database(path_), 1007, *model_, Work{.memory = 0});
    EXPECT_TRUE(by_document(keys) == expected);
}

}  // namespace
}  // namespace descry
