/** @file document_order.h
 *  @brief Which documents of an input are preferred: those that stay when others are like them.
 */
#ifndef DESCRY_TOOLS_SPOOLING_DOCUMENT_ORDER_H
#define DESCRY_TOOLS_SPOOLING_DOCUMENT_ORDER_H

#include <cstdint>
#include <string>
#include <string_view>

#include <descry/collection/contents.h>
#include <descry/documents/input_document.h>

namespace descry {

/// An order by name: "first"; "longest", by words; "newest:FIELD", "max:FIELD" and "min:FIELD", by
/// a member of the documents. Values that are numbers are compared as such and stand before others,
/// which are compared by bytes, as dates of ISO 8601 are; documents without one come last. Where
/// two are equal, the earlier comes first.
class DocumentOrder {
  public:
    /// @throws std::invalid_argument it names no order
    explicit DocumentOrder(std::string_view name);

    /// Where a document stands among others, as an OrderKey's bytes. @param number from 1 on
    /// @param words of its canonical text
    std::string key_of(const InputDocument& document, const MemberNames& names, std::uint64_t words,
                       DocumentNumber number) const;

    const std::string& name() const { return name_; }
    /// Whether it is that of the numbers.
    bool is_first() const { return rule_ == Rule::FIRST; }

  private:
    enum class Rule { FIRST, LONGEST, LEAST, GREATEST };

    std::string name_;
    Rule rule_ = Rule::FIRST;
    std::string field_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SPOOLING_DOCUMENT_ORDER_H
