/** @file service.h
 *  @brief What `descry serve` answers: JSON under /v1/, pages, metrics; whoever carries the bytes.
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
    /// False: POST and DELETE of documents are refused.
    bool takes_documents = false;
    /// The file of decisions; empty: none are taken.
    std::string decisions = {};
    /// What the pages carry, so that no page but ours decides (Caller::PAGE).
    std::string page_token = {};
    /// What is said of the collection: name and value.
    std::vector<std::pair<std::string, std::string>> facts = {};
    /// Of files, what was not read.
    std::vector<UnreadKind> unread = {};
    /// What the user named, and the command that heeds decisions about it.
    std::vector<std::string> inputs = {};
    std::string next_command = "descry deduplicate";
};

/// Answers requests, from any number of threads.
class Service {
  public:
    /// @throws as SharedIndex, and Decisions::read()
    explicit Service(ServiceOptions options);

    /// Answers at once, or, of what is written, after the commit. Never throws.
    void answer(const Request& request, const Reply& reply);

    /// Reads what pages need first. Cost: list_groups()
    void warm_up();

    /// The same of what is not written.
    Answer answer_now(const Request& request);

    bool takes_documents() const { return writer_ != nullptr; }
    bool takes_decisions() const { return !options_.decisions.empty(); }

  private:
    friend class Pages;
    using Clock = std::chrono::steady_clock;

    Answer route(const Request& request);
    /// What current_error() is to who asked.
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
    /// Solr's searches of JSON clients: `/solr/NAME/select` and `/solr/NAME/admin/ping`.
    Answer solr(const Request& request);
    Answer health();
    Answer metrics();

    /// Takes a decision, and writes the file. @param decision keep, drop, swap or undo
    /// @throws RequestError no such decision; none are taken; a document that there is not
    void decide(const Request& request, const std::string& id, const std::string& kept,
                const std::string& decision);
    /// What the file holds, whoever wrote it. @pre decisions_mutex_ is locked
    const Decisions& all_decisions();
    /// What was decided of a pair: keep, drop, swap; empty where nothing was.
    std::string decision_of(const std::string& id, const std::string& kept);

    void count(const Answer& answer, Clock::duration duration);

    ServiceOptions options_;
    SharedIndex index_;
    std::unique_ptr<IndexWriter> writer_;  // where documents are taken
    std::mutex decisions_mutex_;
    Decisions decisions_;
    std::string decisions_read_;                           // which state of the file they are of
    std::array<std::atomic<std::uint64_t>, 6> answers_{};  // by hundreds of the status
    std::atomic<std::uint64_t> microseconds_ = 0;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_SERVICE_H
