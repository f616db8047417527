/** @file join_lines.h
 *  @brief The files passed between the steps of `descry-lab join`: sorted lines of fields.
 */
#ifndef DESCRY_TOOLS_LAB_JOIN_LINES_H
#define DESCRY_TOOLS_LAB_JOIN_LINES_H

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace descry {

/// The first line of a file: the step that wrote it, and the recipe of its elements.
std::string join_header(std::string_view step, std::string_view recipe);

/** Merges the lines of several files of one step, in ascending order of their bytes.
 *
 *  Each file must be sorted; it is read once. Memory: a line per file.
 */
class JoinLines {
  public:
    /// @param files paths, - is standard input. @param step that must have written them
    /// @throws std::runtime_error a file is unreadable, not such a file, or of another recipe than
    ///         the first
    JoinLines(const std::vector<std::string>& files, std::string_view step);

    /// Reads the next line's fields, valid until the next call; false at the end.
    /// @param count fields per line
    /// @throws std::runtime_error names file and line: another number of fields, or out of order
    bool next(std::vector<std::string_view>& fields, std::size_t count);

    const std::string& recipe() const { return recipe_; }

    /// @param field a number from the last line. @throws std::runtime_error as above
    std::uint64_t number(std::string_view field) const;

  private:
    struct Source {
        std::string name;
        std::unique_ptr<std::ifstream> file;
        std::istream* stream = nullptr;
        std::string line;
        std::size_t number = 1;
    };

    [[noreturn]] static void reject(const Source& source, const std::string& why);
    bool read(Source& source);

    std::string recipe_;
    std::vector<std::unique_ptr<Source>> sources_;  // a heap, the lowest line first
    std::unique_ptr<Source> taken_;                 // of the last line
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_JOIN_LINES_H
