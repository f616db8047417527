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
#include <type_traits>
#include <utility>
#include <vector>

#include <descry/collapse/doc_values.h>
#include <descry/collection/collection_groups.h>
#include <descry/inspection/similar.h>
#include <descry/model/model.h>
#include <descry/reading/open_index.h>

#include "engine/mechanics/pool.h"
#include "tools/answers/similar_answer.h"
#include "tools/service/request.h"

namespace descry {

/// Data derived from one state of the index, for all threads.
struct IndexState {
    IndexState(const DatabaseSnapshot& of, const Xapian::Database& db);

    std::uint64_t number = 1;
    DatabaseSnapshot snapshot;
    std::shared_ptr<DocValues> values;
    /// Null: the index has none.
    std::shared_ptr<const Model> model;
    /// @throws RequestError it has none
    const Model& known_model() const;
    Xapian::doccount documents;

    /// list_groups(), computed by the first call.
    const std::vector<KeyedGroup>& groups(const OpenIndex& index);
    /// Group members that are not heads; call groups() first.
    std::uint64_t dropped() const { return dropped_; }

  private:
    std::mutex mutex_;
    std::uint64_t dropped_ = 0;
    std::optional<std::vector<KeyedGroup>> groups_;
};

/// Gives access to the current state of the index. Commits of any program, and replacements of a
/// database, are visible within 100 milliseconds.
class SharedIndex {
  public:
    /// @exception Xapian::DatabaseOpeningError and related classes; as open_index()
    explicit SharedIndex(std::vector<std::string> paths);

    struct Reader {
        OpenIndex index;
        std::shared_ptr<IndexState> state;
    };

    /// Returns the result of @a read. Calls it again if a writer invalidated the index, so it must
    /// not change anything else. @exception what @a read throws; Xapian::DatabaseModifiedError, or
    /// Xapian::NetworkError of a remote database, for five seconds
    template <typename Read>
    auto read(const Read& read) {
        using Result = std::invoke_result_t<const Read&, const Reader&>;
        if constexpr (std::is_void_v<Result>) {
            read_undisturbed(read);
        } else {
            std::optional<Result> result;
            read_undisturbed([&](const Reader& reader) { result.emplace(read(reader)); });
            return *std::move(result);
        }
    }

    /// Checks for changes, so that later calls of read() see the present state.
    void look();

    /// DocumentFinder::find(). The finder is made on demand, and again after the index changed and
    /// ten times the time of making it has passed.
    nlohmann::ordered_json find(const InputDocument& document, const FindOptions& options,
                                std::size_t differences);

  private:
    struct Finder {
        Finder(const Reader& reader, const Work& work)
            : index(reader.index),
              model(reader.state->model),
              state(reader.state->number),
              finder(make_text_finder(index, model, work)),
              readers([this] {
                  return std::make_unique<DocumentFinder>(index, finder, *model, MemberNames());
              }) {}

        OpenIndex index;
        std::shared_ptr<const Model> model;
        std::uint64_t state;
        TextFinder finder;
        Pool<DocumentFinder> readers;
        std::chrono::steady_clock::time_point due;
    };

    void read_undisturbed(const std::function<void(const Reader&)>& read);
    std::unique_ptr<Reader> take();
    std::unique_ptr<Reader> open();
    void forget_stale();
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
