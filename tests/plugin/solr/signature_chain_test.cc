#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>
#include <descry/indexing/indexing_stage.h>
#include <descry/solr/signature_chain.h>

#include "engine/solr/java_hash_order.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"

namespace descry {

namespace {

using namespace testing;

SignatureChainOptions parsed(std::string_view json, bool solr_strict = false) {
    return parse_signature_chain(json, "chain", solr_strict);
}

std::string chain_rejection(std::string_view json) {
    try {
        parsed(json);
    } catch (const Xapian::InvalidArgumentError& error) {
        return error.get_msg();
    }
    return "accepted";
}

ChainSignature signature(std::string_view json, const std::vector<SignatureField>& members) {
    return SignatureChain(parsed(json)).sign(members);
}

std::string hex(std::string_view json, const std::vector<SignatureField>& members) {
    return signature(json, members).hex;
}

constexpr std::string_view PROFILE_OF_TEXT =
    R"({"signatureClass":"TextProfileSignature","fields":"text","signatureField":"sig"})";

TEST(SignatureChainOptions, AreSolrsDefaults) {
    const SignatureChainOptions options = parsed("{}");
    EXPECT_EQ(options, SignatureChainOptions());
    EXPECT_EQ(options.signature_class, SignatureClass::LOOKUP3);
    EXPECT_TRUE(options.overwrite_dupes && options.enabled && options.fields.empty());
    EXPECT_EQ(options.signature_field, "signatureField");
}

TEST(SignatureChainOptions, AreRead) {
    const SignatureChainOptions options = parsed(R"({
        "signatureClass": "org.apache.solr.update.processor.MD5Signature",
        "fields": "title,text", "signatureField": "sig", "overwriteDupes": false,
        "enabled": false, "quantRate": 0.5, "minTokenLen": 4})");
    EXPECT_EQ(options.signature_class, SignatureClass::MD5);
    EXPECT_EQ(options.fields, (std::vector<std::string>{"text", "title"}));
    EXPECT_EQ(options.signature_field, "sig");
    EXPECT_FALSE(options.overwrite_dupes || options.enabled);
    EXPECT_EQ(options.quant_rate, 0.5f);
    EXPECT_EQ(options.min_token_len, 4);
    // All as text, as in Solr's configuration.
    EXPECT_EQ(parsed(R"({"signatureClass":"solr.MD5Signature","fields":"text,title",
        "signatureField":"sig","overwriteDupes":"false","enabled":"false","quantRate":"0.5",
        "minTokenLen":"4"})"),
              options);
}

TEST(SignatureChainOptions, ClassesHaveTheNamesThatSolrAccepts) {
    const auto class_of = [](const std::string& name) {
        return parsed(R"({"signatureClass":")" + name + R"("})").signature_class;
    };
    for (const char* package : {"", "processor.", "update.processor.", "solr.", "solr.processor.",
                                "solr.update.processor.", "org.apache.solr.update.processor."}) {
        EXPECT_EQ(class_of(std::string(package) + "Lookup3Signature"), SignatureClass::LOOKUP3);
        EXPECT_EQ(class_of(std::string(package) + "MD5Signature"), SignatureClass::MD5);
        EXPECT_EQ(class_of(std::string(package) + "TextProfileSignature"),
                  SignatureClass::TEXT_PROFILE);
    }
    for (const char* package :
         {"solr", "solr.solr.", "update.", "solr.update.", "org.apache.solr.", "java.lang.",
          "org.apache.solr.processor.", "processor.processor.", "Solr."}) {
        EXPECT_TRUE(
            chain_rejection(R"({"signatureClass":")" + std::string(package) + R"(MD5Signature"})")
                .starts_with("chain:1: signatureClass"))
            << package;
    }
}

TEST(SignatureChainOptions, FieldsAreSplitAndSortedAsInJava) {
    const auto fields = [](std::string_view list) {
        return parsed("{\"fields\":\"" + std::string(list) + "\"}", true).fields;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(fields(""), Names());
    EXPECT_EQ(fields(",,"), Names());
    EXPECT_EQ(fields("b,,a,b,"), (Names{"a", "b", "b"}));
    EXPECT_EQ(fields(R"(a\\,b,c\\\\d,\\n)"), (Names{"\n", "a,b", "c\\d"}));
    EXPECT_EQ(fields(R"(a\\)"), Names{"a"});
    // By UTF-16 units: a surrogate is before U+FF5E.
    EXPECT_EQ(fields("\xef\xbd\x9e,\xf0\x9f\x98\x80,z"),
              (Names{"z", "\xf0\x9f\x98\x80", "\xef\xbd\x9e"}));
}

TEST(SignatureChainOptions, RefusalsNameParameterAndLine) {
    EXPECT_EQ(chain_rejection("{\n\"fields\": \"a\",\n\"field\": \"b\"}"),
              "chain:3: unknown parameter \"field\": use signatureClass, fields, signatureField, "
              "overwriteDupes, enabled, quantRate, minTokenLen");
    EXPECT_EQ(chain_rejection("{\"minTokenLen\":\n2.5\n}"),
              "chain:2: minTokenLen is a whole number of 32 bits, not 2.5");
    EXPECT_EQ(chain_rejection(R"({"quantRate":"abc"})"),
              "chain:1: quantRate is a number, not \"abc\"");
    EXPECT_EQ(chain_rejection(R"({"enabled":1})"), "chain:1: enabled is true or false, not 1");
    EXPECT_EQ(chain_rejection(R"({"fields":["a"]})"), "chain:1: fields is a string, not an array");
    EXPECT_EQ(chain_rejection(R"({"fields":null})"), "chain:1: fields is a string, not null");
    EXPECT_EQ(chain_rejection(R"({"fields":{}})"), "chain:1: fields is a string, not an object");
    EXPECT_EQ(chain_rejection(R"({"minTokenLen":99999999999})"),
              "chain:1: minTokenLen is a whole number of 32 bits, not 99999999999");
    EXPECT_EQ(chain_rejection(R"({"enabled":true,"enabled":true})"),
              "chain:1: enabled is given twice");
    EXPECT_EQ(chain_rejection(R"({"signatureField":""})"), "chain:1: signatureField is empty");
    EXPECT_TRUE(chain_rejection(R"({"signatureClass":"SHA1Signature"})")
                    .starts_with("chain:1: signatureClass \"SHA1Signature\" does not exist: use "));
    EXPECT_TRUE(
        chain_rejection(R"({"signatureClass":"solr.term-profile"})").starts_with("chain:1: sig"));
    EXPECT_TRUE(chain_rejection(R"({"fields":"title, text"})")
                    .starts_with("chain:1: fields: \" text\" has a space at its end"));
    EXPECT_EQ(parsed(R"({"fields":"title, text"})", true).fields,
              (std::vector<std::string>{" text", "title"}));
    EXPECT_TRUE(chain_rejection(R"({"signatureClass":"descriptive","fields":"a"})")
                    .starts_with("chain: term-profile and descriptive"));
    for (const char* text : {"", "{", "[]", "1", "null", "\"x\"", "{} {}", "{\"fields\":}"})
        EXPECT_TRUE(chain_rejection(text).starts_with("chain:1: "))
            << text << chain_rejection(text);
}

TEST(SignatureChainOptions, AreStored) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    EXPECT_EQ(read_signature_chain(db), std::nullopt);
    for (const char* text :
         {"{}", R"({"signatureClass":"TextProfileSignature","fields":"a\\,b,c\\\\d,e",
            "signatureField":"s","overwriteDupes":false,"enabled":false,"quantRate":0.37,
            "minTokenLen":-1})",
          R"({"signatureClass":"descriptive"})"}) {
        const SignatureChainOptions options = parsed(text);
        write_signature_chain(db, options);
        EXPECT_EQ(read_signature_chain(db), options) << text;
    }
    const SignatureChainOptions strict = parsed(R"({"fields":"a, b"})", true);
    write_signature_chain(db, strict);
    EXPECT_EQ(read_signature_chain(db), strict);
    for (const char* damage : {"{", "{}", R"({"parameters":{"x":1},"solr_strict":false})"}) {
        db.set_metadata("descry:signature-chain", damage);
        EXPECT_THROW(read_signature_chain(db), Xapian::DatabaseCorruptError) << damage;
    }
}

// Answers of Solr 9.10.1 over HTTP.
TEST(SignatureChain, SignsAsSolr) {
    const auto profile = [](std::string_view text) {
        return hex(PROFILE_OF_TEXT, {{"id", {"1"}}, {"text", {text}}});
    };
    EXPECT_EQ(profile("The quick brown fox fox jumps over the lazy dog dog"),
              "45a448027e8513e3e045295e9f99cfde");
    EXPECT_EQ(profile("THE QUICK BROWN FOX FOX JUMPS OVER THE LAZY DOG DOG !!"),
              "45a448027e8513e3e045295e9f99cfde");
    EXPECT_EQ(profile(""), "6c69ee7f211c640419d5366cc076ae46");
    EXPECT_EQ(profile("null"), "d5c455177918b28513dca792d5e1e177");
    EXPECT_EQ(hex(PROFILE_OF_TEXT, {{"text", {std::nullopt}}}), "d5c455177918b28513dca792d5e1e177");
    EXPECT_EQ(hex(PROFILE_OF_TEXT, {{"title", {"no text"}}}), "d41d8cd98f00b204e9800998ecf8427e");

    constexpr std::string_view TWO = R"({"fields":"title,text"})";
    EXPECT_EQ(hex(TWO, {{"text", {"same text"}}, {"title", {"same title"}}}), "2b3650a69de3bd69");
    EXPECT_EQ(hex(TWO, {{"title", {"same title"}}, {"text", {"same text"}}}), "2b3650a69de3bd69");
    EXPECT_EQ(hex(TWO, {{"text", {"same text"}}}), "323e784b5238cd76");
    EXPECT_EQ(hex(TWO, {{"title", {"same title"}}}), "3bbea80e59cc0909");
    EXPECT_EQ(hex(TWO, {}), "0000000000000000");
    EXPECT_EQ(hex(TWO, {{"text", {""}}, {"title", {""}}}), "4f16407ef4ee45bc");

    constexpr std::string_view ALL = R"({"signatureClass":"MD5Signature"})";
    EXPECT_EQ(hex(ALL, {{"id", {"1"}}, {"text", {"x"}}, {"cat", {"d"}}}),
              "4b28c99d519cddf709048c6f7ac591f7");

    constexpr std::string_view TAGS = R"({"signatureClass":"MD5Signature","fields":"tags"})";
    EXPECT_EQ(hex(TAGS, {{"tags", {"a", "b"}}}), "c88ea4e1297fe0da1d739e9b5be94ff5");
    EXPECT_EQ(hex(TAGS, {{"tags", {"b", "a"}}}), "787a34130dec3a3ef1ea78567b699f50");
    EXPECT_EQ(hex(TAGS, {{"tags", {"ab"}}}), "c88ea4e1297fe0da1d739e9b5be94ff5");
    EXPECT_EQ(hex(TAGS, {{"tags", {}}}), "d57ac45256849d9b13e2422d91580fb9");
    EXPECT_EQ(hex(TAGS, {{"tags", {std::nullopt}}}), "e886bd89f028535439b7ebe7ed1c484a");

    constexpr std::string_view RATE =
        R"({"signatureClass":"TextProfileSignature","fields":"text","quantRate":0.5,"minTokenLen":4})";
    EXPECT_EQ(hex(RATE, {{"text", {"bbbbb bbbbb bbbbb bbbbb cccccc cccccc"}}}),
              "b158139c3f179d5548aa7ebe6d7d91a1");
    EXPECT_EQ(hex(RATE, {{"text", {"aaaa"}}}), "d41d8cd98f00b204e9800998ecf8427e");
}

TEST(SignatureChain, TellsWhetherThereWasAnythingToSign) {
    const auto something = [](std::string_view json, const std::vector<SignatureField>& members) {
        return signature(json, members).is_of_something;
    };
    EXPECT_TRUE(something(PROFILE_OF_TEXT, {{"text", {"some words"}}}));
    EXPECT_TRUE(something(PROFILE_OF_TEXT, {{"text", {"", "words"}}}));
    EXPECT_FALSE(something(PROFILE_OF_TEXT, {{"text", {""}}}));
    EXPECT_FALSE(something(PROFILE_OF_TEXT, {{"text", {"a b"}}}));
    EXPECT_FALSE(something(PROFILE_OF_TEXT, {{"text", {std::nullopt}}}));
    EXPECT_FALSE(something(PROFILE_OF_TEXT, {{"text", {}}}));
    EXPECT_FALSE(something(PROFILE_OF_TEXT, {{"id", {"1"}}}));
    for (const char* json :
         {R"({"fields":"a"})", R"({"signatureClass":"MD5Signature","fields":"a"})"}) {
        EXPECT_TRUE(something(json, {{"a", {"."}}}));
        EXPECT_FALSE(something(json, {{"a", {""}}}));
        EXPECT_FALSE(something(json, {{"a", {std::nullopt}}}));
        EXPECT_FALSE(something(json, {{"b", {"x"}}}));
    }
}

// The chain said once more, without its buffers.
std::string plain_signature(const SignatureChainOptions& options,
                            const std::vector<SignatureField>& members) {
    std::vector<std::string> names = options.fields;
    if (names.empty()) {
        for (const SignatureField& member : members)
            names.emplace_back(member.name);
    }
    std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
        return java_string_order(a, b) < 0;
    });
    std::vector<std::string> parts;
    for (const std::string& name : names) {
        for (const SignatureField& member : members) {
            if (member.name != name) continue;
            parts.push_back(name);
            for (const auto& value : member.values)
                parts.emplace_back(value ? *value : "null");
        }
    }
    std::uint64_t hash = 0;
    std::string bytes;
    for (const std::string& part : parts) {
        hash = lookup3_signature(part, hash);
        bytes += options.signature_class == SignatureClass::TEXT_PROFILE
                     ? TextProfileSigner({options.quant_rate, options.min_token_len, false})
                           .profile(part)
                     : part;
    }
    if (options.signature_class == SignatureClass::LOOKUP3) return to_hex(hash);
    return to_hex(as_bytes(md5(bytes)));
}

TEST(SignatureChain, IsThePlainOne) {
    DESCRY_RANDOM(random);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    const std::vector<std::string> names = {"id", "text",     "Text",         "title",
                                            "t",  "\xc3\xa9", "\xef\xbd\x9e", "\xf0\x9f\x98\x80"};
    const std::vector<std::string> words = {
        "",  "a",     "the", "harbour", "Harbour", "12", "\xd1\x8f", "\xd0\xbc\xd0\xb8\xd1\x80",
        ".", "lights"};
    std::vector<std::string> texts;
    for (int i = 0; i < 50; ++i) {
        std::string text;
        for (std::size_t n = below(8); n > 0; --n)
            text += words[below(words.size())] + ' ';
        texts.push_back(text);
    }
    for (int round = 0; round < 2000; ++round) {
        SignatureChainOptions options;
        options.signature_class = static_cast<SignatureClass>(below(3));
        options.min_token_len = static_cast<int>(below(5)) - 1;
        options.quant_rate = static_cast<float>(below(100)) / 100;
        for (std::size_t n = below(4); n > 0; --n)
            options.fields.push_back(names[below(names.size())]);
        std::sort(options.fields.begin(), options.fields.end(),
                  [](const auto& a, const auto& b) { return java_string_order(a, b) < 0; });
        SignatureChain chain(options);
        for (int document = 0; document < 3; ++document) {
            std::vector<SignatureField> members;
            for (const std::string& name : names) {
                if (below(2) == 0) continue;
                SignatureField member{name, {}};
                for (std::size_t n = below(4); n > 0; --n) {
                    member.values.emplace_back(
                        below(6) == 0 ? std::nullopt
                                      : std::optional<std::string_view>(texts[below(50)]));
                }
                members.push_back(std::move(member));
            }
            std::shuffle(members.begin(), members.end(), random);
            ASSERT_EQ(chain.sign(members).hex, plain_signature(options, members));
        }
    }
}

// Solr's SignatureUpdateProcessorFactoryTest, and what overwriting is.
class Overwriting : public ::testing::Test {
  protected:
    void open(std::string_view json, bool solr_strict = false) {
        IndexingOptions options;
        options.chain = parse_signature_chain(json, "chain", solr_strict);
        options.fields.add(ValueField{"sig", 50, ValueType::STRING});
        stage_.reset();
        db_.close();
        db_ = Xapian::WritableDatabase(folder_ / "db", Xapian::DB_CREATE_OR_OVERWRITE);
        stage_.emplace(db_, options);
    }

    void add(const std::string& id, const std::map<std::string, std::string>& members) {
        std::vector<SignatureField> fields = {{"id", {id}}};
        for (const auto& [name, value] : members)
            fields.push_back({name, {value}});
        Xapian::Document document;
        document.set_data(id);
        stage_->replace_document("Q" + id, document, std::nullopt, fields);
    }

    std::vector<std::string> ids() {
        std::vector<std::string> ids;
        for (auto p = db_.postlist_begin(""); p != db_.postlist_end(""); ++p)
            ids.push_back(db_.get_document(*p).get_data());
        std::sort(ids.begin(), ids.end());
        return ids;
    }

    TempFolder folder_;
    Xapian::WritableDatabase db_;
    std::optional<IndexingStage> stage_;
};

using Ids = std::vector<std::string>;

TEST_F(Overwriting, DupeDetection) {
    open(
        R"({"signatureClass":"TextProfileSignature","fields":"v_t,t_field","signatureField":"sig"})");
    add("1a", {{"v_t", "Hello Dude man!"}, {"name", "ali babi'"}});
    add("2a", {{"v_t", "Hello Dude man . -"}, {"name", "ali babi'"}});
    add("3a", {{"v_t", "Hello Dude man . -"}, {"name", "ali babi'"}});
    EXPECT_EQ(ids(), Ids{"3a"});
    EXPECT_EQ(stage_->overwritten(), 2u);
    add("3b", {{"v_t", "Hello Dude man . -"}, {"t_field", "fake value galore"}});
    EXPECT_EQ(ids(), (Ids{"3a", "3b"}));
    add("5a", {{"v_t", "MMMMM"}, {"name", "ali babi'"}});
    stage_->delete_document("Q5a");
    add("5a", {{"v_t", "MMMMM"}, {"name", "ali babi'"}});
    EXPECT_EQ(ids(), (Ids{"3a", "3b", "5a"}));
    add("same", {{"v_t", "random1 random1"}});
    add("same", {{"v_t", "random2 random2"}});
    EXPECT_EQ(ids(), (Ids{"3a", "3b", "5a", "same"}));
}

TEST_F(Overwriting, AnIdMovesOntoAnothersSignature) {
    open(PROFILE_OF_TEXT);
    add("2", {{"text", "quick brown fox fox"}});
    add("3", {{"text", "install the package package"}});
    add("2", {{"text", "apple pie apple"}});
    EXPECT_EQ(ids(), (Ids{"2", "3"}));
    add("3", {{"text", "Apple Pie: apple"}});
    EXPECT_EQ(ids(), Ids{"3"});
    EXPECT_EQ(db_.get_doccount(), 1u);
    add("2", {{"text", "install the package package"}});
    EXPECT_EQ(ids(), (Ids{"2", "3"}));
}

TEST_F(Overwriting, SignatureIsAValueAndATerm) {
    open(PROFILE_OF_TEXT);
    add("1", {{"text", "The quick brown fox fox jumps over the lazy dog dog"}});
    const std::string hex = "45a448027e8513e3e045295e9f99cfde";
    EXPECT_EQ(db_.get_document(1).get_value(50), hex);
    EXPECT_TRUE(db_.term_exists("XSIG" + hex));
    EXPECT_EQ(read_schema(db_)->fields.text_field("sig")->prefix, "XSIG");
}

TEST_F(Overwriting, NothingIsNoDuplicateOfNothing) {
    const auto add_all = [&] {
        add("1", {{"title", "no text"}});
        add("2", {{"title", "nor here"}});
        add("3", {{"text", ""}});
        add("4", {{"text", "a b"}});
    };
    open(PROFILE_OF_TEXT);
    add_all();
    EXPECT_EQ(ids(), (Ids{"1", "2", "3", "4"}));
    // The signature is there all the same.
    EXPECT_EQ(db_.get_document(1).get_value(50), "d41d8cd98f00b204e9800998ecf8427e");
    EXPECT_EQ(db_.get_document(3).get_value(50), "6c69ee7f211c640419d5366cc076ae46");
    open(PROFILE_OF_TEXT, true);
    add_all();
    EXPECT_EQ(ids(), (Ids{"2", "4"}));
}

TEST_F(Overwriting, IsOffWhenNotAskedFor) {
    for (const char* json :
         {R"({"fields":"text","overwriteDupes":false})", R"({"fields":"text","enabled":false})"}) {
        open(json);
        add("1", {{"text", "same"}});
        add("2", {{"text", "same"}});
        EXPECT_EQ(ids(), (Ids{"1", "2"})) << json;
    }
    EXPECT_EQ(stage_->chain(), nullptr);
}

TEST_F(Overwriting, TheChainStaysInTheIndex) {
    open(R"({"fields":"text"})");
    add("1", {{"text", "same"}});
    stage_.emplace(db_);
    add("2", {{"text", "same"}});
    EXPECT_EQ(ids(), Ids{"2"});
    IndexingOptions without;
    without.use_chain = false;
    stage_.emplace(db_, without);
    add("3", {{"text", "same"}});
    EXPECT_EQ(ids(), (Ids{"2", "3"}));
    stage_.emplace(db_);
    add("4", {{"text", "same"}});
    EXPECT_EQ(ids(), (Ids{"3", "4"}));  // 3 has no signature
}

TEST_F(Overwriting, OfDocumentsWrittenElsewhereTheLastStays) {
    open(R"({"fields":"text"})");
    add("old", {{"text", "one"}});
    add("kept", {{"text", "two"}});
    const Xapian::docid first = db_.get_lastdocid() + 1;
    for (const char* text : {"one", "three", "one", "three", "four"}) {
        Xapian::Document document;
        document.set_data(std::string("new ") + std::to_string(db_.get_lastdocid() + 1));
        const std::vector<SignatureField> members = {{"text", {text}}};
        stage_->sign(document, std::nullopt, members);
        db_.add_document(document);
    }
    stage_->overwrite(first);
    EXPECT_EQ(ids(), (Ids{"kept", "new 5", "new 6", "new 7"}));
    EXPECT_EQ(stage_->overwritten(), 3u);
}

// Against a list of documents: what is added removes all of its id or signature.
TEST_F(Overwriting, AnySequenceLeavesTheLastOfEachIdAndSignature) {
    DESCRY_RANDOM(random);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    for (int round = 0; round < 20; ++round) {
        open(R"({"fields":"text"})");
        std::vector<std::pair<std::string, std::string>> world;
        for (int step = 0; step < 60; ++step) {
            const std::string id = std::to_string(below(12));
            const std::string text = "text" + std::to_string(below(10));
            add(id, {{"text", text}});
            std::erase_if(world, [&](const auto& known) {
                return known.first == id || known.second == text;
            });
            world.emplace_back(id, text);
            Ids expected;
            for (const auto& [known, _] : world)
                expected.push_back(known);
            std::sort(expected.begin(), expected.end());
            ASSERT_EQ(ids(), expected);
        }
    }
}

TEST(SignatureChainStage, ItsFieldIsAString) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    IndexingOptions options;
    options.chain = parsed(R"({"signatureField":"sig"})");
    options.fields.add(ValueField{"sig", 50, ValueType::NUMBER});
    EXPECT_THROW(IndexingStage(db, options), Xapian::InvalidArgumentError);
    options.fields = {};
    options.fields.add(TextField{"title", "XSIG"});
    EXPECT_THROW(IndexingStage(db, options), Xapian::InvalidArgumentError);
    options.fields.add(TextField{"sig", "XS"});
    IndexingStage stage(db, options);
    Xapian::Document document;
    const std::vector<SignatureField> members = {{"text", {"x"}}};
    stage.sign(document, std::nullopt, members);
    EXPECT_EQ(document.termlist_count(), 1u);
    EXPECT_TRUE((*document.termlist_begin()).starts_with("XS"));
}

TEST(SignatureChainStage, TermProfileIsOfTheTerms) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    IndexingOptions options;
    options.chain = parsed(R"({"signatureClass":"term-profile","signatureField":"sig"})");
    IndexingStage stage(db, options);
    Xapian::Document words;
    words.add_posting("word", 1);
    EXPECT_EQ(stage.signature_term(words, {}).size(), 4u + 32u);
    EXPECT_EQ(stage.signature_term(Xapian::Document(), {}), "");
    // Without a model there is none of descriptive.
    options.chain = parsed(R"({"signatureClass":"descriptive","signatureField":"sig"})");
    IndexingStage descriptive(db, options);
    EXPECT_EQ(descriptive.signature_term(words, {}), "");
}

}  // namespace

}  // namespace descry
