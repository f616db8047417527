/** @file shared_index.h
 *  @brief An index that many threads read while others write into it.
 */
#ifndef DESCRY_TOOLS_SERVICE_SHARED_INDEX_H
#define DESCRY_TOOLS_SERVICE_SHARED_INDEX_H

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <descry/collapse/doc_values.h>
#include <descry/collection/collection_groups.h>
#include <descry/inspection/similar.h>
#include <descry/model/model.h>
#include <descry/reading/open_index.h>

#include "engine/mechanics/pool.h"
#include "tools/answers/similar_answer.h"

namespace descry {

/// What is known of one state of the index, for all threads.
struct IndexState {
    IndexState(const DatabaseSnapshot& of, const Xapian::Database& db);

    std::uint64_t number = 1;
    DatabaseSnapshot snapshot;
    std::shared_ptr<DocValues> values;
    /// Null: the index has none.
    std::shared_ptr<const Model> model;
    Xapian::doccount documents;

    /// list_groups(), made by the first call.
    const std::vector<KeyedGroup>& groups(const OpenIndex& index);

  private:
    std::mutex mutex_;
    std::optional<std::vector<KeyedGroup>> groups_;
};

/// Lends the index as it is at the moment. A commit, by whatever program, is seen 100 milliseconds
/// later at most, and so is a database that took the place of another.
class SharedIndex {
  public:
    /// @exception Xapian::DatabaseOpeningError and its kin; as open_index()
    explicit SharedIndex(std::vector<std::string> paths);

    /// An index for one thread.
    struct Reader {
        OpenIndex index;
        std::shared_ptr<IndexState> state;
    };

    /// Calls @a read with the index, and again where a writer was quicker.
    /// @exception what @a read throws; Xapian::DatabaseModifiedError for five seconds
    void read(const std::function<void(const Reader&)>& read);

    /// Looks whether the index has changed: what read() is called with later is as new.
    void look();

    /// Calls @a find with what finds documents of texts (DocumentFinder). It is made when it is
    /// first asked for, and anew once the index has changed and ten times as long has passed as
    /// that took.
    void find(const FindOptions& options, std::size_t differences,
              const std::function<void(DocumentFinder&)>& find);

    const std::vector<std::string>& paths() const { return paths_; }

  private:
    struct Finder {
        Finder(const Reader& reader, const Work& work)
            : index(reader.index),
              model(reader.state->model),
              state(reader.state->number),
              finder(make_text_finder(index, model, work)) {}

        OpenIndex index;
        std::shared_ptr<const Model> model;
        std::uint64_t state;
        TextFinder finder;
        std::chrono::steady_clock::time_point due;
    };

    std::unique_ptr<Reader> take();
    std::unique_ptr<Reader> open();
    void look_again();
    std::shared_ptr<Finder> finder(bool must_be_new);

    std::vector<std::string> paths_;
    std::mutex mutex_;
    std::shared_ptr<IndexState> state_;
    std::vector<std::unique_ptr<Reader>> idle_;
    std::atomic<std::int64_t> next_look_ = 0;  // in ticks of the steady clock
    std::mutex look_mutex_;
    std::mutex finder_mutex_;
    std::shared_ptr<Finder> finder_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_SHARED_INDEX_H
