#include "plugin/documents/fields_of.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <descry/documents/stored_data.h>

namespace descry {

namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

void add_stored(const std::string& name, const nlohmann::json& value, Values& values) {
    if (value.is_array()) {
        for (const nlohmann::json& element : value)
            add_stored(name, element, values);
    } else if (value.is_string()) {
        values.emplace_back(name, value.get_ref<const std::string&>());
    } else if (!value.is_null()) {
        values.emplace_back(name, value.dump());
    }
}

}  // namespace

FieldValues fields_of(const InputDocument& document) {
    Values values;
    for (const InputField& field : document.fields) {
        for (const InputValue& value : field.values) {
            const bool is_known_nested =
                value.kind == InputValue::Kind::NESTED && !value.text.empty();
            if (value.has_text() || is_known_nested) values.emplace_back(field.name, value.text);
        }
    }
    return field_values(std::move(values));
}

FieldValues fields_of_data(const std::string& data) {
    Values values;
    for (const auto& [name, json] : read_stored_data(data, {}).fields) {
        // In descry's data it is the document's.
        if (name != "id") add_stored(name, nlohmann::json::parse(json), values);
    }
    return field_values(std::move(values));
}

std::string no_such_field(const std::string& field, const std::set<std::string>& names) {
    constexpr std::ptrdiff_t MOST_NAMED = 30;
    const bool are_all = std::ssize(names) <= MOST_NAMED;
    const auto end = are_all ? names.end() : std::next(names.begin(), MOST_NAMED);
    return fmt::format("no document has the field or column \"{}\"; {}{}", field,
                       names.empty() ? "found none besides id and text" : "found: ",
                       fmt::join(names.begin(), end, ", "))
        .append(are_all ? "" : ", ...");
}

void check_stored_fields(const Xapian::Database& db, std::span<const std::string> fields) {
    std::vector<std::string> missing(fields.begin(), fields.end());
    std::erase(missing, ATTACHMENTS_FIELD);
    std::set<std::string> names;
    const Xapian::PostingIterator end = db.postlist_end("");
    for (auto p = db.postlist_begin(""); p != end && !missing.empty(); ++p) {
        for (auto& [name, value] : fields_of_data(db.get_document(*p).get_data())) {
            std::erase(missing, name);
            names.insert(std::move(name));
        }
    }
    if (missing.empty() || db.get_doccount() == 0) return;
    throw Xapian::InvalidArgumentError("keep apart: in the data of the index " +
                                       no_such_field(missing.front(), names));
}

}  // namespace descry
