#include "tools/lab/evaluation_run.h"

#include <cerrno>
#include <cstdio>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <descry/analyzers/recipe.h>
#include <descry/schema/document_id.h>
#include <descry/schema/model_store.h>

#include "engine/mechanics/output_file.h"
#include "tools/arguments/database.h"
#include "tools/lab/base/child_process.h"
#include "tools/lab/calibration.h"
#include "tools/lab/measurement.h"
#include "tools/lab/report/report.h"
#include "tools/messages/console.h"
#include "tools/output/json_text.h"
#include "tools/output/model_report.h"
#include "tools/output/text.h"

namespace descry {

namespace {

// The near misses of a calibration are candidates that did not become members.
constexpr std::string_view INDEPENDENT_METHOD = "term-bands";
constexpr std::string_view CALIBRATED_METHOD = "group";

// Atomically: a truncated gold file would pass for a smaller one.
void write_file(const std::string& path, const std::string& bytes) {
    OutputFile file(path);
    file.write(bytes);
    file.commit();
}

}  // namespace

int EvaluationRun::run() {
    // Reports wrong names before hours of work.
    const std::vector<Row> rows = wanted_rows();
    const ShingleElements none_wrong(arguments_.shingles);
    if (arguments_.calibrate &&
        (arguments_.paths.size() != 1 || !are_databases(arguments_.paths))) {
        throw std::invalid_argument("--calibrate takes one database");
    }
    prepare();
    int code = EXIT_NOTHING_FOUND;
    if (prepared_.documents > 0) {
        code = arguments_.calibrate            ? calibrate_index(rows.front().method)
               : !arguments_.make_gold.empty() ? write_made_gold()
                                               : measure(rows);
    }
    // A rejected document is an error, whatever the others gave.
    return problems_.any_rejected() ? EXIT_ERROR : code;
}

std::vector<EvaluationRun::Row> EvaluationRun::wanted_rows() const {
    std::vector<Method> methods(all_methods().begin(), all_methods().end());
    if (arguments_.methods) methods = methods_named(*arguments_.methods);
    std::vector<Row> rows;
    for (const Method& method : methods) {
        if (!method.uses_words || arguments_.words.empty()) rows.push_back({method, std::nullopt});
        for (const unsigned words : arguments_.words) {
            if (method.uses_words) rows.push_back({method, words});
        }
    }
    return rows;
}

void EvaluationRun::prepare() {
    const double before = resource_use().cpu_seconds;
    if (are_databases(arguments_.paths)) {
        prepared_ = prepare_databases(arguments_.paths, console_);
    } else {
        prepared_ = prepare_inputs(arguments_.paths, arguments_.input, problems_, console_);
        problems_.summarize();
    }
    prepare_cpu_seconds_ = resource_use().cpu_seconds - before;
    console_.note("{} ready in {:.1f} s", counted(prepared_.documents, "document"),
                  console_.seconds());
}

EvaluationInput EvaluationRun::input(const Preparation& collection, const Row& row) const {
    const auto asked = arguments_.thresholds.find(row.method.name);
    return {collection.open,
            collection.schema,
            *collection.texts,
            judging_recipe(),
            row.words,
            arguments_.distance ? std::optional(distance_from(*arguments_.distance)) : std::nullopt,
            arguments_.shingles,
            arguments_.permutations,
            arguments_.lsh_shape,
            asked != arguments_.thresholds.end() ? asked->second : row.method.threshold.value_or(0),
            console_.work()};
}

std::optional<AnalyzerRecipe> EvaluationRun::judging_recipe() const {
    if (arguments_.judge == "text") return std::nullopt;
    // Another program's analysis is unknown; its texts are cut as descry would.
    const std::string& recipe = prepared_.schema.analyzer;
    return recipe.empty() ? AnalyzerRecipe() : AnalyzerRecipe::parse(recipe);
}

int EvaluationRun::measure(const std::vector<Row>& rows) {
    std::optional<Gold> gold;
    if (!arguments_.gold.empty()) gold = read_gold_file();
    const MeasurementOptions options{.sample = arguments_.sample,
                                     .seed = arguments_.seed,
                                     .gold = gold ? &*gold : nullptr,
                                     .prepare_cpu_seconds = prepare_cpu_seconds_,
                                     .curves = !arguments_.report.empty()};
    fmt::print("{}", report_heading(arguments_.format));
    int code = EXIT_DONE;
    EvaluationReport report;
    std::vector<RowCurves> curves;
    std::vector<CostPoint> costs;
    for (const Row& wanted : rows) {
        try {
            auto row = measure_method(wanted.method, input(prepared_, wanted), options);
            if (row.contains(CHOSEN_WORDS)) {
                console_.note("{}: {} chosen, all that are available", row_name(row),
                              counted(row[CHOSEN_WORDS].get<std::uint64_t>(), "descriptive word"));
                row.erase(CHOSEN_WORDS);
            }
            if (options.curves) {
                const std::string name = row_name(row);
                const auto& measured = row["curves"];
                curves.push_back({name, measured["candidates"], measured["thresholds"],
                                  measured["group_sizes"]});
                costs.push_back(
                    {name, wanted.method.source, prepared_.documents, row["cpu_seconds"]});
                row.erase("curves");
                report.rows.push_back(row);
            }
            clear_progress_line();
            fmt::print("{}", report_row(row, arguments_.format));
            if (std::fflush(stdout) != 0 && errno == EPIPE) {
                pipe_closed_ = true;
                return EXIT_ERROR;
            }
            console_.detail("{} measured, {:.1f} s since the start", wanted.method.name,
                            console_.seconds());
        } catch (const ChildError& error) {
            console_.error("{}: {}", wanted.method.name, error.what());
            code = EXIT_ERROR;
        }
    }
    if (options.curves) write_report(rows, std::move(report), curves, std::move(costs));
    return code;
}

// Methods that cannot be measured on a part (such as too few documents) are omitted from the chart.
std::vector<CostPoint> EvaluationRun::measure_parts(const std::vector<Row>& rows) const {
    std::vector<CostPoint> costs;
    const MeasurementOptions options{.sample = 0};
    for (const unsigned step : {4u, 2u}) {
        const Preparation part = prepare_part(prepared_, step, console_);
        for (const Row& wanted : rows) {
            try {
                const auto row = measure_method(wanted.method, input(part, wanted), options);
                costs.push_back(
                    {row_name(row), wanted.method.source, part.documents, row.at("cpu_seconds")});
            } catch (const ChildError& error) {
                console_.detail("{} on {}: {}", wanted.method.name,
                                counted(part.documents, "document"), error.what());
            }
        }
    }
    return costs;
}

void EvaluationRun::write_report(const std::vector<Row>& rows, EvaluationReport report,
                                 const std::vector<RowCurves>& curves,
                                 std::vector<CostPoint> costs) const {
    std::vector<CostPoint> parts = measure_parts(rows);
    parts.insert(parts.end(), costs.begin(), costs.end());
    report.facts = {
        {"collection", fmt::format("{}", fmt::join(arguments_.paths, ", "))},
        {"documents", counted(prepared_.documents, "document")},
        {"gold", arguments_.gold.empty() ? "none" : arguments_.gold},
        {"judged", fmt::format("{} pairs of each method at most, seed {}", arguments_.sample,
                               arguments_.seed)},
        {"reading and indexing", fmt::format("{:.1f} s of CPU time", prepare_cpu_seconds_)},
        {"threads", std::to_string(console_.threads())},
        {"date", console_.date()},
        {"command", console_.command_line()},
        {"program", "descry-lab " DESCRY_VERSION}};
    report.sections = report_sections(report.rows, curves, parts);
    write_file(arguments_.report, html_report(report));
    console_.note("{} written", arguments_.report);
}

Gold EvaluationRun::read_gold_file() {
    const Xapian::Database db = prepared_.open();
    Gold gold = read_gold(arguments_.gold, [&](const std::string& id) {
        return find_document(db, id, prepared_.schema.id_prefix);
    });
    if (gold.unknown > 0) {
        console_.note("{} of {} name a document that is not in the collection",
                      counted(gold.unknown, "line"), arguments_.gold);
    }
    if (gold.pairs.empty()) {
        throw std::runtime_error(arguments_.gold + ": no pair of this collection");
    }
    return gold;
}

int EvaluationRun::write_made_gold() {
    MadeGoldOptions options;
    options.seed = arguments_.seed;
    const MadeGold gold = descry::make_gold(input(prepared_, Row{}), options);
    const Xapian::Database db = prepared_.open();
    std::string lines;
    for (const auto& [pair, distance] : gold.pairs) {
        lines += fmt::format(
            "{}\t{}\t{:.4f}\n", tsv_field(document_id(db, pair.a, prepared_.schema.id_prefix)),
            tsv_field(document_id(db, pair.b, prepared_.schema.id_prefix)), distance);
    }
    write_file(arguments_.make_gold, lines);
    report_completeness(gold, options);
    return gold.pairs.empty() ? EXIT_NOTHING_FOUND : EXIT_DONE;
}

void EvaluationRun::report_completeness(const MadeGold& gold, const MadeGoldOptions& options) {
    console_.note("{} below 0.30, for {} sampled of {} of {} words and more",
                  counted(gold.pairs.size(), "pair"), grouped_digits(gold.queries),
                  counted(gold.documents, "document"), options.min_words);
    console_.note(
        "{} of the {} compared that share {} of their words or {} of their characters' bins",
        grouped_digits(gold.compared), counted(gold.candidates, "pair"), options.min_jaccard,
        options.min_agreement);
    for (std::size_t i = 0; i < DISTANCE_LIMITS.size(); ++i) {
        if (!gold.completeness[i]) continue;
        console_.note(
            "about {:.1f}% of the pairs below {:.2f} are among them (at least {:.1f}%, estimated "
            "from pairs that share {} or {})",
            100 * gold.completeness[i]->share, DISTANCE_LIMITS[i], 100 * gold.completeness[i]->low,
            options.min_missed_jaccard, options.min_missed_agreement);
    }
}

int EvaluationRun::calibrate_index(const Method& first_named) {
    const Method method =
        arguments_.methods ? first_named : methods_named(CALIBRATED_METHOD).front();
    const EvaluationInput collection = input(prepared_, Row{method, std::nullopt});
    const MethodResult result = method.run(collection);
    const MethodResult others = methods_named(INDEPENDENT_METHOD).front().run(collection);
    const Judge judge(*prepared_.texts, console_.threads(), judging_recipe());
    const auto measured =
        descry::calibrate(result, *others.pairs, judge, arguments_.sample, arguments_.seed);
    const auto model = read_model(collection.open());
    nlohmann::ordered_json record = {
        {"method", method.name},
        {"near_misses_of", INDEPENDENT_METHOD},
        {"model", model ? nlohmann::ordered_json(model->model.id()) : nullptr},
        {"documents", prepared_.documents}};
    record.update(measured);
    Xapian::WritableDatabase db = open_writable(arguments_.paths.front(), false);
    write_calibration(db, record);
    db.commit();
    fmt::print("{}\n", json_text(record, arguments_.format == OutputFormat::TEXT ? 2 : -1));
    return EXIT_DONE;
}

}  // namespace descry
