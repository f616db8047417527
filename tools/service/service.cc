#include "tools/service/service.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analyzers/utf8.h"
#include "tools/messages/printable.h"
#include "tools/output/json_text.h"
#include "tools/service/pages.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view API = "/v1/";
constexpr std::string_view SOLR = "/solr/";
constexpr std::string_view DOCUMENTS = "/v1/documents";
constexpr std::string_view DOCUMENT = "/v1/documents/";

}  // namespace

Service::Service(ServiceOptions options) : options_(std::move(options)), index_(options_.paths) {
    if (options_.takes_documents) {
        writer_ = std::make_unique<IndexWriter>(options_.paths.front(), [this] { index_.look(); });
    }
    if (takes_decisions()) all_decisions();
}

void Service::warm_up() {
    index_.read([](const SharedIndex::Reader& reader) {
        if (reader.state->model) reader.state->groups(reader.index);
    });
}

void Service::answer(const Request& request, const Reply& reply) {
    const bool is_of_documents = request.path == DOCUMENTS || request.path.starts_with(DOCUMENT);
    if (!is_of_documents || request.method == "GET") return reply(answer_now(request));
    const Clock::time_point begin = Clock::now();
    const Reply counted = [this, reply, begin](Answer answer) {
        count(answer, Clock::now() - begin);
        reply(std::move(answer));
    };
    try {
        write(request, counted);
    } catch (...) {
        counted(failure(request));
    }
}

Answer Service::answer_now(const Request& request) {
    const Clock::time_point begin = Clock::now();
    Answer answer;
    try {
        answer = route(request);
    } catch (...) {
        answer = failure(request);
    }
    // Requests, ids and other programs' data may contain arbitrary bytes.
    if (answer.type.starts_with("text/html")) repair_utf8(answer.body);
    count(answer, Clock::now() - begin);
    return answer;
}

Answer Service::failure(const Request& request) {
    const ErrorFacts error = current_error();
    Answer answer = failure(request, error.status, error.message);
    answer.allow = error.allow;
    return answer;
}

Answer Service::failure(const Request& request, unsigned status, const std::string& message) {
    if (request.path.starts_with(SOLR)) {
        return {status, "application/json",
                json_text(Json{{"responseHeader", {{"status", status}, {"QTime", 0}}},
                               {"error", {{"msg", message}, {"code", status}}}})};
    }
    if (!request.path.starts_with(API) && request.path != "/healthz")
        return Pages(*this).failure(status, message);
    // The message names a command's option, or the parameter of that name here.
    return error_answer(status, message.starts_with("--") ? message.substr(2) : message);
}

Answer Service::route(const Request& request) {
    if (request.path == "/healthz" || request.path == "/metrics") {
        require(request, "GET");
        Parameters(request).reject_others();
        return request.path == "/healthz" ? health() : metrics();
    }
    if (request.path.starts_with(SOLR)) return solr(request);
    if (auto answer = route_api(request)) return std::move(*answer);
    return Pages(*this).answer(request);
}

void Service::write(const Request& request, const Reply& reply) {
    if (request.path == DOCUMENT) throw RequestError(404, "the address names no document");
    const bool is_collection = request.path == DOCUMENTS;
    if (request.method != (is_collection ? "POST" : "DELETE")) {
        throw RequestError(405,
                           "documents are added by POST /v1/documents and deleted by DELETE "
                           "/v1/documents/ID",
                           is_collection ? "POST" : "GET, DELETE");
    }
    if (!writer_) throw RequestError(403, "the service is read-only");
    if (request.caller != Caller::PROGRAM)
        throw RequestError(401, "writing needs the token: Authorization: Bearer TOKEN");
    Parameters(request).reject_others();
    if (!is_collection) return writer_->remove(request.path.substr(DOCUMENT.size()), reply);
    if (request.body.empty()) throw RequestError(400, "no documents");
    writer_->add(request.body, reply);
}

Answer Service::health() {
    return index_.read([](const SharedIndex::Reader& reader) {
        return json_answer({{"status", "ok"}, {"documents", reader.state->documents}});
    });
}

Answer Service::metrics() {
    std::string text = "# TYPE descry_requests_total counter\n";
    std::uint64_t all = 0;
    for (std::size_t i = 1; i < answers_.size(); ++i) {
        text += fmt::format("descry_requests_total{{status=\"{}xx\"}} {}\n", i, answers_[i].load());
        all += answers_[i];
    }
    text += fmt::format(
        "# TYPE descry_request_seconds summary\ndescry_request_seconds_sum {:.6f}\n"
        "descry_request_seconds_count {}\n",
        static_cast<double>(microseconds_.load()) / 1e6, all);
    text += index_.read([](const SharedIndex::Reader& reader) {
        return fmt::format(
            "# TYPE descry_documents gauge\ndescry_documents {}\n"
            "# TYPE descry_index_state counter\ndescry_index_state {}\n",
            reader.state->documents, reader.state->number);
    });
    text += fmt::format("# TYPE descry_writes_waiting gauge\ndescry_writes_waiting {}\n",
                        writer_ ? writer_->waiting() : 0);
    return {200, "text/plain; version=0.0.4; charset=utf-8", text};
}

void Service::count(const Answer& answer, Clock::duration duration) {
    ++answers_[std::min<std::size_t>(answer.status / 100, answers_.size() - 1)];
    microseconds_ += static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(duration).count());
}

}  // namespace descry
