/** @file index_writer.h
 *  @brief The service's only thread that writes into the index.
 */
#ifndef DESCRY_TOOLS_SERVICE_INDEX_WRITER_H
#define DESCRY_TOOLS_SERVICE_INDEX_WRITER_H

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "tools/service/request.h"

namespace descry {

/// Adds and deletes documents, and commits all requests of a second together. Replies follow the
/// commit, so acknowledged changes survive a crash.
///
/// The index is locked only while it is written, so other programs can write in between.
class IndexWriter {
  public:
    /// @param committed called after each commit
    IndexWriter(std::string path, std::function<void()> committed);
    /// Completes pending requests.
    ~IndexWriter();

    /// Adds the documents of a body in any format that `descry index` reads; a document replaces
    /// the one with the same id. Replies {"added", "replaced", "rejected", "documents"}.
    void add(std::string body, Reply reply);
    /// Replies {"deleted"}; 404 if there is no document with the id.
    void remove(std::string id, Reply reply);

    /// Requests waiting for their commit.
    std::size_t waiting() const;

  private:
    struct Change {
        bool is_removal;
        std::string what;  // a body, or an id
        Reply reply;
    };

    void run(const std::stop_token& stop);
    void write(std::vector<Change>& changes);
    void add_all(std::vector<Change>::iterator begin, std::vector<Change>::iterator end);
    void remove_all(std::vector<Change>::iterator begin, std::vector<Change>::iterator end);
    void push(Change change);

    std::string path_;
    std::function<void()> committed_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::vector<Change> changes_;
    std::size_t bytes_ = 0;
    std::jthread thread_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_INDEX_WRITER_H
