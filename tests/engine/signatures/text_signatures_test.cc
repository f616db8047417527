#include <chrono>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>
#include <simdjson.h>

#include <descry/hashing/hash.h>
#include <descry/signatures/text_signatures.h>

#include "tests/plugin/zstd_lines.h"
#include "tests/shared_data.h"
#include "tests/volume.h"

namespace descry {
namespace {

std::string hex(const Md5Digest& digest) {
    return to_hex(as_bytes(digest));
}

std::string text_profile(std::string_view text, TextProfileParameters parameters = {}) {
    return hex(TextProfileSigner(parameters).sign(text));
}

// Solr feeds names and values of fields; each part has a profile of its own.
struct Vector {
    const char* name;
    std::vector<std::string> parts;
    std::vector<std::string> profiles;
    const char* md5;
};

// The algorithm of Solr's TextProfileSignature on Java 17 (and 25, with the same results).
const Vector VECTORS[] = {
    {"none", {}, {}, "d41d8cd98f00b204e9800998ecf8427e"},
    {"emptyvalue", {"v_t", ""}, {"", ""}, "d41d8cd98f00b204e9800998ecf8427e"},
    {"dude1",
     {"v_t", "Hello Dude man!"},
     {"", "hello 1\nman 1\ndude 1"},
     "5a620eee60053428e8af7db1bf2c54ec"},
    {"dude2",
     {"v_t", "Hello Dude man . -"},
     {"", "hello 1\nman 1\ndude 1"},
     "5a620eee60053428e8af7db1bf2c54ec"},
    {"dude_tfield",
     {"t_field", "fake value galore", "v_t", "Hello Dude man!"},
     {"field 1", "fake 1\ngalore 1\nvalue 1", "", "hello 1\nman 1\ndude 1"},
     "fbd3576e29ec3969f4f05478c45cfa67"},
    {"goodbye",
     {"v_t", "Goodbye Dude girl!"},
     {"", "goodbye 1\ngirl 1\ndude 1"},
     "9d140f0aab385ed8579a8d84a068f7be"},
    {"MMMMM", {"v_t", "MMMMM"}, {"", "mmmmm 1"}, "7fe450ee43b417d925f24f84be86f97f"},
    {"cat_a",
     {"v_t", "the cat sat on a mat"},
     {"", "the 1\nmat 1\ncat 1\nsat 1"},
     "5d2441671c4ff4ab02c30c6c4c1372f4"},
    {"cat_the",
     {"v_t", "the cat sat on the mat"},
     {"", "the 2"},
     "592325199d7e02121eaf3304d10cc681"},
    {"title",
     {"title", "The quick brown fox jumps over the lazy dog"},
     {"title 1", "the 2"},
     "0483a018d47bc6817d84cbc9b2fd60c6"},
    {"short", {"v_t", "a an of to 12"}, {"", ""}, "d41d8cd98f00b204e9800998ecf8427e"},
    {"ru",
     {"text",
      "\u042f\u043d\u0434\u0435\u043a\u0441 \u043d\u0430\u0448\u0451\u043b "
      "\u0434\u0443\u0431\u043b\u0438\u043a\u0430\u0442\u044b: "
      "\u0434\u0443\u0431\u043b\u0438\u043a\u0430\u0442\u044b "
      "\u0434\u043e\u043a\u0443\u043c\u0435\u043d\u0442\u043e\u0432, "
      "\u0414\u041e\u041a\u0423\u041c\u0415\u041d\u0422\u041e\u0412 \u043d\u0430\u0448\u0451\u043b "
      "\u0401\u0436\u0438\u043a"},
     {"text 1",
      "\u0434\u043e\u043a\u0443\u043c\u0435\u043d\u0442\u043e\u0432 "
      "2\n\u0434\u0443\u0431\u043b\u0438\u043a\u0430\u0442\u044b 2\n\u043d\u0430\u0448\u0451\u043b "
      "2"},
     "a5db39e2172d76c874deea6112118970"},
    {"ja",
     {"text",
      "\u8fd1\u4f3c\u91cd\u8907\u6587\u66f8\u306e\u691c\u51fa\u3002\u8fd1\u4f3c\u91cd\u8907\u6587"
      "\u66f8\u306e\u691c\u51fa"},
     {"text 1", "\u8fd1\u4f3c\u91cd\u8907\u6587\u66f8\u306e\u691c\u51fa 2"},
     "c71b5c16e6eff63cb83b343d926b7858"},
    {"emoji",
     {"text", "smile\U0001f600smile smile"},
     {"text 1", "smile 2"},
     "5b4f11298dffea984d9fe6ac334978a0"},
    {"turkish",
     {"text", "\u0130stanbul ISTANBUL istanbul"},
     {"text 1", "istanbul 2"},
     "fd03bdafbfbc769153e451cc1c7864f0"},
    {"german",
     {"text", "STRASSE Stra\u00dfe stra\u00dfe Ma\u1e9ee ma\u00dfe"},
     {"text 1", "stra\u00dfe 2\nma\u00dfe 2"},
     "61745e5fb032cb31a9fe3f8ed970a4ab"},
    {"combining",
     {"text", "cafe\u0301 caf\u00e9 caf\u00e9"},
     {"text 1", "caf\u00e9 2"},
     "2e901e918bdfbd8f761e41d3613d5891"},
    {"digits",
     {"text", "2024-01-02 2024/01/02 \u0661\u0662\u0663 \u0661\u0662\u0663 x\u00b2yz"},
     {"text 1", "2024 2\n\u0661\u0662\u0663 2"},
     "5d20750d366d8765104362fe65862fca"},
    {"underscore",
     {"text", "foo_bar foo_bar don't don't"},
     {"text 1", "bar 2\ndon 2\nfoo 2"},
     "278f4835a2272502a3ba244dde1fa2e7"},
};

TEST(TextProfileSigner, VectorsOfJava) {
    TextProfileSigner signer;
    for (const Vector& vector : VECTORS) {
        std::string all;
        for (std::size_t i = 0; i < vector.parts.size(); ++i) {
            const std::string& profile = signer.profile(vector.parts[i]);
            EXPECT_EQ(profile, vector.profiles[i]) << vector.name;
            all += profile;
        }
        EXPECT_EQ(hex(md5(all)), vector.md5) << vector.name;
    }
}

TEST(TextProfileSigner, VectorsOfNutch) {
    const std::string text = "Hello World The Quick Brown Fox Jumped Over the Lazy Fox";
    EXPECT_EQ(text_profile(text, {.secondary_sort_lex = true}), "893f359d5e8dbbecdac1ede521134f56");
    EXPECT_EQ(text_profile(text), "85b669069625a2883199ba348a0ced8f");
}

TEST(TextProfileSigner, QuantumOfThree) {
    std::string text;
    for (int i = 0; i < 250; ++i)
        text += "alpha ";
    text += "beta beta beta beta beta gamma gamma";
    EXPECT_EQ(text_profile(text), "554da1f22a51ce0f08e42fe5165c5733");
}

// The digests printed in a Japanese blog on Solr's class, QUANT_RATE 1.
TEST(TextProfileSigner, DigestsOfABlogOnSolr) {
    const std::pair<const char*, const char*> golden[] = {
        {"I have an apple", "8b821c9e763bb2fc567d473996cfde4a"},
        {"I have an apple.", "8b821c9e763bb2fc567d473996cfde4a"},
        {"an apple I have", "8b821c9e763bb2fc567d473996cfde4a"},
        {"I have the apple", "9526cdfcde3ddfad02a0691d564f30ac"},
        {"I have apple. I have apple.", "5d5a0ce2d6dc15618d873d5572c4eb5e"},
        {"I have a apple. I have the apple.", "5d5a0ce2d6dc15618d873d5572c4eb5e"},
        {"I have an apple. I have an apple. I have the apple.", "d95062c38e38e90b1c34b009bf434cda"},
        {"I have the apple. I have the apple. I have an apple.",
         "d95062c38e38e90b1c34b009bf434cda"}};
    for (const auto& [text, digest] : golden) {
        EXPECT_EQ(text_profile(text, {.quant_rate = 1.0f}), digest) << text;
    }
}

// Solr 9.10.1 saw lone surrogates here; a text repaired to U+FFFD has the same tokens.
TEST(TextProfileSigner, ReplacementCharactersSeparateLikeLoneSurrogates) {
    EXPECT_EQ(text_profile("abc\ufffddef"), "e764433a144da1dbf19b1f58d27f8bff");
    EXPECT_EQ(text_profile("\ufffd\ufffdabc"), "5129df071acadf085f8d62ff0563f670");
}

TEST(Signatures, NothingToSign) {
    EXPECT_EQ(exact_signature(""), NOTHING_SIGNED);
    EXPECT_EQ(exact_signature({}), NOTHING_SIGNED);
    TextProfileSigner signer;
    EXPECT_EQ(signer.sign(""), NOTHING_SIGNED);
    EXPECT_EQ(signer.sign("a an of to 12 \U0001f600"), NOTHING_SIGNED);
    EXPECT_NE(exact_signature(" "), NOTHING_SIGNED);
}

TEST(Signatures, ExactIsMd5OfTheBytes) {
    EXPECT_EQ(hex(exact_signature("abc")), "900150983cd24fb0d6963f7d28e17f72");
    EXPECT_NE(exact_signature("abc "), exact_signature("abc"));
}

// Of Solr's ContentHashVersionProcessorTest, and of its classes on Java 17: names and values are
// chained.
TEST(Signatures, Lookup3OfSolr) {
    const auto chained = [](const std::vector<std::string>& parts) {
        std::uint64_t hash = 0;
        for (const std::string& part : parts)
            hash = lookup3_signature(part, hash);
        return to_hex(hash);
    };
    EXPECT_EQ(chained({"field1", "Values will serve as input to compute a hash", "field2",
                       "This a constant value for testing include/exclude fields"}),
              "4da9341b96bf0c81");
    EXPECT_EQ(chained({"v_t", "Hello Dude man!"}), "7ed97b2c7784ead7");
    EXPECT_EQ(chained({"_id", "0000000001", "docField3", "constant to have a constant hash"}),
              "6f013c663ab468eb");
    EXPECT_EQ(chained({}), "0000000000000000");
    EXPECT_EQ(chained({""}), "deadbeeedeadbeef");
}

TEST(TextProfileSigner, ATextLeavesNoTraceInTheNext) {
    TextProfileSigner signer;
    std::string collisions;  // 64 tokens of one hash: a tree
    for (int i = 0; i < 64; ++i) {
        for (int bit = 0; bit < 6; ++bit)
            collisions += (i >> bit & 1) != 0 ? "c0" : "an";
        collisions += ' ';
    }
    const Md5Digest before = signer.sign("the cat sat on a mat");
    signer.sign(collisions);
    EXPECT_EQ(signer.sign("the cat sat on a mat"), before);
    EXPECT_EQ(signer.sign(collisions), TextProfileSigner().sign(collisions));
    EXPECT_EQ(signer.sign(""), NOTHING_SIGNED);
}

// Sixty texts signed by the classes of Solr 9.10.1, trees in the HashMap included.
TEST(Signatures, CasesOfSolr) {
    const char* const file = "facts/solr_signature_cases.jsonl";
    DESCRY_REQUIRE_SHARED(file);
    const simdjson::padded_string json =
        simdjson::padded_string::load((testing::shared_folder() / file).string());
    simdjson::dom::parser parser;
    std::size_t cases = 0;
    for (simdjson::dom::element line : parser.parse_many(json, json.size() + 1)) {
        ++cases;
        const TextProfileParameters parameters{
            .quant_rate = static_cast<float>(double{line["quantRate"]}),
            .min_token_len = static_cast<int>(std::int64_t{line["minTokenLen"]})};
        const std::string_view text = line["text"];
        const std::string_view name = line["name"];
        EXPECT_EQ(text_profile(text, parameters), std::string_view(line["tp"])) << name;
        EXPECT_EQ(hex(exact_signature(text)), std::string_view(line["md5"])) << name;
        EXPECT_EQ(to_hex(lookup3_signature(text)), std::string_view(line["l3"])) << name;
    }
    EXPECT_EQ(cases, 60U);
}

class SolrCollection : public ::testing::TestWithParam<std::pair<const char*, std::size_t>> {};

// Whole collections signed by Solr 9.10.1; prints our speed.
TEST_P(SolrCollection, EachDocumentAgrees) {
    const auto& [name, number] = GetParam();
    const std::filesystem::path folder = testing::shared_folder() / "corpora";
    const std::string oracle_file = std::string(name) + ".solr.tsv.zst";
    DESCRY_REQUIRE_SHARED("corpora/" + oracle_file);

    std::unordered_map<std::string, std::vector<std::string>> oracle;  // id to the other columns
    testing::for_each_zstd_line(folder / oracle_file, [&](std::string_view line) {
        std::istringstream fields{std::string(line)};
        std::string id;
        std::vector<std::string> columns(4);
        std::getline(fields, id, '\t');
        for (std::string& column : columns)
            std::getline(fields, column, '\t');
        oracle.emplace(id, columns);
    });
    ASSERT_EQ(oracle["id"], (std::vector<std::string>{"tp", "tp_b", "md5", "l3"}));

    TextProfileSigner signer;
    TextProfileSigner signer_b({.quant_rate = 0.05f, .min_token_len = 3});
    simdjson::dom::parser parser;
    const std::size_t every = testing::has_full_volume() ? 1 : 10;
    std::size_t documents = 0;
    std::size_t differ = 0;
    std::size_t bytes = 0;
    std::clock_t ticks = 0;
    testing::for_each_zstd_line(
        folder / (std::string(name) + ".jsonl.zst"), [&](std::string_view line) {
            const simdjson::dom::element json = parser.parse(line.data(), line.size());
            const std::string_view text = json["text"];
            if (documents++ % every != 0) return;
            const std::clock_t start = std::clock();
            const Md5Digest signature = signer.sign(text);
            ticks += std::clock() - start;
            bytes += text.size();
            const auto found = oracle.find(std::string(std::string_view(json["id"])));
            ASSERT_NE(found, oracle.end());
            const std::vector<std::string>& expected = found->second;
            const bool same = hex(signature) == expected[0] &&
                              hex(signer_b.sign(text)) == expected[1] &&
                              hex(exact_signature(text)) == expected[2] &&
                              to_hex(lookup3_signature(text)) == expected[3];
            if (!same && ++differ <= 5) ADD_FAILURE() << "document " << found->first;
        });
    EXPECT_EQ(differ, 0U);
    EXPECT_EQ(documents, number);
    const double seconds = static_cast<double>(ticks) / CLOCKS_PER_SEC;
    std::cout << name << ": " << documents << " documents, text-profile "
              << static_cast<double>(bytes) / 1e6 / seconds << " MB/s of CPU time\n";
}

INSTANTIATE_TEST_SUITE_P(Oracle, SolrCollection,
                         ::testing::Values(std::pair("reuters21578", 21577U),
                                           std::pair("installation-guide", 4386U),
                                           std::pair("react-docs-ru", 4064U)));

}  // namespace
}  // namespace descry
