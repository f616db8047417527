// JSON lines: what is a document, what is rejected and why, what is repaired.

#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "analyzers/utf8.h"
#include "tests/tools/input_files.h"
#include "tests/volume.h"
#include "tools/input/bytes/line_reader.h"
#include "tools/input/documents/document.h"
#include "tools/input/parsing/json_document.h"

namespace descry {
namespace {

using testing::run_inputs;
using testing::TempDir;

const std::string NO_ID =
    "no field \"id\"; found: text; choose one with --id-field NAME, or make ids with --id-from "
    "line or hash";

struct Parsed {
    std::string rejection;
    InputDocument document;
};

Parsed parse(const std::string& line, const InputOptions& options = {}) {
    JsonDocumentParser parser(options);
    // What follows a line in the buffer must not matter.
    std::string padded = line + std::string(LineReader::PADDING, '"');
    Parsed parsed;
    parsed.rejection =
        parser.parse(std::string_view(padded).substr(0, line.size()), parsed.document);
    return parsed;
}

std::string rejection(const std::string& line, const InputOptions& options = {}) {
    return parse(line, options).rejection;
}

TEST(JsonDocument, ReadsIdTextAndFields) {
    Parsed parsed =
        parse(R"({"url":"http://a/","id":"d1","n":1.50,"text":"Hello\nworld","yes":true,)"
              R"("no":false,"nil":null,"list":["x"],"map":{"a":"b"},"empty":""})");
    EXPECT_EQ(parsed.rejection, "");
    EXPECT_EQ(parsed.document.id, "d1");
    EXPECT_EQ(parsed.document.text, "Hello\nworld");
    using Kind = InputValue::Kind;
    const std::vector<InputField> fields = {
        {"url", {{Kind::STRING, "http://a/"}}, false}, {"n", {{Kind::NUMBER, "1.50"}}, false},
        {"yes", {{Kind::BOOLEAN, "true"}}, false},     {"no", {{Kind::BOOLEAN, "false"}}, false},
        {"nil", {{Kind::NOTHING, ""}}, false},         {"list", {{Kind::STRING, "x"}}, true},
        {"map", {{Kind::NESTED, ""}}, false},          {"empty", {{Kind::STRING, ""}}, false}};
    EXPECT_EQ(parsed.document.fields, fields);
    EXPECT_EQ(parsed.document.id_kind, Kind::STRING);
    EXPECT_EQ(parsed.document.text_kind, Kind::STRING);
    EXPECT_EQ(parsed.document.stray_bytes, 0U);
}

TEST(JsonDocument, ArraysKeepTheirElementsInOrder) {
    using Kind = InputValue::Kind;
    const Parsed parsed =
        parse(R"({"id":7,"text":"","a":[2,"1",true,null,{"b":[1]},[3]],"none":[],"a":"again"})");
    EXPECT_EQ(parsed.rejection, "");
    const std::vector<InputField> fields = {{"a",
                                             {{Kind::NUMBER, "2"},
                                              {Kind::STRING, "1"},
                                              {Kind::BOOLEAN, "true"},
                                              {Kind::NOTHING, ""},
                                              {Kind::NESTED, ""},
                                              {Kind::NESTED, ""}},
                                             true},
                                            {"none", {}, true},
                                            {"a", {{Kind::STRING, "again"}}, false}};
    EXPECT_EQ(parsed.document.fields, fields);
    EXPECT_EQ(parsed.document.id_kind, Kind::NUMBER);
}

TEST(JsonDocument, TellsAnAbsentTextFromNullAndEmpty) {
    InputOptions options;
    options.text_optional = true;
    EXPECT_EQ(parse(R"({"id":1})", options).document.text_kind, std::nullopt);
    EXPECT_EQ(parse(R"({"id":1,"text":null})", options).document.text_kind,
              InputValue::Kind::NOTHING);
    EXPECT_EQ(parse(R"({"id":1,"text":""})", options).document.text_kind, InputValue::Kind::STRING);
}

TEST(JsonDocument, ANumberIdKeepsItsJsonText) {
    const std::string big = "123456789012345678901234567890";
    for (const std::string& id : {std::string("12"), std::string("1.50"), std::string("-0"),
                                  std::string("1e400"), std::string("0.1E-7"), big}) {
        Parsed parsed = parse("{\"id\": " + id + " ,\"text\":\"\"}");
        EXPECT_EQ(parsed.rejection, "") << id;
        EXPECT_EQ(parsed.document.id, id);
    }
}

TEST(JsonDocument, TakesIdsOfEveryKind) {
    EXPECT_EQ(parse(R"({"id":"","text":""})").document.id, "");
    EXPECT_EQ(parse(R"({"id":"a\u0000b","text":""})").document.id, std::string("a\0b", 3));
    EXPECT_EQ(parse("{\"id\":\"日本\\u672c\",\"text\":\"\"}").document.id, "日本本");
    std::string longest(70000, 'x');
    EXPECT_EQ(parse("{\"text\":\"\",\"id\":\"" + longest + "\"}").document.id, longest);
}

TEST(JsonDocument, RefusesWithAReason) {
    EXPECT_EQ(rejection(R"([1])"), "not a JSON object");
    EXPECT_EQ(rejection(R"("text")"), "not a JSON object");
    EXPECT_EQ(rejection("null"), "not a JSON object");
    EXPECT_EQ(rejection(R"({"text":"t"})"), NO_ID);
    EXPECT_TRUE(
        rejection(R"({"id":null,"text":"t"})").starts_with("field \"id\" is null; choose one"));
    EXPECT_EQ(rejection(R"({"id":true,"text":"t"})"), "field \"id\" is not a string or number");
    EXPECT_EQ(rejection(R"({"id":["a","b"],"text":"t"})"),
              "field \"id\" is not a string or number");
    EXPECT_EQ(rejection(R"({"id":"a"})"), "no field \"text\"; found: id");
    // The paths are those of --text-field.
    EXPECT_EQ(
        rejection(
            R"({"id":"a","m":[{"n":1,"t":["x"]},{}],"s":{"u":{"v":2},"a.b":3},"e":[],"l":[4]})"),
        "no field \"text\"; found: id, m[*].n, m[*].t[*], s.u.v, e, l");
    EXPECT_EQ(rejection(R"({"id":"a","text":null})"), "field \"text\" is null");
    EXPECT_EQ(rejection(R"({"id":"a","text":7})"), "field \"text\" is not a string");
    EXPECT_EQ(rejection(R"({"id":"a","text":{"text":"t"}})"), "field \"text\" is not a string");
    for (const char* line :
         {R"({"id":"a","text":"t")", R"({"id":"a","text":"t)", R"({"id":"a" "text":"t"})",
          R"({"id":"a","text":"t"} x)", R"({"id":"a","text":"t"}{})", R"({"id":"a","text":"t",})",
          R"({"id":"a","text":"t","n":01})", R"({"id":"a","text":"t","n":1.})",
          R"({"id":"a","text":"t","n":[1,]})", R"({"id":"a","text":"t","n":[1 2]})",
          R"({"id":"a","text":"t","n":nul})", R"({"id":"a","text":"t","n":truex})",
          R"({"id":"a","text":"\x"})", R"({"id":"a","text":"\u12"})", R"({'id':'a'})", "{", "}"}) {
        std::string reason = rejection(line);
        EXPECT_TRUE(reason.starts_with("invalid JSON: ") || reason == "not a JSON object")
            << line << " -> " << reason;
    }
}

TEST(JsonDocument, OtherNamesAndOptionalText) {
    InputOptions options;
    options.id_field = "key";
    options.text_fields = {"body"};
    Parsed parsed = parse(R"({"key":"k","body":"b","id":"i","text":"t"})", options);
    EXPECT_EQ(parsed.document.id, "k");
    EXPECT_EQ(parsed.document.text, "b");
    EXPECT_EQ(parsed.document.fields.size(), 2U);
    EXPECT_EQ(rejection(R"({"id":"i","text":"t"})", options),
              std::string("no field \"key\"; found: id, text").append(WAYS_TO_AN_ID));
    options.text_optional = true;
    EXPECT_EQ(rejection(R"({"key":1})", options), "");
    EXPECT_EQ(rejection(R"({"key":1,"body":null})", options), "");
    EXPECT_EQ(rejection(R"({"key":1,"body":3})", options), "field \"body\" is not a string");
}

InputOptions of_fields(const std::string& id, std::vector<std::string> texts) {
    InputOptions options;
    options.id_field = id;
    options.text_fields = std::move(texts);
    return options;
}

TEST(JsonDocument, FindsValuesByPaths) {
    const std::string line =
        R"({"meta":{"id":"x1","k":[7,8]},"messages":[{"role":"u","content":"one"},)"
        R"({"role":"a","content":"two"},{"role":"a"}],"a.b":"flat","a":{"b":"deep"},"p/q":"slash"})";
    const auto text = [&](const std::string& path) {
        const Parsed parsed = parse(line, of_fields("meta.id", {path}));
        return parsed.rejection.empty() ? parsed.document.text : parsed.rejection.substr(0, 10);
    };
    EXPECT_EQ(parse(line, of_fields("meta.id", {"a.b"})).document.id, "x1");
    EXPECT_EQ(parse(line, of_fields("/meta/k/1", {"a.b"})).document.id, "8");
    EXPECT_EQ(parse(line, of_fields("$.meta.id", {"a.b"})).document.id, "x1");
    for (const char* path : {"messages[*].content", "messages.content", "$.messages[*]['content']",
                             "/messages/*/content", "messages.*.content"})
        EXPECT_EQ(text(path), "one\ntwo") << path;
    for (const char* path : {"messages[1].content", "messages.1.content", "/messages/1/content"})
        EXPECT_EQ(text(path), "two") << path;
    EXPECT_EQ(text("/p~1q"), "slash");
    EXPECT_EQ(text("/a/b"), "deep");
    EXPECT_EQ(text("messages[9].content"), "no field \"");
    EXPECT_EQ(text("meta"), "field \"met");
    EXPECT_EQ(text("meta[x"), "no field \"");
}

TEST(JsonDocument, AFieldNamedAsThePathComesFirstWhereverItStands) {
    for (const char* const line : {R"({"id":1,"a.b":"flat","a":{"b":"deep"}})",
                                   R"({"id":1,"a":{"b":"deep"},"a.b":"flat"})"}) {
        const Parsed parsed = parse(line, of_fields("id", {"a.b"}));
        EXPECT_EQ(parsed.document.text, "flat") << line;
        ASSERT_EQ(parsed.document.fields.size(), 1U) << line;
        EXPECT_EQ(parsed.document.fields[0].name, "a") << line;
    }
}

TEST(JsonDocument, AListIsNoId) {
    for (const char* const list : {"[1]", "[\"x\"]", "[[1]]", "[]"}) {
        const std::string line = std::string(R"({"text":"t","id":)") + list + "}";
        EXPECT_EQ(rejection(line), "field \"id\" is not a string or number") << line;
    }
    EXPECT_EQ(parse(R"({"text":"t","ids":[7,8]})", of_fields("ids[0]", {"text"})).document.id, "7");
    EXPECT_EQ(parse(R"({"text":"t","a":[{"id":7}]})", of_fields("a.id", {"text"})).document.id,
              "7");
}

// As chats have them: a string or a list of parts, in one document or another.
TEST(JsonDocument, AStringOrAListOfPartsIsText) {
    const std::string line =
        R"({"id":1,"messages":[{"content":[{"type":"text","text":"one"},{"type":"image","url":"u"},)"
        R"("two",{"type":"result","content":"three"},{"content":[{"text":"four"}]}]},)"
        R"({"content":"five"},{"content":null},"six"]})";
    for (const char* path : {"messages[*].content", "messages.content", "/messages/*/content"})
        EXPECT_EQ(parse(line, of_fields("id", {path})).document.text,
                  "one\ntwo\nthree\nfour\nfive\nsix")
            << path;
    EXPECT_EQ(parse(line, of_fields("id", {"messages[*].content[*].text"})).document.text,
              "one\ntwo\nfive\nsix");
    const InputOptions options = of_fields("id", {"content"});
    EXPECT_EQ(parse(R"({"id":1,"content":[{"text":"a"}]})", options).document.text, "a");
    EXPECT_EQ(rejection(R"({"id":1,"content":[{"url":"u"}]})", options),
              "field \"content\" is null");
    EXPECT_EQ(rejection(R"({"id":1,"content":{"text":"a"}})", options),
              "field \"content\" is not a string");
    EXPECT_EQ(rejection(R"({"id":1,"content":[{"text":["a",["b"]]}]})", options),
              "field \"content\" is not a string");
    // Of other members it is not so.
    EXPECT_EQ(rejection(R"({"id":[{"text":"a"}],"content":"b"})", options),
              "field \"id\" is not a string or number");
    EXPECT_EQ(
        rejection(R"({"id":1,"content":"b"})", of_fields("id", {"content.text"})).substr(0, 8),
        "no field");
}

TEST(JsonDocument, JoinsListsAndMembers) {
    EXPECT_EQ(parse(R"({"id":"1","text":["a","b"]})").document.text, "a\nb");
    EXPECT_EQ(rejection(R"({"id":"1","text":[]})"), "field \"text\" is null");
    EXPECT_EQ(rejection(R"({"id":"1","text":["a",1]})"), "field \"text\" is not a string");
    EXPECT_EQ(rejection(R"({"id":"1","text":[["a"]]})"), "field \"text\" is not a string");
    const InputOptions both = of_fields("id", {"title", "body"});
    const Parsed joined = parse(R"({"id":1,"body":"b","title":"t","n":2})", both);
    EXPECT_EQ(joined.document.text, "t\nb");
    ASSERT_EQ(joined.document.fields.size(), 3u);
    EXPECT_EQ(joined.document.fields[1].values[0].text, "t");
    EXPECT_EQ(parse(R"({"id":1,"body":null,"title":"t"})", both).document.text, "t");
    EXPECT_EQ(rejection(R"({"id":1,"n":2})", both),
              "no field \"title\" nor \"body\"; found: id, n");
    EXPECT_EQ(rejection(R"({"id":1,"title":"t","body":2})", both),
              "field \"body\" is not a string");
}

TEST(JsonDocument, NumbersThatJsonHasNotAreNull) {
    const Parsed parsed = parse(R"({"id":1,"a":NaN,"b":[Infinity,-Infinity],"text":"NaN t"})");
    EXPECT_EQ(parsed.rejection, "");
    EXPECT_EQ(parsed.document.text, "NaN t");
    EXPECT_EQ(parsed.document.fields[0].values[0].kind, InputValue::Kind::NOTHING);
    EXPECT_EQ(parse(R"({"id":1,"text":"t","n":123456789012345678901234567890})").rejection, "");
}

TEST(JsonDocument, TheLastOfTwoEqualNamesCounts) {
    Parsed parsed = parse(R"({"id":"a","id":"b","text":"s","text":"t"})");
    EXPECT_EQ(parsed.document.id, "b");
    EXPECT_EQ(parsed.document.text, "t");
    EXPECT_EQ(rejection(R"({"id":"a","text":"s","text":null})"), "field \"text\" is null");
}

TEST(JsonDocument, NestingIsLimited) {
    auto nested = [](std::size_t depth, const std::string& open, const std::string& close) {
        std::string line = R"({"id":1,"text":"t","m":)";
        for (std::size_t i = 1; i < depth; ++i)
            line += open;
        line += "1";
        for (std::size_t i = 1; i < depth; ++i)
            line += close;
        return line + "}";
    };
    EXPECT_EQ(rejection(nested(1024, "[", "]")), "");
    EXPECT_EQ(rejection(nested(1024, "{\"a\":", "}")), "");
    for (std::size_t depth : {1025U, 1000000U}) {
        EXPECT_TRUE(rejection(nested(depth, "[", "]")).starts_with("invalid JSON: ")) << depth;
        EXPECT_TRUE(rejection(nested(depth, "{\"a\":", "}")).starts_with("invalid JSON: "));
    }
}

TEST(JsonDocument, NothingOfTheLastDocumentStays) {
    InputOptions options;
    options.text_optional = true;
    JsonDocumentParser parser(options);
    InputDocument document;
    auto read = [&](std::string line) {
        line.append(LineReader::PADDING, ' ');
        return parser.parse(std::string_view(line).substr(0, line.size() - LineReader::PADDING),
                            document);
    };
    EXPECT_EQ(read("{\"id\":\"a\",\"text\":\"\xff\",\"f\":\"g\"}"), "");
    EXPECT_EQ(document.stray_bytes, 1U);
    EXPECT_EQ(read(R"({"id":"b"})"), "");
    EXPECT_EQ(document.id, "b");
    EXPECT_EQ(document.text, "");
    EXPECT_TRUE(document.fields.empty());
    EXPECT_EQ(document.stray_bytes, 0U);
    EXPECT_TRUE(read(R"({"f":1})").starts_with("no field \"id\"; found: f; choose one "));
}

TEST(JsonDocument, RepairsWhatRealDumpsContain) {
    const auto half = [](unsigned surrogate) {
        std::string text;
        append_half_character(text, surrogate);
        return text;
    };
    struct Case {
        std::string text;
        std::string expected;
        std::size_t stray_bytes;
    };
    const Case cases[] = {
        {"caf\xe9!", "café\u034F!", 1},
        {"\xff\xfe", "ÿ\u034Fþ\u034F", 2},
        {R"(a\ud800b)", "a" + half(0xD800) + "b", 1},
        {R"(\uDFFF)", half(0xDFFF), 1},
        {R"(\ud800\ud83d\ude00)", half(0xD800) + "😀", 1},
        {R"(\ud800\n)", half(0xD800) + "\n", 1},
        {R"(\ud800\u0041)", half(0xD800) + "A", 1},
        {R"(\udc00\ud800)", half(0xDC00) + half(0xD800), 2},
        {R"(\ud83d\ude00)", "😀", 0},
        {R"(\\ud800)", "\\ud800", 0},
        {std::string("a\0b", 3), std::string("a\0b", 3), 0},
        {"tab\tand\x1f", "tab\tand\x1f", 0},
        {R"(\")"
         "\x01"
         R"(\\)",
         "\"\x01\\", 0},
        {"\xe9\\ud800\x02", "é\u034F" + half(0xD800) + "\x02", 2},
    };
    for (const Case& c : cases) {
        Parsed parsed = parse("{\"id\":\"a\",\"text\":\"" + c.text + "\"}");
        EXPECT_EQ(parsed.rejection, "") << c.text;
        EXPECT_EQ(parsed.document.text, c.expected) << c.text;
        EXPECT_EQ(parsed.document.stray_bytes, c.stray_bytes) << c.text;
        EXPECT_TRUE(is_valid_utf8(parsed.document.text)) << c.text;
    }
    // Names and other members too; but nothing outside strings.
    EXPECT_EQ(parse("{\"id\":\"a\",\"text\":\"\",\"\\udc00\":\"\xff\"}").document.fields[0],
              (InputField{half(0xDC00), {{InputValue::Kind::STRING, "ÿ\u034F"}}}));
    EXPECT_EQ(rejection("{\t\"id\":\"a\",\"text\":\"\xff\"}"), "");
    EXPECT_NE(rejection("{\"id\":\"a\",\x01\"text\":\"\"}"), "");
    EXPECT_NE(rejection("{\"id\":\"a\",\"text\":\"\\\x01\"}"), "");
}

// An object of random members, some of them damaged by one changed byte: nlohmann::json decides
// whether it is JSON.
TEST(JsonDocument, AgreesWithAnotherParserAboutWhatIsJson) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    const char* pieces[] = {"1",
                            "-0",
                            "0.5e+3",
                            "\"s\"",
                            "\"\\u00e9\"",
                            "true",
                            "false",
                            "null",
                            "[]",
                            "{}",
                            "[1,[2,{\"a\":null}],\"x\"]",
                            "{\"b\":{\"c\":[false]}}",
                            "\"\\ud83d\\ude00\"",
                            " 7 ",
                            "[ ]"};
    const std::string letters = "{}[]\",:\\0123-+.eEtrufalsn ";
    int accepted = 0;
    for (int i = 0; i < testing::scaled(60000); ++i) {
        std::string line = R"({"id":1,"text":"t")";
        for (std::size_t n = random() % 3; n != 0; --n) {
            line += std::string(",\"m\":") + pieces[random() % std::size(pieces)];
        }
        line += '}';
        for (std::size_t n = random() % 3; n != 0; --n) {
            std::size_t at = random() % line.size();
            switch (random() % 3) {
                case 0:
                    line[at] = letters[random() % letters.size()];
                    break;
                case 1:
                    line.erase(at, 1);
                    break;
                default:
                    line.insert(at, 1, letters[random() % letters.size()]);
            }
            if (line.empty()) line = "0";
        }
        bool expected = nlohmann::json::accept(line);
        std::string reason = rejection(line);
        bool got = !reason.starts_with("invalid JSON");
        // What is no object is rejected without a look at the rest of it.
        if (reason == "not a JSON object") continue;
        // nlohmann refuses numbers beyond a double, and lone surrogates.
        if (got && !expected && line.find_first_of("eE\\") != std::string::npos) continue;
        ASSERT_EQ(got, expected) << line << " -> " << reason;
        accepted += got;
    }
    EXPECT_GT(accepted, testing::scaled(10000));
}

TEST(JsonLines, ReportsPlacesAndGoesOn) {
    TempDir dir;
    std::string file = dir.write("a.jsonl",
                                 "\xef\xbb\xbf{\"id\":1,\"text\":\"x\"}\r\n"
                                 "\n \t\r\n"
                                 "nonsense\n"
                                 "{\"id\":\"2\"}\n"
                                 "{\"id\":3,\"text\":\"\xff\xff\"}\n"
                                 "{\"id\":4,\"text\":\"\"}");
    testing::Run run = run_inputs({file});
    ASSERT_EQ(run.ids(), (std::vector<std::string>{"1", "3", "4"})) << run.messages;
    EXPECT_EQ(run.documents[0].location, file + ":1");
    EXPECT_EQ(run.documents[2].location, file + ":7");
    EXPECT_EQ(run.rejected, 2U);
    EXPECT_EQ(run.documents[1].text, "ÿÿ");
    EXPECT_EQ(run.stray_bytes, 0U);
    EXPECT_TRUE(run.messages.starts_with(file + ":4: ")) << run.messages;
    EXPECT_NE(run.messages.find("\n" + file + ":5: no field \"text\"; found: id\n"),
              std::string::npos)
        << run.messages;
    EXPECT_NE(run.messages.find("\n" + file + ": read as windows-1252 (detected; "),
              std::string::npos)
        << run.messages;
}

// With commas behind them, as elements of an array without its brackets, or several on a line.
TEST(JsonLines, ObjectsThatShareALineAreDocuments) {
    TempDir dir;
    const std::string file =
        dir.write("a.jsonl", R"({"id":1,"text":"a}"},)"
                             "\r\n"
                             R"({"id":2,"text":"b"} , {"id":3,"text":"c"}{"text":"d"})"
                             "\n"
                             R"({"id":5,"text":"e"},,)"
                             "\n"
                             R"({"id":6,"text":"f"} {"id":7,"text":})"
                             "\n"
                             R"({"id":8,"text":"g"} x)"
                             "\n"
                             R"({"id":9,"text":"h"})");
    InputOptions options;
    options.id_from = IdFrom::LINE;
    options.records = true;
    std::string rejected;
    options.take_rejected = [&](std::string_view record, std::string_view /*header*/) {
        rejected += record;
    };
    const testing::Run run = run_inputs({file}, options);
    EXPECT_EQ(run.ids(), (std::vector<std::string>{"1", "2", "3", file + ":2/3", "6", "9"}));
    EXPECT_EQ(run.documents[0].text, "a}");
    EXPECT_EQ(run.documents[0].record, "{\"id\":1,\"text\":\"a}\"}\n");
    EXPECT_EQ(run.documents[3].record, "{\"text\":\"d\"}\n");
    EXPECT_EQ(run.documents[5].record, "{\"id\":9,\"text\":\"h\"}");
    EXPECT_EQ(run.rejected, 3U);
    EXPECT_EQ(rejected,
              "{\"id\":5,\"text\":\"e\"},,\n{\"id\":7,\"text\":}\n"
              "{\"id\":8,\"text\":\"g\"} x\n");
}

TEST(JsonLines, ALineBeyondTheLimitIsPassedOver) {
    TempDir dir;
    InputOptions options;
    options.max_document_bytes = 40;
    std::string fits = R"({"id":"a","text":"123456789012345678901"})";
    ASSERT_EQ(fits.size(), 41U);
    std::string good = R"({"id":"a","text":"12345678901234567890"})";
    ASSERT_EQ(good.size(), 40U);
    std::string file = dir.write("a.jsonl", good + "\r\n" + fits + "\n" + good + "\n" +
                                                std::string(1000000, 'x') + "\n" + good);
    testing::Run run = run_inputs({file}, options);
    EXPECT_EQ(run.documents.size(), 3U);
    EXPECT_EQ(run.messages, file + ":2: more than 40 bytes in one document\n" + file +
                                ":4: more than 40 bytes in one document\n");
}

TEST(JsonLines, AVeryLongLineIsADocument) {
    const auto size = testing::scaled<std::size_t>(100 << 20, 10);
    TempDir dir;
    std::string text(size, 'a');
    for (std::size_t i = 0; i < size; i += 7)
        text[i] = ' ';
    std::string file =
        dir.write("a.jsonl", "{\"id\":1,\"text\":\"" + text + "\"}\n{\"id\":2,\"text\":\"" + text +
                                 "\xff\"}\n{\"id\":3,\"text\":\"x\"}\n");
    testing::Run run = run_inputs({file});
    ASSERT_EQ(run.ids(), (std::vector<std::string>{"1", "2", "3"})) << run.messages;
    EXPECT_TRUE(run.documents[0].text == text);
    EXPECT_TRUE(run.documents[1].text == text + "ÿ");
    EXPECT_EQ(run.stray_bytes, 0U);
}

}  // namespace
}  // namespace descry
