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

/// The file that @a path stands for: where it is a link, what that names, there or not yet, through
/// any links on the way. @a path itself where the links lead in a circle.
std::string link_target(const std::string& path);

/// Removes what runs that were killed left beside @a path: files of the names that OutputFile gives
/// them which nobody writes. Where the file system has no locks, nothing.
/// Cost: a reading of the folder.
void remove_leftovers(const std::string& path);

/// Writes a new file beside PATH, PATH.part- and eight digits, which takes the place of PATH with
/// commit(), and is removed when this goes without. Of a link, PATH is what it names: the link
/// stays. The new file has the mode of the one that it replaces, and its owner where that may be
/// given; hard links of the old one keep the old bytes. A pipe or device is written to as it is.
class OutputFile {
  public:
    /// @param path "-" is standard output
    /// @throws std::runtime_error naming the file, here and below: it cannot be made, or is there
    ///         and may not be written
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view bytes);

    /// What was written is on the disk, under the name that it has until commit(), which cannot
    /// fail for want of room afterwards.
    void sync();

    /// Everything is written: from now on the file is there, on the disk, too. Nothing can be
    /// written afterwards.
    void commit();

    const std::string& path() const { return path_; }

  private:
    struct Close {
        void operator()(std::FILE* file) const;
    };
    [[noreturn]] void fail(const char* what) const;

    std::string path_;
    std::string target_;
    /// What is written to until it is renamed; empty where it is not.
    std::string part_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_OUTPUT_FILE_H
