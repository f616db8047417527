// JSON arrays, and objects of several lines: the same documents as of JSON lines, in any pieces.

#include <random>

#include <gtest/gtest.h>

#include "tests/tools/input_files.h"
#include "tools/input/documents/document.h"

namespace descry {
namespace {

using testing::PiecewiseSource;
using testing::run_inputs;
using testing::TempDir;

std::string read(const std::string& bytes, std::size_t most = 1 << 20, InputOptions options = {}) {
    std::ostringstream messages;
    Diagnostics problems(messages);
    auto reader =
        open_json(std::make_unique<PiecewiseSource>(bytes, most, 7), {"f", "f", options, problems});
    std::string all;
    try {
        InputDocument document;
        while (reader->next(document))
            all += document.location + " " + document.id + "=" + document.text + ";";
    } catch (const InputError& error) {
        problems.reject(reader->location(), error.what());
    }
    return all + messages.str();
}

TEST(Json, ReadsArraysAndObjectsOfAnyLayout) {
    const std::string first = R"({"id":1,"text":"a]},{[\"\\"})";
    const std::string second = "{\n\"id\":\"2\",\n \"more\":[{\"x\":[1,\"]\"]}],\n\"text\":\"b\"}";
    EXPECT_EQ(read("[" + first + "," + second + "]"), "f:1 1=a]},{[\"\\;f:1 2=b;");
    EXPECT_EQ(read("\xef\xbb\xbf \n[\n" + first + "\n ,\r\n" + second + "\t]\n"),
              "f:3 1=a]},{[\"\\;f:5 2=b;");
    EXPECT_EQ(read(first + second + "\n[" + second + "] " + first),
              "f:1 1=a]},{[\"\\;f:1 2=b;f:5 2=b;f:8 1=a]},{[\"\\;");
    EXPECT_EQ(read("[]"), "");
    EXPECT_EQ(read(" [ ] [{\"id\":1,\"text\":\"x\"},] "), "f:1 1=x;");
    EXPECT_EQ(read(""), "");
}

TEST(Json, BadElementsCostNoOther) {
    EXPECT_EQ(
        read("[7,\n{\"id\":1},[{\"id\":2,\"text\":\"x\"}],{\"id\":3,\"text\":\"a\"}},\n"
             "{\"id\":4,\"text\":\"b\"} {\"id\":5,\"text\":\"c\"},{\"id\":6,\"text\":\"d\"}]"),
        "f:3 6=d;f:1: document 1: not a JSON object\nf:2: document 2: no field \"text\"; found: "
        "id\nf:2: document 3: not a JSON object\nf:2: document 4: invalid JSON: Unexpected "
        "trailing content in the JSON input.\nf:3: document 5: invalid JSON: Unexpected trailing "
        "content in the JSON input.\n");
}

TEST(Json, WhatCannotBeReadOnEndsTheFile) {
    const std::string good = R"({"id":1,"text":"a"})";
    EXPECT_EQ(read("[" + good + ",\n"), "f:1 1=a;f:2: invalid JSON: an array that does not end\n");
    EXPECT_EQ(read("[" + good + "\n,{\"id\":2,\"text\":\"b"),
              "f:1 1=a;f:2: invalid JSON: a value that does not end\n");
    EXPECT_EQ(read(good + "\nx" + good),
              "f:1 1=a;f:2: invalid JSON: neither an object nor an array of objects\n");
    EXPECT_EQ(read("7"), "f:1: invalid JSON: neither an object nor an array of objects\n");
    const std::string large = "{\"id\":2,\"text\":\"" + std::string(1 << 20, 'x') + "\"}";
    EXPECT_EQ(
        read("[" + good + "," + large + "\n," + good + "]", 4096, {.max_document_bytes = 100}),
        "f:1 1=a;f:2 1=a;f:1: document 2: more than 100 bytes in one document\n");
}

TEST(Json, TheSameInAnyPieces) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    const char* pieces[] = {
        "[",  "]", ",", "{\"id\":1,\"text\":\"",         "\"}", "\\", "\"", "\\\"",
        "\n", " ", "7", "{\"id\":\"é\",\"text\":\"b\"}", "}",   "{"};
    for (int i = 0; i < 5000; ++i) {
        std::string bytes;
        for (std::size_t n = random() % 40; n != 0; --n)
            bytes += pieces[random() % std::size(pieces)];
        const std::string whole = read(bytes);
        ASSERT_EQ(read(bytes, 1), whole) << bytes;
        ASSERT_EQ(read(bytes, 7), whole) << bytes;
    }
}

TEST(Json, IdsAreMadeWhereThereAreNone) {
    const std::string bytes = R"([{"text":"a"}, {"id":null,"text":"b"} ,{"id":"x","text":"c"}])";
    EXPECT_EQ(read(bytes, 5, {.id_from = IdFrom::LINE}), "f:1 f/1=a;f:1 f/2=b;f:1 x=c;");
    EXPECT_EQ(read(bytes, 5, {.id_from = IdFrom::HASH}),
              "f:1 " + hash_id(R"({"text":"a"})") + "=a;f:1 " +
                  hash_id(R"({"id":null,"text":"b"})") + "=b;f:1 x=c;");
    EXPECT_NE(read(R"([{"id":[1,2],"text":"a"}])", 5, {.id_from = IdFrom::HASH})
                  .find("is not a string or number"),
              std::string::npos);
}

TEST(JsonLines, IdsAreMadeWhereThereAreNone) {
    const TempDir folder;
    const std::string file =
        folder.write("a.jsonl", "\n {\"text\":\"a\"}\r\n{\"id\":5,\"text\":\"b\"}\n");
    EXPECT_EQ(run_inputs({file}, {.id_from = IdFrom::LINE}).ids(),
              (std::vector<std::string>{file + ":2", "5"}));
    EXPECT_EQ(run_inputs({file}, {.id_from = IdFrom::HASH}).ids(),
              (std::vector<std::string>{hash_id("{\"text\":\"a\"}"), "5"}));
    EXPECT_NE(run_inputs({file}).messages.find(
                  "a.jsonl:2: no field \"id\"; found: text; choose one with --id-field NAME"),
              std::string::npos);
}

TEST(JsonLines, InMailsAreNotTheFile) {
    const TempDir folder;
    std::string lines;
    for (int i = 0; i < 20; ++i)
        lines += "{\"id\":1,\"text\":\"a\"}\n";
    const std::string mail = "From: a@b.c\nSubject: s\n\n" + lines;
    EXPECT_EQ(run_inputs({folder.write("a", mail)}).ids(), std::vector<std::string>{folder / "a"});
    EXPECT_EQ(run_inputs({folder.write("b", "From - \n" + mail)}).ids(),
              std::vector<std::string>{folder / "b/1"});
    EXPECT_EQ(run_inputs({folder.write("c", "<!doctype html>\n" + lines)}).ids(),
              std::vector<std::string>{folder / "c"});
}

TEST(Json, IsRecognised) {
    const std::string array = R"([{"id":1,"text":"a"}])";
    const TempDir named;
    // By the content whatever the name; by the name where there is an array of anything.
    EXPECT_EQ(run_inputs({named.write("a.dump", "\n " + array)}).ids(),
              std::vector<std::string>{"1"});
    EXPECT_EQ(run_inputs({named.write("a.json", "[7]")}).rejected, 1u);
    EXPECT_EQ(run_inputs({named.write("b.json", "{\n\"id\":1,\"text\":\"a\"\n}\n")}).ids(),
              std::vector<std::string>{"1"});
    EXPECT_EQ(run_inputs({named.write("a.txt", "[7] see below")}).ids(),
              std::vector<std::string>{named / "a.txt"});
    // Lines stay lines.
    EXPECT_EQ(run_inputs({named.write("a.jsonl", array + "\n{\"id\":2,\"text\":\"b\"}\n")}).ids(),
              std::vector<std::string>{"2"});
    const TempDir walked;
    walked.write("a", array);
    const std::string data = walked.write("b.json", R"([{"id":1,"name":"a"}])");
    walked.write("c.json", "{\n\"id\": 2,\n\"text\": \"a\"\n}\n");
    EXPECT_EQ(run_inputs({walked.path()}).ids(), (std::vector<std::string>{"1", data, "2"}));
}

}  // namespace
}  // namespace descry
