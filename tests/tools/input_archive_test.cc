// tar, zip and WARC: members of every kind, archives in archives, damage at every byte.

#include <clocale>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/tools/input_files.h"

namespace descry {
namespace {

using testing::deflated;
using testing::gzip;
using testing::run_inputs;
using testing::TempDir;
using Ids = std::vector<std::string>;

struct Member {
    std::string name;
    std::string bytes;
    unsigned type = AE_IFREG;
    std::string link = {};
};

std::string made_archive(int (*set_format)(archive*), const std::vector<Member>& members,
                         const char* options = nullptr) {
    std::size_t content = 0;
    for (const Member& member : members)
        content += member.bytes.size() + member.name.size() * 2 + 2048;
    std::string out(content + (64 << 10), '\0');
    std::size_t used = 0;
    archive* writer = ::archive_write_new();
    set_format(writer);
    if (options != nullptr) ::archive_write_set_options(writer, options);
    ::archive_write_set_passphrase(writer, "secret");
    ::archive_write_set_bytes_per_block(writer, 512);
    ::archive_write_open_memory(writer, out.data(), out.size(), &used);
    for (const Member& member : members) {
        archive_entry* entry = ::archive_entry_new();
        ::archive_entry_set_pathname(entry, member.name.c_str());
        ::archive_entry_set_filetype(entry, member.type);
        ::archive_entry_set_perm(entry, 0644);
        ::archive_entry_set_size(entry, static_cast<la_int64_t>(member.bytes.size()));
        if (member.type == AE_IFLNK) ::archive_entry_set_symlink(entry, member.link.c_str());
        if (member.type == AE_IFREG && !member.link.empty()) {
            ::archive_entry_set_hardlink(entry, member.link.c_str());
        }
        EXPECT_GE(::archive_write_header(writer, entry), ARCHIVE_WARN)
            << ::archive_error_string(writer);
        ::archive_write_data(writer, member.bytes.data(), member.bytes.size());
        ::archive_entry_free(entry);
    }
    ::archive_write_close(writer);
    ::archive_write_free(writer);
    out.resize(used);
    return out;
}

std::string tar(const std::vector<Member>& members) {
    return made_archive(::archive_write_set_format_ustar, members);
}

std::string zip(const std::vector<Member>& members, const char* options = nullptr) {
    return made_archive(::archive_write_set_format_zip, members, options);
}

struct Writer {
    const char* name;
    std::string (*make)(const std::vector<Member>&);
};

const Writer WRITERS[] = {
    {"a.tar", tar},
    {"a.pax",
     [](const std::vector<Member>& m) { return made_archive(::archive_write_set_format_pax, m); }},
    {"a.gnu",
     [](const std::vector<Member>& m) {
         return made_archive(::archive_write_set_format_gnutar, m);
     }},
    {"a.v7",
     [](const std::vector<Member>& m) {
         return made_archive(::archive_write_set_format_v7tar, m);
     }},
    {"a.zip", [](const std::vector<Member>& m) { return zip(m); }},
    {"stored.zip", [](const std::vector<Member>& m) { return zip(m, "zip:compression=store"); }}};

const std::string MAIL = "From: a@b.c\nSubject: s\n\nbody\n";
const std::string JSON = "{\"id\":\"j1\",\"text\":\"one\"}\n{\"id\":2,\"text\":\"two\"}\n";

std::vector<Member> mixed_members() {
    return {{"dir/", "", AE_IFDIR},
            {"./dir/a.txt", "plain words"},
            {"b.html", "<p>html words"},
            {"c.jsonl", JSON},
            {"d.eml", MAIL},
            {"e.txt.gz", gzip("packed words")},
            {"f.png", "\x89PNG\r\n\x1a\n"},
            {"empty.txt", ""}};
}

TEST(ByteSource, SeeksWhateverWasReadBefore) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    std::string bytes(500000, '\0');
    for (char& c : bytes)
        c = static_cast<char>(random());
    TempDir dir;
    std::uint64_t counter = 0;
    BufferedSource source(std::make_unique<BufferedSource>(
        std::make_unique<FileSource>(dir.write("a", bytes), counter)));
    ASSERT_EQ(source.seekable_size(), bytes.size());
    for (int round = 0; round < 200; ++round) {
        std::size_t at = random() % bytes.size();
        source.seek(at);
        std::string_view head = source.peek(random() % 10000);
        ASSERT_TRUE(bytes.substr(at).starts_with(head)) << at;
        source.consume(head.size() / 2);
        std::string read(1 + random() % 200000, '\0');
        read.resize(source.read(read.data(), read.size()));
        ASSERT_TRUE(bytes.substr(at + head.size() / 2).starts_with(read)) << at;
    }
    source.seek(bytes.size());
    EXPECT_TRUE(source.peek(1).empty());
}

TEST(Archive, EachMemberIsReadByItsOwnFormat) {
    TempDir dir;
    for (const Writer& writer : WRITERS) {
        for (bool compressed : {false, true}) {
            std::string bytes = writer.make(mixed_members());
            std::string file = dir.write(writer.name, compressed ? gzip(bytes) : bytes);
            testing::Run run = run_inputs({file});
            ASSERT_EQ(run.ids(), (Ids{file + "/dir/a.txt", file + "/b.html", "j1", "2",
                                      file + "/d.eml", file + "/e.txt.gz", file + "/empty.txt"}))
                << writer.name << run.messages;
            EXPECT_EQ(run.documents[0].text, "plain words");
            EXPECT_EQ(run.documents[1].text, "html words");
            EXPECT_EQ(run.documents[4].text, "s\n\nbody");
            EXPECT_EQ(run.documents[5].text, "packed words");
            EXPECT_EQ(run.documents[0].location, file + "(dir/a.txt)");
            EXPECT_EQ(run.documents[3].location, file + "(c.jsonl):2");
            EXPECT_EQ(run.messages, "");
            EXPECT_EQ(run.skipped, 1U);
            EXPECT_EQ(run.bytes_read, run.total_bytes);
        }
    }
}

TEST(Archive, NamesOfAnyAlphabetInAnyLocale) {
    TempDir dir;
    const char* before = ::setlocale(LC_ALL, nullptr);
    ASSERT_STREQ(before, "C");
    ::setlocale(LC_ALL, "C.UTF-8");
    std::vector<std::string> files;
    for (const Writer& writer : WRITERS)
        files.push_back(dir.write(writer.name, writer.make({{"é/日本.txt", "x"}})));
    ::setlocale(LC_ALL, "C");
    for (const std::string& file : files)
        EXPECT_EQ(run_inputs({file}).ids(), Ids{file + "/é/日本.txt"}) << file;
    std::string latin = dir.write("latin.tar", tar({{"caf\xe9", "x"}}));
    EXPECT_EQ(run_inputs({latin}).ids(), Ids{latin + "/caf%E9"});
}

TEST(Archive, WhatIsNoGoodIsReportedAndTheRestRead) {
    TempDir dir;
    std::string file =
        dir.write("a.tar", tar({{"/etc/passwd", "x"},
                                {"../up", "x"},
                                {"a/../../up", "x"},
                                {"device", "", AE_IFCHR},
                                {"pipe", "", AE_IFIFO},
                                {"link", "", AE_IFLNK, "good"},
                                {"hard", "", AE_IFREG, "good"},
                                {"bad.jsonl", "{\n" + JSON},
                                {"big", "123456789012345678901234567890123456789012345678901"},
                                {"bad.gz", gzip("some words, and more words").substr(0, 20)},
                                {"..good/..", "x"},
                                {"..good", "good"}}));
    InputOptions options;
    options.max_document_bytes = 50;
    testing::Run run = run_inputs({file}, options);
    EXPECT_EQ(run.ids(), (Ids{"j1", "2", file + "/..good"}));
    EXPECT_EQ(run.skipped, 0U);
    EXPECT_EQ(run.rejected, 9U);
    for (const char* line :
         {"(/etc/passwd): an absolute name\n", "(../up): a name with \"..\"\n",
          "(a/../../up): a name with \"..\"\n", "(device): a device or a pipe, not a file\n",
          "(pipe): a device or a pipe, not a file\n",
          "(bad.jsonl):1: ", "(big): more than 50 bytes in one document\n",
          "(bad.gz): ", "(..good/..): a name with \"..\"\n"}) {
        EXPECT_NE(run.messages.find(file + line), std::string::npos) << line << run.messages;
    }
}

// libarchive passes over much at once by seeking.
TEST(Archive, LargeMembersThatAreNoTextArePassedOver) {
    TempDir dir;
    std::string noise(std::size_t{3} << 20, '\0');
    std::mt19937_64 random(1);
    for (char& c : noise)
        c = static_cast<char>(random());
    for (const Writer& writer : WRITERS) {
        std::string bytes = writer.make({{"a", "first"}, {"noise", noise}, {"b", "last"}});
        for (bool seekable : {true, false}) {
            std::string file = dir.write(writer.name, seekable ? bytes : gzip(bytes));
            testing::Run run = run_inputs({file});
            EXPECT_EQ(run.ids(), (Ids{file + "/a", file + "/b"})) << run.messages;
            EXPECT_EQ(run.messages, "");
            EXPECT_EQ(run.bytes_read, run.total_bytes);
        }
    }
}

TEST(Archive, EncryptedMembersAreReported) {
    TempDir dir;
    std::string secret =
        zip({{"a", "secret words"}, {"b", "more of them"}}, "zip:encryption=zipcrypt");
    std::string file = dir.write("a.zip", secret);
    testing::Run run = run_inputs({file});
    EXPECT_EQ(run.messages, file + "(a): encrypted\n" + file + "(b): encrypted\n");
    EXPECT_TRUE(run.documents.empty());
    // libarchive cannot pass over one in a stream, so the second is not reached, which is told.
    run = run_inputs({dir.write("a.zip", gzip(secret))});
    EXPECT_TRUE(run.messages.starts_with(file + "(a): encrypted\n" + file + ": ")) << run.messages;
    EXPECT_TRUE(run.documents.empty());
}

TEST(Archive, ADamagedMemberCostsNoOther) {
    TempDir dir;
    std::string big;
    std::mt19937_64 random(1);
    for (int i = 0; i < 20000; ++i)
        big += static_cast<char>('a' + random() % 26);
    std::string bytes = zip({{"a", "first"}, {"b", big}, {"c", "last"}});
    for (std::size_t i = 0; i < 40; ++i)
        bytes[bytes.size() / 2 + i] ^= '\x5a';
    for (bool seekable : {true, false}) {
        std::string file = dir.write("a.zip", seekable ? bytes : gzip(bytes));
        testing::Run run = run_inputs({file});
        EXPECT_EQ(run.ids(), (Ids{file + "/a", file + "/c"})) << run.messages;
        EXPECT_TRUE(run.messages.starts_with(file + "(b): damaged archive: ")) << run.messages;
        EXPECT_EQ(run.rejected, 1U);
    }
    // Of a tar the header of a member may be damaged; its data are passed over with it.
    bytes = tar({{"a", "first"}, {"b", big}, {"c", "last"}});
    bytes[1024 + 20] ^= '\x5a';
    std::string file = dir.write("a.tar", bytes);
    testing::Run run = run_inputs({file});
    EXPECT_EQ(run.ids(), (Ids{file + "/a", file + "/c"})) << run.messages;
    EXPECT_TRUE(run.messages.starts_with(file + ": damaged archive: ")) << run.messages;
    EXPECT_EQ(run.rejected, 1U);
}

TEST(Archive, InEachOtherUpToADepth) {
    TempDir dir;
    std::string inner = tar({{"deep.txt", "deep"}});
    std::string path = "/deep.txt";
    std::string location = "(deep.txt)";
    for (int depth = 1; depth <= 5; ++depth) {
        std::string file = dir.write("a", inner);
        testing::Run run = run_inputs({file});
        if (depth <= 4) {
            ASSERT_EQ(run.ids(), Ids{file + path}) << run.messages;
            EXPECT_EQ(run.documents[0].location, file + location);
        } else {
            EXPECT_EQ(run.messages, file + "(m)(m)(m)(m): archives in archives more than 4 deep\n");
        }
        inner = depth % 2 == 0 ? gzip(tar({{"m", inner}})) : zip({{"m", inner}});
        path = "/m" + path;
        location = "(m)" + location;
    }
}

TEST(Archive, OfficeDocumentsAreNoArchives) {
    TempDir dir;
    dir.write("a.odt", zip({{"mimetype", "x"}, {"content.xml", "<x/>"}}, "zip:compression=store"));
    dir.write("b.docx", zip({{"[Content_Types].xml", "<x/>"}}));
    dir.write("c.jar", zip({{"META-INF/MANIFEST.MF", "x"}}));
    testing::Run run = run_inputs({dir.path()});
    EXPECT_TRUE(run.documents.empty());
    EXPECT_EQ(run.skipped, 3U);
}

// The same of a file and of a stream.
TEST(Archive, NothingAfterTheEndIsLostInSilence) {
    const std::vector<Member> first = {{"a", "first"}};
    const std::vector<Member> second = {{"b", "second"}};
    const std::string zeros(700, '\0');
    const std::string cut = zip(second).substr(0, 40);
    const std::string after = "data after the end of the zip archive";
    const struct {
        std::string bytes;
        Ids names;
        std::string problem;
    } cases[] = {
        {tar(first) + tar(second), {"/a", "/b"}, ""},
        {tar(first) + tar({}) + tar(second), {"/a", "/b"}, ""},
        {tar(first) + zeros, {"/a"}, ""},
        {tar(first) + "some words", {"/a"}, "damaged archive: Truncated tar archive"},
        {zip(first) + zip(second), {"/a"}, after},
        {zip(first) + zip(first), {"/a"}, after},
        {zip(first) + cut, {"/a"}, after},
        {zip(first) + "some words", {"/a"}, after},
        {zip(first) + std::string(70'000, 'x') + zip(second), {"/a"}, after},
        {zip(first) + zeros, {"/a"}, ""},
        {zip(first, "zip:zip64"), {"/a"}, ""},
    };
    TempDir dir;
    for (const auto& [bytes, names, problem] : cases) {
        for (const std::string& written : {bytes, gzip(bytes)}) {
            const std::string file = dir.write("x", written);
            const testing::Run run = run_inputs({file});
            Ids ids;
            for (const std::string& name : names)
                ids.push_back(file + name);
            EXPECT_EQ(run.ids(), ids) << run.messages;
            EXPECT_EQ(run.messages, problem.empty() ? "" : file + ": " + problem + "\n");
        }
    }
}

TEST(Archive, WithoutMembers) {
    TempDir dir;
    testing::Run run = run_inputs({dir.write("a.tar", tar({})), dir.write("b.tar", ""),
                                   dir.write("c.zip", zip({})), dir.write("d.tgz", gzip(tar({})))});
    EXPECT_TRUE(run.documents.empty());
    EXPECT_EQ(run.messages, "");
}

std::string record(const std::string& type, const std::string& uri, const std::string& block,
                   const std::string& content_type = "application/http; msgtype=response") {
    return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + uri +
           "\r\nWARC-Date: 2026-01-31T12:00:00Z\r\nContent-Type: " + content_type +
           "\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

std::string response(const std::string& headers, const std::string& body,
                     const std::string& status = "200 OK") {
    return "HTTP/1.1 " + status + "\r\n" + headers + "\r\n\r\n" + body;
}

const std::string INFO = "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
const std::string PAGE = response("Content-Type: text/html", "<p>page words");

TEST(Warc, PagesAreDocumentsByTheirAddress) {
    TempDir dir;
    const std::vector<std::string> records = {
        INFO,
        record("request", "http://a/", "GET / HTTP/1.1\r\n\r\n"),
        record("response", "http://a/", PAGE),
        record("response", "<http://a/koi>",
               response("content-type: Text/HTML;x=y; Charset=\"koi8-r\"", "<p>\xcd\xc9\xd2")),
        record("response", "http://a/text",
               response("Content-Type: text/plain; charset=shift_jis", "\x93\xfa\x96\x7b")),
        record("response", "http://a/gone", response("Content-Type: text/html", "x", "404 Gone")),
        record("response", "http://a/png", response("Content-Type: image/png", "\x89PNG")),
        record("response", "http://a/chunks",
               response("Transfer-Encoding: chunked\r\nContent-Type: text/plain",
                        "5;x=y\r\nfirst\r\n7\r\n second\r\n0\r\n\r\n")),
        record("response", "http://a/unchunked",
               response("Transfer-Encoding: chunked\r\nContent-Type: text/plain", "words")),
        record("response", "http://a/gz",
               response("Content-Encoding: gzip\r\nContent-Type: text/plain", gzip("packed"))),
        record("response", "http://a/untyped", PAGE, ""),
        record("conversion", "http://a/wet", "extracted", "text/plain"),
        record("revisit", "http://a/", ""),
        record("response", "dns:a", "a 1 IN A 1", "text/dns"),
    };
    std::string plain;
    std::string packed;
    for (const std::string& one : records) {
        plain += one;
        packed += gzip(one);
    }
    for (const std::string& bytes : {plain, packed}) {
        testing::Run run = run_inputs({dir.write("a.warc", bytes)});
        ASSERT_EQ(run.ids(),
                  (Ids{"http://a/", "http://a/koi", "http://a/text", "http://a/chunks",
                       "http://a/unchunked", "http://a/gz", "http://a/untyped", "http://a/wet"}))
            << run.messages;
        Ids texts;
        for (const InputDocument& document : run.documents)
            texts.push_back(document.text);
        EXPECT_EQ(texts, (Ids{"page words", "мир", "日本", "first second", "words", "packed",
                              "page words", "extracted"}));
        EXPECT_EQ(run.documents[0].location, (dir / "a.warc") + "(http://a/)");
        EXPECT_EQ(run.documents[0].fields[0].values[0].text, "2026-01-31T12:00:00Z");
        EXPECT_EQ(run.messages, "");
        EXPECT_EQ(run.skipped, 6U);
    }
}

TEST(Warc, WhatIsNoGoodIsReportedAndTheRestRead) {
    TempDir dir;
    const std::string last = record("response", "http://a/last", PAGE);
    InputOptions options;
    options.max_document_bytes = 100;
    for (const auto& [bad, message] : std::vector<std::pair<std::string, std::string>>{
             {record("response", "http://b/",
                     response("Content-Type: text/plain", std::string(101, 'x'))),
              "(http://b/): more than 100 bytes in one document\n"},
             {record("response", "http://b/",
                     response("Content-Encoding: br\r\nContent-Type: text/plain", "x")),
              "(http://b/): the response is encoded: br\n"},
             {record(
                  "response", "http://b/",
                  response("Content-Type: text/plain", "\x1f\x8b\x08" + std::string(20, '\x03'))),
              "(http://b/): damaged gzip data: header crc mismatch\n"},
             {record(
                  "response", "http://b/",
                  response("Content-Type: text/plain", "\x8b\x02\x80\x01\x10\xfa\x07\x93\x1e\x06")),
              "(http://b/): the page is compressed data, not text\n"},
             {record("response", "http://b/", "HTTP/1.1 200 OK\r\n"),
              "(http://b/): the response's header is cut\n"},
             {"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: x\r\n\r\nwords\r\nlost\r\n\r\n",
              ": damaged: not a WARC record\n"},
             {"some\nlines\n", ": damaged: not a WARC record\n"}}) {
        std::string file = dir.write("a.warc", INFO + bad + last);
        testing::Run run = run_inputs({file}, options);
        EXPECT_EQ(run.ids(), Ids{"http://a/last"}) << message;
        EXPECT_EQ(run.messages, file + message);
    }
    std::string file = dir.write("a.warc", INFO + last.substr(0, last.size() - 10));
    testing::Run run = run_inputs({file});
    EXPECT_EQ(run.messages,
              file + "(http://a/last): the record is cut; what came before is read\n");
    ASSERT_EQ(run.documents.size(), 1U);
    EXPECT_EQ(run.documents[0].text, "page");
}

std::string chunked(const std::string& bytes) {
    const std::size_t half = bytes.size() / 2;
    return fmt::format("{:x}\r\n{}\r\n{:X};x=y\r\n{}\r\n0\r\n\r\n", half, bytes.substr(0, half),
                       bytes.size() - half, bytes.substr(half));
}

TEST(Warc, BodiesAreReadHoweverTheyAreCoded) {
    const std::string text = "the harbour office counted nineteen fishing boats before noon";
    const std::string packed = gzip(text);
    const std::string zlib = deflated(text, MAX_WBITS);
    const std::string raw = deflated(text, -MAX_WBITS);
    const struct {
        std::string headers;
        std::string body;
    } cases[] = {
        {"Content-Encoding: none", text},
        {"Content-Encoding: UTF-8", text},
        {"Content-Encoding: binary", text},
        {"Content-Encoding: iso-8859-1", text},
        {"Content-Encoding:", text},
        {"Content-Encoding: gzip", text},
        {"Content-Encoding: deflate", text},
        {"Content-Encoding: deflate", zlib},
        {"Content-Encoding: deflate", raw},
        {"Content-Encoding: deflate", packed},
        {"Content-Encoding: identity, gzip", packed},
        {"Content-Encoding: deflate, gzip", gzip(raw)},
        {"Content-Encoding: deflate\r\nContent-Encoding: gzip", gzip(zlib)},
        {"X: y", packed},
        {"X: y", gzip(packed)},
        {"Transfer-Encoding: gzip", packed},
        {"Transfer-Encoding: deflate", raw},
        {"Transfer-Encoding: gzip, chunked", chunked(packed)},
        {"Transfer-Encoding: deflate, chunked", chunked(raw)},
        {"Transfer-Encoding: chunked, gzip", gzip(chunked(text))},
        {"Transfer-Encoding: chunked, gzip", chunked(packed)},
        {"Transfer-Encoding: chunked", chunked(packed)},
        {"Transfer-Encoding: chunked\r\nContent-Encoding: deflate", chunked(zlib)},
        {"Transfer-Encoding: identity", text},
    };
    TempDir dir;
    for (const auto& [headers, body] : cases) {
        const std::string page = response(headers + "\r\nContent-Type: text/plain", body);
        const testing::Run run =
            run_inputs({dir.write("a.warc", record("response", "http://a/", page))});
        ASSERT_EQ(run.documents.size(), 1U) << headers << run.messages;
        EXPECT_EQ(run.documents[0].text, text) << headers;
        EXPECT_EQ(run.messages, "") << headers;
    }
}

// Cut anywhere, a body gives what came of it, which is told once, and the next page is read.
TEST(Warc, ACutBodyGivesWhatCame) {
    std::string text;
    for (int i = 0; i < 200; ++i)
        text += fmt::format("word{} ", i * i);
    const std::string last = record("response", "http://a/last", PAGE);
    TempDir dir;
    for (const auto& [headers, body] : std::vector<std::pair<std::string, std::string>>{
             {"Transfer-Encoding: chunked", chunked(text)},
             {"Content-Encoding: gzip", gzip(text)},
             {"Content-Encoding: deflate", deflated(text, -MAX_WBITS)},
             {"Transfer-Encoding: gzip, chunked", chunked(gzip(text))}}) {
        for (const std::size_t size : {body.size() / 2, body.size() - 7, body.size() - 1}) {
            const std::string page =
                response(headers + "\r\nContent-Type: text/plain", body.substr(0, size));
            const testing::Run run =
                run_inputs({dir.write("a.warc", record("response", "http://a/", page) + last)});
            ASSERT_EQ(run.documents.size(), 2U) << headers << size << run.messages;
            EXPECT_TRUE(text.starts_with(run.documents[0].text)) << headers << size;
            EXPECT_GT(run.documents[0].text.size(), text.size() / 4) << headers << size;
            EXPECT_LE(run.rejected, 1U) << run.messages;
            EXPECT_TRUE(run.rejected == 1 || run.documents[0].text == text) << headers << size;
        }
    }
}

// What precedes a cut is read, and the cut is told once (or is no cut: after the last member).
TEST(Archive, CutAtEveryByte) {
    TempDir dir;
    for (const std::string& whole :
         {tar({{"a", "first"}, {"b", "second"}}), zip({{"a", "first"}, {"b", "second"}}),
          record("response", "http://a/a", PAGE) + record("response", "http://a/b", PAGE)}) {
        std::size_t before = 0;
        for (std::size_t size = 0; size <= whole.size(); size += size < 4096 ? 1 : 97) {
            testing::Run run = run_inputs({dir.write("x.tar", whole.substr(0, size))});
            EXPECT_LE(run.rejected, 1U) << size << run.messages;
            EXPECT_GE(run.documents.size() + run.rejected, size > 600 ? 1U : 0U) << size;
            // More bytes, more documents; not in the first header, which nothing tells from text.
            if (size > 600) {
                EXPECT_GE(run.documents.size(), before) << size;
                before = run.documents.size();
            }
        }
        EXPECT_EQ(run_inputs({dir.write("x.tar", whole)}).documents.size(), 2U);
    }
}

TEST(Archive, RandomDamageEndsWell) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    TempDir dir;
    InputOptions options;
    options.max_document_bytes = 1 << 20;
    const std::string warc =
        INFO + record("response", "http://a/", PAGE) +
        record("response", "http://a/b",
               response("Transfer-Encoding: chunked\r\nContent-Type: text/plain",
                        "5\r\nfirst\r\n0\r\n\r\n"));
    for (const std::string& whole :
         {tar(mixed_members()), zip(mixed_members()),
          made_archive(::archive_write_set_format_pax, {{std::string(200, 'n'), "x"}}), warc}) {
        for (int round = 0; round < 300; ++round) {
            std::string damaged = whole;
            for (int i = 0; i < 1 + round % 10; ++i)
                damaged[random() % damaged.size()] = static_cast<char>(random());
            testing::Run run = run_inputs({dir.write("x.tar", damaged)}, options);
            EXPECT_LE(run.documents.size(), 1000U);
        }
    }
}

}  // namespace
}  // namespace descry
