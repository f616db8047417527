#include <csignal>
#include <memory>

#include "tools/arguments/database.h"
#include "tools/lab/evaluation_run.h"
#include "tools/lab/lab_commands.h"
#include "tools/output/text.h"
#include "tools/signing/document_signing.h"

namespace descry {

namespace {

std::vector<unsigned> parse_words(const std::string& list) {
    std::vector<unsigned> numbers;
    for (const std::string_view part : split_list(list)) {
        const unsigned n = number_of<unsigned>(part).value_or(0);
        if (n == 0 || n > 65535) {
            throw CLI::ValidationError("--words",
                                       "\"" + list + "\" is not a list of numbers from 1 to 65535");
        }
        numbers.push_back(n);
    }
    return numbers;
}

// "32x4": bands and rows.
LshShape parse_lsh_shape(const std::string& text) {
    const std::vector<std::string_view> parts = split_list(text, 'x');
    LshShape shape{number_of<unsigned>(parts.front()).value_or(0),
                   number_of<unsigned>(parts.back()).value_or(0)};
    if (parts.size() != 2 || shape.bands == 0 || shape.rows == 0) {
        throw CLI::ValidationError("--lsh-shape",
                                   "\"" + text + "\" is not BANDSxROWS, such as 25x5");
    }
    return shape;
}

int run_evaluate(const EvaluateArguments& arguments, Console& console) {
    int code = EXIT_ERROR;
    bool pipe_closed = false;
    {
        const IgnoreClosedPipe ignore_closed_pipe;
        EvaluateArguments stemmed = arguments;
        stemmed.shingles = with_stemmer(stemmed.shingles);
        EvaluationRun evaluation(stemmed, console);
        code = evaluation.run();
        pipe_closed = evaluation.pipe_closed();
    }
    // Raised only after the temporary index is removed.
    if (pipe_closed) std::raise(SIGPIPE);
    return code;
}

void add_method_options(CLI::App& command, const std::shared_ptr<EvaluateArguments>& arguments) {
    command
        .add_option_function<std::string>(
            "--thresholds",
            [arguments](const std::string& list) {
                try {
                    arguments->thresholds = thresholds_named(list);
                } catch (const std::invalid_argument& error) {
                    throw CLI::ValidationError("--thresholds", error.what());
                }
            },
            "Lowest similarity of a suggested pair, by method, such as bbit=0.7,simhash=5 (for "
            "simhash, bits that may differ) [default: shingles-broder=0.875, shingles-minhash=0.5, "
            "sketch-200=0.8, bbit=0.8, simhash=3, char9=0.8]")
        ->type_name("LIST");
    command
        .add_option_function<std::string>(
            "--lsh-shape",
            [arguments](const std::string& text) { arguments->lsh_shape = parse_lsh_shape(text); },
            "Bands and rows of shingles-minhash, such as 32x4; their product is at most "
            "--permutations [default: 25x5 at the threshold 0.5, else those that find 95% at the "
            "threshold]")
        ->type_name("BANDSxROWS");
    add_shingle_options(command, arguments->shingles, arguments->permutations);
}

void add_file_options(CLI::App& command, EvaluateArguments& arguments) {
    CLI::Option* gold =
        declare(add_option(command, "--gold", arguments.gold, "FILE",
                           "Known pairs, for recall: TSV lines of id, id, distance"),
                FileUse::FILES);
    CLI::Option* make_gold = add_option(command, "--make-gold", arguments.make_gold, "FILE",
                                        "Only write known pairs of 1000 sampled documents to FILE "
                                        "and estimate how complete they are")
                                 ->excludes(gold);
    declare_output(command, make_gold, FileUse::RESULT, PAIR_FILE);
    CLI::Option* report = add_option(command, "--report", arguments.report, "FILE",
                                     "Write an HTML report with charts to FILE; also measures a "
                                     "quarter and a half of the documents")
                              ->excludes(make_gold);
    declare_output(command, report, FileUse::BESIDE, PAGE_FILE);
    command
        .add_flag(
            "--calibrate", arguments.calibrate,
            "Only measure the groups of one index and store the result there, for descry info")
        ->excludes(gold)
        ->excludes(make_gold)
        ->excludes(report);
}

}  // namespace

void add_evaluate_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<EvaluateArguments>();
    CLI::App& command = *app.add_subcommand(
        "evaluate",
        "Compare duplicate-detection methods; suggested pairs, their distances, recall and cost");
    declare(
        command.add_option(
            "INPUT", arguments->paths,
            "Files, directories (recursive) and -; or indexes that store their texts, read as one"),
        FileUse::INPUTS)
        ->required();
    add_option(
        command, "--methods", arguments->methods, "LIST",
        "Methods to compare: exact, text-profile, term-profile, descriptive, descriptive-modelled, "
        "descriptive-stable, descriptive-bands, term-bands, term-bands-verified, group, "
        "shingles-broder, shingles-minhash, sketch-200, bbit, simhash, char9 [default: all]");
    command
        .add_option_function<std::string>(
            "--words",
            [arguments](const std::string& list) { arguments->words = parse_words(list); },
            "Numbers of descriptive words, such as 1600,2000,2500; one row each [default: the "
            "index's model, or 2000]")
        ->type_name("LIST");
    add_option(command, "--distance", arguments->distance, "D",
               "Largest edit distance of group members from the head, and of verified pairs "
               "[default: the index's model, or 0.15]")
        ->check(CLI::Range(0.0, 1.0));
    add_option(command, "--sample", arguments->sample, "PAIRS",
               "Most pairs to measure for each method")
        ->check(CLI::Range(1, 10'000'000));
    add_option(command, "--judge", arguments->judge, "BY",
               "Measure distances on the words, as grouping does (canonical), or with punctuation "
               "and case (text)")
        ->check(CLI::IsMember({"canonical", "text"}));
    add_option(command, "--seed", arguments->seed, "N", "Seed of all samples");
    add_method_options(command, arguments);
    add_file_options(command, *arguments);
    add_field_options(command, arguments->input, MissingIds::NUMBERED);
    add_format_option(command, arguments->format);
    console.add_threads_option(command);
    console.add_verbose_option(command);
    console.add_quiet_option(command);
    command.footer("descry-lab evaluate harbour.jsonl --methods exact,text-profile --format json");
    command.callback([arguments, &console, &action] {
        const auto& shape = arguments->lsh_shape;
        if (shape && std::uint64_t{shape->bands} * shape->rows > arguments->permutations) {
            throw CLI::ValidationError("--lsh-shape", "more values than --permutations, " +
                                                          std::to_string(arguments->permutations));
        }
        action = [=, &console] { return run_evaluate(*arguments, console); };
    });
}

}  // namespace descry
