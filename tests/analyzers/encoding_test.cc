#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <descry/analyzers/encoding.h>
#include <descry/analyzers/words.h>

#include "analyzers/utf8.h"
#include "tests/analyzers/encoded.h"
#include "tests/analyzers/words_of.h"

namespace descry {
namespace {

using testing::encoded;

std::string read_by_guess(std::string bytes) {
    TextEncoding::guess(bytes).decode(bytes);
    return bytes;
}

TEST(TextEncoding, ShortTextsAreReadAsTheyWereMeant) {
    const struct {
        const char* encoding;
        const char* text;
    } cases[] = {
        {"windows-1251", "Продам велосипед Stels 26, почти новый, звоните вечером"},
        {"windows-1251", "Иванов"},
        {"koi8-r", "Куплю запасную раму Stels 26 или отдам старую вилку"},
        {"koi8-r", "id;text\n1;Мать\n2;Дочь\n"},
        {"ibm866", "Продам велосипед Stels 26, почти новый, звоните вечером"},
        {"ibm866", "Иванов"},
        {"windows-1252", "id,text\n1,Müller\n2,Möller\n3,Mäller\n"},
        {"windows-1252", "café à la crème"},
        {"windows-1252", "don’t you “say” so – really"},
        {"ibm850", "id,text\n1,Müller\n2,Möller\n3,Mäller\n"},
        {"macintosh", "café à la crème"},
        {"windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy"},
        {"windows-1253", "Καλημέρα κόσμε"},
        {"windows-1254", "İstanbul'da güneşli bir gün ışık"},
        {"windows-1255", "שלום עולם"},
        {"windows-1256", "مرحبا بالعالم"},
        {"shift_jis", "こんにちは世界"},
        {"big5", "你好世界"},
        {"gb18030", "今天天气很好，我们去公园玩吧。北京是中国的首都"},
    };
    for (const auto& c : cases)
        EXPECT_EQ(read_by_guess(encoded(c.encoding, c.text)), c.text) << c.encoding;
}

TEST(TextEncoding, AFewStraysLeaveUtf8AsItIs) {
    const std::string text = "Größe, Straße, über, naïve, café: ";
    EXPECT_TRUE(TextEncoding::guess(text + "M\xFCller").is_utf8());
    EXPECT_TRUE(TextEncoding::guess(text + "cut \xE4\xB8").is_utf8());
    EXPECT_TRUE(TextEncoding::guess("M\xFCller", 100).is_utf8());
    EXPECT_EQ(read_by_guess(text + "M\xFCller"), text + "Mü\u034Fller");
}

TEST(TextEncoding, WhatNothingReadsIsKeptApartByteForByte) {
    std::string bytes = "x\xFF\x81\xFEy\x8D\x90z\xAA\x9D";
    const TextEncoding encoding = TextEncoding::guess(bytes);
    EXPECT_EQ(encoding.name(), TextEncoding::UNKNOWN);
    encoding.decode(bytes);
    EXPECT_EQ(bytes, "x\uA57F\uA501\uA57Ey\uA50D\uA510z\uA52A\uA51D");
}

// Also in encodings with holes, as windows-1252 with its five.
TEST(TextEncoding, NoTwoBytesOfAnEncodingAreTheSame) {
    for (const char* name :
         {"windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254",
          "windows-1255", "windows-1256", "windows-1257", "windows-874", "iso-8859-2", "iso-8859-5",
          "iso-8859-6", "iso-8859-7", "iso-8859-8", "koi8-r", "ibm850", "ibm866", "macintosh"}) {
        const auto encoding = TextEncoding::named(name);
        ASSERT_TRUE(encoding && encoding->is_single_byte()) << name;
        std::set<std::string> texts;
        for (int byte = 0; byte < 256; ++byte) {
            std::string text(1, static_cast<char>(byte));
            encoding->decode(text);
            ASSERT_TRUE(is_valid_utf8(text));
            texts.insert(text);
        }
        EXPECT_EQ(texts.size(), 256U) << name;
    }
}

TEST(TextEncoding, RandomBytesThatDifferAreReadAsTextsThatDiffer) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto any_bytes = [&] {
        std::string bytes(1 + random() % 4, '\0');
        for (char& c : bytes)
            c = static_cast<char>(random() % 2 == 0 ? 'a' + random() % 3 : random() % 256);
        return bytes;
    };
    std::set<std::string> bytes;
    while (bytes.size() < 2000)
        bytes.insert(any_bytes());
    // All in one file: one guess. And each for itself as UTF-8.
    std::string file;
    for (const std::string& one : bytes)
        file += one + '\n';
    const TextEncoding encoding = TextEncoding::guess(file);
    std::set<std::string> texts;
    std::set<std::string> repaired;
    for (std::string one : bytes) {
        std::string other = one;
        repair_utf8(other);
        repaired.insert(other);
        encoding.decode(one);
        texts.insert(one);
    }
    EXPECT_EQ(repaired.size(), bytes.size());
    EXPECT_EQ(texts.size(), bytes.size()) << encoding.name();
}

TEST(TextEncoding, UnknownLettersMakeUpWords) {
    std::string bytes = "x\xFF\x81\xFEy \x8D\x90\x9D";
    TextEncoding::guess(bytes).decode(bytes);
    EXPECT_EQ(testing::words_of(bytes),
              (std::vector<std::string>{"x\uA57F\uA501\uA57Ey", "\uA50D\uA510\uA51D"}));
}

TEST(TextEncoding, WhatIsInvisibleIsInNoWord) {
    std::string bytes = "M\xFCller don\x92t";
    repair_utf8(bytes);
    EXPECT_EQ(testing::words_of(bytes, MidWord::SPLIT),
              (std::vector<std::string>{"müller", "don", "t"}));
}

TEST(TextEncoding, NamesMeanWhatBrowsersTakeThemFor) {
    EXPECT_EQ(TextEncoding::named(" ISO-8859-1 ")->name(), "windows-1252");
    EXPECT_EQ(TextEncoding::named("latin1")->name(), "windows-1252");
    EXPECT_EQ(TextEncoding::named("utf8")->name(), "UTF-8");
    EXPECT_EQ(TextEncoding::named("us-ascii"), std::nullopt);
    EXPECT_EQ(TextEncoding::named("no-such"), std::nullopt);
    EXPECT_EQ(TextEncoding::named(""), std::nullopt);
    EXPECT_FALSE(TextEncoding::named("utf-16le")->holds_ascii());
    EXPECT_FALSE(TextEncoding::named("ibm037")->holds_ascii());
    EXPECT_TRUE(TextEncoding::named("shift_jis")->holds_ascii());
    EXPECT_TRUE(TextEncoding::named("euc-kr")->holds_ascii());
}

TEST(TextEncoding, ByteOrderMarksAreHeeded) {
    const auto read = [](std::string bytes) {
        TextEncoding::marked(bytes)->decode(bytes);
        return bytes;
    };
    using std::string_literals::operator""s;
    EXPECT_EQ(read("\xEF\xBB\xBF"
                   "a"),
              "a");
    EXPECT_EQ(read("\xFF\xFE"
                   "a\0"s),
              "a");
    EXPECT_EQ(read("\xFE\xFF\0a"s), "a");
    EXPECT_EQ(read("\xFF\xFE\0\0a\0\0\0"s), "a");
    EXPECT_EQ(read("\0\0\xFE\xFF\0\0\0a"s), "a");
    EXPECT_EQ(TextEncoding::marked("a"), std::nullopt);
}

TEST(TextEncoding, XmlDeclaresItsEncoding) {
    EXPECT_EQ(xml_declared_encoding("<?xml version='1.0' encoding='koi8-r'?><a/>"), "koi8-r");
    EXPECT_EQ(xml_declared_encoding("<?xml version=\"1.0\" encoding = \"utf-8\" ?>"), "utf-8");
    EXPECT_EQ(xml_declared_encoding("<?xml version='1.0'?><a encoding='x'/>"), "");
    EXPECT_EQ(xml_declared_encoding("<?xml version='1.0' encoding='koi8-r"), "");
    EXPECT_EQ(xml_declared_encoding("<a encoding='x'/>"), "");
}

}  // namespace
}  // namespace descry
