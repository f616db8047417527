#include "tests/solr/requests/fields.h"

#include <algorithm>

#include <descry/solr/signature_chain.h>

#include "tests/solr/requests/parameters.h"

namespace descry::testing {

namespace {

using Type = Field::Type;

constexpr Field FIELDS[] = {
    {"id", Type::STRING, 1, "Q"},
    {"sig", Type::STRING, 2, SIGNATURE_PREFIX},
    {"signatureField", Type::STRING, 3, "XSIGNATUREFIELD"},
    {"sig_plain", Type::STRING, 4, "XSIGPLAIN", false, true, false},
    {"sig_noindex", Type::STRING, 5, "XSIGNOINDEX", false, false},
    {"sig_mv", Type::STRING, Xapian::BAD_VALUENO, "XSIGMV", true},
    {"cat", Type::STRING, 7, "XCAT"},
    {"tags", Type::STRING, Xapian::BAD_VALUENO, "XTAGS", true},
    {"num", Type::INT, 9, ""},
    {"price", Type::INT, 10, ""},
    {"numf", Type::FLOAT, 11, ""},
    {"pricef", Type::FLOAT, 12, ""},
    {"numl", Type::LONG, 13, ""},
    {"numd", Type::DOUBLE, 14, ""},
    {"date", Type::DATE, 15, ""},
    {"flag", Type::BOOLEAN, 16, "XFLAG"},
    {"text", Type::TEXT, Xapian::BAD_VALUENO, ""},
    {"title", Type::TEXT, Xapian::BAD_VALUENO, "S"},
};

}  // namespace

std::span<const Field> all_fields() {
    return FIELDS;
}

const Field& field_named(std::string_view name) {
    const auto found = std::find_if(std::begin(FIELDS), std::end(FIELDS),
                                    [&](const Field& field) { return field.name == name; });
    if (found == std::end(FIELDS)) {
        throw Refused("undefined field: \"" + std::string(name) + "\"");
    }
    return *found;
}

std::string term_of(const Field& field, const std::string& value) {
    const bool is_ambiguous = !value.empty() && value.front() >= 'A' && value.front() <= 'Z';
    return std::string(field.prefix) + (is_ambiguous ? ":" : "") + value;
}

}  // namespace descry::testing
