/** @file record_output.h
 *  @brief Documents that stay, printed as they came: as one table, or as JSON lines.
 */
#ifndef DESCRY_TOOLS_UNIQUE_RECORD_OUTPUT_H
#define DESCRY_TOOLS_UNIQUE_RECORD_OUTPUT_H

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/mechanics/output_file.h"
#include "tools/input/parsing/table_header.h"

namespace descry {

/// What is appended to a record that is marked: members of its object or cells of its row, named
/// MARK_NAMES. What is not known is null, or an empty cell.
struct RecordMarks {
    std::optional<std::string> group;
    std::optional<std::string> head;
    std::optional<std::string> similarity;  ///< a number
    bool is_kept = true;
};
inline constexpr std::array<const char*, 4> MARK_NAMES = {"descry_group", "descry_head",
                                                          "descry_similarity", "descry_kept"};

/// Where all inputs are tables, a table under the header of the first: rows of tables that write it
/// alike are printed byte for byte; others get its line ends, or, where separator or columns are
/// other ones, are written anew, in the order of its columns. Else JSON lines: rows become objects
/// of their columns, and what is a line of JSON is printed byte for byte.
class RecordOutput {
  public:
    /// Writes the header. @param headers of all rows, outlive this
    /// @param is_table  whether all documents are rows
    /// @param is_marked  whether records have marks
    RecordOutput(OutputFile& out, const TableHeaders& headers, bool is_table,
                 bool is_marked = false);

    /// @param record  with its line end, which it may lack
    /// @param header  InputDocument::record_header; null for a line of JSON
    /// @param marks  appended to the bytes of the record, before its line end; null: none
    void write(const std::string& record, const std::string* header,
               const RecordMarks* marks = nullptr);

  private:
    void write_record(const std::string& record, const std::string* header);
    void write_line(std::string_view line, std::string_view end);
    void write_row(const std::string& row, const TableHeader& header);

    OutputFile& out_;
    const TableHeaders& headers_;
    const TableHeader* table_;
    std::string line_end_ = "\n";
    std::string cells_;  // appended to each row
    // Of the table that was met last: where the columns of the output stand in it.
    const TableHeader* last_ = nullptr;
    std::vector<std::size_t> columns_;
    bool is_line_open_ = false;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_RECORD_OUTPUT_H
