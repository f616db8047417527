/** @file field_values.h
 *  @brief The fields of documents other than id and text, and their differences.
 */
#ifndef DESCRY_KEYS_FIELD_VALUES_H
#define DESCRY_KEYS_FIELD_VALUES_H

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace descry {

/// The field in which mail readers list the attachments.
inline constexpr std::string_view ATTACHMENTS_FIELD = "attachments";

/// Fields with their values: text as it is, numbers as written, nested JSON minified. Ascending by
/// distinct field; null and empty lists are absent, empty text is not.
using FieldValues = std::vector<std::pair<std::string, std::string>>;

/// @param values in any order; several of one field become a JSON array, in this order
FieldValues field_values(std::vector<std::pair<std::string, std::string>> values);

/// Combines the value of one more field with @a before (NO_FIELDS at first) into one number: equal
/// for equal values only, apart from XXH64 collisions. Never 0. @param value nullopt: absent
std::uint64_t apart_value_with(std::uint64_t before, std::string_view field,
                               std::optional<std::string_view> value);
inline constexpr std::uint64_t NO_FIELDS = 0;

/// apart_value_with() over @a fields, ascending.
std::uint64_t apart_value_of(const FieldValues& values, std::span<const std::string> fields);

struct FieldDifference {
    std::string name;
    /// nullopt: the field is absent.
    std::optional<std::string> a;
    std::optional<std::string> b;

    friend bool operator==(const FieldDifference&, const FieldDifference&) = default;
};

/// Attachments first, the others ascending by name.
std::vector<FieldDifference> differing_fields(const FieldValues& a, const FieldValues& b);

bool are_of_attachments(const std::vector<FieldDifference>& differences);

/// For display: long values replaced by their beginning, size and hash, still distinct.
FieldValues shortened(FieldValues values);

/// "no document has the field "x"; found: a, b". @param names of existing fields
std::string no_such_field(const std::string& field, const std::set<std::string>& names);

/// Converts to bytes and back. @pre of decode: bytes of encode
std::string encode_field_values(const FieldValues& values);
FieldValues decode_field_values(std::string_view bytes);

}  // namespace descry

#endif  // DESCRY_KEYS_FIELD_VALUES_H
