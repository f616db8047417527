/** @file output_file.h
 *  @brief A file that is written whole, or not at all.
 */
#ifndef DESCRY_MECHANICS_OUTPUT_FILE_H
#define DESCRY_MECHANICS_OUTPUT_FILE_H

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace descry {

/// The target of @a path through all links, existing or not; @a path itself for a cycle.
std::string link_target(const std::string& path);

/// Removes what killed runs left beside @a path: files with OutputFile's names that nobody writes.
/// Does nothing without file locks. Cost: reads the directory.
void remove_leftovers(const std::string& path);

/// Writes a new file PATH.part- and eight hexadecimal digits beside PATH, which commit() renames to
/// PATH, and the destructor removes otherwise. If PATH is a link, its target is replaced and the
/// link is kept. The new file has the mode of the one that it replaces, and its owner if permitted;
/// hard links of the old one keep the old bytes. A pipe or device is written directly.
class OutputFile {
  public:
    /// @param path "-" is standard output
    /// @throws std::runtime_error naming the file, here and below: not creatable, or not writable
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view bytes);

    /// Flushes to disk before commit(), which then cannot fail for lack of space.
    void sync();

    /// Puts the finished file, flushed to disk, in place. Write nothing afterwards.
    void commit();

    const std::string& path() const { return path_; }

  private:
    struct Close {
        void operator()(std::FILE* file) const;
    };
    [[noreturn]] void fail(const char* what) const;

    std::string path_;
    std::string target_;
    /// The file that is written until it is renamed; empty if written directly.
    std::string part_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_OUTPUT_FILE_H
