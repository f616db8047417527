#include "tests/solr/requests/solr_documents.h"

#include <array>
#include <ctime>

#include <descry/analyzers/words.h>
#include <descry/schema/document_fields.h>

#include "engine/solr/java_hash_order.h"
#include "tests/solr/requests/parameters.h"

namespace descry::testing {

namespace {

using nlohmann::json;

std::string text_of(const json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void add_words(const Field& field, const std::string& text, Xapian::Document& document) {
    WordAnalyzer analyzer;
    const Xapian::termcount wdf = field.prefix.empty() ? 1 : 0;
    Xapian::termpos position = 0;
    analyzer.analyze(text, [&](std::string_view word) {
        document.add_posting(std::string(field.prefix) + std::string(word), ++position, wdf);
    });
}

void add_value(const Field& field, const std::string& text, Xapian::Document& document) {
    if (field.type == Field::Type::TEXT) return add_words(field, text, document);
    if (!field.prefix.empty()) document.add_boolean_term(term_of(field, text));
    if (field.slot != Xapian::BAD_VALUENO) document.add_value(field.slot, slot_value(field, text));
}

}  // namespace

ValueType value_type(const Field& field) {
    if (field.is_number()) return ValueType::NUMBER;
    return field.type == Field::Type::DATE ? ValueType::DATE : ValueType::STRING;
}

std::string slot_value(const Field& field, const std::string& text) {
    const auto value = encode_value(value_type(field), text);
    if (!value) throw Refused("no value of the field " + std::string(field.name) + ": " + text);
    return *value;
}

std::string decoded_value(const Field& field, const std::string& value) {
    if (field.type != Field::Type::DATE) return value;
    const auto seconds = static_cast<std::time_t>(Xapian::sortable_unserialise(value));
    std::tm broken_down{};
    gmtime_r(&seconds, &broken_down);
    std::array<char, 32> text{};
    return {text.data(),
            std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &broken_down)};
}

std::vector<SignatureField> signature_fields(const json& members, std::deque<std::string>& texts) {
    std::vector<SignatureField> fields;
    for (const auto& [name, value] : members.items()) {
        SignatureField& field = fields.emplace_back(texts.emplace_back(name));
        for (const json& one : value.is_array() ? value : json::array({value})) {
            if (one.is_null()) {
                field.values.emplace_back();
            } else {
                const std::string text = text_of(one);
                field.values.emplace_back(
                    texts.emplace_back(one.is_number() ? solr_number_text(text) : text));
            }
        }
    }
    return fields;
}

Xapian::Document make_solr_document(const json& members) {
    Xapian::Document document;
    json stored = json::object();
    for (const auto& [name, value] : members.items()) {
        const Field& field = field_named(name);
        const json values = value.is_array() ? value : json::array({value});
        if (values.size() > 1 && !field.multi_valued) {
            throw Refused("several values of the field " + name);
        }
        json kept = json::array();
        for (const json& one : values) {
            if (one.is_null()) continue;
            if (one.is_structured()) throw Refused("no value of the field " + name);
            add_value(field, text_of(one), document);
            kept.push_back(field.is_number() && one.is_string() ? json::parse(text_of(one)) : one);
        }
        if (!kept.empty()) stored[name] = field.multi_valued ? kept : kept.front();
    }
    document.set_data(stored.dump());
    return document;
}

}  // namespace descry::testing
