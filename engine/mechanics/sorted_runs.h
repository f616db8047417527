/** @file sorted_runs.h
 *  @brief Sorts more records than fit in memory: sorted runs on disk, merged in passes.
 */
#ifndef DESCRY_MECHANICS_SORTED_RUNS_H
#define DESCRY_MECHANICS_SORTED_RUNS_H

#include <algorithm>
#include <cstddef>
#include <memory>
#include <queue>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <descry/mechanics/temporary_file.h>
#include <descry/mechanics/work.h>

namespace descry {

/// Collects records and returns them in order. What exceeds the memory goes to temporary files.
/// FAN_IN runs of one size are merged as soon as they exist, so that few files are open at once:
/// some FAN_IN for each power of FAN_IN in the number of runs. Memory: at most @a memory bytes, or
/// 1024 records if that is more, and 5 KiB per open file. Cost: each record is written and read
/// once for each such power, rounded up.
/// @tparam Record trivially copyable, ordered by <
template <typename Record>
class SortedRuns {
    static_assert(std::is_trivially_copyable_v<Record>);

  public:
    /// Runs merged at once. With 64 a mebibyte still reads 16 KiB at a time.
    static constexpr std::size_t FAN_IN = 64;

    /// @param fan_in at least 2
    explicit SortedRuns(std::size_t memory, std::size_t fan_in = FAN_IN)
        : capacity_(std::max<std::size_t>(memory / sizeof(Record), 1024)), fan_in_(fan_in) {}

    /// @exception std::system_error the disk is full
    void add(const Record& record) {
        if (records_.size() == capacity_) spill();
        records_.push_back(record);
    }

    /// Calls visit(record) for every record, ascending; equal ones in any order. Call once, last.
    /// @exception std::system_error the disk is full
    template <typename Visit>
    void for_each(Visit&& visit) {
        if (runs_.empty()) {
            std::sort(records_.begin(), records_.end());
            for (const Record& record : records_) {
                check_stop();
                visit(record);
            }
            return;
        }
        if (!records_.empty()) spill();
        records_ = {};
        // The last runs are the shortest; merged ones are not merged again here.
        while (runs_.size() > fan_in_) {
            merge_last(std::min(fan_in_, runs_.size() - fan_in_ + 1));
            std::rotate(runs_.begin(), runs_.end() - 1, runs_.end());
        }
        merge(runs_, buffer_records(runs_.size()), visit);
    }

    std::size_t runs_on_disk() const { return runs_.size(); }

  private:
    struct Run {
        TemporaryFile file;
        /// Number of merges behind it.
        unsigned level = 0;
    };

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

    /// Records per buffer if this many buffers share the memory.
    std::size_t buffer_records(std::size_t buffers) const {
        return std::max<std::size_t>(capacity_ / buffers, 1);
    }

    template <typename Visit>
    static void merge(std::span<Run> runs, std::size_t records, Visit&& visit) {
        std::vector<Reader> readers;
        readers.reserve(runs.size());
        for (Run& run : runs)
            readers.emplace_back(run.file, records);
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
            check_stop();
            visit(reader->current());
            if (reader->next()) queue.push(reader);
        }
    }

    void merge_last(std::size_t count) {
        const auto first = runs_.end() - static_cast<std::ptrdiff_t>(count);
        const std::size_t share = buffer_records(count + 1);
        Run merged;
        merged.level = first->level + 1;
        std::vector<Record> out;
        out.reserve(share);
        const auto write = [&] {
            merged.file.write(out.data(), out.size() * sizeof(Record));
            out.clear();
        };
        merge({first, runs_.end()}, share, [&](const Record& record) {
            out.push_back(record);
            if (out.size() == share) write();
        });
        write();
        runs_.erase(first, runs_.end());
        runs_.push_back(std::move(merged));
    }

    void spill() {
        std::sort(records_.begin(), records_.end());
        runs_.emplace_back();
        runs_.back().file.write(records_.data(), records_.size() * sizeof(Record));
        records_.clear();
        while (runs_.size() >= fan_in_ && runs_.end()[-1].level == runs_.end()[-fan_in()].level) {
            records_ = {};  // their memory is the merge's
            merge_last(fan_in_);
        }
    }

    std::ptrdiff_t fan_in() const { return static_cast<std::ptrdiff_t>(fan_in_); }

    std::size_t capacity_;
    std::size_t fan_in_;
    std::vector<Record> records_;
    /// Levels descend.
    std::vector<Run> runs_;
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_SORTED_RUNS_H
