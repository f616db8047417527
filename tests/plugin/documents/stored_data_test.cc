// Compares read_stored_data() with nlohmann's parse of the same bytes.
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <descry/documents/stored_data.h>

namespace descry {
namespace {

using Json = nlohmann::json;

TEST(StoredData, ItIsReadAsAllOfItIs) {
    for (const std::string& data : std::vector<std::string>{
             R"({})",
             R"({"id":"1","lang":"en","text":"one \u00e9\n two"})",
             "\u007b \"a\" : [1, {\"b\": \"c\"}] , \"t\\u0065xt\": \"x\",\n\"n\": -1.5e3 }\n",
             R"({"text":5,"big":123456789012345678901234567890,"null":null,"":true})",
             R"({"a":1,"a":"2","b":"\ud83d\ude00"})",
             R"({"a":tru})",
             R"({"a":1e999})",
             R"({"a":"\ud800"})",
             R"({"text":"\ud800"})",
             R"({"a":01})",
             R"({"a":[1,]})",
             R"({"a":{"b":"\x"}})",
             R"({"a":1} {})",
             R"({"a":1)",
             R"({"a":"x)",
             R"({1:2})",
             "{\"a\":\"\xff\"}",
             "{\"a\":\"\n\"}",
             std::string("{\"a\":\"\0\"}", 9),
             std::string("{\"a\":\"b\"}\0", 10),
         }) {
        Json all = Json::parse(data, nullptr, false);
        const StoredData read = read_stored_data(data);
        EXPECT_EQ(read.is_read, all.is_object()) << data;
        if (!read.is_read) continue;
        const auto text = all.find("text");
        const bool has_text = text != all.end() && text->is_string();
        EXPECT_EQ(read.text.has_value(), has_text) << data;
        if (has_text) {
            EXPECT_EQ(*read.text, *text);
            all.erase("text");
        }
        Json fields = Json::object();
        for (const auto& [name, value] : read.fields)
            fields[name] = Json::parse(value);
        EXPECT_EQ(fields, all) << data;
    }
}

}  // namespace
}  // namespace descry
