/** @file search_benchmark.cc
 *  @brief Cost of collapsing relative to plain searches: pages, exact totals, members, deep pages.
 *
 *      search_benchmark DB...
 *
 *  Each DB was annotated by descry. Searches rare to frequent words, pairs of them with AND and OR,
 *  and everything, collapsed on `descriptive` and on `group`. Each answer is checked before its
 *  ratio is printed. A figure is the median over queries of the minimum of several runs, which
 *  alternate with those of the plain search.
 */
#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>
#include <xapian.h>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/collapse/doc_values.h>
#include <descry/schema/stored_format.h>

namespace {

using namespace descry;

constexpr Xapian::doccount ROWS = 10;
constexpr Xapian::doccount DEEP_PAGE = 2000;
constexpr std::size_t QUERIES = 12;
constexpr double MILLISECONDS_A_QUERY = 250;
constexpr int MIN_ROUNDS = 3;

void check(bool good, const std::string& what) {
    if (!good) throw std::runtime_error(fmt::format("the answer is wrong: {}", what));
}

using Work = std::function<void()>;

double milliseconds_of(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

// The minimum time of each work, alternating.
std::vector<double> least_of(const std::vector<Work>& works) {
    std::vector<double> least(works.size(), std::numeric_limits<double>::max());
    double spent = 0;
    for (int round = 0; round < MIN_ROUNDS || spent < MILLISECONDS_A_QUERY; ++round) {
        for (std::size_t i = 0; i < works.size(); ++i) {
            // The allocator tidies up at the next large request, which must not be in the next
            // work: Xapian's collapser leaves it a million small pieces, 15 milliseconds.
            volatile auto large = std::make_unique<char[]>(1 << 16).get();
            static_cast<void>(large);
            const double time = milliseconds_of(works[i]);
            least[i] = std::min(least[i], time);
            spent += time;
        }
    }
    return least;
}

double median(std::vector<double> values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto middle = values.begin() + static_cast<long>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct Bench {
    Xapian::Database db;
    Xapian::valueno slot;
    std::shared_ptr<DocValues> columns;
    std::unordered_map<Xapian::docid, std::string> keys;

    Xapian::MSet plain(const Xapian::Query& query, bool exact, bool collapse = false) const {
        Xapian::Enquire enquire(db);
        enquire.set_query(query);
        if (collapse) enquire.set_collapse_key(slot);
        return enquire.get_mset(0, ROWS, exact ? db.get_doccount() : 0);
    }

    CollapsingEnquire open(const Xapian::Query& query, bool totals, bool kept = true) const {
        CollapsingEnquire enquire(db, kept ? columns : nullptr);
        enquire.set_query(query);
        enquire.set_collapse_key(slot);
        enquire.set_totals(totals);
        return enquire;
    }

    const std::string& key(Xapian::docid did) const {
        static const std::string none;
        const auto at = keys.find(did);
        return at == keys.end() ? none : at->second;
    }
};

// The expected results, computed from the whole ranking.
struct Expected {
    Xapian::doccount matches = 0;
    std::vector<Xapian::docid> heads;
    std::unordered_map<std::string, Xapian::doccount> matching;
};

Expected expect(const Bench& bench, const Xapian::Query& query) {
    Xapian::Enquire enquire(bench.db);
    enquire.set_query(query);
    const Xapian::MSet mset = enquire.get_mset(0, bench.db.get_doccount());
    Expected expected;
    expected.matches = mset.size();
    for (auto item = mset.begin(); item != mset.end(); ++item) {
        const std::string& key = bench.key(*item);
        if (key.empty() || ++expected.matching[key] == 1) expected.heads.push_back(*item);
    }
    return expected;
}

void check_page(const Bench& bench, const Expected& expected, const CollapsedMSet& page,
                Xapian::doccount first, bool totals) {
    for (Xapian::doccount i = 0; i < page.size(); ++i)
        check(page.items[i].did == expected.heads.at(first + i), "the first of each key");
    check(first + page.size() == std::min<std::size_t>(first + ROWS, expected.heads.size()),
          "results on a page");
    if (!totals) return;
    check(page.matches == expected.matches, "matches");
    check(page.groups == expected.heads.size(), "groups");
    for (const CollapsedItem& item : page) {
        const std::string& key = bench.key(item.did);
        check(item.matching == (key.empty() ? 1 : expected.matching.at(key)), "matching members");
    }
}

void check_members(const Bench& bench, const Expected& expected, const CollapsedMSet& page,
                   const std::vector<MemberGroup>& groups) {
    std::size_t with_more = 0;
    for (const CollapsedItem& item : page) {
        const std::string& key = bench.key(item.did);
        if (!key.empty() && expected.matching.at(key) > 1) ++with_more;
    }
    check(groups.size() == with_more, "groups with members");
    for (const MemberGroup& group : groups)
        check(group.matches == expected.matching.at(group.key) - 1, "members of a group");
}

enum Figure {
    PLAIN,
    PAGE,
    XAPIAN_PAGE,
    PLAIN_EXACT,
    EXACT,
    MEMBERS,
    ONCE_EXACT,
    BY_VALUE,
    XAPIAN_EXACT,
    DEEP,
    FIGURES
};

std::vector<double> time_query(const Bench& bench, const Xapian::Query& query) {
    const Expected expected = expect(bench, query);
    const bool is_deep = expected.heads.size() >= DEEP_PAGE * ROWS;
    const Xapian::doccount deep = is_deep ? (DEEP_PAGE - 1) * ROWS : 0;
    const HeadRule by_value = HeadRule::sort({SortKey::value(bench.slot, ValueType::STRING)});
    for (const bool totals : {false, true}) {
        for (const bool kept : {false, true}) {
            const CollapsingEnquire enquire = bench.open(query, totals, kept);
            const CollapsedMSet page = enquire.get_mset(0, ROWS);
            check_page(bench, expected, page, 0, totals);
            check_page(bench, expected, enquire.get_mset(deep, ROWS), deep, totals);
            check_members(bench, expected, page, enquire.expand(page, {}));
        }
    }
    const CollapsingEnquire searched = bench.open(query, true);
    const CollapsedMSet first_page = searched.get_mset(0, ROWS);
    return least_of({
        [&] { bench.plain(query, false); },
        [&] { bench.open(query, false).get_mset(0, ROWS); },
        [&] { bench.plain(query, false, true); },
        [&] { bench.plain(query, true); },
        [&] { bench.open(query, true).get_mset(0, ROWS); },
        [&] { searched.expand(first_page, {}); },
        [&] { bench.open(query, true, false).get_mset(0, ROWS); },
        [&] {
            CollapsingEnquire enquire = bench.open(query, true);
            enquire.set_head(by_value);
            enquire.get_mset(0, ROWS);
        },
        [&] { bench.plain(query, true, true); },
        [&] { bench.open(query, true).get_mset(deep, ROWS); },
    });
}

void print_class(const Bench& bench, const std::string& name,
                 const std::vector<Xapian::Query>& queries) {
    if (queries.empty()) return;
    std::vector<std::vector<double>> times;
    for (const Xapian::Query& query : queries)
        times.push_back(time_query(bench, query));
    const auto ratio = [&](Figure figure, Figure base) {
        std::vector<double> ratios;
        for (const std::vector<double>& of_query : times)
            ratios.push_back(of_query[figure] / of_query[base]);
        return median(ratios);
    };
    const auto time = [&](Figure figure) {
        std::vector<double> all;
        for (const std::vector<double>& of_query : times)
            all.push_back(of_query[figure]);
        return median(all);
    };
    fmt::print(
        "{:<18} {:3} | page {:7.3f} ms, collapsed {:5.2f}, Xapian's {:5.2f} | exact {:7.3f} ms, "
        "groups {:5.2f}, without arrays {:5.2f}, heads by value {:5.2f}, Xapian's {:5.2f} | "
        "members {:4.1f} % of the page | page {} {:5.2f} | {:7.3f} ms\n",
        name, queries.size(), time(PLAIN), ratio(PAGE, PLAIN), ratio(XAPIAN_PAGE, PLAIN),
        time(PLAIN_EXACT), ratio(EXACT, PLAIN_EXACT), ratio(ONCE_EXACT, PLAIN_EXACT),
        ratio(BY_VALUE, PLAIN_EXACT), ratio(XAPIAN_EXACT, PLAIN_EXACT), 100 * ratio(MEMBERS, PLAIN),
        DEEP_PAGE, ratio(DEEP, EXACT), time(EXACT));
}

// Words of these frequencies, spread evenly over the alphabet.
std::vector<std::string> choose_words(const Xapian::Database& db, Xapian::doccount low,
                                      Xapian::doccount high) {
    std::vector<std::string> words;
    for (auto term = db.allterms_begin(); term != db.allterms_end(); ++term) {
        const std::string word = *term;
        const bool letters = std::all_of(
            word.begin(), word.end(), [](char letter) { return 'a' <= letter && letter <= 'z'; });
        if (letters && low <= term.get_termfreq() && term.get_termfreq() < high)
            words.push_back(word);
    }
    std::vector<std::string> chosen;
    const std::size_t count = std::min(2 * QUERIES, words.size());
    for (std::size_t i = 0; i < count; ++i)
        chosen.push_back(words[i * words.size() / count]);
    return chosen;
}

void run(const std::string& path, Slot name) {
    const Xapian::Database db(path);
    const std::optional<Schema> schema = read_schema(db);
    check(schema.has_value(), "no annotations in " + path);
    const Xapian::valueno slot = schema->slot(name);
    Bench bench{db, slot, std::make_shared<DocValues>(db), {}};
    for (auto value = db.valuestream_begin(slot); value != db.valuestream_end(slot); ++value)
        bench.keys[value.get_docid()] = *value;
    fmt::print("{}, {}: {} documents, {} values, Xapian {}\n", path, signature_method(name).name,
               db.get_doccount(), db.get_value_freq(slot), Xapian::version_string());
    const double grouping = milliseconds_of([&] { bench.columns->groups(db, slot); });
    const double sorting = milliseconds_of([&] { bench.columns->ordinals(db, slot); });
    fmt::print("arrays: groups {:.1f} ms, sorted values {:.1f} ms\n", grouping, sorting);

    const Xapian::doccount all = db.get_doccount();
    const std::pair<Xapian::doccount, Xapian::doccount> bands[] = {
        {50, 500}, {500, 5000}, {5000, all}};
    std::vector<std::vector<Xapian::Query>> classes(5);
    for (std::size_t band = 0; band < 3; ++band) {
        const std::vector<std::string> words =
            choose_words(db, bands[band].first, bands[band].second);
        for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
            classes[band].emplace_back(words[i]);
            const Xapian::Query other(words[(i + words.size() / 2) % words.size()]);
            if (band == 2) classes[3].emplace_back(Xapian::Query::OP_AND, classes[2].back(), other);
            if (band > 0 && classes[4].size() < QUERIES)
                classes[4].emplace_back(Xapian::Query::OP_OR, classes[band].back(), other);
        }
    }
    bench.open(Xapian::Query::MatchAll, true).get_mset(0, 1);
    print_class(bench, "df 50-500", classes[0]);
    print_class(bench, "df 500-5000", classes[1]);
    print_class(bench, "df above 5000", classes[2]);
    print_class(bench, "AND above 5000", classes[3]);
    print_class(bench, "OR above 500", classes[4]);
    print_class(bench, "all", {Xapian::Query::MatchAll});
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        fmt::print(stderr, "usage: search_benchmark DB...\n");
        return 2;
    }
    try {
        for (int i = 1; i < argc; ++i)
            for (const Slot name : {Slot::DESCRIPTIVE, Slot::GROUP})
                run(argv[i], name);
        return 0;
    } catch (const Xapian::Error& error) {
        fmt::print(stderr, "search_benchmark: {}\n", error.get_description());
    } catch (const std::exception& error) {
        fmt::print(stderr, "search_benchmark: {}\n", error.what());
    }
    return 2;
}
