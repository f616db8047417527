/** @file document_fields.h
 *  @brief Fields indexed beside the text: as words under a term prefix, or as values of a slot.
 *
 *  Stored in the schema, so that later runs do the same and slots can be named by their fields.
 */
#ifndef DESCRY_SCHEMA_DOCUMENT_FIELDS_H
#define DESCRY_SCHEMA_DOCUMENT_FIELDS_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/collapse/sort_order.h>

namespace descry {

/// A field whose words are terms with a prefix, with positions. They are not body terms.
struct TextField {
    std::string name;
    /// Capital letters (A-Z). No word begins with one, so prefixes are unambiguous.
    std::string prefix;

    friend bool operator==(const TextField&, const TextField&) = default;
};

/// "string", "number" or "date".
std::string_view value_type_name(ValueType type);

/// nullopt for another name.
std::optional<ValueType> value_type_of_name(std::string_view name);

struct ValueField {
    std::string name;
    Xapian::valueno slot = 0;
    ValueType type = ValueType::STRING;

    friend bool operator==(const ValueField&, const ValueField&) = default;
};

/// The fields of an index. A field may be in both lists.
struct DocumentFields {
    /// Ascending by name, without repeats.
    std::vector<TextField> text;
    std::vector<ValueField> values;

    bool empty() const { return text.empty() && values.empty(); }

    /// Null if there is none.
    const TextField* text_field(std::string_view name) const;
    const ValueField* value_field(std::string_view name) const;

    /// Adds a field; adding an equal one again is not an error. On an error nothing is added.
    /// @exception Xapian::InvalidArgumentError an empty name; a prefix that is not all capitals or
    ///            begins with Z (stems); an invalid slot; the same name with another prefix, slot
    ///            or type; or another name with this prefix or slot
    void add(const TextField& field);
    void add(const ValueField& field);

    friend bool operator==(const DocumentFields&, const DocumentFields&) = default;
};

/// The slot value of a field's text.
/// - NUMBER: a decimal number ("12", "-1.5e3") and nothing else.
/// - DATE: ISO 8601: `2026-01-31`, `2026-01-31T12:00`, `2026-01-31T12:00:00.5`, the time followed
///   by nothing or `Z` for UTC, or by `+02:00`; years 0000 to 9999.
/// @return nullopt if the text is not a number or not a date
std::optional<std::string> encode_value(ValueType type, std::string_view text);

}  // namespace descry

#endif  // DESCRY_SCHEMA_DOCUMENT_FIELDS_H
