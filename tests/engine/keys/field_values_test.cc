#include "engine/keys/field_values.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/model/model.h>

namespace descry {
namespace {

TEST(FieldValues, ValuesOfOneFieldAreAList) {
    const FieldValues expected = {{"a", "3"}, {"b", R"(["1","2"])"}, {"c", ""}};
    EXPECT_EQ(field_values({{"c", ""}, {"b", "1"}, {"a", "3"}, {"b", "2"}}), expected);
    EXPECT_EQ(decode_field_values(encode_field_values(expected)), expected);
}

TEST(FieldValues, EachDifferenceOfAFieldThatCountsMakesAnotherValue) {
    const std::vector<std::string> fields = {"amount", "date"};
    const std::vector<FieldValues> others = {
        {},
        {{"amount", ""}},
        {{"date", ""}},
        {{"amount", "1.50"}},
        {{"amount", "1.5"}},
        {{"date", "1.5"}},
        {{"amount", "1"}, {"date", ".5"}},
        {{"amount", ""}, {"date", ""}},
    };
    std::set<std::uint64_t> values;
    for (const FieldValues& other : others)
        values.insert(apart_value_of(other, fields));
    EXPECT_EQ(values.size(), others.size());
    EXPECT_FALSE(values.contains(0));
    EXPECT_EQ(apart_value_of({{"amount", "1"}, {"nr", "2"}}, fields),
              apart_value_of({{"amount", "1"}, {"nr", "3"}}, fields));
}

TEST(FieldValues, DifferencesNameAttachmentsFirst) {
    const FieldValues a = {{"amount", "1"}, {"attachments", "x"}, {"same", "s"}, {"z", ""}};
    const FieldValues b = {{"amount", "2"}, {"date", "d"}, {"same", "s"}};
    const std::vector<FieldDifference> expected = {{"attachments", "x", std::nullopt},
                                                   {"amount", "1", "2"},
                                                   {"date", std::nullopt, "d"},
                                                   {"z", "", std::nullopt}};
    EXPECT_EQ(differing_fields(a, b), expected);
    EXPECT_TRUE(differing_fields(a, a).empty());
}

TEST(FieldValues, LongOnesDifferAsBeforeWhenTheyAreShortened) {
    std::string one = "short";
    EXPECT_EQ(shortened({{"a", one}}), (FieldValues{{"a", one}}));
    for (int i = 0; i < 300; ++i)
        one += "ü";
    std::string other = one;
    other.back() = '\xa4';
    const FieldValues first = shortened({{"a", one}});
    EXPECT_NE(first, shortened({{"a", other}}));
    EXPECT_LT(first.front().second.size(), 300u);
    EXPECT_TRUE(first.front().second.starts_with("shortüü"));
}

TEST(KeepApart, TakesWordsAndFields) {
    EXPECT_TRUE(KeepApart::of({"nothing"}).is_nothing());
    const KeepApart apart = KeepApart::of({"numbers", "b", "a", "b", ""});
    EXPECT_EQ(apart, (KeepApart{true, {"a", "b"}}));
    EXPECT_EQ(apart.names(), "numbers,a,b");
}

}  // namespace
}  // namespace descry
