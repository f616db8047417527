/** @file record_output.h
 *  @brief Prints kept documents unchanged: as one table, or as JSON lines.
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

/// Appended to a marked record as fields of its object or cells of its row, named MARK_NAMES.
/// Unknown values are null, or empty cells.
struct RecordMarks {
    std::optional<std::string> group;
    std::optional<std::string> head;
    std::optional<std::string> similarity;  ///< a number
    bool is_kept = true;
};
inline constexpr std::array<const char*, 4> MARK_NAMES = {"descry_group", "descry_head",
                                                          "descry_similarity", "descry_kept"};

/// If all inputs are tables, prints a table with the header of the first: rows of tables in the
/// same form are printed byte for byte; others get its line ends or, if separator or columns
/// differ, are rewritten in its column order. Otherwise prints JSON lines: rows become objects of
/// their columns, and JSON lines are printed byte for byte.
class RecordOutput {
  public:
    /// Writes the header. @param headers of all rows, outlive this object
    /// @param is_table whether all documents are rows
    /// @param is_marked whether records have marks
    RecordOutput(OutputFile& out, const TableHeaders& headers, bool is_table,
                 bool is_marked = false);

    /// @param record possibly without its line end
    /// @param header InputDocument::record_header; null for a line of JSON
    /// @param marks appended to the bytes of the record, before its line end; null: none
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
    // The last table, and the positions of the output's columns in it.
    const TableHeader* last_ = nullptr;
    std::vector<std::size_t> columns_;
    bool is_line_open_ = false;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_RECORD_OUTPUT_H
