#include "tools/commands/shared/looked_at.h"

#include <algorithm>
#include <ranges>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <descry/inspection/group_list.h>
#include <descry/reading/open_index.h>
#include <descry/reading/text_reader.h>

#include "plugin/base/output_file.h"
#include "plugin/documents/fields_of.h"
#include "tools/arguments/database.h"
#include "tools/commands/shared/commands.h"
#include "tools/messages/printable.h"
#include "tools/output/text.h"

namespace descry {

namespace {

int look_at_index(const OpenIndex& index, const std::function<int(const LookedAt&)>& look) {
    const Model model = model_in_use(index);
    std::vector<DroppedDocument> dropped;
    const auto fields_of = [&index](Xapian::docid did) {
        return shortened(fields_of_data(index.db.get_document(did).get_data()));
    };
    const std::vector<KeyedGroup> groups = list_groups(index.db, index.schema, 2, index.shards);
    for (const KeyedGroup& group : groups) {
        for (std::size_t i = 1; i < group.members.size(); ++i) {
            const Xapian::docid did = group.members[i].document;
            const Xapian::docid head = group.head().document;
            dropped.push_back(
                {did, head, group.members[i].distance, group.members.size(),
                 index.db.get_doclength(did),
                 are_of_attachments(differing_fields(fields_of(head), fields_of(did)))});
        }
    }
    std::ranges::sort(dropped, {}, &DroppedDocument::document);
    TextReader texts(index.db, index.schema);
    const auto show = [&](std::uint64_t number) {
        const auto did = static_cast<Xapian::docid>(number);
        std::string text = texts.read_as_written(did);
        return ReportedText{index.id_of(did), std::move(text), fields_of(did),
                            texts.source() == WordSource::TEXT};
    };
    return look({model, index.db.get_doccount(), 0, groups.size(), std::move(dropped), show, true});
}

std::string names_of(const std::vector<std::string>& inputs) {
    constexpr std::size_t MOST_SHOWN = 10;
    std::string names;
    for (std::size_t i = 0; i < std::min(inputs.size(), MOST_SHOWN); ++i)
        names += (i == 0 ? "" : ", ") + (inputs[i] == "-" ? "standard input" : inputs[i]);
    if (inputs.size() > MOST_SHOWN)
        names += fmt::format(" and {} more", grouped_digits(inputs.size() - MOST_SHOWN));
    return names;
}

std::vector<UnreadKind> unread_kinds(const UnreadInput& unread) {
    std::vector<UnreadKind> kinds;
    const auto add = [&kinds](const UnreadInput::Places& places, const char* what,
                              const char* why) {
        if (places.count == 0) return;
        kinds.push_back({fmt::format("Not read: {}{}", counted(places.count, what), why), {}});
        for (const auto& [location, reason] : places.first)
            kinds.back().first.emplace_back(printable(location), printable(reason));
    };
    add(unread.rejected, "rejected record", "");
    add(unread.unread, "input", ", or not to its end");
    add(unread.skipped, "skipped file", " (not text and not of a known format)");
    return kinds;
}

}  // namespace

LookedAt looked_at(const UniqueRun& run, const Diagnostics& problems) {
    const GroupedTexts& grouped = run.grouped();
    return {grouped.model(),
            grouped.documents(),
            grouped.references(),
            grouped.groups().groups,
            run.dropped_documents(),
            [&run](std::uint64_t number) { return run.shown(number); },
            false,
            problems.unread_input()};
}

void write_page(const std::string& path, const std::vector<std::string>& inputs,
                const LookedAt& found, const Console& console) {
    GroupsReport report;
    report.documents = found.documents;
    report.references = found.references;
    report.groups = found.groups;
    report.unread = unread_kinds(found.unread);
    report.limit = found.model.parameters().grouping.distance;
    report.facts = {{"Read", names_of(inputs)},
                    {"Date", console.date()},
                    {"Command", console.command_line()},
                    {"Limit", fmt::format("distance up to {:g}", share_of(report.limit))},
                    {"Model", found.model.id()},
                    {"Program", "descry " DESCRY_VERSION}};
    OutputFile out(path);
    report_pairs(found.dropped, found.show, report);
    WordAnalyzer analyzer{AnalyzerRecipe()};
    out.write(groups_page(report, analyzer));
    out.commit();
}

void tell_of_void_decisions(const std::string& path, const std::vector<std::string>& lines,
                            Console& console) {
    constexpr std::size_t MOST_SHOWN = 20;
    for (const std::string& line : lines | std::views::take(MOST_SHOWN))
        console.note("{}: {}", path, one_line(line, 400));
    if (lines.size() > MOST_SHOWN) {
        console.note("{}: and {}", path,
                     counted(lines.size() - MOST_SHOWN, "further void decision"));
    }
}

void LookOptions::add_to(CLI::App& command, Console& console) {
    declare(command.add_option("INPUT", inputs_,
                               "Indexes, read as one; or files and directories (recursive)"),
            FileUse::INPUTS)
        ->required();
    grouping_.add_for_files(command);
    add_keep_options(command, spool_.order);
    console.add_memory_option(command);
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
            throw std::invalid_argument("cannot mix indexes and files as inputs");
        const std::string option = options.grouping_.first_given();
        if (!option.empty()) {
            throw std::invalid_argument(
                fmt::format("{} already has groups; {} is for files", databases.front(), option));
        }
        if (options.spool_.order != SpoolOptions().order) {
            throw std::invalid_argument(fmt::format(
                "{} already has groups; --keep and --prefer are for files", databases.front()));
        }
        return read_index(databases,
                          [&](const OpenIndex& index) { return look_at_index(index, look); });
    }
    UniqueRunOptions run_options{options.spool_, options.grouping_.choices()};
    SpoolOptions& spool = run_options.spool;
    spool.recipe = options.grouping_.recipe();
    spool.keeps_texts = true;
    spool.keeps_records = false;
    spool.work = console.work();
    Diagnostics problems;
    problems.show_details(console.is_verbose());
    UniqueRun run(run_options);
    run.read(options.inputs_, problems);
    run.group();
    problems.summarize();
    const int code = look(looked_at(run, problems));
    return problems.any_refused() ? EXIT_ERROR : code;
}

}  // namespace descry
