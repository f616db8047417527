/** @file csv_rows.h
 *  @brief A stream of CSV cut into rows, with the lines on which they stand.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_CSV_ROWS_H
#define DESCRY_TOOLS_INPUT_PARSING_CSV_ROWS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "input/bytes/byte_source.h"
#include "input/bytes/record_buffer.h"
#include "input/parsing/csv_row.h"

namespace descry {

/// The rows of a file, one after the other; blank lines are none. Memory: the longest row. Cost:
/// linear in the bytes, whatever sizes the source returns them in.
class CsvRows {
  public:
    /// Reads @a source, which must outlive this object.
    /// @param max_row  a row of more bytes is passed over in constant memory: see too_long().
    CsvRows(ByteSource& source, std::size_t max_row, char separator)
        : buffer_(source), max_row_(max_row), row_(separator) {}

    /// To be called before the first next().
    void skip_byte_order_mark() { buffer_.skip_byte_order_mark(); }

    /// Goes to the next row; false at the end. Where the quotes of the last one were wrong, that is
    /// the next line: the quote too many would else take what follows with it.
    /// @throw InputError from the source; line() is that of the row that it cuts, which is lost.
    bool next();

    /// Reads the row that next() found again, with another separator from now on.
    void read_again(char separator);

    /// Where the row that next() looked for last begins, from 1.
    std::uint64_t line() const { return line_; }

    /// The row had more than the allowed bytes, and has neither bytes nor cells.
    bool too_long() const { return too_long_; }

    const CsvRow& row() const { return row_; }

    /// The row without its line end. Valid until the next call of next().
    std::string_view bytes() const { return buffer_.bytes().substr(0, row_.size()); }

    std::string cell(std::size_t number) const { return row_.cell(buffer_.bytes(), number); }

  private:
    void leave();
    bool read();
    void drop_too_long();

    RecordBuffer buffer_;
    std::size_t max_row_;
    CsvRow row_;
    std::uint64_t line_ = 1;
    bool found_ = false;
    bool too_long_ = false;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_CSV_ROWS_H
