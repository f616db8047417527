/** @file csv_rows.h
 *  @brief A stream of CSV cut into rows, with the lines on which they stand.
 *
 *  RFC 4180, as Python's csv module reads it: cells are separated by one character, rows end with
 *  `\n`, `\r\n` or `\r`; a cell that begins with a quote goes to the next single quote, with
 *  separators and line ends, and two quotes in it are one; a quote anywhere else is a character.
 *  CsvDialect has what is other in other files.
 *  Own code, as Debian's libcsv tells neither where a row stands nor its bytes.
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

/// How cells are told apart.
struct CsvDialect {
    char separator = ',';
    /// Whether a quote at the beginning of a cell quotes it; else it is a character like others.
    bool has_quotes = true;
    /// Whether blanks at the beginning of a cell belong to the separator.
    bool skips_blanks = false;

    friend bool operator==(const CsvDialect&, const CsvDialect&) = default;
};

/// A row of more cells is wrong, and takes no more memory.
inline constexpr std::size_t MOST_CELLS = std::size_t{1} << 16;

/// Finds the end of a row and its cells in bytes that may come piece by piece. Cost: each byte is
/// looked at once.
class CsvRow {
  public:
    explicit CsvRow(CsvDialect dialect) : dialect_(dialect) {}

    /// Forgets the row, to begin the next one.
    void clear();

    /// Goes on with the row, of which @a bytes are all that is known so far, from its first byte
    /// on; each call repeats the bytes of the one before. @param at_end  there are no more
    /// @return whether the row is complete; always when @a at_end
    bool read(std::string_view bytes, bool at_end);

    /// Lets the next read() begin with byte scanned(), and gives up the cells before: for a row
    /// whose end alone matters.
    void drop_scanned();
    std::size_t scanned() const { return at_; }

    // Of a complete row:

    /// Without its line end, and with it. Bytes.
    std::size_t size() const { return size_; }
    std::size_t size_with_end() const { return at_; }

    /// Lines that it takes, at least 1; and the size of the first one with its end.
    std::uint64_t lines() const { return lines_; }
    std::size_t first_line_size() const { return first_line_size_; }

    /// A line without anything on it.
    bool is_blank() const { return size_ == 0; }

    /// Why the row is wrong: its quotes, or too many cells; empty when it is not.
    std::string_view problem() const { return problem_; }

    /// Whether the bytes ended within a quote.
    bool is_open() const { return state_ == State::QUOTED; }

    std::size_t cells() const { return cells_.size(); }

    /// A cell as it was meant. @param bytes those of the last read()
    std::string cell(std::string_view bytes, std::size_t number) const;

    /// Its first byte and the one behind it, within its quotes.
    std::pair<std::size_t, std::size_t> place(std::size_t number) const {
        return {cells_[number].begin, cells_[number].end};
    }

    /// Whether a cell stands in quotes.
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

/// The rows of a file, one after the other; blank lines are none. Memory: the longest row. Cost:
/// linear in the bytes, whatever sizes the source returns them in.
class CsvRows {
  public:
    /// Reads @a source, which must outlive this object.
    /// @param max_row  a row of more bytes is passed over in constant memory: see too_long().
    CsvRows(ByteSource& source, std::size_t max_row, CsvDialect dialect)
        : buffer_(source), max_row_(max_row), row_(dialect) {}

    /// To be called before the first next(). @return whether there was one
    bool skip_byte_order_mark() { return buffer_.skip_byte_order_mark(); }

    /// The limit of rows from the next one on.
    void limit_rows(std::size_t max_row) { max_row_ = max_row; }

    /// Goes to the next row; false at the end. Where the last one was wrong, that is the next line:
    /// the quote too many would else take what follows with it.
    /// @throw InputError from the source; line() is that of the row that it cuts, which is lost.
    bool next();

    /// Reads the row that next() found again, in another dialect from now on.
    void read_again(CsvDialect dialect);

    /// Where the row that next() looked for last begins, from 1.
    std::uint64_t line() const { return line_; }

    /// The row had more than the allowed bytes, and has neither bytes nor cells.
    bool too_long() const { return too_long_; }

    const CsvRow& row() const { return row_; }

    /// The row without its line end. Valid until the next call of next().
    std::string_view bytes() const { return buffer_.bytes().substr(0, row_.size()); }

    /// The same with its line end, which the last row may lack; of a wrong one its first line, as
    /// the next one is the next row.
    std::string_view bytes_with_end() const { return buffer_.bytes().substr(0, size_of_row()); }

    /// What follows the row and was read already.
    std::string_view unread() const { return buffer_.bytes().substr(row_.size_with_end()); }

    std::string cell(std::size_t number) const { return row_.cell(buffer_.bytes(), number); }

    /// Whether nothing that was read so far stands behind the row.
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
