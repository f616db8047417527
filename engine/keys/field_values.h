/** @file field_values.h
 *  @brief What documents hold beside their ids and texts, and whether it differs.
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

/// The field in which the readers of mails list the attachments.
inline constexpr std::string_view ATTACHMENTS_FIELD = "attachments";

/// Fields and their values: a text as it is, a number as it was written, nested JSON minified.
/// Ascending by field, each once; what has no value (null, an empty list) is absent, which an empty
/// text is not.
using FieldValues = std::vector<std::pair<std::string, std::string>>;

/// @param values in any order; several of one field become one, a JSON array of them in this order
FieldValues field_values(std::vector<std::pair<std::string, std::string>> values);

/// What a document has in one more field, after those that made @a before (NO_FIELDS: none), as one
/// number: equal for equal values alone, but for XXH64. Never 0. @param value nullopt: it is absent
std::uint64_t apart_value_with(std::uint64_t before, std::string_view field,
                               std::optional<std::string_view> value);
inline constexpr std::uint64_t NO_FIELDS = 0;

/// The same of some of its fields. @param fields ascending
std::uint64_t apart_value_of(const FieldValues& values, std::span<const std::string> fields);

/// A field in which two documents differ.
struct FieldDifference {
    std::string name;
    /// nullopt: the field is absent.
    std::optional<std::string> a;
    std::optional<std::string> b;

    friend bool operator==(const FieldDifference&, const FieldDifference&) = default;
};

/// Attachments first, the others ascending by name.
std::vector<FieldDifference> differing_fields(const FieldValues& a, const FieldValues& b);

/// Whether attachments are among these.
bool are_of_attachments(const std::vector<FieldDifference>& differences);

/// @a values with the beginnings of long ones in their place, and the size and a hash of all of it:
/// to be shown, and as different as before.
FieldValues shortened(FieldValues values);

/// "no document has the field "x"; found: a, b": what is said of a field that is in none.
/// @param names of fields that there are
std::string no_such_field(const std::string& field, const std::set<std::string>& names);

/// As bytes, and back. @pre of decode: bytes that encode gave
std::string encode_field_values(const FieldValues& values);
FieldValues decode_field_values(std::string_view bytes);

}  // namespace descry

#endif  // DESCRY_KEYS_FIELD_VALUES_H
