#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collection/document_keys.h>
#include <descry/hashing/hash.h>
#include <descry/schema/model_store.h>

#include "plugin/candidates/stored_keys.h"
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
        for (const std::uint32_t bands : {1u, 4u, 8u, 9u, 12u, 16u, 63u}) {
            const ModelParameters parameters = parameters_of(bands, bits);
            DocumentKeys keys;
            keys.content_hash = random();
            EXPECT_EQ(decode_keys(encode_keys(keys, parameters), parameters), keys);
            for (std::size_t i = 0; i < bands; ++i)
                keys.bands.push_back(random() >> (64 - bits));
            const std::string value = encode_keys(keys, parameters);
            EXPECT_EQ(value.size(), bands * bits / 8 + 8);
            EXPECT_EQ(decode_keys(value, parameters), keys);
            EXPECT_EQ(decode_content_hash(value), keys.content_hash);
            keys.histogram = BagHistogram(Bag(std::vector<TermCount>{{"word", 1 + bits}}));
            const std::string with_sketch = encode_keys(keys, parameters);
            EXPECT_EQ(with_sketch.size(), value.size() + BagHistogram::BYTES);
            EXPECT_EQ(decode_keys(with_sketch, parameters), keys);
            EXPECT_EQ(decode_content_hash(with_sketch), keys.content_hash);
        }
    }
}

TEST(EncodeKeys, Bytes) {
    const DocumentKeys keys{0x0102030405060708, {0xa1a2a3a4, 0x00000001}, {}};
    EXPECT_EQ(encode_keys(keys, parameters_of(2, 32)),
              std::string("\xa1\xa2\xa3\xa4\0\0\0\1\1\2\3\4\5\6\7\x08", 16));
    EXPECT_EQ(encode_keys(keys, parameters_of(2, 40)),
              std::string("\0\xa1\xa2\xa3\xa4\0\0\0\0\1\1\2\3\4\5\6\7\x08", 18));
}

TEST(DecodeKeys, RefusesOtherLengths) {
    for (const std::uint32_t bits : WIDTHS) {
        const std::size_t all = 8 * bits / 8 + 8;
        for (std::size_t size = 0; size < 200; ++size) {
            const bool with_sketch = size == 63 + all;
            const bool good = size == 8 || size == all || with_sketch;
            const std::string value(size, 'x');
            const auto keys = decode_keys(value, parameters_of(8, bits));
            EXPECT_EQ(keys.has_value(), good) << size;
            EXPECT_EQ(are_keys(value, parameters_of(8, bits)), good) << size;
            EXPECT_EQ(keys && keys->histogram.is_known(), with_sketch);
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
            CollectionKeys keys = compute_keys(read_options(path_, "", threads), *model_, memory);
            EXPECT_EQ(keys.content_hashes.size(), 9001u);
            EXPECT_TRUE(by_document(keys) == expected) << threads << " threads";
        }
    }
}

TEST_F(CollectionKeysTest, AnAnnotationStoresTheSame) {
    annotate_with(path_, *model_);
    const Xapian::Database db(path_);
    CollectionKeys keys = read_stored_keys(db, 1007, *model_, 0);
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
    CollectionKeys keys = read_stored_keys(Xapian::Database(path_), 1007, *model_, 0);
    EXPECT_TRUE(by_document(keys) == expected);
}

}  // namespace
}  // namespace descry
