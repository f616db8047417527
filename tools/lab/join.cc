// The three MapReduce steps of Barashev, Big Data 2013, lecture 9, as filters.
#include <algorithm>
#include <memory>
#include <unordered_map>

#include <fmt/format.h>

#include "engine/signatures/shingle_elements.h"
#include "engine/sketches/resemblance.h"
#include "tools/input/input_reader.h"
#include "tools/lab/join_lines.h"
#include "tools/lab/lab_commands.h"
#include "tools/lab/sets/pair_counts.h"
#include "tools/output/text.h"
#include "tools/signing/document_signing.h"

namespace descry {

namespace {

constexpr const char* POSTINGS = "postings";
constexpr const char* PAIRS = "pairs";

struct JoinArguments {
    std::vector<std::string> inputs = {"-"};
    InputOptions input;
    ShingleElementOptions shingles;
    /// Processes this part of the elements, of the given number.
    unsigned part = 1;
    unsigned parts = 1;
    double min = 0;
    std::string multiset_union = "max";
};

/// The first step: each element of each document.
int run_postings(const JoinArguments& arguments) {
    struct Posting {
        std::uint64_t element;
        std::uint64_t count;
        std::uint32_t document;
    };
    // Plain elements: repeats are counted here.
    ShingleElementOptions options = with_stemmer(arguments.shingles);
    options.multiset = false;
    ShingleElements elements(options);
    std::vector<Posting> postings;
    std::vector<std::string> ids;
    std::vector<std::uint64_t> sizes;
    Diagnostics problems;
    InputReader reader(arguments.inputs, arguments.input, problems);
    InputDocument document;
    while (reader.next(document)) {
        const Multiset multiset = to_multiset(elements.read(document.text));
        const auto number = static_cast<std::uint32_t>(ids.size());
        for (std::size_t i = 0; i < multiset.elements.size(); ++i) {
            const std::uint64_t count = arguments.shingles.multiset ? multiset.counts[i] : 1;
            postings.push_back({multiset.elements[i], count, number});
        }
        ids.push_back(tsv_field(document.id));
        sizes.push_back(arguments.shingles.multiset ? multiset.size : multiset.elements.size());
    }
    problems.summarize();
    // In the order of the lines: the element, then the rest as text.
    std::vector<std::string> rests;
    const auto rest_of = [&](const Posting& posting) {
        return fmt::format("{}\t{}\t{}", posting.count, sizes[posting.document],
                           ids[posting.document]);
    };
    std::ranges::sort(postings, {}, &Posting::element);
    fmt::print("{}\n",
               join_header(POSTINGS, ShingleElements(with_stemmer(arguments.shingles)).recipe()));
    for (std::size_t begin = 0; begin < postings.size();) {
        rests.clear();
        std::size_t end = begin;
        for (; end < postings.size() && postings[end].element == postings[begin].element; ++end)
            rests.push_back(rest_of(postings[end]));
        std::sort(rests.begin(), rests.end());
        for (const std::string& rest : rests)
            fmt::print("{:016x}\t{}\n", postings[begin].element, rest);
        begin = end;
    }
    return problems.any_rejected() ? EXIT_ERROR : EXIT_DONE;
}

/// The second step: the common elements of each two documents.
int run_pairs(const JoinArguments& arguments) {
    if (arguments.part > arguments.parts) {
        throw std::invalid_argument(
            fmt::format("--part {}: must be at most --parts, {}", arguments.part, arguments.parts));
    }
    JoinLines lines(arguments.inputs, POSTINGS);
    std::unordered_map<std::string, std::uint32_t> numbers;
    std::vector<std::string> ids;
    std::vector<std::uint64_t> sizes;
    PairCounts counts;
    std::vector<PairCounts::Holder> holders;
    std::string element;
    const auto end_element = [&] {
        std::ranges::sort(holders, {}, &PairCounts::Holder::set);
        const auto twice = std::ranges::adjacent_find(holders, {}, &PairCounts::Holder::set);
        if (twice != holders.end()) {
            throw std::runtime_error(
                fmt::format("document {} occurs in two files, or twice in one", ids[twice->set]));
        }
        counts.add(holders);
        holders.clear();
    };
    std::vector<std::string_view> fields;
    while (lines.next(fields, 4)) {
        if (fields[0] != element) {
            end_element();
            element = fields[0];
        }
        if (hash64(element) % arguments.parts != arguments.part - 1) continue;
        const auto number = static_cast<std::uint32_t>(sizes.size());
        const auto [place, is_new] = numbers.emplace(fields[3], number);
        if (is_new) {
            ids.emplace_back(fields[3]);
            sizes.push_back(lines.number(fields[2]));
        }
        holders.push_back({place->second, lines.number(fields[1])});
    }
    end_element();
    std::vector<std::string> out;
    for (const auto& [first, second, common] : counts.take()) {
        const bool is_ordered = ids[first] < ids[second];
        const std::uint32_t a = is_ordered ? first : second;
        const std::uint32_t b = is_ordered ? second : first;
        out.push_back(
            fmt::format("{}\t{}\t{}\t{}\t{}", ids[a], ids[b], common, sizes[a], sizes[b]));
    }
    std::sort(out.begin(), out.end());
    fmt::print("{}\n", join_header(PAIRS, lines.recipe()));
    for (const std::string& line : out)
        fmt::print("{}\n", line);
    return EXIT_DONE;
}

int run_resemblance(const JoinArguments& arguments) {
    const MultisetUnion kind =
        arguments.multiset_union == "sum" ? MultisetUnion::SUM : MultisetUnion::MAX;
    JoinLines lines(arguments.inputs, PAIRS);
    std::string ids;
    std::uint64_t common = 0;
    std::uint64_t sizes[2] = {};
    const auto end_pair = [&] {
        const double jaccard = jaccard_of_sizes(common, sizes[0], sizes[1], kind);
        if (common > 0 && jaccard >= arguments.min) fmt::print("{}\t{:.6f}\n", ids, jaccard);
        common = 0;
    };
    std::vector<std::string_view> fields;
    while (lines.next(fields, 5)) {
        const std::string pair = fmt::format("{}\t{}", fields[0], fields[1]);
        if (pair != ids) {
            end_pair();
            ids = pair;
        }
        common += lines.number(fields[2]);
        sizes[0] = lines.number(fields[3]);
        sizes[1] = lines.number(fields[4]);
    }
    end_pair();
    return EXIT_DONE;
}

}  // namespace

void add_join_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<JoinArguments>();
    CLI::App& command =
        *app.add_subcommand("join", "Find all document pairs that share a shingle; in three steps");
    command.require_subcommand(1);
    command.footer("descry-lab join resemblance pairs.1 pairs.2 --min 0.9");
    const auto add_step = [&](const char* name, const char* what,
                              int (*run)(const JoinArguments&)) {
        CLI::App& step = *command.add_subcommand(name, what);
        step.callback(
            [arguments, run, &action] { action = [arguments, run] { return run(*arguments); }; });
        return &step;
    };

    CLI::App& postings = *add_step(
        "postings", "Step 1: write a line for each shingle of each document", run_postings);
    declare(
        postings.add_option("INPUT", arguments->inputs,
                            "Files, directories (recursive) and - for standard input [default: -]"),
        FileUse::INPUTS);
    add_shingle_options(postings, arguments->shingles);
    add_field_options(postings, arguments->input);
    console.add_quiet_option(postings);
    postings.footer("descry-lab join postings --shingles word:2 > first");

    CLI::App& pairs = *add_step(
        "pairs", "Step 2: count the shingles that each pair of documents shares", run_pairs);
    declare(
        pairs.add_option("FILE", arguments->inputs, "Files of postings, read as one [default: -]"),
        FileUse::FILES_OR_STREAM);
    add_option(pairs, "--parts", arguments->parts, "N",
               "Divide the shingles into N parts and count one, chosen by --part")
        ->check(CLI::Range(1u, 1000000u));
    add_option(pairs, "--part", arguments->part, "I", "The part to count, from 1")
        ->check(CLI::Range(1u, 1000000u));
    console.add_quiet_option(pairs);
    pairs.footer("descry-lab join pairs first second --parts 2 --part 1 > pairs.1");

    CLI::App& resemblance = *add_step(
        "resemblance", "Step 3: add up the counts and print Jaccard coefficients", run_resemblance);
    declare(resemblance.add_option("FILE", arguments->inputs,
                                   "Files of pairs; counts of several are added up [default: -]"),
            FileUse::STREAMED_INPUTS);
    add_option(resemblance, "--min", arguments->min, "J",
               "Print only pairs with at least this coefficient")
        ->check(CLI::Range(0.0, 1.0));
    add_option(resemblance, "--union", arguments->multiset_union, "KIND",
               "Union of multisets: the larger of two counts (max), or their sum")
        ->check(CLI::IsMember({"max", "sum"}));
    console.add_quiet_option(resemblance);
    resemblance.footer("descry-lab join resemblance pairs.1 pairs.2 --min 0.9");
}

}  // namespace descry
