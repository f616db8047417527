/** @file sorted_runs.h
 *  @brief Sorting more records than fit in memory: sorted runs on disk, merged when read.
 */
#ifndef DESCRY_PLUGIN_SORTED_RUNS_H
#define DESCRY_PLUGIN_SORTED_RUNS_H

#include <algorithm>
#include <cstddef>
#include <memory>
#include <queue>
#include <type_traits>
#include <utility>
#include <vector>

#include "temporary_file.h"

namespace descry {

/// Collects records and gives them back in order. Memory: @a memory bytes while records are added,
/// and as much while they are read. Where they do not fit, they go to files in the directory for
/// temporary files, which are gone when this is, however the program ends.
/// @tparam Record trivially copyable, ordered by <
template <typename Record>
class SortedRuns {
    static_assert(std::is_trivially_copyable_v<Record>);

  public:
    explicit SortedRuns(std::size_t memory)
        : capacity_(std::max<std::size_t>(memory / sizeof(Record), 1024)) {}

    /// @exception std::system_error the disk is full
    void add(const Record& record) {
        if (records_.size() == capacity_) spill();
        records_.push_back(record);
    }

    /// Calls visit(record) for every record, ascending; equal ones in any order. Once only.
    template <typename Visit>
    void for_each(Visit&& visit) {
        std::sort(records_.begin(), records_.end());
        if (runs_.empty()) {
            for (const Record& record : records_)
                visit(record);
            return;
        }
        spill();
        records_ = {};
        std::vector<Reader> readers;
        for (TemporaryFile& run : runs_)
            readers.emplace_back(run, std::max<std::size_t>(capacity_ / runs_.size(), 1024));
        const auto later = [](const Reader* a, const Reader* b) {
            return b->current() < a->current();
        };
        std::priority_queue<Reader*, std::vector<Reader*>, decltype(later)> queue(later);
        for (Reader& reader : readers) {
            if (reader.next()) queue.push(&reader);
        }
        while (!queue.empty()) {
            Reader* const reader = queue.top();
            queue.pop();
            visit(reader->current());
            if (reader->next()) queue.push(reader);
        }
    }

    /// Runs that went to disk.
    std::size_t runs_on_disk() const { return runs_.size(); }

  private:
    class Reader {
      public:
        Reader(TemporaryFile& file, std::size_t records) : file_(&file), buffer_(records) {
            file_->rewind();
        }

        bool next() {
            if (++at_ >= held_) {
                held_ =
                    file_->read(buffer_.data(), buffer_.size() * sizeof(Record)) / sizeof(Record);
                at_ = 0;
            }
            return at_ < held_;
        }

        const Record& current() const { return buffer_[at_]; }

      private:
        TemporaryFile* file_;
        std::vector<Record> buffer_;
        std::size_t at_ = 0;
        std::size_t held_ = 0;
    };

    void spill() {
        std::sort(records_.begin(), records_.end());
        runs_.emplace_back();
        runs_.back().write(records_.data(), records_.size() * sizeof(Record));
        records_.clear();
    }

    std::size_t capacity_;
    std::vector<Record> records_;
    std::vector<TemporaryFile> runs_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_SORTED_RUNS_H
