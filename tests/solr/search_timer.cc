/** @file search_timer.cc
 *  @brief Times searches of an index, for solr_ratio.py.
 *
 *      search_timer DB SLOT
 *
 *  A request a line: `{"terms":["a","b"],"with":"AND"|"OR","repeat":N}`, no terms for all
 * documents. The answer: `{"groups":n,"matches":n,"seconds":[...],"plain":[...]}`, the times of a
 * page of ten, collapsed on SLOT, with exact totals and with DocValues kept from search to
 * search; and those of Xapian's own page of the plain query with its exact count, in turns.
 */
#include <chrono>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <xapian.h>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/collapse/doc_values.h>

namespace {

using nlohmann::json;

constexpr Xapian::doccount ROWS = 10;

Xapian::Query query_of(const json& request) {
    const std::vector<std::string> terms = request.at("terms");
    if (terms.empty()) return Xapian::Query::MatchAll;
    const auto op = request.at("with") == "AND" ? Xapian::Query::OP_AND : Xapian::Query::OP_OR;
    return {op, terms.begin(), terms.end()};
}

template <typename Work>
double seconds_of(Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

json answer(const Xapian::Database& db, Xapian::valueno slot,
            const std::shared_ptr<descry::DocValues>& columns, const json& request) {
    descry::CollapsingEnquire collapsing(db, columns);
    collapsing.set_collapse_key(slot);
    collapsing.set_query(query_of(request));
    Xapian::Enquire plain(db);
    plain.set_query(query_of(request));
    json seconds = json::array();
    json plain_seconds = json::array();
    descry::CollapsedMSet found;
    Xapian::MSet mset;
    for (int i = request.at("repeat"); i > 0; --i) {
        seconds.push_back(seconds_of([&] { found = collapsing.get_mset(0, ROWS); }));
        plain_seconds.push_back(
            seconds_of([&] { mset = plain.get_mset(0, ROWS, db.get_doccount()); }));
    }
    if (mset.get_matches_estimated() != found.matches) {
        throw std::runtime_error("other matches than Xapian's: " + request.dump());
    }
    return {{"groups", found.groups},
            {"matches", found.matches},
            {"seconds", std::move(seconds)},
            {"plain", std::move(plain_seconds)}};
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        std::cerr << "usage: search_timer DB SLOT\n";
        return 2;
    }
    const Xapian::Database db(arguments[1]);
    const auto slot = static_cast<Xapian::valueno>(std::stoul(arguments[2]));
    const auto columns = std::make_shared<descry::DocValues>(db);
    for (std::string line; std::getline(std::cin, line);)
        std::cout << answer(db, slot, columns, json::parse(line)).dump() << std::endl;
}
