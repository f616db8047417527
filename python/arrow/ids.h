/** @file ids.h
 *  @brief The ids of documents: the numbers or strings that came with them.
 */
#ifndef DESCRY_PYTHON_IDS_H
#define DESCRY_PYTHON_IDS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "python/arrow/arrow_reader.h"

namespace descry::python {

/// Ids by row: 64-bit integers, all signed or all unsigned; or strings as soon as one is a string.
class Ids {
  public:
    std::size_t size() const { return is_text() ? ends_.size() : numbers_.size(); }
    bool is_text() const { return !ends_.empty(); }
    /// Whether a number needs all 64 bits. number() must then be cast.
    bool is_unsigned() const { return is_unsigned_; }

    /// @exception std::invalid_argument naming the row: a null, a fraction, a string that is not
    ///            UTF-8, or numbers that no 64-bit type holds together
    void add(const Value& value);

    void append(const Ids& other);

    /// @param references rows before those of documents
    /// @exception std::invalid_argument two rows have one id; names them. Memory: 16 bytes per row
    void check_unique(std::size_t references = 0) const;

    std::int64_t number(std::size_t row) const { return numbers_[row]; }
    /// @pre is_text()
    std::string_view text(std::size_t row) const {
        const std::uint64_t begin = row == 0 ? 0 : ends_[row - 1];
        return std::string_view(bytes_).substr(begin, ends_[row] - begin);
    }
    std::string name(std::size_t row) const {
        if (is_text()) return std::string(text(row));
        return is_unsigned_ ? std::to_string(static_cast<std::uint64_t>(numbers_[row]))
                            : std::to_string(numbers_[row]);
    }

  private:
    void add_text(std::string_view text);
    void add_number(std::int64_t number, bool needs_all_bits);
    void become_text();
    std::optional<std::pair<std::size_t, std::size_t>> twins() const;

    bool is_unsigned_ = false;
    bool has_negative_ = false;
    std::vector<std::int64_t> numbers_;
    std::string bytes_;
    std::vector<std::uint64_t> ends_;  // of each in bytes_; empty while all are numbers
};

}  // namespace descry::python

#endif  // DESCRY_PYTHON_IDS_H
