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

/// The directory in which temporary files are made: /tmp, unless the process chose another.
std::string temporary_directory();

/// Chooses it, for files that are made from now on. Safe from several threads.
void set_temporary_directory(std::string directory);

/// Bytes in front, or a file: what is no larger than a given size stays in memory, and needs no
/// room on a disk.
class TemporaryFile {
  public:
    /// What callers keep in memory mostly.
    static constexpr std::size_t SMALL = std::size_t{16} << 20;

    /// @param in_memory bytes that are kept there; what is more makes a file of all
    explicit TemporaryFile(std::size_t in_memory = 0) : in_memory_(in_memory) {}

    /// @exception std::system_error there can be no file, or the disk is full, naming the directory
    void write(const void* bytes, std::size_t size);

    /// Writes at a place, beyond the end, too: what is left out there reads as zeros. Always into a
    /// file. Not with write(). @exception std::system_error as write()
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

    void open();

    std::size_t in_memory_;
    std::string held_;       // all of it, where there is no file
    std::size_t place_ = 0;  // in held_, of read()
    std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_TEMPORARY_FILE_H
