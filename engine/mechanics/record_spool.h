/** @file record_spool.h
 *  @brief Records in the order added, on disk if they are many.
 */
#ifndef DESCRY_ENGINE_MECHANICS_RECORD_SPOOL_H
#define DESCRY_ENGINE_MECHANICS_RECORD_SPOOL_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <descry/mechanics/temporary_file.h>

namespace descry {

/// Records to be read in order, repeatedly. Memory: @a memory bytes. Disk: the rest
/// (temporary_directory()). @tparam Record trivially copyable
template <typename Record>
class RecordSpool {
    static_assert(std::is_trivially_copyable_v<Record>);

  public:
    explicit RecordSpool(std::size_t memory) : capacity_(memory / sizeof(Record) + 1) {}

    /// @exception std::system_error the disk is full
    void add(const Record& record) {
        if (unwritten_.size() == capacity_) {
            if (!file_) file_.emplace();
            file_->write(unwritten_.data(), unwritten_.size() * sizeof(Record));
            unwritten_.clear();
        }
        unwritten_.push_back(record);
    }

    /// Calls visit(record) for each. @exception std::system_error
    template <typename Visit>
    void for_each(Visit&& visit) const {
        constexpr std::size_t READ_AT_ONCE = 4096;
        std::vector<Record> read(file_ ? READ_AT_ONCE : 0);
        for (std::uint64_t offset = 0; file_;) {
            const std::size_t bytes =
                file_->read_at(offset, read.data(), READ_AT_ONCE * sizeof(Record));
            if (bytes == 0) break;
            offset += bytes;
            for (const Record& record : std::span(read).first(bytes / sizeof(Record)))
                visit(record);
        }
        for (const Record& record : unwritten_)
            visit(record);
    }

  private:
    std::size_t capacity_;
    std::optional<TemporaryFile> file_;
    std::vector<Record> unwritten_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_MECHANICS_RECORD_SPOOL_H
