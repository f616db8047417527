/** @file text_order.h
 *  @brief Which texts are preferred: those that stay when others are like them.
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
/// "newest:FIELD", "max:FIELD" and "min:FIELD", by a value that each text comes with. Values that
/// are numbers are compared as such, exactly, however long they are, and stand before others, which
/// are compared by bytes, as dates of ISO 8601 are; texts without one come last. By
/// "prefer:FIELD=A|B" texts of the value A come first, then those of B, then all others.
///
/// Several names are separated by commas: "newest:date,longest". Where two texts are equal by one,
/// the next decides; where they are by all, the earlier comes first, and by "last", which may end
/// the list, the later one. In fields and values, a comma, a bar and a backslash have a backslash
/// before them.
///
/// "none" is the order of "first", of which no text of a group is kept. It stands alone.
class TextOrder {
  public:
    /// @throws std::invalid_argument it names no order
    explicit TextOrder(std::string_view name);
    /// "first": as they come.
    TextOrder() : TextOrder("first") {}

    /// "prefer:FIELD=A|B" of "FIELD=A,B". @throws std::invalid_argument it is not that
    static std::string preferring(std::string_view values);

    const std::string& name() const { return name_; }
    bool keeps_none() const { return name_ == "none"; }
    /// Whose values are compared, in the order of the names; empty: nobody's.
    const std::vector<std::string>& fields() const { return fields_; }

    /// Where a text stands among others, as an OrderKey's bytes.
    /// @param values of the fields, where it has them
    /// @param words of the text. @param number from 1 on
    std::string key_of(const std::vector<std::optional<std::string_view>>& values,
                       std::uint64_t words, DocumentNumber number) const;

    /// Where a text with this value of a field stands by "max:FIELD" (@a is_greatest_first) or
    /// "min:FIELD", as an OrderKey's bytes.
    static std::string key_of_value(const std::optional<std::string_view>& value,
                                    bool is_greatest_first);

    /// The numbers 1 to @a count, the preferred ones first; the first @a references, which are
    /// there already, before all others.
    /// @param key_of of a number; not called where the order is that of the numbers
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
    void refuse(std::string_view name, std::string_view reason) const;

    std::string name_;
    std::vector<Key> keys_;
    std::vector<std::string> fields_;
};

}  // namespace descry

#endif  // DESCRY_TEXTS_TEXT_ORDER_H
