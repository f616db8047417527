/** @file csv_rows.h
 *  @brief Splits a CSV stream into rows, with their line numbers.
 *
 *  RFC 4180, as in Python's csv module: cells are separated by one character, rows end with `\n`,
 *  `\r\n` or `\r`; a cell that begins with a quote extends to the next single quote, including
 *  separators and line ends, and two quotes in it are one; a quote anywhere else is an ordinary
 *  character. CsvDialect describes variants. Debian's libcsv is not used because it reports neither
 *  a row's place nor its bytes.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_CSV_ROWS_H
#define DESCRY_TOOLS_INPUT_PARSING_CSV_ROWS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/input/bytes/byte_source.h"
#include "tools/input/bytes/line_reader.h"

namespace descry {

struct CsvDialect {
    char separator = ',';
    /// Whether a quote at the beginning of a cell quotes it; else it is an ordinary character.
    bool has_quotes = true;
    /// Whether spaces at the beginning of a cell belong to the separator.
    bool skips_blanks = false;

    friend bool operator==(const CsvDialect&, const CsvDialect&) = default;
};

/// A row with more cells is invalid, and takes no more memory.
inline constexpr std::size_t MOST_CELLS = std::size_t{1} << 16;

/// Finds a row's end and cells in bytes that may arrive in pieces. Cost: reads each byte once.
class CsvRow {
  public:
    explicit CsvRow(CsvDialect dialect) : dialect_(dialect) {}

    void clear();

    /// Continues with the row. @a bytes are all bytes of it known so far, from the first; each call
    /// repeats those of the one before. @param at_end there are no more
    /// @return whether the row is complete; always if @a at_end
    bool read(std::string_view bytes, bool at_end);

    /// Makes the next read() begin with byte scanned(), without the cells before.
    void drop_scanned();
    std::size_t scanned() const { return at_; }

    // For a complete row:

    /// Bytes without its line end, and with it.
    std::size_t size() const { return size_; }
    std::size_t size_with_end() const { return at_; }

    /// Number of its lines, at least 1; and the size of the first one with its end.
    std::uint64_t lines() const { return lines_; }
    std::size_t first_line_size() const { return first_line_size_; }

    bool is_blank() const { return size_ == 0; }

    /// Why the row is invalid: its quotes, or too many cells; empty if it is valid.
    std::string_view problem() const { return problem_; }

    /// Whether the bytes ended within a quote.
    bool is_open() const { return state_ == State::QUOTED; }

    std::size_t cells() const { return cells_.size(); }

    /// A cell's unquoted value. @param bytes those of the last read()
    std::string cell(std::string_view bytes, std::size_t number) const;

    /// Its first byte and the one after it, within its quotes.
    std::pair<std::size_t, std::size_t> place(std::size_t number) const {
        return {cells_[number].begin, cells_[number].end};
    }

    bool is_quoted(std::size_t number) const { return cells_[number].is_quoted; }

  private:
    enum class State { CELL_START, BARE, QUOTED, AFTER_QUOTE };
    struct Cell {
        std::size_t begin = 0;
        std::size_t end = 0;
        bool has_doubled_quotes = false;
        bool is_quoted = false;
    };

    bool read_bare(std::string_view bytes, bool at_end);
    void read_quoted(std::string_view bytes);
    bool after_quote(std::string_view bytes, bool at_end);
    bool end_cell(std::string_view bytes, std::size_t end, bool at_end);
    void count_lines(std::string_view bytes, std::size_t begin, std::size_t end);
    bool finish(std::size_t size, std::size_t size_with_end);
    void add_cell();

    CsvDialect dialect_;
    State state_ = State::CELL_START;
    std::size_t at_ = 0;
    std::size_t size_ = 0;
    std::size_t first_line_size_ = 0;
    std::uint64_t lines_ = 1;
    bool after_return_ = false;
    std::string_view problem_;
    Cell cell_;
    std::vector<Cell> cells_;
};

/// The rows of a file, without empty lines. Memory: the longest row. Cost: linear in the bytes.
class CsvRows {
  public:
    /// Reads @a source, which must outlive this object.
    /// @param max_row longer rows are skipped in constant memory: see too_long()
    CsvRows(ByteSource& source, std::size_t max_row, CsvDialect dialect)
        : buffer_(source), max_row_(max_row), row_(dialect) {}

    /// Call before the first next(). @return whether there was one
    bool skip_byte_order_mark() { return buffer_.skip_byte_order_mark(); }

    void limit_rows(std::size_t max_row) { max_row_ = max_row; }

    /// Moves to the next row; false at the end. After an invalid row, continues at the next line:
    /// otherwise a stray quote would consume what follows.
    /// @throw InputError from the source; line() is that of the row cut by it, which is lost
    bool next();

    /// Rereads the row, in another dialect from now on.
    void read_again(CsvDialect dialect);

    /// The line where the last row of next() begins, from 1.
    std::uint64_t line() const { return line_; }

    /// The row exceeds the limit, and has neither bytes nor cells.
    bool too_long() const { return too_long_; }

    const CsvRow& row() const { return row_; }

    /// The row without its line end. Valid until the next call of next().
    std::string_view bytes() const { return buffer_.bytes().substr(0, row_.size()); }

    /// With its line end, which the last may lack; an invalid row has only its first line.
    std::string_view bytes_with_end() const { return buffer_.bytes().substr(0, size_of_row()); }

    /// Bytes after the row that were already read.
    std::string_view unread() const { return buffer_.bytes().substr(row_.size_with_end()); }

    std::string cell(std::size_t number) const { return row_.cell(buffer_.bytes(), number); }

    /// Whether nothing read so far follows the row.
    bool is_last() const { return row_.size_with_end() == buffer_.bytes().size(); }

  private:
    std::size_t size_of_row() const {
        const bool is_wrong = !too_long_ && !row_.problem().empty();
        return is_wrong ? row_.first_line_size() : row_.size_with_end();
    }
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
