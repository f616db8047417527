/** @file record_file.h
 *  @brief Records of bytes in a file without a name, by their numbers.
 */
#ifndef DESCRY_MECHANICS_RECORD_FILE_H
#define DESCRY_MECHANICS_RECORD_FILE_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <descry/mechanics/temporary_file.h>

#include "engine/mechanics/ascending_numbers.h"

namespace descry {

/// Written one after the other, then read in any order. Memory: 4 bytes a record, and 17 MiB. Disk:
/// the records, where they are more (temporary_directory()).
class RecordFile {
  public:
    RecordFile() { begins_.push_back(0); }

    /// Numbered from 0 on. By one thread. A large one is not copied.
    /// @exception std::system_error the disk is full
    void add(std::string_view record) { add({record}); }

    /// One record of several parts.
    void add(std::initializer_list<std::string_view> parts);

    /// Fills all of @a record. From any number of threads at once, while none adds.
    /// @pre number < size(). @exception std::system_error
    void read(std::size_t number, std::string& record) const;

    std::size_t size() const { return begins_.size() - 1; }

  private:
    void write(std::string_view bytes);

    TemporaryFile file_{TemporaryFile::SMALL};
    // What is not in the file yet.
    std::string unwritten_;
    std::uint64_t written_ = 0;
    AscendingNumbers begins_;  // by number, and of the next
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_RECORD_FILE_H
