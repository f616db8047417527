#include "analyzers/java_text.h"

#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/shared_data.h"

namespace descry {

// Failures show tokens, not bytes.
static bool operator==(const JavaToken& a, const JavaToken& b) {
    return a.text == b.text && a.utf16_length == b.utf16_length && a.hash == b.hash;
}

namespace {

struct Token {
    std::string text;
    std::uint32_t units = 0;
    std::int32_t hash = 0;
    bool operator==(const Token&) const = default;
};

void PrintTo(const Token& token, std::ostream* out) {
    *out << '"' << token.text << "\" (" << token.units << " units, hash " << token.hash << ")";
}

std::vector<Token> tokens_of(JavaTokenizer& tokenizer, std::string_view text) {
    std::vector<Token> tokens;
    tokenizer.start(text);
    for (JavaToken token; tokenizer.next(token);) {
        tokens.push_back({std::string(token.text), token.utf16_length, token.hash});
    }
    return tokens;
}

std::vector<std::string> java_words_of(std::string_view text) {
    JavaTokenizer tokenizer;
    std::vector<std::string> words;
    for (const Token& token : tokens_of(tokenizer, text))
        words.push_back(token.text);
    return words;
}

void append_utf8(std::string& out, std::uint32_t code_point) {
    const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code_point < 0x80) {
        put(code_point);
    } else if (code_point < 0x800) {
        put(0xC0 | code_point >> 6);
        put(0x80 | (code_point & 0x3F));
    } else if (code_point < 0x10000) {
        put(0xE0 | code_point >> 12);
        put(0x80 | (code_point >> 6 & 0x3F));
        put(0x80 | (code_point & 0x3F));
    } else {
        put(0xF0 | code_point >> 18);
        put(0x80 | (code_point >> 12 & 0x3F));
        put(0x80 | (code_point >> 6 & 0x3F));
        put(0x80 | (code_point & 0x3F));
    }
}

// The tokens of code points, one UTF-16 unit after another as Java reads them.
std::vector<Token> slow_tokens(const std::u32string& text) {
    std::u16string units;
    for (const char32_t c : text) {
        if (c < 0x10000) {
            units += static_cast<char16_t>(c);
        } else {
            units += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
            units += static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF));
        }
    }
    units += u' ';
    std::vector<Token> tokens;
    Token token;
    for (const char16_t unit : units) {
        const char16_t lower = java_lower_letter_or_digit(unit);
        if (lower != 0) {
            append_utf8(token.text, lower);
            ++token.units;
            token.hash =
                static_cast<std::int32_t>(31 * static_cast<std::uint32_t>(token.hash) + lower);
        } else if (token.units > 0) {
            tokens.push_back(std::exchange(token, {}));
        }
    }
    return tokens;
}

std::string to_utf8(const std::u32string& text) {
    std::string out;
    for (const char32_t c : text)
        append_utf8(out, c);
    return out;
}

using JavaWords = std::vector<std::string>;

TEST(JavaText, HashesAreThoseOfJava) {
    // String.hashCode, printed by Java 17.
    JavaTokenizer tokenizer;
    EXPECT_EQ(tokens_of(tokenizer,
                        "Hello an C0 anan\tduplicates2020 \u042f\u043d\u0434\u0435\u043a\u0441!"),
              (std::vector<Token>{{"hello", 5, 99162322},
                                  {"an", 2, 3117},
                                  {"c0", 2, 3117},
                                  {"anan", 4, 2998554},
                                  {"duplicates2020", 14, -88529468},
                                  {"\u044f\u043d\u0434\u0435\u043a\u0441", 6, -1746639786}}));
}

TEST(JavaText, UnitsNotCharacters) {
    EXPECT_EQ(java_words_of("smile\U0001F600smile"), (JavaWords{"smile", "smile"}));
    EXPECT_EQ(java_words_of("\u6f22\u5b57\U00020000\u6f22"), (JavaWords{"\u6f22\u5b57", "\u6f22"}));
    EXPECT_EQ(java_words_of("caf\u00e9 cafe\u0301s"), (JavaWords{"caf\u00e9", "cafe", "s"}));
    EXPECT_EQ(java_words_of("foo_bar don't e-mail x\u00b2y \u2167"),
              (JavaWords{"foo", "bar", "don", "t", "e", "mail", "x", "y"}));
}

TEST(JavaText, SimpleLowerCase) {
    EXPECT_EQ(java_words_of(
                  "\u0130stanbul STRA\u1e9eE Stra\u00dfe \u212aelvin \u2126 \u03a3\u03a3 \u023a"),
              (JavaWords{"istanbul", "stra\u00dfe", "stra\u00dfe", "kelvin", "\u03c9",
                         "\u03c3\u03c3", "\u2c65"}));
    EXPECT_EQ(java_lower_letter_or_digit(u'Z'), u'z');
    EXPECT_EQ(java_lower_letter_or_digit(u'7'), u'7');
    EXPECT_EQ(java_lower_letter_or_digit(u' '), 0);
    EXPECT_EQ(java_lower_letter_or_digit(0), 0);
    EXPECT_EQ(java_lower_letter_or_digit(0xD800), 0);
    EXPECT_EQ(java_lower_letter_or_digit(0xDFFF), 0);
    EXPECT_EQ(java_lower_letter_or_digit(0xFFFF), 0);
}

TEST(JavaText, NothingInNothing) {
    EXPECT_EQ(java_words_of(""), JavaWords{});
    EXPECT_EQ(java_words_of({}), JavaWords{});
    EXPECT_EQ(java_words_of(" \t\r\n  \u3000"), JavaWords{});
    JavaTokenizer never_started;
    JavaToken token{.text = "kept", .utf16_length = 4, .hash = 7};
    EXPECT_FALSE(never_started.next(token));
    EXPECT_EQ(token, (JavaToken{"kept", 4, 7}));
}

// Counts and a hash (FNV-1a) of the whole table, so that no entry changes by accident.
TEST(JavaText, TableIsPinned) {
    std::size_t kept = 0;
    std::size_t lowered = 0;
    std::uint64_t hash = 0xcbf29ce484222325;
    for (std::uint32_t unit = 0; unit < 0x10000; ++unit) {
        const char16_t lower = java_lower_letter_or_digit(static_cast<char16_t>(unit));
        kept += lower != 0;
        lowered += lower != 0 && lower != unit;
        for (const unsigned byte : {lower & 0xFFU, static_cast<unsigned>(lower) >> 8}) {
            hash = (hash ^ byte) * 0x100000001b3;
        }
    }
    EXPECT_EQ(kept, 49279U);
    EXPECT_EQ(lowered, 1126U);
    EXPECT_EQ(hash, 0x1ef97b112202f4b7);
    EXPECT_EQ(JAVA_TEXT_UNICODE_VERSION, "13.0");
}

TEST(JavaText, TableIsJava17s) {
    DESCRY_REQUIRE_SHARED("facts/bmp_class_jdk17.txt");
    std::vector<char16_t> expected(0x10000, 0);
    std::ifstream file(testing::shared_folder() / "facts/bmp_class_jdk17.txt");
    char kind = 0;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    std::size_t lines = 0;
    while (file >> std::hex >> kind >> first >> second) {
        ++lines;
        if (kind == 'R') {
            for (std::uint32_t unit = first; unit <= second; ++unit) {
                expected[unit] = static_cast<char16_t>(unit);
            }
        } else {
            expected[first] = static_cast<char16_t>(second);
        }
    }
    EXPECT_EQ(lines, 401U + 1126U);
    for (std::uint32_t unit = 0; unit < 0x10000; ++unit) {
        ASSERT_EQ(java_lower_letter_or_digit(static_cast<char16_t>(unit)), expected[unit])
            << std::hex << unit;
    }
}

TEST(JavaText, EachAsciiPairAgreesWithTheOracle) {
    JavaTokenizer tokenizer;
    for (char32_t a = 0; a < 0x100; ++a) {
        for (char32_t b = 0; b < 0x100; ++b) {
            const std::u32string text = {U'x', a, b, U'Y'};
            ASSERT_EQ(tokens_of(tokenizer, to_utf8(text)), slow_tokens(text))
                << std::hex << static_cast<std::uint32_t>(a) << " "
                << static_cast<std::uint32_t>(b);
        }
    }
}

// All texts of up to six letters over {A, two-byte letter, space}, before and behind words.
TEST(JavaText, SmallWorldAgreesWithTheOracle) {
    JavaTokenizer tokenizer;
    std::u32string text;
    std::size_t texts = 0;
    const auto walk = [&](const auto& self) -> void {
        for (const std::u32string& whole : {text, U"seven77" + text, text + U"longer8 "}) {
            ASSERT_EQ(tokens_of(tokenizer, to_utf8(whole)), slow_tokens(whole)) << to_utf8(whole);
        }
        ++texts;
        if (text.size() == 6) return;
        for (const char32_t letter : {U'A', U'\u042f', U' '}) {
            text += letter;
            self(self);
            text.pop_back();
        }
    };
    walk(walk);
    EXPECT_EQ(texts, 1093U);
}

TEST(JavaText, RandomTextsAgreeWithTheOracle) {
    const std::uint32_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    JavaTokenizer tokenizer;
    for (int round = 0; round < 3000; ++round) {
        std::u32string text;
        const auto length = random() % (round % 10 == 0 ? 2000 : 80);
        const auto separators = 2 + random() % 200;
        while (text.size() < length) {
            if (random() % separators == 0) text += U" .-\u00b7\u3002"[random() % 5];
            switch (random() % 8) {
                case 0:
                    text += static_cast<char32_t>(0x80 + random() % 0x780);
                    break;
                case 1:
                    text += static_cast<char32_t>(0x4E00 + random() % 0x1000);
                    break;
                case 2:
                    text += static_cast<char32_t>(random() % 0xD800);
                    break;
                case 3:
                    if (random() % 20 == 0)
                        text += static_cast<char32_t>(0xE000 + random() % 0x102000);
                    break;
                default:
                    text += U"etaoinETAOIN0123"[random() % 16];
            }
        }
        ASSERT_EQ(tokens_of(tokenizer, to_utf8(text)), slow_tokens(text)) << to_utf8(text);
    }
}

TEST(JavaText, LongTokens) {
    JavaTokenizer tokenizer;
    for (const std::size_t length : {7U, 8U, 9U, 56U, 57U, 63U, 64U, 65U, 70000U}) {
        for (const char32_t letter : {U'Q', U'\u042f', U'\u023a', U'\u6f22'}) {
            const std::u32string text(length, letter);
            ASSERT_EQ(tokens_of(tokenizer, to_utf8(text)), slow_tokens(text)) << length;
        }
    }
}

// Exact-size heap blocks: the address sanitizer sees a byte too many.
TEST(JavaText, IllFormedBytesSeparateAndNothingOutsideIsRead) {
    const std::string cases[] = {
        "ab\xff"
        "cd",
        "ab\xc3",
        "ab\xe6\xbc",
        "ab\xe6",
        "ab\xf0\x9f\x98",
        "ab\xc1\x81"
        "cd",
        "ab\xed\xa0\x80"
        "cd",
        "ab\x80",
        "ab\xe0\x81\x81"
        "cd"};
    for (const std::string& text : cases) {
        const auto block = std::make_unique<char[]>(text.size());
        std::copy(text.begin(), text.end(), block.get());
        const JavaWords expected = text.ends_with("cd") ? JavaWords{"ab", "cd"} : JavaWords{"ab"};
        EXPECT_EQ(java_words_of({block.get(), text.size()}), expected);
    }
    // A lead byte does not swallow the letter behind it.
    EXPECT_EQ(java_words_of("ab\xe6q"), (JavaWords{"ab", "q"}));
}

TEST(JavaText, ANewTextForgetsTheOld) {
    JavaTokenizer tokenizer;
    JavaToken token;
    tokenizer.start("first second");
    ASSERT_TRUE(tokenizer.next(token));
    tokenizer.start("third");
    ASSERT_TRUE(tokenizer.next(token));
    EXPECT_EQ(token.text, "third");
    EXPECT_FALSE(tokenizer.next(token));
    EXPECT_FALSE(tokenizer.next(token));
}

template <typename Text>
concept Startable =
    requires(JavaTokenizer tokenizer, Text&& text) { tokenizer.start(std::forward<Text>(text)); };
static_assert(Startable<std::string_view> && Startable<std::string&> && Startable<const char*>);
static_assert(!Startable<std::string>, "a temporary would dangle");

}  // namespace
}  // namespace descry
