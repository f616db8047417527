/** @file output_file.h
 *  @brief A file that is written whole, or not at all.
 */
#ifndef DESCRY_BASE_OUTPUT_FILE_H
#define DESCRY_BASE_OUTPUT_FILE_H

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace descry {

/// Writes a new file beside PATH, PATH.part- and eight digits, which takes the place of PATH with
/// commit(), and is removed when this goes without. No file that was there before is written to,
/// nor what a link names. A pipe or device is written to as it is.
class OutputFile {
  public:
    /// @param path "-" is standard output
    /// @throws std::runtime_error naming the file, here and below
    explicit OutputFile(std::string path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view bytes);

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
    /// What is written to until it is renamed; empty where it is not.
    std::string part_;
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace descry

#endif  // DESCRY_BASE_OUTPUT_FILE_H
