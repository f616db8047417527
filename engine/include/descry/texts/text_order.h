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
/// are compared by bytes, as dates of ISO 8601 are; texts without one come last. Where two are
/// equal, the earlier comes first; by "last" the later one. "none" is the order of "first", of
/// which no text of a group is kept.
class TextOrder {
  public:
    /// @throws std::invalid_argument it names no order
    explicit TextOrder(std::string_view name);
    /// "first": as they come.
    TextOrder() : TextOrder("first") {}

    const std::string& name() const { return name_; }
    bool keeps_none() const { return name_ == "none"; }
    /// Whose values are compared; empty: nobody's.
    const std::string& field() const { return field_; }

    /// Where a text stands among others, as an OrderKey's bytes.
    /// @param value of the field, where it has one
    /// @param words of the text. @param number from 1 on
    std::string key_of(std::optional<std::string_view> value, std::uint64_t words,
                       DocumentNumber number) const;

    /// The numbers 1 to @a count, the preferred ones first; the first @a references, which are
    /// there already, before all others.
    /// @param key_of of a number; not called where the order is that of the numbers
    /// Memory: the keys.
    std::vector<DocumentNumber> ordered(
        DocumentNumber count, DocumentNumber references,
        const std::function<std::string(DocumentNumber)>& key_of) const;

  private:
    enum class Rule { FIRST, LAST, LONGEST, SHORTEST, LEAST, GREATEST };

    std::string name_;
    Rule rule_ = Rule::FIRST;
    std::string field_;
};

}  // namespace descry

#endif  // DESCRY_TEXTS_TEXT_ORDER_H
