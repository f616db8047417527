/** @file service.h
 *  @brief The answers of `descry serve`, independent of transport: JSON under /v1/, pages, metrics.
 */
#ifndef DESCRY_TOOLS_SERVICE_SERVICE_H
#define DESCRY_TOOLS_SERVICE_SERVICE_H

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/report/groups_page.h"
#include "tools/service/index_writer.h"
#include "tools/service/request.h"
#include "tools/service/shared_index.h"
#include "tools/unique/decisions.h"

namespace descry {

struct ServiceOptions {
    std::vector<std::string> paths;
    /// False: POST and DELETE of documents are not allowed.
    bool takes_documents = false;
    /// The decisions file; empty: decisions are not accepted.
    std::string decisions = {};
    /// Embedded in pages, so that no foreign page can decide (Caller::PAGE).
    std::string page_token = {};
    /// Names and values that describe the collection.
    std::vector<std::pair<std::string, std::string>> facts = {};
    /// For files, what was not read.
    std::vector<UnreadKind> unread = {};
    /// The user's arguments, and the command that applies decisions to them.
    std::vector<std::string> inputs = {};
    std::string next_command = "descry deduplicate";
};

class Service {
  public:
    /// @throws as SharedIndex, and Decisions::read()
    explicit Service(ServiceOptions options);

    /// Answers at once or, for writes, after the commit. Never throws.
    void answer(const Request& request, const Reply& reply);

    /// Prepares data for pages. Cost: list_groups()
    void warm_up();

    /// The same for requests that do not write.
    Answer answer_now(const Request& request);

    bool takes_documents() const { return writer_ != nullptr; }
    bool takes_decisions() const { return !options_.decisions.empty(); }

  private:
    friend class Pages;
    using Clock = std::chrono::steady_clock;

    Answer route(const Request& request);
    Answer failure(const Request& request);
    Answer failure(const Request& request, unsigned status, const std::string& message);
    std::optional<Answer> route_api(const Request& request);
    void write(const Request& request, const Reply& reply);

    Answer search(const Request& request);
    Answer similar(const Request& request);
    Answer groups(const Request& request);
    Answer explain(const Request& request);
    Answer document(const Request& request);
    Answer decisions(const Request& request);
    /// Solr's searches by JSON clients: `/solr/NAME/select` and `/solr/NAME/admin/ping`.
    Answer solr(const Request& request);
    Answer health();
    Answer metrics();

    /// Records a decision, and writes the file. @param decision keep, drop, swap or undo
    /// @throws RequestError no such decision; decisions are not accepted; an unknown document
    void decide(const Request& request, const std::string& id, const std::string& kept,
                const std::string& decision);
    /// The file's contents, including other writers'. @pre decisions_mutex_ is locked
    const Decisions& all_decisions();
    /// The decision on a pair: keep, drop, swap; empty if there is none.
    std::string decision_of(const std::string& id, const std::string& kept);

    void count(const Answer& answer, Clock::duration duration);

    ServiceOptions options_;
    SharedIndex index_;
    std::unique_ptr<IndexWriter> writer_;  // if documents are accepted
    std::mutex decisions_mutex_;
    Decisions decisions_;
    std::string decisions_read_;                           // state of the file when it was read
    std::array<std::atomic<std::uint64_t>, 6> answers_{};  // by first digit of the status
    std::atomic<std::uint64_t> microseconds_ = 0;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_SERVICE_H
