#include "commands/shared/looked_at.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>

#include <descry/base/open_database.h>
#include <descry/inspection/group_list.h>
#include <descry/reading/text_reader.h>

#include "arguments/database.h"
#include "arguments/undisturbed.h"
#include "commands/shared/commands.h"
#include "messages/diagnostics.h"
#include "unique/unique_run.h"

namespace descry {

namespace {

int look_at_index(const OpenIndex& index, const std::function<int(const LookedAt&)>& look) {
    const Model model = model_in_use(index);
    std::vector<GoingDocument> going;
    const std::vector<StoredGroup> groups = list_groups(index.db, index.schema, 2, index.shards);
    for (const StoredGroup& group : groups) {
        for (std::size_t i = 1; i < group.members.size(); ++i) {
            const Xapian::docid did = group.members[i].did;
            going.push_back({did, group.members.front().did, group.members[i].distance,
                             group.members.size(), index.db.get_doclength(did)});
        }
    }
    std::ranges::sort(going, {}, &GoingDocument::document);
    TextReader texts(index.db, index.schema);
    const std::function<ReportedText(std::uint64_t)> show = [&](std::uint64_t number) {
        const auto did = static_cast<Xapian::docid>(number);
        return ReportedText{index.id_of(did), texts.read_as_written(did)};
    };
    return look({model, index.db.get_doccount(), groups.size(), going, show});
}

}  // namespace

void LookOptions::add_to(CLI::App& command) {
    declare(command.add_option("INPUT", inputs_,
                               "databases, read as one; or files and directories (recursive)"),
            FileUse::INPUTS)
        ->required();
    model_options_.add_to(command);
    add_document_order_option(command, spool_.order, "which document of a group stays");
    add_option(command, "--memory", memory_, "MIB",
               "memory budget in MiB; larger inputs use temporary files")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1048576}));
    add_field_options(command, spool_.input, MissingIds::NUMBERED);
}

int look_at(const LookOptions& options, Console& console,
            const std::function<int(const LookedAt&)>& look) {
    std::vector<std::string> databases;
    std::vector<std::string> notes;
    for (const std::string& path : options.inputs_) {
        std::string found = find_database(path, notes);
        if (holds_database(found) || is_database_among_inputs(found))
            databases.push_back(std::move(found));
    }
    for (const std::string& note : notes)
        console.note("{}", note);
    if (!databases.empty()) {
        if (databases.size() < options.inputs_.size())
            throw std::invalid_argument("some of the inputs are databases, and others files");
        const std::string option = options.model_options_.first_given();
        if (!option.empty()) {
            throw std::invalid_argument(fmt::format("{} has its groups already: {} is for files",
                                                    databases.front(), option));
        }
        return read_index(databases,
                          [&](const OpenIndex& index) { return look_at_index(index, look); });
    }
    ModelRequest request = options.model_options_.request();
    request.memory = options.memory_ << 20;
    UniqueRunOptions run_options{options.spool_, {}};
    SpoolOptions& spool = run_options.spool;
    spool.analyzer = options.model_options_.recipe().to_string();
    spool.keeps_texts = true;
    spool.threads = console.threads();
    spool.progress = console.progress();
    run_options.unique.training = request.training(spool.analyzer, nullptr);
    run_options.unique.memory = request.memory;
    run_options.unique.heads = head_order_of(spool.order);
    run_options.unique.character_keys = request.character_keys;
    Diagnostics problems;
    UniqueRun run(run_options);
    run.read(options.inputs_, problems);
    run.find_unique();
    problems.summarize();
    const std::vector<GoingDocument> going = run.going();
    const std::function<ReportedText(std::uint64_t)> show = [&run](std::uint64_t number) {
        return run.shown(number);
    };
    const int code =
        look({run.unique().model, run.documents(), run.unique().groups.groups, going, show});
    return problems.any_refused() ? EXIT_ERROR : code;
}

}  // namespace descry
