/** @file fields.h
 *  @brief The fields of the Solr that the recorded requests were sent to, and where a document of
 *         Xapian holds them: tests/solr/peer/src/main/resources/schema.xml in Xapian's terms.
 */
#ifndef DESCRY_TESTS_SOLR_FIELDS_H
#define DESCRY_TESTS_SOLR_FIELDS_H

#include <span>
#include <string>
#include <string_view>

#include <xapian.h>

namespace descry::testing {

struct Field {
    enum class Type { STRING, INT, LONG, FLOAT, DOUBLE, DATE, BOOLEAN, TEXT };

    std::string_view name;
    Type type;
    /// Where its value is; of a text: no slot.
    Xapian::valueno slot;
    /// Of its terms: the words of a text, or the whole value.
    std::string_view prefix;
    bool multi_valued = false;
    /// False: no queries for it.
    bool indexed = true;
    /// False: no sorting or collapsing by it.
    bool doc_values = true;

    bool is_number() const {
        return type == Type::INT || type == Type::LONG || type == Type::FLOAT ||
               type == Type::DOUBLE;
    }
};

std::span<const Field> all_fields();

/// @throws Refused `undefined field`
const Field& field_named(std::string_view name);

/// The term of a whole value.
std::string term_of(const Field& field, const std::string& value);

}  // namespace descry::testing

#endif  // DESCRY_TESTS_SOLR_FIELDS_H
