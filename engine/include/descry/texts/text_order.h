/** @file text_order.h
 *  @brief Orders texts by preference: which near-duplicate is kept.
 */
#ifndef DESCRY_TEXTS_TEXT_ORDER_H
#define DESCRY_TEXTS_TEXT_ORDER_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <descry/collection/contents.h>

namespace descry {

/// An order by name, the NAME of `--keep`: "first"; "last"; "longest" and "shortest", by words;
/// "newest:FIELD", "max:FIELD" and "min:FIELD", by a value that comes with each text. Numbers are
/// compared exactly, however long, and come before other values, which are compared by bytes (right
/// for ISO 8601 dates); texts without a value come last. "prefer:FIELD=A|B": first texts with the
/// value A, then B, then all others.
///
/// Several names are separated by commas: "newest:date,longest". Each name decides ties of those
/// before it; remaining ties go to the earlier text, or to the later one if the list ends with
/// "last". In fields and values, a backslash escapes a comma, a bar and a backslash.
///
/// "none" orders like "first" but keeps no text of a group. It stands alone.
class TextOrder {
  public:
    /// @throws std::invalid_argument not an order
    explicit TextOrder(std::string_view name);
    TextOrder() : TextOrder("first") {}

    /// "prefer:FIELD=A|B" from "FIELD=A,B". @throws std::invalid_argument malformed
    static std::string preferring(std::string_view values);

    const std::string& name() const { return name_; }
    bool keeps_none() const { return name_ == "none"; }
    /// Fields whose values are compared, in the order of the names.
    const std::vector<std::string>& fields() const { return fields_; }

    /// The position of a text, as an OrderKey's bytes.
    /// @param values of the fields, if it has them
    /// @param words of the text @param number from 1 on
    std::string key_of(const std::vector<std::optional<std::string_view>>& values,
                       std::uint64_t words, DocumentNumber number) const;

    /// The position of a text with this value of a field by "max:FIELD" (@a is_greatest_first) or
    /// "min:FIELD", as an OrderKey's bytes.
    static std::string key_of_value(const std::optional<std::string_view>& value,
                                    bool is_greatest_first);

    /// The numbers 1 to @a count, preferred ones first, after the first @a references.
    /// @param key_of of a number; not called if the order is that of the numbers
    /// Memory: the keys.
    std::vector<DocumentNumber> ordered(
        DocumentNumber count, DocumentNumber references,
        const std::function<std::string(DocumentNumber)>& key_of) const;

  private:
    enum class Rule { FIRST, LAST, NONE, LONGEST, SHORTEST, LEAST, GREATEST, PREFERRED };
    struct Key {
        Rule rule = Rule::FIRST;
        std::vector<std::string> preferred = {};
    };

    void add_key(std::string_view name);
    void reject(std::string_view name, std::string_view reason) const;

    std::string name_;
    std::vector<Key> keys_;
    std::vector<std::string> fields_;
};

/// The names in a list separated by commas, without empty ones. A comma, a bar and a backslash of a
/// name have a backslash before them.
std::vector<std::string> split_names(std::string_view list);

}  // namespace descry

#endif  // DESCRY_TEXTS_TEXT_ORDER_H
