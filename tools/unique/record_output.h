/** @file record_output.h
 *  @brief Documents that stay, printed as they came: as one table, or as JSON lines.
 */
#ifndef DESCRY_TOOLS_UNIQUE_RECORD_OUTPUT_H
#define DESCRY_TOOLS_UNIQUE_RECORD_OUTPUT_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/mechanics/output_file.h"
#include "tools/input/parsing/table_header.h"

namespace descry {

/// Where all inputs are tables, a table under the header of the first: rows of tables that write it
/// alike are printed byte for byte; others get its line ends, or, where separator or columns are
/// other ones, are written anew, in the order of its columns. Else JSON lines: rows become objects
/// of their columns, and what is a line of JSON is printed byte for byte.
class RecordOutput {
  public:
    /// Writes the header. @param headers of all rows, outlive this
    /// @param is_table  whether all documents are rows
    RecordOutput(OutputFile& out, const TableHeaders& headers, bool is_table);

    /// @param record  with its line end, which it may lack
    /// @param header  InputDocument::record_header; null for a line of JSON
    void write(const std::string& record, const std::string* header);

  private:
    void write_line(std::string_view line, std::string_view end);
    void write_row(const std::string& row, const TableHeader& header);

    OutputFile& out_;
    const TableHeaders& headers_;
    const TableHeader* table_;
    std::string line_end_ = "\n";
    // Of the table that was met last: where the columns of the output stand in it.
    const TableHeader* last_ = nullptr;
    std::vector<std::size_t> columns_;
    bool is_line_open_ = false;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_RECORD_OUTPUT_H
