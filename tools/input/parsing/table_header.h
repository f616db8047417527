/** @file table_header.h
 *  @brief The header lines of an input's tables, and rows of CSV written anew.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_TABLE_HEADER_H
#define DESCRY_TOOLS_INPUT_PARSING_TABLE_HEADER_H

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tools/input/parsing/csv_rows.h"

namespace descry {

/// What the header line of CSV or TSV says.
struct TableHeader {
    /// As it stands in the file, without a byte order mark, with its end, which it may lack, and
    /// with a line `sep=;` before it where there is one.
    std::string line;
    /// The names, valid UTF-8. One may come twice.
    std::vector<std::string> columns;
    CsvDialect dialect;
    bool has_byte_order_mark = false;
    /// `FILE:LINE`, of the first one where several tables have this header.
    std::string location = {};
    /// InputDocument::record_encoding of the file.
    std::shared_ptr<const std::string> encoding = {};

    friend bool operator==(const TableHeader&, const TableHeader&) = default;
};

/// The headers of the tables that are read for one output, each once, however many tables have it.
class TableHeaders {
  public:
    /// Takes the header of another table. @return its line, InputDocument::record_header of all
    /// rows
    std::shared_ptr<const std::string> add(TableHeader header);

    /// A table whose rows cannot be printed among those of the first.
    struct Misfit {
        std::string location;
        const std::string* line;  ///< of add()
        /// Names the columns that the first table lacks.
        std::string reason;
    };
    /// In their order, a table each.
    const std::vector<Misfit>& misfits() const { return misfits_; }

    /// Of the first table; null where there was none.
    const TableHeader* first() const { return first_; }
    /// How that is written. @pre there is one
    void set_first_line(std::string line) { first_->line = std::move(line); }

    /// The header whose line add() returned.
    const TableHeader& of(const std::string& line) const { return *by_address_.at(&line); }

  private:
    TableHeader* first_ = nullptr;
    std::vector<Misfit> misfits_;
    std::unordered_map<std::string, std::shared_ptr<TableHeader>> by_line_;
    std::unordered_map<const std::string*, const TableHeader*> by_address_;
};

/// What ends a line: `\r\n`, `\n` or `\r`; empty where it has no end.
std::string_view line_end_of(std::string_view line);

/// The cells of a row as they were meant. @param row that is no problem to CsvRow
std::vector<std::string> cells_of_row(std::string_view row, CsvDialect dialect);

/// For each column of @a to its place in @a from, where columns of equal names stand for each other
/// in their order; from.size() where there is none.
std::vector<std::size_t> matching_columns(const std::vector<std::string>& to,
                                          const std::vector<std::string>& from);

/// A row without its end: cells in quotes where they need to be; where @a dialect has none, their
/// separators and line ends become blanks.
std::string csv_row(std::vector<std::string> cells, CsvDialect dialect);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_TABLE_HEADER_H
