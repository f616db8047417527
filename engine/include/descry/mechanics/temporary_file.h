/** @file temporary_file.h
 *  @brief A file without a name: it disappears when it is closed, however the program ends.
 */
#ifndef DESCRY_MECHANICS_TEMPORARY_FILE_H
#define DESCRY_MECHANICS_TEMPORARY_FILE_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

namespace descry {

/// The directory for temporary files: /tmp, unless the process chose another.
std::string temporary_directory();

/// Sets the directory for later files. Thread-safe.
void set_temporary_directory(std::string directory);

/// Bytes in memory or in a file: content up to a given size stays in memory and needs no disk.
class TemporaryFile {
  public:
    /// The usual choice of callers.
    static constexpr std::size_t SMALL = std::size_t{16} << 20;

    /// @param in_memory bytes kept in memory; beyond that, everything moves to a file
    explicit TemporaryFile(std::size_t in_memory = 0) : in_memory_(in_memory) {}

    /// @exception std::system_error no file can be made, or the disk is full; names the directory
    void write(const void* bytes, std::size_t size);

    /// Writes at an offset, which may lie beyond the end: gaps read as zeros. Always uses a file.
    /// Not to be mixed with write(). @exception std::system_error as write()
    void write_at(std::uint64_t offset, const void* bytes, std::size_t size);

    /// Starts reading at the beginning. @exception std::system_error
    void rewind();

    /// @return bytes read; less than @a size at the end. @exception std::system_error
    std::size_t read(void* bytes, std::size_t size);

    /// read() from an offset, by any number of threads at once.
    std::size_t read_at(std::uint64_t offset, void* bytes, std::size_t size) const;

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    void open();

    std::size_t in_memory_;
    std::string held_;       // everything, without a file
    std::size_t place_ = 0;  // of read() in held_
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_TEMPORARY_FILE_H
