// What comes first in an order, and which of two values where they are numbers.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <descry/texts/text_order.h>

namespace descry {
namespace {

TEST(TextOrder, NumbersAreComparedExactly) {
    const std::vector<std::string> ascending = {"-inf",
                                                "-1e400",
                                                "-12345678901234567890124",
                                                "-12345678901234567890123",
                                                "-9007199254740993",
                                                "-9007199254740992",
                                                "-1.5",
                                                "-1",
                                                "-0.25",
                                                "0",
                                                "1e-400",
                                                "0.025",
                                                "0.1",
                                                "1",
                                                "1.50000000000000000001",
                                                "10",
                                                "1e2",
                                                "101",
                                                "9007199254740992",
                                                "9007199254740993",
                                                "1700000000000000000",
                                                "1700000000000000000.5",
                                                "1700000000000000001",
                                                "18446744073709551615",
                                                "18446744073709551616",
                                                "12345678901234567890123",
                                                "1e+308",
                                                "1e400",
                                                "inf"};
    for (const char* const rule : {"min:n", "max:n"}) {
        const TextOrder order(rule);
        for (std::size_t i = 0; i + 1 < ascending.size(); ++i) {
            const bool is_less =
                order.key_of({ascending[i]}, 1, 1) < order.key_of({ascending[i + 1]}, 1, 1);
            EXPECT_EQ(is_less, order.name() == "min:n") << rule << ' ' << ascending[i];
        }
    }
}

TEST(TextOrder, OneNumberWrittenInSeveralWaysIsOne) {
    const TextOrder order("max:n");
    for (const char* const same : {"150", "150.0", "0150", "1.5e2", "1.5E+2", "15000e-2"})
        EXPECT_EQ(order.key_of({same}, 1, 1), order.key_of({"150"}, 1, 1)) << same;
    for (const char* const zero : {"-0", "0.0", "0e5", "-0.00"})
        EXPECT_EQ(order.key_of({zero}, 1, 1), order.key_of({"0"}, 1, 1)) << zero;
}

TEST(TextOrder, NumbersStandBeforeOtherValues) {
    for (const char* const rule : {"min:n", "max:n"}) {
        const TextOrder order(rule);
        for (const char* const text : {"2020-01-01", "nan", "1e", "+1", "0x10", "1 2", "-", "."})
            EXPECT_LT(order.key_of({"5"}, 1, 1), order.key_of({text}, 1, 1)) << text;
        EXPECT_LT(order.key_of({"x"}, 1, 1), order.key_of({std::nullopt}, 1, 1));
    }
}

struct Text {
    std::optional<std::string_view> value;
    std::uint64_t words;
};

const std::vector<Text> TEXTS = {
    {"10", 3}, {"9", 5}, {std::nullopt, 5}, {"2026-01-01", 1}, {"9", 1}};

std::vector<DocumentNumber> ordered(const char* name, DocumentNumber references = 0) {
    const TextOrder order(name);
    return order.ordered(static_cast<DocumentNumber>(TEXTS.size()), references,
                         [&](DocumentNumber number) {
                             const auto& [value, words] = TEXTS[number - 1];
                             return order.key_of({value}, words, number);
                         });
}

using Numbers = std::vector<DocumentNumber>;

TEST(TextOrder, OfEqualOnesTheEarlierComesFirstButForTheLast) {
    EXPECT_EQ(ordered("first"), (Numbers{1, 2, 3, 4, 5}));
    EXPECT_EQ(ordered("none"), ordered("first"));
    EXPECT_EQ(ordered("last"), (Numbers{5, 4, 3, 2, 1}));
    EXPECT_EQ(ordered("longest"), (Numbers{2, 3, 1, 4, 5}));
    EXPECT_EQ(ordered("shortest"), (Numbers{4, 5, 1, 2, 3}));
    EXPECT_EQ(ordered("max:n"), (Numbers{1, 2, 5, 4, 3}));
    EXPECT_EQ(ordered("newest:n"), ordered("max:n"));
    EXPECT_EQ(ordered("min:n"), (Numbers{2, 5, 1, 4, 3}));
}

TEST(TextOrder, ReferencesComeFirst) {
    EXPECT_EQ(ordered("last", 2), (Numbers{2, 1, 5, 4, 3}));
    EXPECT_EQ(ordered("shortest", 3), (Numbers{1, 2, 3, 4, 5}));
}

TEST(TextOrder, OfEqualOnesTheNextOfSeveralDecides) {
    EXPECT_EQ(ordered("longest,max:n"), (Numbers{2, 3, 1, 5, 4}));
    EXPECT_EQ(ordered("min:n,longest"), (Numbers{2, 5, 1, 4, 3}));
    EXPECT_EQ(ordered("min:n,shortest"), (Numbers{5, 2, 1, 4, 3}));
    EXPECT_EQ(ordered("min:n,last"), (Numbers{5, 2, 1, 4, 3}));
    EXPECT_EQ(ordered("min:n,first"), ordered("min:n"));
    EXPECT_EQ(ordered("prefer:n=2026-01-01|9"), (Numbers{4, 2, 5, 1, 3}));
    EXPECT_EQ(ordered("prefer:n=9,shortest"), (Numbers{5, 2, 4, 1, 3}));
    EXPECT_EQ(ordered("prefer:n=9,last"), (Numbers{5, 2, 4, 3, 1}));
    // Of texts whose first values begin alike.
    const TextOrder order("min:a,max:b");
    const std::vector<std::optional<std::string_view>> texts[] = {
        {"1", "2"}, {"1", "1"},  {"1", std::nullopt}, {"10", "9"},
        {"a", "1"}, {"aa", "2"}, {"aa", "1"},         {std::nullopt, "5"}};
    for (std::size_t i = 1; i < std::size(texts); ++i)
        EXPECT_LT(order.key_of(texts[i - 1], 1, 9), order.key_of(texts[i], 1, 1)) << i;
}

TEST(TextOrder, CommasOfFieldsAndValuesAreEscaped) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(TextOrder("newest:a\\,b,min:c\\d\\\\,longest").fields(), (Names{"a,b", "c\\d\\"}));
    EXPECT_EQ(TextOrder::preferring("source=a,b"), "prefer:source=a|b");
    const std::string name = TextOrder::preferring("s,t=a\\,b,c|d,e=f,\\\\");
    const TextOrder order(name + ",longest");
    EXPECT_EQ(order.fields(), Names{"s,t"}) << name;
    std::string before;
    for (const char* const value : {"a,b", "c|d", "e=f", "\\", "a"}) {
        const std::string key = order.key_of({value}, 1, 1);
        EXPECT_LT(before, key) << value;
        before = key;
    }
    EXPECT_EQ(order.key_of({"a"}, 1, 1), order.key_of({std::nullopt}, 1, 1));
    EXPECT_EQ(TextOrder(TextOrder::preferring("a\\,b,c\\d\\\\=x")).fields(), Names{"a,b,c\\d\\"});
    EXPECT_EQ(split_names("a\\,b,,c\\d,e\\\\,"), (Names{"a,b", "c\\d", "e\\"}));
    for (const char* const wrong : {"", "source", "=a", "source="})
        EXPECT_THROW(TextOrder::preferring(wrong), std::invalid_argument) << wrong;
}

TEST(TextOrder, RefusesWhatItDoesNotKnow) {
    EXPECT_EQ(TextOrder("min:a:b").fields(), std::vector<std::string>{"a:b"});
    EXPECT_TRUE(TextOrder("last").fields().empty());
    for (const char* const wrong :
         {"", "best", "newest", "max:", "last:n", ":n", "first ", "LAST", "longest,", ",longest",
          "newest:a,b", "first,longest", "last,first", "none,last", "longest,none", "prefer:a",
          "prefer:=a", "prefer:a=x,none"})
        EXPECT_THROW(TextOrder{wrong}, std::invalid_argument) << wrong;
}

}  // namespace
}  // namespace descry
