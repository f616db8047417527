#include "plugin/documents/fields_of.h"

#include <algorithm>
#include <utility>
#include <vector>

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

FieldValues fields_of_data(const std::string& data) {
    Values values;
    for (const auto& [name, json] : read_stored_data(data).fields) {
        // In descry's data this is the document's id.
        if (name != "id") add_stored(name, nlohmann::json::parse(json), values);
    }
    return field_values(std::move(values));
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
