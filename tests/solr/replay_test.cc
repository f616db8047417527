/** @file replay_test.cc
 *  @brief What a real Solr answered, over HTTP, is what descry's classes answer.
 *
 *  The requests are in the shared folder (facts/solr-responses.jsonl), in the order in which they
 *  were sent; recording.json tells where the index was emptied between them. Answers that differ
 *  are either of a class that is out of scope (recording.json), or rows of a table in
 *  docs/solr.md, with the reason.
 */
#include <cmath>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/shared_data.h"
#include "tests/solr/requests/solr_index.h"

namespace descry::testing {
namespace {

using nlohmann::json;

constexpr std::size_t MOST_LISTED = 15;
constexpr const char* RECORDING = "facts/solr-responses.jsonl";

json read_json(const std::string& name) {
    std::ifstream file(std::string(DESCRY_SOLR_TESTS) + "/" + name);
    return json::parse(file);
}

// Not: times, the greatest score (Solr prints the text "NaN" in expanded groups), messages.
bool is_compared(const std::string& member) {
    return member != "responseHeader" && member != "maxScore" && member != "error";
}

// Where the two differ; empty where they are the same but for the last digits of scores.
std::string difference(const json& expected, const json& found, const std::string& place = "") {
    if (expected.is_number() && found.is_number()) {
        const double a = expected.get<double>();
        const double b = found.get<double>();
        if (std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b))) return "";
    } else if (expected.is_array() && found.is_array() && expected.size() == found.size()) {
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const std::string at = place + "/" + std::to_string(i);
            if (auto differs = difference(expected[i], found[i], at); !differs.empty()) {
                return differs;
            }
        }
        return "";
    } else if (expected.is_object() && found.is_object()) {
        std::set<std::string> names;
        for (const json* object : {&expected, &found}) {
            for (const auto& [name, value] : object->items())
                if (is_compared(name)) names.insert(name);
        }
        for (const std::string& name : names) {
            const std::string at = place + "/" + name;
            if (!expected.contains(name)) return at + ": Solr has none";
            if (!found.contains(name)) return at + ": descry has none";
            if (auto differs = difference(expected[name], found[name], at); !differs.empty()) {
                return differs;
            }
        }
        return "";
    } else if (expected == found) {
        return "";
    }
    return place + ": Solr " + expected.dump() + ", descry " + found.dump();
}

class Recording {
  public:
    Recording() : rules_(read_json("recording.json")) {
        std::ifstream file(shared_folder() / RECORDING);
        std::string line;
        std::getline(file, line);
        documents_ = json::parse(line).at("documents for the query part");
        while (std::getline(file, line))
            requests_.push_back(json::parse(line));
        index_.set_chains(read_json("chains.json"));
    }

    const std::vector<json>& requests() const { return requests_; }
    const json& rules() const { return rules_; }

    // Sends a request; empty where the answer is the recorded one.
    std::string replay(const json& request) {
        const std::string path = request.at("path");
        if (!path.starts_with("/solr/behave/")) return "not a request to an index";
        json sent = {{"op", "select"}, {"params", request.at("params")}};
        if (path.ends_with("/update")) {
            if (!names("updates_that_go_on").contains(request.at("name"))) index_.clear();
            sent["op"] = "update";
            sent["body"] = request.at("body").dump();
        } else if (request.at("name") == rules_.at("first_search")) {
            add_documents();
        }
        const json answer = answer_request(index_, sent.dump());
        const bool rejected = answer.at("status") != 200;
        if ((request.at("status") != 200) != rejected) {
            return rejected ? "refused: " + answer.at("error").get<std::string>()
                            : "not refused; Solr: " + request["response"]["error"].dump();
        }
        return rejected ? "" : difference(request.at("response"), answer.at("response"));
    }

    std::set<std::string> names(const std::string& list) const { return rules_.at(list); }

  private:
    void add_documents() {
        index_.clear();
        for (const json& document : documents_) {
            const bool is_signed = !document.at("id").get<std::string>().starts_with("n");
            index_.update(
                parameters_of(json::array({{"update.chain", is_signed ? "tp_keep" : "plain"}})),
                json::array({document}));
        }
    }

    json rules_;
    json documents_;
    std::vector<json> requests_;
    SolrIndex index_;
};

// The first cells of the table's rows: `name`.
std::set<std::string> listed_in_docs() {
    std::ifstream page(std::string(DESCRY_SOLR_TESTS) + "/../../docs/solr.md");
    const std::regex row("^\\| `([A-Za-z_0-9.=-]+)` \\|.*");
    std::set<std::string> names;
    bool in_section = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("## ")) in_section = line == "## Recorded answers that differ";
        std::smatch cells;
        if (in_section && std::regex_match(line, cells, row)) names.insert(cells[1]);
    }
    return names;
}

TEST(RecordedSolr, AnswersAreTheSame) {
    DESCRY_REQUIRE_SHARED(RECORDING);
    Recording recording;
    ASSERT_EQ(recording.requests().size(), 223U);

    std::map<std::string, std::string> out_of_scope;
    for (const auto& [what, names] : recording.rules().at("out_of_scope").items())
        for (const json& name : names)
            out_of_scope.emplace(name, what);
    const std::set<std::string> listed = listed_in_docs();
    EXPECT_LE(listed.size(), MOST_LISTED);

    std::set<std::string> known = listed;
    for (const auto& [name, what] : out_of_scope)
        EXPECT_TRUE(known.insert(name).second) << name << " is listed twice";

    std::size_t equal = 0;
    for (const json& request : recording.requests()) {
        const std::string name = request.at("name");
        const std::string differs = recording.replay(request);
        equal += differs.empty();
        if (known.contains(name)) {
            EXPECT_NE(differs, "") << name << " is answered as by Solr: take it off the list";
            known.erase(name);
        } else {
            EXPECT_EQ(differs, "") << name << ": " << request["params"].dump();
        }
    }
    EXPECT_TRUE(known.empty()) << *known.begin() << " is listed, and no request";
    std::printf("%zu requests: %zu equal, %zu listed, %zu out of scope\n",
                recording.requests().size(), equal, listed.size(), out_of_scope.size());
}

TEST(RecordedSolr, ADifferenceIsSeen) {
    EXPECT_EQ(difference({{"a", {1, 2}}}, {{"a", {1, 2}}, {"maxScore", 2}}), "");
    EXPECT_EQ(difference({{"score", 0.9802504}}, {{"score", 0.98025042}}), "");
    EXPECT_NE(difference({{"score", 0.98025}}, {{"score", 0.98026}}), "");
    EXPECT_EQ(difference({{"a", {1, 2}}}, {{"a", {1, 3}}}), "/a/1: Solr 2, descry 3");
    EXPECT_EQ(difference({{"a", 1}}, {{"b", 1}}), "/a: descry has none");
    EXPECT_NE(difference({{"a", {1}}}, {{"a", {1, 2}}}), "");
    EXPECT_NE(difference({{"a", nullptr}}, {{"a", 0}}), "");
}

}  // namespace
}  // namespace descry::testing
