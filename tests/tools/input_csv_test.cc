// CSV: its rows are those of an obvious reader whatever the pieces in which bytes come; what is a
// document, and what is rejected.

#include <optional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/tools/input_files.h"
#include "tests/volume.h"
#include "tools/input/bytes/utf16_source.h"
#include "tools/input/documents/document.h"
#include "tools/input/parsing/csv_rows.h"

namespace descry {
namespace {

using testing::PiecewiseSource;
using testing::run_inputs;
using testing::TempDir;

struct Row {
    std::uint64_t line = 0;
    std::optional<std::vector<std::string>> cells;  // none: the quotes are wrong
    bool too_long = false;

    friend bool operator==(const Row&, const Row&) = default;
    friend void PrintTo(const Row& row, std::ostream* out) {
        *out << row.line << ' ' << (row.too_long ? "too long " : "")
             << (row.cells ? ::testing::PrintToString(*row.cells) : "wrong");
    }
};

constexpr std::size_t NO_LIMIT = std::size_t{1} << 30;

std::vector<Row> read_rows(const std::string& bytes, std::size_t most, std::size_t max = NO_LIMIT) {
    PiecewiseSource source(bytes, most, 1);
    CsvRows rows(source, max, {});
    std::vector<Row> all;
    while (rows.next()) {
        Row& row = all.emplace_back(Row{rows.line(), {}, rows.too_long()});
        if (rows.too_long() || !rows.row().problem().empty()) continue;
        row.cells.emplace();
        for (std::size_t i = 0; i < rows.row().cells(); ++i)
            row.cells->push_back(rows.cell(i));
    }
    return all;
}

// The obvious way: all bytes at hand, one after the other.
class Oracle {
  public:
    explicit Oracle(std::string bytes) : bytes_(std::move(bytes)) {}

    std::vector<Row> rows() {
        std::vector<Row> all;
        while (at_ < bytes_.size()) {
            const std::size_t begin = at_;
            const std::uint64_t line = line_;
            std::vector<std::string> cells;
            bool good = true;
            do {
                cells.emplace_back();
                good = read_cell(cells.back()) && good;
            } while (take(","));
            const bool is_blank = at_ == begin;
            take_line_end();
            if (is_blank) continue;
            all.push_back({line, std::nullopt, false});
            if (good) {
                all.back().cells = std::move(cells);
                continue;
            }
            // On with the next line.
            at_ = begin;
            line_ = line;
            while (at_ < bytes_.size() && !take_line_end())
                ++at_;
        }
        return all;
    }

  private:
    bool take(const std::string& wanted) {
        if (bytes_.compare(at_, wanted.size(), wanted) != 0) return false;
        at_ += wanted.size();
        return true;
    }

    bool take_line_end() {
        if (!take("\r\n") && !take("\n") && !take("\r")) return false;
        ++line_;
        return true;
    }

    bool at_cell_end() const {
        return at_ == bytes_.size() || std::string(",\r\n").find(bytes_[at_]) != std::string::npos;
    }

    bool read_cell(std::string& cell) {
        bool closed = true;
        if (take("\"")) {
            closed = false;
            while (at_ < bytes_.size() && !closed) {
                if (take("\"\"")) {
                    cell += '"';
                } else if (take("\"")) {
                    closed = true;
                } else {
                    const std::size_t begin = at_;
                    if (!take_line_end()) ++at_;
                    cell += bytes_.substr(begin, at_ - begin);
                }
            }
            if (at_cell_end()) return closed;
            closed = false;
        }
        while (!at_cell_end())
            cell += bytes_[at_++];
        return closed;
    }

    std::string bytes_;
    std::size_t at_ = 0;
    std::uint64_t line_ = 1;
};

TEST(CsvRows, EqualTheObviousReaderForAllShortInputs) {
    const std::string alphabet = "a,\"\n\r";
    const std::size_t longest = testing::has_full_volume() ? 8 : 6;
    std::string bytes;
    for (std::size_t length = 0; length <= longest; ++length) {
        std::vector<std::size_t> digits(length);
        bytes.assign(length, alphabet[0]);
        for (bool more = true; more;) {
            const std::vector<Row> expected = Oracle(bytes).rows();
            ASSERT_EQ(read_rows(bytes, 1), expected) << ::testing::PrintToString(bytes);
            ASSERT_EQ(read_rows(bytes, length + 1), expected) << ::testing::PrintToString(bytes);
            more = false;
            for (std::size_t i = 0; i < length && !more; ++i) {
                more = ++digits[i] < alphabet.size();
                if (!more) digits[i] = 0;
                bytes[i] = alphabet[digits[i]];
            }
        }
    }
}

TEST(CsvRows, EqualTheObviousReaderInAnyPieces) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    const std::vector<std::string> pieces = {"a",  "bc",   ",",  ",",   "\"",  "\"\"",
                                             "\n", "\r\n", "\r", ",\"", "\",", "\"\n"};
    for (std::size_t i = testing::scaled<std::size_t>(5000); i != 0; --i) {
        std::string bytes;
        for (std::size_t n = random() % 200; n != 0; --n)
            bytes += pieces[random() % pieces.size()];
        ASSERT_EQ(read_rows(bytes, 1 + random() % 20), Oracle(bytes).rows())
            << ::testing::PrintToString(bytes);
    }
}

TEST(CsvRows, PassOverWhatIsTooLong) {
    const std::string bytes = "a\r\nb,\"cc\ncc\"\r\n" + std::string(3000000, 'x') + ",y\r\nd\r\n";
    for (const std::size_t most : {1000000u, 65536u}) {
        for (std::size_t max = 8; max <= 10; ++max) {
            SCOPED_TRACE(max);
            std::vector<Row> expected = {{1, {{"a"}}, false},
                                         {2, {{"b", "cc\ncc"}}, false},
                                         {4, std::nullopt, true},
                                         {5, {{"d"}}, false}};
            if (max < 9) expected[1] = {2, std::nullopt, true};
            EXPECT_EQ(read_rows(bytes, most, max), expected);
        }
    }
    // What is too long and does not end has no more lines to go on with.
    EXPECT_EQ(read_rows("a\n\"" + std::string(1000000, '\n'), 65536, 10),
              (std::vector<Row>{{1, {{"a"}}, false}, {2, std::nullopt, true}}));
}

testing::Run read(const std::string& name, const std::string& bytes, InputOptions options = {}) {
    const TempDir folder;
    const std::string file = folder.write(name, bytes);
    testing::Run run = run_inputs({file}, std::move(options));
    for (std::size_t at = 0;
         (at = run.messages.find(folder.path() + "/", at)) != std::string::npos;)
        run.messages.erase(at, folder.path().size() + 1);
    return run;
}

std::string texts(const testing::Run& run) {
    std::string all;
    for (const InputDocument& document : run.documents)
        all += document.id + "=" + document.text + ";";
    return all;
}

TEST(Csv, ColumnsAreFieldsAndEmptyOnesNone) {
    const auto run = read("a.csv",
                          "\xef\xbb\xbf\"id\",name,text,\xff\r\n1,Ann,\"a, \"\"b\"\"\",\r\n"
                          "2,,,\xfe\r\n");
    ASSERT_EQ(run.documents.size(), 2u);
    EXPECT_TRUE(run.messages.ends_with(
        "a.csv: read as windows-1252 (detected; use --encoding NAME for another)\n"))
        << run.messages;
    EXPECT_EQ(run.documents[0].id, "1");
    EXPECT_EQ(run.documents[0].text, "a, \"b\"");
    using Kind = InputValue::Kind;
    EXPECT_EQ(run.documents[0].fields,
              (std::vector<InputField>{{"name", {{Kind::STRING, "Ann"}}}}));
    EXPECT_TRUE(run.documents[0].location.ends_with("/a.csv:2"));
    EXPECT_EQ(run.documents[1].text, "");
    EXPECT_EQ(run.documents[1].text_kind, Kind::STRING);
    EXPECT_EQ(run.documents[1].fields, (std::vector<InputField>{{"ÿ", {{Kind::STRING, "þ"}}}}));
    EXPECT_EQ(run.stray_bytes, 0u);
}

TEST(Csv, SeparatorsOfHeadersWithoutACommaAndOfTsv) {
    EXPECT_EQ(texts(read("a.csv", "id;text\n1;a,b\n")), "1=a,b;");
    EXPECT_EQ(texts(read("a.csv", "id\ttext\n1\ta,b\n")), "1=a,b;");
    EXPECT_EQ(texts(read("a.csv", "\"id\";\"te\nxt\";text\n1;2;3\n")), "1=3;");
    EXPECT_EQ(texts(read("a.csv", "id,text;b\n1,x\n", {.text_fields = {"text;b"}})), "1=x;");
    EXPECT_EQ(texts(read("a.tsv", "id\ttext\n1\t\"a\tb\"\n2\tc,d\n")), "1=a\tb;2=c,d;");
    EXPECT_EQ(texts(read("a.TSV", "id\ttext\n1\tx\n")), "1=x;");
}

TEST(Csv, BadRowsCostNoOther) {
    const auto run =
        read("a.csv", "id,text\n1,a\n2\n3,b,c\n,d\n\n5,\"e\" f\n6,\"g\n7,h\n8,\"i\nj\"\n9,k");
    EXPECT_EQ(texts(run), "1=a;7=h;8=i\nj;9=k;");
    EXPECT_EQ(run.messages,
              "a.csv:3: 1 cell, but the header line has 2\na.csv:4: 3 cells, but the header line "
              "has 2\na.csv:5: nothing in column \"id\"; choose one with --id-field NAME, or make "
              "ids with --id-from line or hash\na.csv:7: text after a closing quote (within quotes "
              "a quote is written twice)\na.csv:8: text after a closing quote (within quotes a "
              "quote is written twice)\n");
    // The last quote of a file takes nothing with it, either.
    const auto open = read("a.csv", "id,text\n1,\"a\n2,b\n3,c\n");
    EXPECT_EQ(texts(open), "2=b;3=c;");
    EXPECT_EQ(open.messages, "a.csv:2: a quote that does not end\n");
    const auto longer =
        read("a.csv", "id,text\n1,\"aaaaaaaaaaaaaaa\"\n2,b\n", {.max_document_bytes = 10});
    EXPECT_EQ(texts(longer), "2=b;");
    EXPECT_EQ(longer.messages, "a.csv:2: more than 10 bytes in one document\n");
}

TEST(Csv, HeadersThatDoNotServeAreRejected) {
    EXPECT_EQ(read("a.csv", "key,text\n1,a\n").messages,
              "a.csv:1: no column \"id\" among \"key\", \"text\"; choose one with --id-field NAME, "
              "or make ids with --id-from line or hash\n");
    EXPECT_EQ(
        read("a.csv", "\nid,body\n1,a\n").messages,
        "a.csv:2: no column \"text\" among \"id\", \"body\"; choose one with --text-field NAME\n");
    EXPECT_EQ(read("a.csv", "id,text,id\n1,a,2\n").messages,
              "a.csv:1: two columns are named \"id\"\n");
    EXPECT_EQ(read("a.csv", "id,\"te\"xt\n1,a\n").rejected, 1u);
    EXPECT_EQ(texts(read("a.csv", "id,body\n1,a\n", {.text_optional = true})), "1=;");
    EXPECT_EQ(read("a.csv", "").rejected, 0u);
    EXPECT_EQ(texts(read("a.csv", "id,text")), "");
}

TEST(Csv, IdsAreMadeWhereThereAreNone) {
    const std::string bytes = "id,text\n,\"a\nb\"\r\n7,c\n,c\n";
    const auto lines = read("a.csv", bytes, {.id_from = IdFrom::LINE});
    ASSERT_EQ(lines.documents.size(), 3u);
    EXPECT_TRUE(lines.documents[0].id.ends_with("/a.csv:2"));
    EXPECT_EQ(lines.documents[1].id, "7");
    EXPECT_TRUE(lines.documents[2].id.ends_with("/a.csv:5"));
    const auto hashes = read("a.csv", bytes, {.id_from = IdFrom::HASH});
    EXPECT_EQ(hashes.documents[0].id, hash_id(",\"a\nb\""));
    EXPECT_EQ(hashes.documents[2].id, hash_id(",c"));
    EXPECT_EQ(hash_id("abc"), "ba7816bf8f01cfea414140de5dae2223");  // FIPS 180-2, B.1
    EXPECT_EQ(texts(read("a.csv", "text\na\n", {.id_from = IdFrom::HASH})), hash_id("a") + "=a;");
}

TEST(Csv, IsRecognisedByAHeaderThatNamesBothColumns) {
    EXPECT_EQ(texts(read("a", "id,text\n1,a\n")), "1=a;");
    EXPECT_EQ(texts(read("a.txt", "text\tid\na\t1\n")), "1=a;");
    EXPECT_TRUE(texts(read("a", "id text\n1,a\n")).ends_with("/a=id text\n1,a\n;"));
    EXPECT_TRUE(texts(read("a", "id,body\n1,a\n")).ends_with("/a=id,body\n1,a\n;"));
    EXPECT_TRUE(texts(read("a", "text,b\nc,d\n", {.id_from = IdFrom::LINE})).ends_with("/a:2=c;"));
    EXPECT_TRUE(
        texts(read("a", "text\nc\n", {.id_from = IdFrom::LINE})).ends_with("/a=text\nc\n;"));
}

TEST(Csv, WhatLiesAroundIsCsvWhereItsHeaderSaysSo) {
    const TempDir folder;
    folder.write("a.csv", "id,text\n1,a\n");
    folder.write("b.csv", "name,text\n2,b\n");
    folder.write("c.csv", std::string("\0\1\2", 3));
    folder.write("d.txt", "id,text\n3,c\n");
    const auto run = run_inputs({folder.path()});
    EXPECT_EQ(run.ids(), (std::vector<std::string>{"1", folder / "b.csv", "3"}));
    EXPECT_EQ(run.skipped, 1u);
    const auto named = run_inputs({folder.path()}, {.id_from = IdFrom::HASH});
    EXPECT_EQ(named.ids(), (std::vector<std::string>{"1", hash_id("2,b"), "3"}));
}

TEST(Csv, DialectsAreFound) {
    for (const char* bytes :
         {"sep=;\r\nid;text\r\n1;a b\r\n", "sep=|\nid|text\n1|a b\n", "\"sep=,\"\nid,text\n1,a b\n",
          "id|text\n1|a b\n", "id;text\n1;a b\n", "id\ttext\n1\ta b\n", "id, text\n1, a b\n",
          "id, \"text\"\n1, \"a b\"\n", "id;a,b;text\n1;;a b\n", "id,text\r1,a b\r"})
        EXPECT_EQ(texts(read("a.csv", bytes)), "1=a b;") << bytes;
    const testing::Run rejected = read("a.csv", "sep=;\nid;text\n1;a;b\n");
    EXPECT_EQ(rejected.messages, "a.csv:3: 3 cells, but the header line has 2\n");
}

TEST(Csv, QuotesOfTablesWithTabsAreFound) {
    const std::string bare = "id\ttext\n1\t\"a,\" b\n2\tc\n3\t\"d\n4\te\n";
    EXPECT_EQ(texts(read("a.tsv", bare)), "1=\"a,\" b;2=c;3=\"d;4=e;");
    EXPECT_EQ(texts(read("a.tsv", "id\ttext\n1\t\"a\tb\nc\"\n2\td\n")), "1=a\tb\nc;2=d;");
    EXPECT_EQ(texts(read("a.tsv", "id\ttext\n1\t\"a\"\n", {.csv_quotes = false})), "1=\"a\";");
    EXPECT_EQ(read("a.tsv", bare, {.csv_quotes = true}).rejected, 2u);
    // Whose further lines would be rows.
    EXPECT_EQ(texts(read("a.csv", "id;text\n1;\"a\nb; c\"\n2;\"d\ne; f\"\n")),
              "1=a\nb; c;2=d\ne; f;");
    // One bad row among good ones in quotes.
    EXPECT_EQ(texts(read("a.tsv", "id\ttext\n1\t\"a\"\n2\t\"b\"\n3\t\"c\" d\n")), "1=a;2=b;");
}

TEST(Csv, SeveralTextsAreJoined) {
    EXPECT_EQ(
        texts(read("a.csv", "id,title,body\n1,a,b\n2,,c\n", {.text_fields = {"body", "title"}})),
        "1=b\na;2=c\n;");
    EXPECT_EQ(
        read("a.csv", "id,title\n1,a\n", {.text_fields = {"title", "body"}}).messages,
        "a.csv:1: no column \"body\" among \"id\", \"title\"; choose one with --text-field NAME\n");
}

// In any pieces; a character of two units may be cut.
std::string utf16_of_units(const std::u16string& units, bool is_big_endian) {
    std::string bytes;
    for (const char16_t unit : units) {
        const char high = static_cast<char>(unit >> 8);
        const char low = static_cast<char>(unit & 0xFF);
        bytes += is_big_endian ? high : low;
        bytes += is_big_endian ? low : high;
    }
    return bytes;
}

// Of half a character one byte may be that of a line end, a quote, a backslash or NUL.
TEST(Utf16, HalfACharacterIsNeverAByteOfAscii) {
    TempDir dir;
    for (const bool is_big_endian : {false, true}) {
        std::set<std::string> texts;
        // Bytes that would end something, and others.
        const std::string lower("\0\n\r\"\\,;\t\x1e {}[]a\x7f", 16);
        for (unsigned code = 0xD800; code < 0xE000; ++code) {
            const auto half = static_cast<char16_t>(code);
            if (lower.find(static_cast<char>(code & 0xFF)) == lower.npos) continue;
            const std::u16string lines = std::u16string(u"\xfeff") + u"{\"id\":1,\"text\":\"a" +
                                         half + u",b\"}\n{\"id\":2,\"text\":\"c\"}\n";
            const std::u16string rows =
                std::u16string(u"\xfeff") + u"id,text\n1,a" + half + u"b\n2,c\n";
            const testing::Run run =
                run_inputs({dir.write("a.jsonl", utf16_of_units(lines, is_big_endian))});
            ASSERT_EQ(run.ids(), (std::vector<std::string>{"1", "2"})) << code << run.messages;
            EXPECT_TRUE(run.documents[0].text.ends_with(",b"));
            texts.insert(run.documents[0].text);
            ASSERT_EQ(run_inputs({dir.write("a.csv", utf16_of_units(rows, is_big_endian))})
                          .documents.size(),
                      2U)
                << code;
            const std::string text =
                utf16_of_units(std::u16string(u"\xfeff") + u"a" + half + u"b", is_big_endian);
            const testing::Run whole = run_inputs({dir.write("a.txt", text)});
            for (const char c : whole.documents.at(0).text)
                EXPECT_TRUE(c == 'a' || c == 'b' || static_cast<unsigned char>(c) >= 0x80);
        }
        // Other halves are other texts.
        EXPECT_EQ(texts.size(), 8U * lower.size());
    }
    // As the escape in JSON has it.
    const std::string escaped = dir.write("e.jsonl", "{\"id\":1,\"text\":\"a\\ud822\"}\n");
    const std::string raw =
        dir.write("r.jsonl", utf16_of_units(u"\xfeff{\"id\":1,\"text\":\"a\xd822\"}\n", false));
    EXPECT_EQ(run_inputs({escaped}).documents.at(0).text, run_inputs({raw}).documents.at(0).text);
}

TEST(Utf16, ScriptsWithoutBlanksNeedNoMark) {
    TempDir dir;
    for (const std::u16string& text :
         {std::u16string(u"\u4eca\u5929\u5f00\u4f1a\u8ba8\u8bba\u4e86\u660e\u5e74\u7684\u8ba1"
                         u"\u5212\uff0c\u5927\u5bb6\u90fd\u540c\u610f\u3002\n"),
          std::u16string(u"\u4eca\u65e5\u306f\u4f1a\u8b70\u3067\u6765\u5e74\u306e\u8a08\u753b"
                         u"\u3092\u8a71\u3057\u307e\u3057\u305f\u3002\n"),
          std::u16string(u"\u0e27\u0e31\u0e19\u0e19\u0e35\u0e49\u0e1b\u0e23\u0e30\u0e0a\u0e38"
                         u"\u0e21\u0e41\u0e25\u0e49\u0e27\u0e04\u0e23\u0e31\u0e1a\n")}) {
        for (const bool is_big_endian : {false, true}) {
            const std::string bytes = utf16_of_units(text, is_big_endian);
            const testing::Run run = run_inputs({dir.write("a.txt", bytes)});
            ASSERT_EQ(run.documents.size(), 1U) << run.messages;
            const testing::Run marked =
                run_inputs({dir.write("b.txt", utf16_of_units(u"\xfeff" + text, is_big_endian))});
            EXPECT_EQ(run.documents[0].text, marked.documents.at(0).text);
        }
    }
    // Neither numbers nor texts of other encodings are taken for it.
    std::mt19937_64 random(7);
    for (int round = 0; round < 200; ++round) {
        std::string bytes;
        for (int i = 0; i < 40; ++i)
            bytes += static_cast<char>(random());
        EXPECT_FALSE(utf16_of(bytes + '\0').has_value());
    }
    for (const std::string& text :
         {std::string("ab\0cd ef gh\0ij kl mn op qr", 26),
          std::string("\xbd\xf1\xcc\xec\xbf\xaa\xbb\xe1\xcc\xd6\xc2\xdb\xc1\xcb\xc3\xf7\n")})
        EXPECT_FALSE(utf16_of(text).has_value()) << text;
}

TEST(Utf16, TablesAndJsonLinesAreRead) {
    const auto utf16 = [](const std::u16string& text, bool is_big_endian) {
        return utf16_of_units(u'\uFEFF' + text, is_big_endian);
    };
    std::u16string rows = u"id;text\r\n";
    std::string expected;
    for (int i = 1; i <= 40000; ++i) {
        rows += u"1;na\u00efve \U0001F600\r\n";
        expected += "1=naïve 😀;";
    }
    EXPECT_EQ(texts(read("a.csv", utf16(rows, false))), expected);
    EXPECT_EQ(texts(read("a.csv", utf16(rows, true))), expected);
    const std::u16string line = u"{\"id\":1,\"text\":\"\u00e9\"}\n";
    for (const bool is_big_endian : {false, true}) {
        const std::string marked = utf16(line, is_big_endian);
        EXPECT_EQ(texts(read("a.jsonl", marked)), "1=é;");
        // Without a mark, as RFC 4627 tells it.
        EXPECT_EQ(texts(read("a.jsonl", marked.substr(2))), "1=é;");
        EXPECT_EQ(texts(read("a", marked.substr(2))), "1=é;");
        // Tables and texts likewise; of others the blanks and line ends tell.
        const std::string table = utf16(u"\u0438\u043c\u044f,text\n1,a b\n2,c d\n", is_big_endian);
        EXPECT_EQ(texts(read("a.csv", table.substr(2), {.id_field = "имя"})), "1=a b;2=c d;");
        const testing::Run text = read("a.txt", utf16(u"so \u4e00", is_big_endian).substr(2));
        EXPECT_TRUE(texts(text).ends_with("a.txt=so 一;")) << texts(text);
        // Half a character is no reason against it.
        const std::string half = utf16(
            u"{\"id\":1,\"text\":\"a " + std::u16string(1, u'\xd800') + u"\"}\n", is_big_endian);
        EXPECT_EQ(read("a.jsonl", half.substr(2)).documents.size(), 1U);
        // Numbers of 16 bits are none.
        const testing::Run numbers = read("a", utf16(u"\x0e\x0f word", is_big_endian).substr(2));
        EXPECT_TRUE(numbers.messages.ends_with(": not text: NUL bytes\n")) << numbers.messages;
    }
}

TEST(Lines, EachIsADocument) {
    const testing::Run found = read("a.txt", "one\n\ntwo two\r\nthree", {.format = "lines"});
    EXPECT_TRUE(texts(found).ends_with("/a.txt:4=three;")) << texts(found);
    EXPECT_NE(texts(found).find("/a.txt:3=two two;"), std::string::npos);
    EXPECT_NE(texts(found).find("/a.txt:2=;"), std::string::npos);
}

}  // namespace
}  // namespace descry
