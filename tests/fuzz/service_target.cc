// What descry serve answers to anything: requests, and messages of agents.

#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include <descry/jobs/bulk_indexer.h>

#include "analyzers/utf8.h"
#include "tests/fuzz/targets.h"
#include "tools/service/agent_protocol.h"
#include "tools/service/service.h"
#include "tools/spooling/temporary_folder.h"

namespace descry::testing {

namespace {

// A service on a few documents, of which some are hostile; it takes decisions.
class ServedTexts {
  public:
    ServedTexts() : service_(options()) {}
    Service& service() { return service_; }

  private:
    ServiceOptions options() {
        const std::string path = (folder_.path() / "index").string();
        BulkIndexingOptions indexing;
        indexing.indexing.fields.add(ValueField{"year", 10, ValueType::NUMBER});
        BulkIndexer indexer(Xapian::WritableDatabase(path, Xapian::DB_CREATE_OR_OPEN), path,
                            indexing);
        int number = 0;
        indexer.add([&](InputDocument& document) {
            if (++number > 12) return false;
            document.clear();
            document.id =
                number % 3 == 0 ? "<i>\"&" + std::to_string(number) : std::to_string(number);
            document.text =
                "one two three four five six seven eight nine ten <script>alert(1)"
                "</script> \xe2\x80\xae eleven " +
                std::to_string(number / 3);
            document.add_field("year", std::to_string(1990 + number));
            document.add_field("title", "<script>" + std::to_string(number));
            return true;
        });
        ServiceOptions options;
        options.paths = {path};
        options.decisions = (folder_.path() / "decisions").string();
        options.page_token = "token";
        return options;
    }

    TemporaryFolder folder_;
    Service service_;
};

// "METHOD PATH?NAME=VALUE&NAME=VALUE", a line end, and the body.
Request request_of(std::string_view bytes) {
    Request request;
    const std::size_t line = std::min(bytes.find('\n'), bytes.size());
    request.body = bytes.substr(std::min(line + 1, bytes.size()));
    bytes = bytes.substr(0, line);
    const std::size_t space = std::min(bytes.find(' '), bytes.size());
    request.method = bytes.substr(0, space);
    bytes = bytes.substr(std::min(space + 1, bytes.size()));
    const std::size_t query = std::min(bytes.find('?'), bytes.size());
    request.path = bytes.substr(0, query);
    bytes = bytes.substr(std::min(query + 1, bytes.size()));
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('&'), bytes.size());
        const std::string_view pair = bytes.substr(0, end);
        const std::size_t equals = std::min(pair.find('='), pair.size());
        request.parameters.emplace_back(pair.substr(0, equals),
                                        pair.substr(std::min(equals + 1, pair.size())));
        bytes = bytes.substr(std::min(end + 1, bytes.size()));
    }
    request.caller = Caller::PAGE;
    return request;
}

}  // namespace

void fuzz_service(std::string_view bytes) {
    static ServedTexts served;
    const Answer answer = served.service().answer_now(request_of(bytes));
    require(answer.status >= 200 && answer.status < 600 && answer.status != 500,
            "a request is answered, or somebody's fault");
    require(is_valid_utf8(answer.body), "an answer is UTF-8");
    if (answer.type == "application/json")
        require(nlohmann::json::accept(answer.body), "an answer is JSON");
    if (answer.type.starts_with("text/html")) {
        require(answer.body.find("<script>alert") == std::string::npos, "no text is a script");
        require(answer.body.find("<i>") == std::string::npos, "no id is an element");
    }
    std::istringstream in{std::string(bytes)};
    std::ostringstream out;
    serve_agents(served.service(), in, out);
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);)
        require(nlohmann::json::accept(line), "a message is JSON");
}

}  // namespace descry::testing
