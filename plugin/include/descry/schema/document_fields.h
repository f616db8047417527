/** @file document_fields.h
 *  @brief Which members of documents are indexed beside the text: as words under a term prefix, and
 *         as values of a slot.
 *
 *  Kept in the schema of an index, so that every later run does the same, and a slot can be named
 *  by its field.
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

/// A member whose words are terms with a prefix, with positions. They are no body terms.
struct TextField {
    std::string name;
    /// Capital letters (A-Z). No word begins with one, so that prefixes cannot run together.
    std::string prefix;

    friend bool operator==(const TextField&, const TextField&) = default;
};

/// "string", "number" or "date".
std::string_view value_type_name(ValueType type);

/// The type of that name; nullopt for a name that is none.
std::optional<ValueType> value_type_of_name(std::string_view name);

/// A member whose value is put into a slot.
struct ValueField {
    std::string name;
    Xapian::valueno slot = 0;
    ValueType type = ValueType::STRING;

    friend bool operator==(const ValueField&, const ValueField&) = default;
};

/// The fields of an index. One member may be both.
struct DocumentFields {
    /// Ascending by name, without repeats.
    std::vector<TextField> text;
    std::vector<ValueField> values;

    bool empty() const { return text.empty() && values.empty(); }

    /// The field of this name; null when there is none.
    const TextField* text_field(std::string_view name) const;
    const ValueField* value_field(std::string_view name) const;

    /// Adds a field; one that is there already, just so, is no error.
    /// @exception Xapian::InvalidArgumentError no name, a prefix that is not of capitals or begins
    ///            with Z (stems), a slot that is no slot, or what is there differs: the same name
    ///            elsewhere or of another type, or another name under this prefix or in this slot.
    ///            Nothing is added
    void add(const TextField& field);
    void add(const ValueField& field);

    friend bool operator==(const DocumentFields&, const DocumentFields&) = default;
};

/// The value of a member's text.
/// - NUMBER: a decimal number ("12", "-1.5e3"), nothing else around it.
/// - DATE: ISO 8601: `2026-01-31`, `2026-01-31T12:00`, `2026-01-31T12:00:00.5`, each time followed
///   by nothing or `Z` for UTC, or by `+02:00`; years 0000 to 9999.
/// @return nullopt when the text is no number or no date
std::optional<std::string> encode_value(ValueType type, std::string_view text);

}  // namespace descry

#endif  // DESCRY_SCHEMA_DOCUMENT_FIELDS_H
