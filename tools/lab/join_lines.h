/** @file join_lines.h
 *  @brief The files that the steps of `descry-lab join` hand on: lines of fields, in order.
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

/// The first line of a file: which step wrote it, and how the elements were made.
std::string join_header(std::string_view step, std::string_view recipe);

/** The lines of several files of one step as those of one file, in ascending order of their bytes.
 *
 *  Each file must be in that order itself; it is read once. Memory: a line a file.
 */
class JoinLines {
  public:
    /// @param files paths, - is standard input. @param step what must have written them
    /// @throws std::runtime_error a file that cannot be read, is no such file, or is of another
    ///         recipe than the first one, naming both
    JoinLines(const std::vector<std::string>& files, std::string_view step);

    /// Fills @a fields with those of the next line; false at the end. They live until the next
    /// call.
    /// @param count how many fields a line has
    /// @throws std::runtime_error naming file and line, where a line has another number of fields
    /// or
    ///         is not in order
    bool next(std::vector<std::string_view>& fields, std::size_t count);

    /// Of the elements: what the first line of each file says.
    const std::string& recipe() const { return recipe_; }

    /// @param field one of those of the last line, a number. @throws std::runtime_error as above
    std::uint64_t number(std::string_view field) const;

  private:
    struct Source {
        std::string name;
        std::unique_ptr<std::ifstream> file;
        std::istream* stream = nullptr;
        std::string line;
        std::size_t number = 1;
    };

    [[noreturn]] static void refuse(const Source& source, const std::string& why);
    bool read(Source& source);

    std::string recipe_;
    std::vector<std::unique_ptr<Source>> sources_;  // a heap, the least line first
    std::unique_ptr<Source> taken_;                 // that of the last line
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_JOIN_LINES_H
