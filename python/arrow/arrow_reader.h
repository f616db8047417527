/** @file arrow_reader.h
 *  @brief Reads columns of other libraries by Arrow's C interfaces.
 */
#ifndef DESCRY_PYTHON_ARROW_READER_H
#define DESCRY_PYTHON_ARROW_READER_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "python/arrow/arrow_stream.h"

namespace descry::python {

/// A value of a column; monostate for null. Unsigned only if it needs all 64 bits.
using Value =
    std::variant<std::monostate, std::int64_t, double, std::string_view, std::uint64_t, bool>;

bool is_table(const ArrowSchema& schema);

/// Reads one column of the arrays of a stream: strings (utf8, large, views), integers, floats,
/// booleans; dates, times, durations and decimals as written_values.h writes them; also as
/// dictionaries; of tables the named column.
class ArrowColumn {
  public:
    /// @param name of a table's column; nullopt: the stream is the column
    /// @exception std::invalid_argument no such column (names the existing ones), or several;
    /// another
    ///            type, which is named; or a table instead of a column
    ArrowColumn(const ArrowSchema& schema, std::optional<std::string_view> name);

    bool is_text() const { return kind_ == Kind::TEXT || kind_ == Kind::NOTHING; }
    bool is_integer() const { return kind_ == Kind::INTEGER; }
    const std::string& name() const { return name_; }
    /// Its name, if any, and its type, in words.
    std::string description() const;

    /// Calls @a visit for each row of an array, in order. Views are valid as long as the array if
    /// is_text(), else during the visit. @exception std::invalid_argument a year that has no form
    void read(const ArrowArray& array, const std::function<void(const Value&)>& visit) const;

  private:
    enum class Kind { NOTHING, TEXT, INTEGER, FLOAT, FLAG, WRITTEN };

    void find_child(const ArrowSchema& schema, std::string_view name);
    /// @param written holds what a view of Kind::WRITTEN refers to
    Value value_at(const ArrowArray& array, std::int64_t row, std::string& written) const;
    std::string written_at(const ArrowArray& array, std::int64_t row) const;

    std::string name_;
    std::optional<std::size_t> child_;
    std::string format_;   // Arrow's
    std::string indexes_;  // format of a dictionary's numbers; empty: none
    Kind kind_ = Kind::NOTHING;
};

}  // namespace descry::python

#endif  // DESCRY_PYTHON_ARROW_READER_H
