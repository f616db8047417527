/** @file arrow_writer.h
 *  @brief Exports tables to other libraries by Arrow's C stream interface.
 */
#ifndef DESCRY_PYTHON_ARROW_WRITER_H
#define DESCRY_PYTHON_ARROW_WRITER_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "python/arrow/arrow_data.h"
#include "python/arrow/ids.h"

namespace descry::python {

class ArrowValues {
  public:
    static ArrowValues of_integers(std::string name, std::vector<std::int64_t> values);
    static ArrowValues of_floats(std::string name, std::vector<double> values);
    static ArrowValues of_texts(std::string name);
    /// Empty, for add_number() and add_flag().
    static ArrowValues of_numbers(std::string name) { return of_floats(std::move(name), {}); }
    static ArrowValues of_flags(std::string name) { return {std::move(name), "b"}; }
    /// Empty, of the type of @a ids.
    static ArrowValues like(std::string name, const Ids& ids);

    void add(std::string_view text);
    void add_number(double number);
    void add_flag(bool flag);
    void add_null();
    /// Adds one of @a ids, which this is like().
    void add(const Ids& ids, std::size_t row);

    std::size_t size() const;

  private:
    friend class ArrowTable;
    ArrowValues(std::string name, const char* format) : name_(std::move(name)), format_(format) {}
    void begin_row(bool is_present);

    std::string name_;
    const char* format_;  // Arrow's: "l", "L", "g", "b" or "U"
    std::vector<std::int64_t> integers_;
    std::vector<double> floats_;
    std::vector<std::uint8_t> flags_;  // one bit per row
    std::size_t flag_count_ = 0;
    std::string bytes_;
    std::vector<std::int64_t> offsets_ = {0};
    std::vector<std::uint8_t> present_;  // one bit per row that was added
    std::int64_t nulls_ = 0;
};

/// A table of columns of equal length, as a stream of one array.
class ArrowTable {
  public:
    explicit ArrowTable(std::vector<ArrowValues> columns)
        : columns_(std::make_shared<const std::vector<ArrowValues>>(std::move(columns))) {}

    static ArrowArrayStream* stream(ArrowTable table);

  private:
    static int get_schema(ArrowArrayStream* stream, ArrowSchema* out);
    static int get_next(ArrowArrayStream* stream, ArrowArray* out);
    static const char* get_last_error(ArrowArrayStream* stream);
    static void release(ArrowArrayStream* stream);

    std::shared_ptr<const std::vector<ArrowValues>> columns_;  // shared by what was exported
    bool is_read_ = false;
};

/// A capsule, which Python's libraries accept, that owns the stream.
nanobind::capsule capsule_of(ArrowArrayStream* stream);
nanobind::capsule capsule_of(ArrowTable table);

template <class Number>
nanobind::bytes bytes_of_numbers(const std::vector<Number>& numbers) {
    return nanobind::bytes(numbers.data(), numbers.size() * sizeof(Number));
}
/// Converts back. @exception std::invalid_argument not a multiple of 64 bits
std::vector<std::int64_t> numbers_of(const nanobind::bytes& bytes);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_ARROW_WRITER_H
