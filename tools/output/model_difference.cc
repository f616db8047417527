#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/mechanics/merged.h"
#include "tools/output/json_text.h"
#include "tools/output/model_report.h"
#include "tools/output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

struct ParameterChange {
    std::string name;
    Json before;
    Json after;
};

struct MovedThreshold {
    std::string term;
    double before;
    double after;
};

// Numbers of entries of two lists, ascending by term, that are in only one, or differ.
struct Counts {
    std::uint64_t entering = 0;
    std::uint64_t leaving = 0;
    std::uint64_t changed = 0;
};

struct Difference {
    bool same = false;
    std::vector<ParameterChange> parameters;
    std::vector<std::string> entering;
    std::vector<std::string> leaving;
    std::vector<MovedThreshold> moved;
    std::uint64_t rates = 0;
    Counts stable_terms;
};

Difference difference(const Model& before, const Model& after) {
    Difference d;
    d.same = before == after;
    const Json of_before = Json::parse(before.parameters().json());
    const Json of_after = Json::parse(after.parameters().json());
    for (const auto& [name, value] : of_before.items()) {
        if (of_after.at(name) != value) d.parameters.push_back({name, value, of_after.at(name)});
    }
    for_each_of_both(before.words(), after.words(), &ModelWord::term,
                     [&](const ModelWord* a, const ModelWord* b) {
                         if (a == nullptr) {
                             d.entering.push_back(b->term);
                         } else if (b == nullptr) {
                             d.leaving.push_back(a->term);
                         } else {
                             if (a->threshold != b->threshold) {
                                 d.moved.push_back({a->term, threshold_share(a->threshold),
                                                    threshold_share(b->threshold)});
                             }
                             if (a->flip_rate != b->flip_rate || a->information != b->information)
                                 ++d.rates;
                         }
                     });
    for_each_of_both(before.stable_terms(), after.stable_terms(), &StableTerm::term,
                     [&](const StableTerm* a, const StableTerm* b) {
                         if (a == nullptr) {
                             ++d.stable_terms.entering;
                         } else if (b == nullptr) {
                             ++d.stable_terms.leaving;
                         } else if (!(*a == *b)) {
                             ++d.stable_terms.changed;
                         }
                     });
    return d;
}

void print_text(const Difference& d) {
    if (d.same) {
        fmt::print("the same model\n");
        return;
    }
    for (const ParameterChange& change : d.parameters)
        fmt::print("{:<22}  {} -> {}\n", change.name, json_text(change.before),
                   json_text(change.after));
    print_word_list("words entering", d.entering);
    print_word_list("words leaving", d.leaving);
    std::vector<std::string> moved;
    for (const MovedThreshold& each : d.moved)
        moved.push_back(fmt::format("{} {:.6f} -> {:.6f}", each.term, each.before, each.after));
    print_word_list("thresholds moved", moved);
    fmt::print("{:<22}{:>8}\n", "flip rates changed", grouped_digits(d.rates));
    fmt::print("{:<22}{:>8}  entering, {} leaving, {} changed\n", "stable terms",
               grouped_digits(d.stable_terms.entering), grouped_digits(d.stable_terms.leaving),
               grouped_digits(d.stable_terms.changed));
}

void print_tsv(const Difference& d) {
    fmt::print("same\t{}\n", d.same);
    for (const ParameterChange& change : d.parameters) {
        fmt::print("parameter\t{}\t{}\t{}\n", change.name, tsv_field(json_text(change.before)),
                   tsv_field(json_text(change.after)));
    }
    for (const std::string& word : d.entering)
        fmt::print("enters\t{}\n", tsv_field(word));
    for (const std::string& word : d.leaving)
        fmt::print("leaves\t{}\n", tsv_field(word));
    for (const MovedThreshold& each : d.moved)
        fmt::print("moves\t{}\t{:.9f}\t{:.9f}\n", tsv_field(each.term), each.before, each.after);
    fmt::print("rates_changed\t{}\n", d.rates);
    fmt::print("stable_terms_entering\t{}\n", d.stable_terms.entering);
    fmt::print("stable_terms_leaving\t{}\n", d.stable_terms.leaving);
    fmt::print("stable_terms_changed\t{}\n", d.stable_terms.changed);
}

void print_json(const Difference& d, const Model& before, const Model& after) {
    Json parameters = Json::object();
    for (const ParameterChange& change : d.parameters)
        parameters[change.name] = {{"before", change.before}, {"after", change.after}};
    Json moved = Json::array();
    for (const MovedThreshold& each : d.moved)
        moved.push_back({{"term", each.term}, {"before", each.before}, {"after", each.after}});
    const Json out = {{"same", d.same},
                      {"before", before.id()},
                      {"after", after.id()},
                      {"parameters", std::move(parameters)},
                      {"words_entering", d.entering},
                      {"words_leaving", d.leaving},
                      {"thresholds_moved", std::move(moved)},
                      {"rates_changed", d.rates},
                      {"stable_terms",
                       {{"entering", d.stable_terms.entering},
                        {"leaving", d.stable_terms.leaving},
                        {"changed", d.stable_terms.changed}}}};
    fmt::print("{}\n", json_text(out));
}

}  // namespace

void print_word_list(const char* heading, const std::vector<std::string>& words) {
    constexpr std::size_t SHOWN = 12;
    std::string line;
    for (std::size_t i = 0; i < std::min(SHOWN, words.size()); ++i)
        line += (i > 0 ? ", " : "") + one_line(words[i], 40);
    if (words.size() > SHOWN) line += ", …";
    fmt::print("{:<22}{:>8}  {}\n", heading, grouped_digits(words.size()), line);
}

void print_difference(const Model& before, const Model& after, OutputFormat format) {
    const Difference d = difference(before, after);
    if (format == OutputFormat::JSON) return print_json(d, before, after);
    if (format == OutputFormat::TSV) return print_tsv(d);
    return print_text(d);
}

}  // namespace descry
