/** @file record_file.h
 *  @brief Records of bytes by number, in a temporary file.
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

/// Written in order, then read in any order. Memory: 4 bytes per record, and 17 MiB. Disk: the
/// records, if they are more (temporary_directory()).
class RecordFile {
  public:
    RecordFile() { begins_.push_back(0); }

    /// Numbers start at 0. By one thread. @exception std::system_error the disk is full
    void add(std::string_view record) { add({record}); }

    void add(std::initializer_list<std::string_view> parts);

    /// Thread-safe, but not during add(). @pre number < size(). @exception std::system_error
    void read(std::size_t number, std::string& record) const;

    std::size_t size() const { return begins_.size() - 1; }

  private:
    void write(std::string_view bytes);

    TemporaryFile file_{TemporaryFile::SMALL};
    std::string unwritten_;
    std::uint64_t written_ = 0;
    AscendingNumbers begins_;  // by number, and of the next
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_RECORD_FILE_H
