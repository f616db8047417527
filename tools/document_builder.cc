#include "document_builder.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <descry/body_terms.h>
#include <descry/document_id.h>

#include "output/text.h"

namespace descry {

namespace {

// An array as an array of strings; null and what is nested are left out.
nlohmann::ordered_json data_of(const InputField& field) {
    nlohmann::ordered_json values = nlohmann::ordered_json::array();
    for (const InputValue& value : field.values) {
        if (value.has_text()) values.push_back(value.text);
    }
    if (field.is_array || values.empty()) return values;
    return values.front();
}

}  // namespace

DocumentBuilder::DocumentBuilder(const Schema& schema, BuildOptions options, Problems& problems)
    : id_prefix_(schema.id_prefix),
      fields_(schema.fields),
      words_(AnalyzerRecipe::parse(schema.analyzer)),
      options_(std::move(options)),
      problems_(problems) {}

Xapian::Document DocumentBuilder::build(const InputDocument& input) {
    Xapian::Document document;
    Xapian::termpos position = 0;
    words_.analyze(input.text, [&](std::string_view word) {
        document.add_posting(std::string(word), ++position);
    });
    for (const TextField& field : fields_.text)
        add_text(field, input, document);
    for (const ValueField& field : fields_.values)
        add_value(field, input, document);
    document.set_data(data_of(input));
    return document;
}

std::string DocumentBuilder::unique_term_of(const InputDocument& input) const {
    return unique_term(id_prefix_, input.id);
}

void DocumentBuilder::add_text(const TextField& field, const InputDocument& input,
                               Xapian::Document& document) {
    Xapian::termpos position = 0;
    visit_values(input, options_.names, field.name, [&](InputValue::Kind, std::string_view text) {
        words_.analyze(text, [&](std::string_view word) {
            ++position;
            if (field.prefix.size() + word.size() > MAX_TERM_BYTES) {
                ++skipped_words_;
                return;
            }
            document.add_posting(field.prefix + std::string(word), position);
        });
        position += VALUE_GAP;
    });
}

void DocumentBuilder::add_value(const ValueField& field, const InputDocument& input,
                                Xapian::Document& document) const {
    std::size_t count = 0;
    std::string_view only;
    bool nested = false;
    visit_values(input, options_.names, field.name,
                 [&](InputValue::Kind kind, std::string_view text) {
                     nested = nested || kind == InputValue::Kind::NESTED;
                     if (kind == InputValue::Kind::NOTHING) return;
                     ++count;
                     only = text;
                 });
    if (count == 0) return;
    const auto leave_out = [&](std::string_view why) {
        problems_.leave_out(input.place, fmt::format("member \"{}\" {}; indexed without that value",
                                                     field.name, why));
    };
    if (nested) return leave_out("is an object or an array of arrays");
    if (count > 1) return leave_out("has several values, and a slot holds one");
    if (const auto value = encode_value(field.type, only)) {
        document.add_value(field.slot, *value);
    } else {
        leave_out(
            fmt::format("is not a {}: \"{}\"", value_type_name(field.type), one_line(only, 40)));
    }
}

std::string DocumentBuilder::data_of(const InputDocument& input) const {
    nlohmann::ordered_json data;
    data["id"] = input.id;
    for (const InputField& field : input.fields) {
        nlohmann::ordered_json values = descry::data_of(field);
        if (!values.empty() || field.is_array) data[field.name] = std::move(values);
    }
    // The text last, so that whoever looks at the data sees the fields first.
    if (options_.store_text) data["text"] = input.text;
    return data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace descry
