#include <memory>

#include <nlohmann/json.hpp>

#include <descry/analyzers/recipe.h>
#include <descry/collapse/collapse.h>
#include <descry/collapse/collapsing_enquire.h>
#include <descry/inspection/model_preview.h>
#include <descry/jobs/annotator.h>
#include <descry/reading/open_index.h>
#include <descry/schema/model_store.h>

#include "plugin/schema/groups_info.h"
#include "tools/arguments/database.h"
#include "tools/commands/shared/commands.h"
#include "tools/output/json_text.h"
#include "tools/output/model_report.h"
#include "tools/output/text.h"

namespace descry {

namespace {

struct InfoArguments {
    std::vector<std::string> paths;
    OutputFormat format = OutputFormat::TEXT;
};

using Json = nlohmann::ordered_json;

struct ShardInfo {
    std::optional<StoredModel> model;
    std::optional<StoredModel> next;
    std::uint64_t stale = 0;
};

ShardInfo read_shard(const Xapian::Database& db, const Schema& schema) {
    ShardInfo info{read_model(db), read_next_model(db), 0};
    info.stale = find_stale_documents(db, schema, info.model ? &info.model->model : nullptr).size();
    return info;
}

Json model_json(const StoredModel& stored) {
    const ModelParameters& p = stored.model.parameters();
    Json out = {{"id", stored.model.id()},      {"words", stored.model.words().size()},
                {"created", stored.created},    {"analyzer", p.analyzer},
                {"term_prefix", p.term_prefix}, {"documents", p.documents}};
    out.update(grouping_json(p));
    return out;
}

Json advice_for(const Json& info) {
    Json advice = Json::array();
    const std::string analyzer = info.value("analyzer", "");
    if (!info["annotated"].get<bool>()) {
        advice.push_back("No values of descry: run descry annotate.");
        return advice;
    }
    if (info["model"].is_null() && info["next_model"].is_null()) {
        advice.push_back("No model: run descry annotate.");
    }
    const std::uint64_t stale = info["stale_documents"].get<std::uint64_t>();
    if (stale > 0) {
        advice.push_back(counted(stale, "document") +
                         " without current values: run descry annotate.");
    } else if (!info.value("groups_complete", true)) {
        advice.push_back("Groups are incomplete: run descry annotate.");
    }
    if (!info["next_model"].is_null()) {
        advice.push_back("A model is pending: run descry annotate to activate it.");
    }
    if (!analyzer.empty()) {
        const AnalyzerRecipe recipe = AnalyzerRecipe::parse(analyzer);
        if (recipe.rules < WordRules::VERSION_3) {
            advice.push_back(
                fmt::format("Words longer than {} bytes are not compared: index all documents "
                            "again (descry index) to compare them.",
                            recipe.max_bytes));
        }
        const AnalyzerRecipe running = recipe.by_running_icu();
        if (!(recipe == running)) {
            advice.push_back(
                "Made with an ICU that segments words differently from ICU " +
                AnalyzerRecipe::running_icu() + " here (" + recipe.difference(running) +
                "): groups and rebuild still work; to search it or to add documents, use the ICU "
                "that made it, or index all documents again (descry index).");
        }
    }
    if (!CollapsingEnquire::ranks_words_itself()) {
        advice.push_back(
            fmt::format("Xapian {} weighs words differently from the versions that descry knows: "
                        "searches give the same results but take up to four times as long.",
                        Xapian::version_string()));
    }
    if (!info["model"].is_null() && info["model"]["analyzer"] != analyzer) {
        advice.push_back("The model was made for words of another analyzer: run descry rebuild.");
    }
    return advice;
}

Json fields_json(const DocumentFields& fields) {
    Json out = Json::object();
    for (const TextField& field : fields.text)
        out[field.name]["prefix"] = field.prefix;
    for (const ValueField& field : fields.values) {
        out[field.name]["slot"] = field.slot;
        out[field.name]["type"] = value_type_name(field.type);
    }
    return out;
}

void add_schema(const OpenIndex& index, Json& out) {
    out["format"] = Schema::FORMAT_VERSION;
    out["slot_base"] = index.schema.slot_base;
    out["analyzer"] = index.schema.analyzer;
    out["stemmer"] = index.schema.stemmer;
    out["term_prefix"] = index.schema.term_prefix;
    out["id_prefix"] = index.schema.id_prefix;
    Json slots = Json::object();
    Json keys = Json::object();
    for (const Slot method : index.schema.methods) {
        const std::string name(signature_method(method).name);
        slots[name] = index.schema.slot(method);
        for (const Slot beside : related_slots(method))
            slots[std::string(signature_method(beside).name)] = index.schema.slot(beside);
        keys[name] = index.db.get_value_freq(index.schema.slot(method));
    }
    slots["state"] = index.schema.slot(Slot::STATE);
    out["slots"] = std::move(slots);
    out["fields"] = fields_json(index.schema.fields);
    out["documents_with_key"] = std::move(keys);
}

void add_groups(const OpenIndex& index, Json& out) {
    const Slot by = index.schema.has(Slot::GROUP) ? Slot::GROUP : Slot::DESCRIPTIVE;
    std::uint64_t grouped = 0;
    std::vector<KeyGroup> groups;
    if (index.schema.has(by)) groups = groups_by_key(index.db, index.schema.slot(by));
    for (const KeyGroup& group : groups)
        grouped += group.members.size();
    out["groups_by"] = signature_method(by).name;
    out["groups"] = groups.size();
    out["grouped_documents"] = grouped;
    if (const auto calibration = read_calibration(index.db)) out["calibration"] = *calibration;
    if (const auto made = read_groups_info(index.db)) {
        out["groups_complete"] = made->complete;
        out["documents_at_head_limit"] = made->limited;
        const auto with_value = [&](Slot slot) {
            return index.db.get_value_freq(index.schema.slot(slot));
        };
        // Documents whose order is unknown have no keys of it.
        out["documents_by_words"] = with_value(Slot::TERM_BANDS) - with_value(Slot::SEQUENCE_KEYS);
    }
}

void add_coverage(const OpenIndex& index, const std::optional<StoredModel>& model, Console& console,
                  Json& out) {
    if (model) {
        const IndexCollection documents{index.open, TermSpace(index.schema.term_prefix),
                                        console.work()};
        const ModelCoverage coverage = measure_coverage(documents, model->model);
        out["long_documents"] = coverage.documents;
        out["with_descriptive"] = coverage.with_descriptive;
        out["with_descriptive_stable"] = coverage.with_stable;
        out["ones"] = {
            {"median", coverage.ones_median}, {"p5", coverage.ones_p5}, {"p95", coverage.ones_p95}};
        out["mean_change_probability"] = coverage.mean_change_probability;
    } else {
        out["ones"] = {{"median", 0}, {"p5", 0}, {"p95", 0}};
    }
}

// All information as one object: printed by --format json, and the source of other formats.
Json collect(const InfoArguments& arguments, const OpenIndex& index, Console& console) {
    Json out = {{"documents", index.db.get_doccount()},
                {"databases", arguments.paths},
                {"annotated", index.annotated}};
    if (!index.annotated) {
        // Always present, so that scripts need not test for it.
        out["slots"] = Json::object();
        out["model"] = nullptr;
        out["character_keys"] = false;
        out["stale_documents"] = index.db.get_doccount();
        out["groups"] = 0;
        out["grouped_documents"] = 0;
        out["ones"] = {{"median", 0}, {"p5", 0}, {"p95", 0}};
        return out;
    }

    add_schema(index, out);
    std::uint64_t stale = 0;
    std::optional<StoredModel> model;
    std::optional<StoredModel> next;
    bool same_model = true;
    for (const Xapian::Database& db : index.shards) {
        ShardInfo shard = read_shard(db, index.schema);
        stale += shard.stale;
        if (model && shard.model && !(model->model == shard.model->model)) same_model = false;
        if (!model) model = std::move(shard.model);
        if (!next) next = std::move(shard.next);
    }
    out["model"] = model ? model_json(*model) : Json();
    out["character_keys"] = model && model->model.parameters().character_rows != 0;
    out["next_model"] = next ? model_json(*next) : Json();
    if (!same_model) out["model_differs_between_databases"] = true;
    out["stale_documents"] = stale;

    add_groups(index, out);
    add_coverage(index, model, console, out);
    return out;
}

int run_info(const InfoArguments& arguments, const OpenIndex& index, Console& console) {
    Json info = collect(arguments, index, console);
    info["advice"] = advice_for(info);
    clear_progress_line();
    if (arguments.format != OutputFormat::TEXT) {
        print_object(info, arguments.format);
        return EXIT_DONE;
    }
    Json fields = info;
    fields.erase("advice");
    for_each_value(fields, [](const std::string& name, const std::string& value) {
        fmt::print("{:<42} {}\n", one_line(name, 200), one_line(value, 200));
    });
    for (const Json& line : info["advice"])
        fmt::print("\n{}\n", line.get<std::string>());
    return EXIT_DONE;
}

}  // namespace

void add_info_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<InfoArguments>();
    CLI::App& command = *app.add_subcommand(
        "info", "Show statistics of an index; slots, model, groups, coverage, and what is stale");
    declare(command.add_option("DB", arguments->paths, "One or more Xapian indexes, read as one"),
            FileUse::DATABASES)
        ->required();
    add_format_option(command, arguments->format);
    console.add_threads_option(command);
    command.footer("descry info harbour.db");
    finish_command(command, console, action, [arguments, &console] {
        return read_index(arguments->paths, [&](const OpenIndex& index) {
            return run_info(*arguments, index, console);
        });
    });
}

}  // namespace descry
