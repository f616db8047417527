/** @file temporary_file.h
 *  @brief A file without a name: gone when it is closed, however the program ends.
 */
#ifndef DESCRY_MECHANICS_TEMPORARY_FILE_H
#define DESCRY_MECHANICS_TEMPORARY_FILE_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace descry {

/// The directory for temporary files: TMPDIR, else /tmp.
std::string temporary_directory();

/// Opened in the directory for temporary files (TMPDIR, else /tmp).
class TemporaryFile {
  public:
    /// @exception std::system_error naming the directory
    TemporaryFile();

    /// @exception std::system_error the disk is full, naming the directory
    void write(const void* bytes, std::size_t size);

    /// Writes at a place, beyond the end, too: what is left out there reads as zeros. Not with
    /// write(). @exception std::system_error the disk is full, naming the directory
    void write_at(std::uint64_t offset, const void* bytes, std::size_t size);

    /// Goes back to the beginning, to read. @exception std::system_error
    void rewind();

    /// @return bytes read; less than @a size at the end. @exception std::system_error
    std::size_t read(void* bytes, std::size_t size);

    /// The same from a place in what was written, by any number of threads at once.
    std::size_t read_at(std::uint64_t offset, void* bytes, std::size_t size) const;

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_TEMPORARY_FILE_H
