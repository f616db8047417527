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

#include "python/src/arrow_data.h"

namespace descry::python {

/// A value of a column; monostate for null. Unsigned only if it needs all 64 bits.
using Value =
    std::variant<std::monostate, std::int64_t, double, std::string_view, std::uint64_t>;

/// The arrays of a stream, one by one. Owns the stream and what it gave, and releases both.
class ArrowStream {
  public:
    /// @param stream is moved from: only its release() may be called afterwards, as a no-op
    /// @exception std::runtime_error the producer's message
    explicit ArrowStream(ArrowArrayStream& stream);
    ~ArrowStream();
    ArrowStream(const ArrowStream&) = delete;
    ArrowStream& operator=(const ArrowStream&) = delete;

    const ArrowSchema& schema() const { return schema_; }

    /// The next array, valid until the next call; null at the end.
    /// @exception std::runtime_error the producer's message
    const ArrowArray* next();

  private:
    void release_array();
    [[noreturn]] void fail();

    ArrowArrayStream stream_;
    ArrowSchema schema_{};
    ArrowArray array_{};
};

/// A stream of one array, which takes both over. @return for the consumer to release
ArrowArrayStream* stream_of_one(ArrowSchema& schema, ArrowArray& array);

bool is_table(const ArrowSchema& schema);

/// Reads one column of the arrays of a stream: strings (utf8, large, views), integers, floats,
/// booleans, dates and times (as integers), also as dictionaries; of tables the named column.
class ArrowColumn {
  public:
    /// @param name of a table's column; nullopt: the stream is the column
    /// @exception std::invalid_argument no such column (names the existing ones); another type,
    ///            which is named; or a table instead of a column
    ArrowColumn(const ArrowSchema& schema, std::optional<std::string_view> name);

    bool is_text() const { return kind_ == Kind::TEXT || kind_ == Kind::NOTHING; }
    /// Whether its values are integers, and not booleans, dates or times.
    bool is_integer() const { return kind_ == Kind::INTEGER && format_ != "b" && format_[0] != 't'; }
    const std::string& name() const { return name_; }
    /// Its name, if any, and its type, in words.
    std::string description() const;

    /// Calls @a visit for each row of an array, in order. Views are valid as long as the array.
    void read(const ArrowArray& array, const std::function<void(const Value&)>& visit) const;

  private:
    enum class Kind { NOTHING, TEXT, INTEGER, FLOAT };

    Value value_at(const ArrowArray& array, std::int64_t row) const;

    std::string name_;
    std::optional<std::size_t> child_;
    std::string format_;  // Arrow's
    std::string indexes_;  // format of a dictionary's numbers; empty: none
    Kind kind_ = Kind::NOTHING;
};

}  // namespace descry::python

#endif  // DESCRY_PYTHON_ARROW_READER_H
