#include <gtest/gtest.h>

#include <descry/schema/document_fields.h>
#include <descry/schema/stored_format.h>

#include "tests/plugin/test_index.h"

namespace descry {

namespace {

std::string rejection_of(auto add) {
    try {
        add();
    } catch (const Xapian::InvalidArgumentError& error) {
        return error.get_msg();
    }
    return {};
}

double date(std::string_view text) {
    const auto value = encode_value(ValueType::DATE, text);
    if (!value) return -1e300;
    return Xapian::sortable_unserialise(*value);
}

TEST(DocumentFields, AreFoundByName) {
    DocumentFields fields;
    EXPECT_TRUE(fields.empty());
    fields.add(TextField{"title", "XT"});
    fields.add(TextField{"author", "A"});
    fields.add(ValueField{"price", 50, ValueType::NUMBER});
    fields.add(ValueField{"author", 7, ValueType::STRING});
    ASSERT_EQ(fields.text.size(), 2u);
    EXPECT_EQ(fields.text[0].name, "author");
    EXPECT_EQ(fields.text_field("title")->prefix, "XT");
    EXPECT_EQ(fields.value_field("price")->slot, 50u);
    EXPECT_EQ(fields.value_field("author")->slot, 7u);
    EXPECT_EQ(fields.text_field("price"), nullptr);
    EXPECT_EQ(fields.value_field("titl"), nullptr);
    const DocumentFields before = fields;
    fields.add(TextField{"title", "XT"});
    fields.add(ValueField{"price", 50, ValueType::NUMBER});
    EXPECT_EQ(fields, before);
}

TEST(DocumentFields, RefusesWhatIsTakenOrNone) {
    DocumentFields fields;
    fields.add(TextField{"title", "XT"});
    fields.add(ValueField{"price", 50, ValueType::NUMBER});
    const DocumentFields before = fields;
    const auto text = [&](const char* name, const char* prefix) {
        return rejection_of([&] { fields.add(TextField{name, prefix}); });
    };
    const auto value = [&](const char* name, Xapian::valueno slot, ValueType type) {
        return rejection_of([&] { fields.add(ValueField{name, slot, type}); });
    };
    EXPECT_EQ(text("title", "S"), "field title has the prefix XT in this index, not S");
    EXPECT_EQ(text("name", "XT"), "prefix XT belongs to field title; give name another");
    for (const char* prefix : {"", "x", "Xt", "X:", "ZT", "X1"})
        EXPECT_NE(text("name", prefix), "") << prefix;
    EXPECT_EQ(text("", "S"), "a field has no name");
    EXPECT_EQ(value("price", 51, ValueType::NUMBER),
              "field price is in slot 50 as number in this index, not in 51 as number");
    EXPECT_EQ(value("price", 50, ValueType::DATE),
              "field price is in slot 50 as number in this index, not in 50 as date");
    EXPECT_EQ(value("cost", 50, ValueType::NUMBER),
              "slot 50 belongs to field price; give cost another");
    EXPECT_NE(value("cost", Xapian::BAD_VALUENO, ValueType::NUMBER), "");
    EXPECT_NE(value("", 1, ValueType::NUMBER), "");
    EXPECT_EQ(fields, before);
}

TEST(DocumentFields, ASchemaKeepsItsOwnSlotsAndPrefix) {
    Schema schema;
    const auto with_slot = [&](Xapian::valueno slot) {
        DocumentFields fields;
        fields.add(ValueField{"f", slot, ValueType::STRING});
        return rejection_of([&] { schema.add(fields); });
    };
    EXPECT_EQ(with_slot(1000), "slot 1000 of field f belongs to descry (1000 to 1015)");
    EXPECT_NE(with_slot(1015), "");
    const auto with_prefix = [&](const char* prefix) {
        DocumentFields fields;
        fields.add(TextField{"f", prefix});
        return rejection_of([&] { schema.add(fields); });
    };
    EXPECT_EQ(with_prefix("Q"), "the prefix Q of field f begins as the unique terms do (Q)");
    EXPECT_NE(with_prefix("QX"), "");
    EXPECT_TRUE(schema.fields.empty());
    EXPECT_EQ(with_slot(999), "");
    EXPECT_EQ(with_prefix("XQ"), "");
    EXPECT_EQ(with_slot(999), "");
}

TEST(ValueTypes, HaveNames) {
    for (const ValueType type : {ValueType::STRING, ValueType::NUMBER, ValueType::DATE})
        EXPECT_EQ(value_type_of_name(value_type_name(type)), type);
    EXPECT_EQ(value_type_of_name("Number"), std::nullopt);
}

TEST(ValueTypes, NumbersSortAsNumbers) {
    const char* const ascending[] = {
        "-1e300", "-12", "-1.5", "-1", "0", "1e-300", "0.1", "1", "1.0000000000000002",
        "9",      "10",  "1e7"};
    std::string last;
    for (const char* number : ascending) {
        const auto value = encode_value(ValueType::NUMBER, number);
        ASSERT_TRUE(value) << number;
        if (number != ascending[0]) {
            EXPECT_LT(last, *value) << number;
        }
        last = *value;
    }
    for (const char* text : {"", "x", "1x", " 1", "1 ", "+1", "1e999", "nan", "inf", "-", "1,5"})
        EXPECT_EQ(encode_value(ValueType::NUMBER, text), std::nullopt) << text;
    EXPECT_EQ(encode_value(ValueType::STRING, " 1x"), " 1x");
    EXPECT_EQ(encode_value(ValueType::STRING, ""), "");
}

TEST(ValueTypes, DatesAreSecondsSince1970) {
    EXPECT_EQ(date("1970-01-01"), 0);
    EXPECT_EQ(date("1970-01-01T00:00:00Z"), 0);
    EXPECT_EQ(date("1969-12-31T23:59:59.5Z"), -0.5);
    EXPECT_EQ(date("2026-01-31T12:00:00Z"), 1769860800);
    EXPECT_EQ(date("2026-01-31T12:00:00"), 1769860800);
    EXPECT_EQ(date("2026-01-31T12:00"), 1769860800);
    EXPECT_EQ(date("2026-01-31T14:00:00+02:00"), 1769860800);
    EXPECT_EQ(date("2026-01-31T08:30:00.25-0330"), 1769860800.25);
    EXPECT_EQ(date("2000-02-29"), 951782400);
    EXPECT_EQ(date("0000-01-01"), -62167219200);
    EXPECT_EQ(date("2016-12-31T23:59:60Z"), 1483228800);
    for (const char* text : {"",
                             "2026",
                             "2026-01",
                             "2026-1-31",
                             "2026-02-30",
                             "2026-13-01",
                             "2026-00-01",
                             "2026-01-00",
                             "26-01-01",
                             "2026-01-01 12:00:00",
                             "2026-01-01T",
                             "2026-01-01T12",
                             "2026-01-01T24:00:00Z",
                             "2026-01-01T12:60:00Z",
                             "2026-01-01T12:00:61Z",
                             "2026-01-01T12:00:00.Z",
                             "2026-01-01T12:00:00z",
                             "2026-01-01T12:00:00ZZ",
                             "2026-01-01T12:00:00+2",
                             "2026-01-01T12:00:00+19:00",
                             "2026-01-01x",
                             "x2026-01-01",
                             "NOW",
                             "1769860800",
                             "-2026-01-01"})
        EXPECT_EQ(encode_value(ValueType::DATE, text), std::nullopt) << text;
}

}  // namespace

}  // namespace descry
