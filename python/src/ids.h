/** @file ids.h
 *  @brief What documents are called: the numbers or strings that came with them.
 */
#ifndef DESCRY_PYTHON_IDS_H
#define DESCRY_PYTHON_IDS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/arrow_reader.h"

namespace descry::python {

/// Ids by row: integers, or strings as soon as one is a string.
class Ids {
  public:
    std::size_t size() const { return is_text() ? ends_.size() : numbers_.size(); }
    bool is_text() const { return !ends_.empty(); }

    /// @exception std::invalid_argument a null or a fraction, naming the row
    void add(const Value& value);

    /// Takes all of another's behind its own.
    void append(const Ids& other);

    std::int64_t number(std::size_t row) const { return numbers_[row]; }
    /// @pre is_text()
    std::string_view text(std::size_t row) const {
        const std::uint64_t begin = row == 0 ? 0 : ends_[row - 1];
        return std::string_view(bytes_).substr(begin, ends_[row] - begin);
    }
    /// As a string, whichever it is.
    std::string name(std::size_t row) const {
        return is_text() ? std::string(text(row)) : std::to_string(numbers_[row]);
    }

  private:
    void add_text(std::string_view text);
    void become_text();

    std::vector<std::int64_t> numbers_;
    std::string bytes_;
    std::vector<std::uint64_t> ends_;  // of each in bytes_; none as long as all are numbers
};

}  // namespace descry::python

#endif  // DESCRY_PYTHON_IDS_H
