#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>
#include <descry/schema/stored_format.h>

#include "engine/keys/collapse_key.h"
#include "plugin/schema/groups_info.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

constexpr Slot ALL_SLOTS[] = {
    Slot::GROUP,        Slot::DESCRIPTIVE, Slot::TEXT_PROFILE,       Slot::EXACT,
    Slot::TERM_PROFILE, Slot::STATE,       Slot::DESCRIPTIVE_STABLE, Slot::TERM_BANDS,
    Slot::SIMHASH,      Slot::BBIT,        Slot::SEQUENCE_KEYS,      Slot::INSIDE};

// The numbers are in other people's indexes and scripts (CONTRACT).
TEST(Slots, NumbersAndNamesArePinned) {
    const std::vector<std::pair<unsigned, std::string>> pinned = {{1000, "group"},
                                                                  {1001, "descriptive"},
                                                                  {1002, "text-profile"},
                                                                  {1003, "exact"},
                                                                  {1004, "term-profile"},
                                                                  {1005, "state"},
                                                                  {1006, "descriptive-stable"},
                                                                  {1007, "term-bands"},
                                                                  {1008, "simhash"},
                                                                  {1009, "bbit"},
                                                                  {1010, "sequence-keys"},
                                                                  {1011, "inside"}};
    const Schema schema;
    for (std::size_t i = 0; i < pinned.size(); ++i) {
        EXPECT_EQ(schema.slot(ALL_SLOTS[i]), pinned[i].first);
        EXPECT_EQ(signature_method(ALL_SLOTS[i]).name, pinned[i].second);
        EXPECT_EQ(find_signature_method(pinned[i].second), &signature_method(ALL_SLOTS[i]));
    }
    EXPECT_EQ(signature_methods().size(), pinned.size());
    EXPECT_EQ(find_signature_method(""), nullptr);
    EXPECT_EQ(find_signature_method("Exact"), nullptr);
}

TEST(Slots, WhatTheyAreMadeOf) {
    for (const SignatureMethod& method : signature_methods()) {
        const bool from_text = method.slot == Slot::EXACT || method.slot == Slot::TEXT_PROFILE;
        EXPECT_EQ(method.needs_no_text(), !from_text) << method.name;
        EXPECT_EQ(method.make == nullptr, method.source == SignatureSource::GROUPS) << method.name;
    }
    EXPECT_EQ(signature_names(),
              "group, descriptive, descriptive-stable, text-profile, exact, term-profile, simhash, "
              "bbit, inside");
}

// Keys that databases hold: XXH3-128 of the model's id and the value's 8 little-endian bytes, and
// of the digest's 16 bytes.
TEST(SlotKeys, ArePinned) {
    EXPECT_EQ(model_slot_key("AAAAAAAAAAAAAA", 0x0123456789abcdef), "LeWterLn_hh6kg");
    EXPECT_EQ(model_slot_key("AAAAAAAAAAAAAA", 0x0123456789abcdef),
              hash80_base64url(std::string("AAAAAAAAAAAAAA\xef\xcd\xab\x89\x67\x45\x23\x01")));
    EXPECT_EQ(content_slot_key(as_bytes(md5("abc"))), "tv-F-9dj97_dyA");
    EXPECT_EQ(state_of_model("HT1U9IObwTqCEg"), "HT1U");
}

TEST(SlotKeys, DifferByModelAndValue) {
    std::set<std::string> keys;
    for (const char* model : {"AAAAAAAAAAAAAA", "AAAAAAAAAAAAAB", "BAAAAAAAAAAAAA"}) {
        for (std::uint64_t value = 0; value < 50; ++value)
            keys.insert(model_slot_key(model, value << 56 | value));
    }
    EXPECT_EQ(keys.size(), 150u);
}

std::string with_metadata(const char* key, const std::string& text) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    db.set_metadata(key, text);
    db.commit();
    try {
        read_schema(Xapian::Database(folder / "db"));
        read_checkpoint(Xapian::Database(folder / "db"));
    } catch (const Xapian::DatabaseVersionError& error) {
        return "version: " + error.get_msg();
    } catch (const Xapian::DatabaseCorruptError& error) {
        return "corrupt: " + error.get_msg();
    }
    return "read";
}

TEST(Schema, RoundTrip) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    EXPECT_EQ(read_schema(db), std::nullopt);
    Schema schema;
    schema.slot_base = 4294967000u;
    schema.term_prefix = "XFOO";
    schema.id_prefix = "XID";
    schema.analyzer = "icu-words \"1\"";
    for (const Slot slot : {Slot::TERM_PROFILE, Slot::DESCRIPTIVE, Slot::TERM_PROFILE})
        schema.add(slot);
    EXPECT_EQ(schema.methods, (std::vector<Slot>{Slot::DESCRIPTIVE, Slot::TERM_PROFILE}));
    EXPECT_TRUE(schema.has(Slot::DESCRIPTIVE));
    EXPECT_FALSE(schema.has(Slot::EXACT));
    write_schema(db, schema);
    EXPECT_EQ(read_schema(db), schema);
    EXPECT_EQ(read_schema(Xapian::Database(folder / "db")), std::nullopt);  // not committed yet
    db.commit();
    EXPECT_EQ(read_schema(Xapian::Database(folder / "db")), schema);
}

TEST(Schema, TextIsPinned) {
    const std::string text =
        R"({"analyzer":"","format":5,"id_prefix":"Q","methods":["descriptive","term-profile"],)"
        R"("slot_base":1000,"term_prefix":""})";
    EXPECT_EQ(with_metadata("descry:schema", text), "read");
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    Schema schema;
    schema.methods = {Slot::DESCRIPTIVE, Slot::TERM_PROFILE};
    write_schema(db, schema);
    EXPECT_EQ(db.get_metadata("descry:schema"), text);
    EXPECT_EQ(read_schema(db), schema);
}

TEST(Schema, FieldsArePinned) {
    const std::string text =
        R"({"analyzer":"","format":5,"id_prefix":"Q","methods":[],"slot_base":1000,)"
        R"("term_prefix":"","text_fields":[{"name":"title","prefix":"XT"}],"value_fields":)"
        R"([{"name":"date","slot":9,"type":"date"},{"name":"price","slot":8,"type":"number"}]})";
    EXPECT_EQ(with_metadata("descry:schema", text), "read");
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    Schema schema;
    schema.fields.add(TextField{"title", "XT"});
    schema.fields.add(ValueField{"price", 8, ValueType::NUMBER});
    schema.fields.add(ValueField{"date", 9, ValueType::DATE});
    write_schema(db, schema);
    EXPECT_EQ(db.get_metadata("descry:schema"), text);
    EXPECT_EQ(read_schema(db), schema);
    const auto damaged = [&](const std::string& from, const std::string& to) {
        std::string other = text;
        return with_metadata("descry:schema", other.replace(other.find(from), from.size(), to));
    };
    EXPECT_EQ(damaged("\"number\"", "\"money\""),
              "version: the index holds values of a type this version does not know: money");
    EXPECT_TRUE(damaged("\"slot\":8", "\"slot\":9").starts_with("corrupt: "));
    EXPECT_TRUE(damaged("XT", "xt").starts_with("corrupt: "));
    EXPECT_TRUE(damaged("[{\"name\":\"title\"", "[{\"nam\":\"title\"").starts_with("corrupt: "));
}

TEST(Schema, OtherVersionsAndMethodsAreRejectedByName) {
    EXPECT_EQ(with_metadata("descry:schema", R"({"format":6,"new":true})"),
              "version: the index holds descry values of format 6; this version reads format 5");
    EXPECT_EQ(with_metadata("descry:schema", R"({"format":4})"),
              "version: the index holds descry values of format 4; this version reads format 5; "
              "run descry rebuild");
    EXPECT_EQ(with_metadata("descry:schema",
                            R"({"analyzer":"","format":5,"id_prefix":"Q","methods":["nilsimsa"],)"
                            R"("slot_base":1000,"term_prefix":""})"),
              "version: the index holds values of a method this version does not know: nilsimsa");
    for (const char* text : {"{", "[]", "{}", R"({"format":5})", R"({"format":"one"})"}) {
        EXPECT_TRUE(with_metadata("descry:schema", text).starts_with("corrupt: ")) << text;
    }
    EXPECT_TRUE(with_metadata("descry:unfinished", "{").starts_with("corrupt: "));
    EXPECT_TRUE(with_metadata("descry:unfinished", "{\"state\":1}").starts_with("corrupt: "));
}

TEST(Checkpoint, RoundTrip) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    EXPECT_FALSE(read_checkpoint(db));
    write_checkpoint(db, Checkpoint{"HT1U", 4294967295u});
    ASSERT_TRUE(read_checkpoint(db));
    EXPECT_EQ(read_checkpoint(db)->state, "HT1U");
    EXPECT_EQ(read_checkpoint(db)->next, 4294967295u);
    write_checkpoint(db, std::nullopt);
    EXPECT_FALSE(read_checkpoint(db));
}

TEST(MakeSchema, RefusesSlotsInUse) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    Xapian::Document document;
    document.add_term("Zword");
    document.add_value(1006, "mine");
    db.add_document(document);
    db.commit();
    try {
        make_schema(db);
        ADD_FAILURE() << "slot 1006 was taken";
    } catch (const Xapian::InvalidOperationError& error) {
        EXPECT_NE(error.get_msg().find("1006"), std::string::npos) << error.get_msg();
    }
    EXPECT_THROW(make_schema(db, 999), Xapian::InvalidOperationError);
    EXPECT_NO_THROW(make_schema(db, 1007));
    const Schema schema = make_schema(db, 2000);
    EXPECT_EQ(schema.slot_base, 2000u);
    EXPECT_EQ(schema.term_prefix, "Z");
    EXPECT_TRUE(schema.methods.empty());
}

}  // namespace
}  // namespace descry
