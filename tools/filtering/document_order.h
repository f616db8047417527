/** @file document_order.h
 *  @brief Which documents of an input are preferred: those that stay when others are like them.
 */
#ifndef DESCRY_TOOLS_FILTERING_DOCUMENT_ORDER_H
#define DESCRY_TOOLS_FILTERING_DOCUMENT_ORDER_H

#include <cstdint>
#include <string>
#include <vector>

#include <descry/collection/collection.h>
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

    /// Looks at the next document. @param words of its canonical text
    void add(const InputDocument& document, const MemberNames& names, std::uint64_t words);

    /// All numbers, the preferred ones first; the first @a references stand before all others.
    std::vector<DocumentNumber> sorted(DocumentNumber references) const;

  private:
    enum class Rule { FIRST, LONGEST, LEAST, GREATEST };
    struct Value {
        enum class Kind { NUMBER, TEXT, NONE } kind = Kind::NONE;
        double number = 0;
        std::string text;
    };

    bool comes_before(const Value& a, const Value& b) const;

    Rule rule_ = Rule::FIRST;
    std::string field_;
    std::size_t documents_ = 0;
    std::vector<Value> values_;  // by number less one; none where the order is "first"
};

}  // namespace descry

#endif  // DESCRY_TOOLS_FILTERING_DOCUMENT_ORDER_H
