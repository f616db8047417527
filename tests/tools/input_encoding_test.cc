// Files in encodings that nobody names: one a file, told once, and what differs stays different.

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/tools/input_files.h"
#include "tests/volume.h"

namespace descry {
namespace {

using testing::run_inputs;
using testing::TempDir;

// "Мать", "Дочь", "Привет" in windows-1251, "Привет" in KOI8-R, and in ibm866.
constexpr char MOTHER[] = "\xCC\xE0\xF2\xFC";
constexpr char DAUGHTER[] = "\xC4\xEE\xF7\xFC";
constexpr char HELLO[] = "\xCF\xF0\xE8\xE2\xE5\xF2";
constexpr char HELLO_KOI8[] = "\xF0\xD2\xC9\xD7\xC5\xD4";
constexpr char HELLO_866[] = "\x8F\xE0\xA8\xA2\xA5\xE2";

std::vector<std::string> texts_of(const testing::Run& run) {
    std::vector<std::string> texts;
    for (const InputDocument& document : run.documents)
        texts.push_back(document.text);
    return texts;
}

using Texts = std::vector<std::string>;

std::string told(const std::string& file, const std::string& encoding) {
    return file + ": read as " + encoding + " (detected; use --encoding NAME for another)\n";
}

TEST(InputEncoding, ATableIsInOne) {
    TempDir dir;
    const std::string file = dir.write(
        "a.csv", std::string("id;text;\xE8\xEC\xFF\n1;") + MOTHER + ";\n2;" + DAUGHTER + ";x\n");
    const auto run = run_inputs({file});
    EXPECT_EQ(texts_of(run), (Texts{"Мать", "Дочь"}));
    EXPECT_EQ(run.documents[1].fields[0].name, "имя");
    EXPECT_EQ(run.messages, told(file, "windows-1251"));
    EXPECT_EQ(run.stray_bytes, 0U);
}

TEST(InputEncoding, SoAreLinesOfJson) {
    TempDir dir;
    const std::string file =
        dir.write("a.jsonl", std::string("{\"id\":1,\"text\":\"ascii\"}\n{\"id\":2,\"text\":\"") +
                                 MOTHER + "\"}\n{\"id\":3,\"text\":\"" + DAUGHTER + "\\u0021\"}\n");
    InputOptions options;
    options.records = true;
    const auto run = run_inputs({file}, options);
    EXPECT_EQ(texts_of(run), (Texts{"ascii", "Мать", "Дочь!"}));
    // The records are as they came.
    EXPECT_EQ(run.documents[1].record, std::string("{\"id\":2,\"text\":\"") + MOTHER + "\"}\n");
    EXPECT_EQ(run.messages, told(file, "windows-1251"));
}

// In Shift_JIS the second byte of a character may be a backslash.
TEST(InputEncoding, BackslashesWithinCharactersAreNone) {
    const std::string chart = "\x95\x5C\x8E\xA6";  // 表示
    TempDir dir;
    InputOptions options;
    options.encoding = TextEncoding::named("shift_jis");
    const std::string object = "{\"id\":\"1\",\"text\":\"" + chart + "\x95\x5C\"}";
    EXPECT_EQ(texts_of(run_inputs({dir.write("a.jsonl", object + "\n")}, options)),
              (Texts{"表示表"}));
    EXPECT_EQ(texts_of(run_inputs({dir.write("a.csv", "id,text\n1," + chart + "\n")}, options)),
              (Texts{"表示"}));
}

TEST(InputEncoding, FilesAreInTheirOwn) {
    TempDir dir;
    dir.write("d/1251.txt", HELLO);
    dir.write("d/866.txt", HELLO_866);
    dir.write("d/koi8.txt", HELLO_KOI8);
    dir.write("d/page.html", std::string("<p>") + HELLO + "</p>");
    dir.write("d/utf8.txt", "Привет");
    const auto run = run_inputs({dir.path() + "/d"});
    EXPECT_EQ(texts_of(run), Texts(5, "Привет"));
    EXPECT_EQ(run.messages, told(dir.path() + "/d/1251.txt", "windows-1251") +
                                told(dir.path() + "/d/866.txt", "ibm866") +
                                told(dir.path() + "/d/koi8.txt", "KOI8-R") +
                                told(dir.path() + "/d/page.html", "windows-1251"));
}

TEST(InputEncoding, OfCompressedFilesAndRecordsOfWarcToo) {
    TempDir dir;
    const std::string file = dir.write("a.txt.gz", testing::gzip(HELLO_KOI8));
    const auto run = run_inputs({file});
    EXPECT_EQ(texts_of(run), (Texts{"Привет"}));
    EXPECT_EQ(run.messages, told(file, "KOI8-R"));
    const std::string warc =
        dir.write("a.warc",
                  "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/\r\n"
                  "Content-Type: text/plain\r\nContent-Length: 6\r\n\r\n" +
                      std::string(HELLO) + "\r\n\r\n");
    EXPECT_EQ(texts_of(run_inputs({warc})), (Texts{"Привет"}));
}

TEST(InputEncoding, ARowThatIsNoUtf8LeavesTheOthersAsTheyAre) {
    TempDir dir;
    const std::string good = "1,Größe\n2,Straße\n3,naïve café\n";
    for (const std::string& rows : {good + "4,M\xFCller\n", "4,M\xFCller\n" + good}) {
        const std::string file = dir.write("a.csv", "id,text\n" + rows);
        const auto run = run_inputs({file});
        const auto texts = texts_of(run);
        EXPECT_EQ(std::set(texts.begin(), texts.end()),
                  (std::set<std::string>{"Größe", "Straße", "naïve café", "Mü\u034Fller"}));
        EXPECT_EQ(run.stray_bytes, 1U);
        EXPECT_EQ(run.messages, file +
                                    ": read as UTF-8 (detected, although not all of it is valid; "
                                    "use --encoding NAME for another)\n");
    }
}

TEST(InputEncoding, ItIsFoundWhereverTheFirstByteAboveAsciiStands) {
    TempDir dir;
    std::string table = "id,text\n";
    for (int i = 0; i < 40000; ++i)
        table += std::to_string(i) + ",plain words\n";
    const std::string file = dir.write("a.csv", table + "x," + HELLO + "\ny," + MOTHER + "\n");
    const auto run = run_inputs({file});
    ASSERT_EQ(run.documents.size(), 40002U);
    EXPECT_EQ(run.documents[40000].text, "Привет");
    EXPECT_EQ(run.documents[40001].text, "Мать");
    // What was UTF-8 for long is so behind a stray byte, too.
    std::string utf8 = "id,text\n";
    for (int i = 0; i < 400; ++i)
        utf8 += std::to_string(i) + ",größer\n";
    const auto mixed = run_inputs({dir.write("b.csv", utf8 + "x,M\xFCller\ny,\xE9t\xE9\n")});
    EXPECT_EQ(mixed.documents[400].text, "Mü\u034Fller");
}

TEST(InputEncoding, OneThatIsGivenConcernsWhatIsNoUtf8) {
    TempDir dir;
    InputOptions options;
    options.encoding = TextEncoding::named("ibm850");
    const auto run = run_inputs(
        {dir.write("a.csv", "id,text\n1,M\x81ller\n2,M\xC3\xBCller\n"), dir.write("b.txt", "Größe"),
         dir.write("c.txt",
                   "Gr\x94\xE1"
                   "e")},
        options);
    EXPECT_EQ(texts_of(run), (Texts{"Müller", "Müller", "Größe", "Größe"}));
    EXPECT_EQ(run.messages, "");
}

TEST(InputEncoding, OtherBytesAreOtherTexts) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (int round = 0; round < testing::scaled(30); ++round) {
        // From few strays in UTF-8 to bytes of no sense at all.
        const std::uint64_t strays = 1 + random() % 8;
        std::set<std::string> bytes;
        while (bytes.size() < 200) {
            std::string one;
            for (std::size_t parts = 1 + random() % 6; parts > 0; --parts) {
                const char* pieces[] = {"a", "ж", "é", "日", "\xF0\x9F\x98\x80", " ", "Z", "ü"};
                if (random() % 8 < strays) {
                    one += static_cast<char>(128 + random() % 128);
                } else {
                    one += pieces[random() % std::size(pieces)];
                }
            }
            if (one.find_first_not_of(' ') == 0 && one.back() != ' ') bytes.insert(one);
        }
        std::string csv = "id,text\n";
        std::string lines;
        for (const std::string& one : bytes) {
            csv += "1," + one + "\n";
            lines += "{\"id\":\"1\",\"text\":\"" + one + "\"}\n";
        }
        TempDir dir;
        for (const std::string& file : {dir.write("a.csv", csv), dir.write("a.jsonl", lines)}) {
            const auto texts = texts_of(run_inputs({file}));
            EXPECT_EQ(texts.size(), bytes.size());
            // Two encodings in one file may have the same text: an exact count is that of one.
            const std::set<std::string> distinct(texts.begin(), texts.end());
            EXPECT_GE(distinct.size() + (strays < 4 ? 0 : 3), bytes.size()) << file;
        }
    }
}

TEST(InputEncoding, HowBytesArriveDoesNotMatter) {
    std::string lines;
    for (int i = 0; i < 100; ++i)
        lines += "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"" + HELLO + "\"}\n";
    std::ostringstream stream;
    Diagnostics problems(stream);
    const InputOptions options;
    const auto reader = open_documents(std::make_unique<testing::PiecewiseSource>(lines, 7, 1),
                                       {"x.jsonl", "x.jsonl", options, problems, Origin::NAMED});
    InputDocument document;
    int count = 0;
    for (; reader->next(document); ++count)
        EXPECT_EQ(document.text, "Привет");
    EXPECT_EQ(count, 100);
    EXPECT_EQ(stream.str(), told("x.jsonl", "windows-1251"));
}

}  // namespace
}  // namespace descry
