/** @file table_header.h
 *  @brief The header lines of an input's tables, and rewriting of CSV rows.
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

struct TableHeader {
    /// As in the file, with its end, if any, and a line `sep=;` before it, but no byte order mark.
    std::string line;
    /// The names, valid UTF-8, possibly repeated.
    std::vector<std::string> columns;
    CsvDialect dialect;
    bool has_byte_order_mark = false;
    /// `FILE:LINE` of the first table with this header.
    std::string location = {};
    /// InputDocument::record_encoding of the file.
    std::shared_ptr<const std::string> encoding = {};

    friend bool operator==(const TableHeader&, const TableHeader&) = default;
};

/// The distinct headers of the tables read for one output.
class TableHeaders {
  public:
    /// Adds the header of another table. @return its line, InputDocument::record_header of all rows
    std::shared_ptr<const std::string> add(TableHeader header);

    /// A table whose rows cannot be printed among those of the first.
    struct Misfit {
        std::string location;
        const std::string* line;  ///< from add()
        std::string reason;
    };
    /// One per table, in order.
    const std::vector<Misfit>& misfits() const { return misfits_; }

    /// Of the first table; null if there is none.
    const TableHeader* first() const { return first_; }
    /// Changes how that is written. @pre there is one
    void set_first_line(std::string line) { first_->line = std::move(line); }

    /// The header whose line add() returned.
    const TableHeader& of(const std::string& line) const { return *by_address_.at(&line); }

  private:
    TableHeader* first_ = nullptr;
    std::vector<Misfit> misfits_;
    std::unordered_map<std::string, std::shared_ptr<TableHeader>> by_line_;
    std::unordered_map<const std::string*, const TableHeader*> by_address_;
};

/// The end of a line: `\r\n`, `\n` or `\r`; empty if it has none.
std::string_view line_end_of(std::string_view line);

/// The unquoted cells of a row. @param row valid for CsvRow
std::vector<std::string> cells_of_row(std::string_view row, CsvDialect dialect);

/// For each column of @a to its index in @a from (equal names in order); from.size() if missing.
std::vector<std::size_t> matching_columns(const std::vector<std::string>& to,
                                          const std::vector<std::string>& from);

/// A row without its end: cells are quoted if necessary; if @a dialect has no quotes, separators
/// and line ends in cells become spaces.
std::string csv_row(std::vector<std::string> cells, CsvDialect dialect);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_TABLE_HEADER_H
