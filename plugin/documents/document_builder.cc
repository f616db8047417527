#include "plugin/documents/document_builder.h"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <descry/documents/stored_data.h>
#include <descry/schema/body_terms.h>
#include <descry/schema/document_id.h>

#include "analyzers/utf8.h"
#include "engine/distance/text_words.h"
#include "plugin/base/json_record.h"

namespace descry {

namespace {

// Names of id and text in the data, whatever their names in the input.
constexpr const char* DATA_ID = "id";
constexpr const char* DATA_TEXT = "text";

// An array as an array of strings; null and nested values are skipped.
nlohmann::ordered_json data_of(const InputField& field) {
    nlohmann::ordered_json values = nlohmann::ordered_json::array();
    for (const InputValue& value : field.values) {
        if (value.has_text()) values.push_back(value.text);
    }
    if (field.is_array || values.empty()) return values;
    return values.front();
}

// A document's fields, each name once with its last value; ordered_json would search linearly.
class DataMembers {
  public:
    void set(std::string name, nlohmann::ordered_json value) {
        const auto [location, is_new] = places_.emplace(name, members_.size());
        if (is_new) {
            members_.emplace_back(std::move(name), std::move(value));
        } else {
            members_[location->second].second = std::move(value);
        }
    }

    bool has(const std::string& name) const { return places_.contains(name); }

    template <class Visit>
    void visit(Visit visit) && {
        for (auto& [name, value] : members_)
            visit(name, value);
    }

    std::string json() && {
        nlohmann::ordered_json data = nlohmann::ordered_json::object();
        // Filled as a vector, to avoid that search.
        std::vector<std::pair<const std::string, nlohmann::ordered_json>>& object =
            data.get_ref<nlohmann::ordered_json::object_t&>();
        object.reserve(members_.size());
        for (auto& [name, value] : members_)
            object.emplace_back(std::move(name), std::move(value));
        return data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }

  private:
    std::vector<std::pair<std::string, nlohmann::ordered_json>> members_;
    std::unordered_map<std::string, std::size_t> places_;
};

// Fields with these names when --id-field or --text-field name others.
bool is_displaced(const std::string& name) {
    return name == DATA_ID || name == DATA_TEXT;
}

// Stored as `id_` or `text_`, with enough underscores to be unique.
std::string free_name(std::string name, const DataMembers& members) {
    do {
        name += '_';
    } while (members.has(name));
    return name;
}

// Length of the sample that Omega shows; the same as omindex's.
constexpr std::size_t SAMPLE_WIDTH = 512;
constexpr std::size_t URL_WIDTH = 2048;

}  // namespace

DocumentBuilder::DocumentBuilder(const Schema& schema, BuildOptions options,
                                 ProblemListener skipped)
    : id_prefix_(schema.id_prefix),
      fields_(schema.fields),
      words_(AnalyzerRecipe::parse(schema.analyzer)),
      search_terms_(schema.stemmer),
      shows_in_omega_(!schema.stemmer.empty()),
      options_(std::move(options)),
      skipped_(std::move(skipped)) {}

Xapian::Document DocumentBuilder::build(const InputDocument& input) {
    Xapian::Document document;
    Xapian::termpos position = 0;
    joined_words_.clear();
    words_.analyze(input.text, [&](std::string_view word) {
        document.add_posting(std::string(word), ++position);
        append_word(joined_words_, word);
    });
    search_terms_.add(input.text, document);
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
    const auto skip = [&](std::string_view why) {
        if (!skipped_) return;
        skipped_(input,
                 fmt::format("field \"{}\" {}; indexed without that value", field.name, why));
    };
    if (nested) return skip("is an object or an array of arrays");
    if (count > 1) return skip("has several values, and a slot holds one");
    if (only.size() > MAX_VALUE_BYTES) {
        skip(fmt::format("has {} bytes, and a slot holds {}", only.size(), MAX_VALUE_BYTES));
    } else if (const auto value = encode_value(field.type, only)) {
        document.add_value(field.slot, *value);
    } else {
        skip(fmt::format("is not a {}: \"{}\"", value_type_name(field.type), excerpt(only, 40)));
    }
}

std::string DocumentBuilder::data_of(const InputDocument& input) const {
    DataMembers data;
    data.set(DATA_ID, input.id);
    DataMembers displaced;
    for (const InputField& field : input.fields) {
        nlohmann::ordered_json values = descry::data_of(field);
        if (values.empty() && !field.is_array) continue;
        (is_displaced(field.name) ? displaced : data).set(field.name, std::move(values));
    }
    std::move(displaced).visit([&](const std::string& name, nlohmann::ordered_json& value) {
        data.set(free_name(name, data), std::move(value));
    });
    // The text is last, so that people see the fields first.
    if (options_.store_text) data.set(DATA_TEXT, input.text);
    std::string json = std::move(data).json();
    return shows_in_omega_ ? lines_for_omega(input).append(JSON_LINE).append(json) : json;
}

std::string DocumentBuilder::lines_for_omega(const InputDocument& input) const {
    std::string lines;
    const auto add = [&](std::string_view name, std::string_view value, std::size_t width) {
        if (!value.empty()) lines.append(name).append(1, '=').append(excerpt(value, width)) += '\n';
    };
    const std::string_view title = title_of(input, options_.names);
    add("title", title.empty() ? std::string_view(input.id) : title, SUMMARY_WIDTH);
    if (options_.store_text) add("sample", input.text, SAMPLE_WIDTH);
    add("url", first_text(input, options_.names, "url"), URL_WIDTH);
    return lines;
}

}  // namespace descry
