#include <algorithm>
#include <memory>
#include <optional>

#include <descry/collapse/collapse.h>
#include <descry/documents/stored_data.h>
#include <descry/inspection/group_list.h>
#include <descry/reading/open_index.h>
#include <descry/reading/text_reader.h>
#include <descry/schema/model_store.h>

#include "tools/arguments/database.h"
#include "tools/arguments/slot_argument.h"
#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/index_options.h"
#include "tools/commands/shared/inputs.h"
#include "tools/messages/printable.h"
#include "tools/output/group_lines.h"
#include "tools/output/text.h"
#include "tools/output/word_differences.h"

namespace descry {

namespace {

constexpr std::size_t DIFFERENCES_SHOWN = 3;

struct GroupsArguments {
    std::vector<std::string> paths;
    std::string by = "group";
    Xapian::doccount min_size = 2;
    std::string sort = "docid";
    std::optional<Xapian::doccount> rows;
    Xapian::doccount start = 0;
    bool diff = false;
    FilesAsIndex files;
    OutputFormat format = OutputFormat::TEXT;
};

// Signatures are equal or not, and have no distance.
struct GroupRow {
    Xapian::docid did = 0;
    std::optional<DistanceMillionths> distance;
    // Only for printed rows.
    std::string id;
    std::string title;
    std::optional<WordDifferences> differences;
    std::optional<WordSource> verified;
};

struct ShownGroup {
    std::string key;
    std::vector<GroupRow> members;

    std::optional<DistanceMillionths> farthest() const {
        return std::ranges::max(members, {}, &GroupRow::distance).distance;
    }
};

// Sets the sources that verified distances to the head: the weaker source of the two documents.
void verify(std::vector<GroupRow>& members, bool by_edit_distance, TextReader& texts) {
    for (GroupRow& member : members) {
        const WordSource source =
            by_edit_distance ? texts.find_source(member.did) : WordSource::NONE;
        member.verified = weaker(source, members.front().verified.value_or(source));
    }
}

std::vector<ShownGroup> collect_groups(const GroupsArguments& arguments, const OpenIndex& index) {
    const Xapian::valueno slot = parse_slot(arguments.by, index.schema);
    std::vector<ShownGroup> shown;
    if (index.schema.has(Slot::GROUP) && slot == index.schema.slot(Slot::GROUP)) {
        for (const KeyedGroup& group :
             list_groups(index.db, index.schema, arguments.min_size, index.shards)) {
            ShownGroup& entry = shown.emplace_back();
            entry.key = group.key;
            for (const auto& [did, distance] : group.members)
                entry.members.push_back({did, distance, {}, {}, {}, {}});
        }
    } else {
        for (KeyGroup& group : groups_by_key(index.db, slot, arguments.min_size)) {
            ShownGroup& entry = shown.emplace_back();
            entry.key = std::move(group.key);
            for (const Xapian::docid did : group.members)
                entry.members.push_back({did, {}, {}, {}, {}, {}});
        }
    }
    if (arguments.sort == "size") {
        std::stable_sort(shown.begin(), shown.end(), [](const ShownGroup& a, const ShownGroup& b) {
            return a.members.size() > b.members.size();
        });
    } else if (arguments.sort == "least-alike") {
        // Signatures have no distances.
        std::stable_sort(shown.begin(), shown.end(), [](const ShownGroup& a, const ShownGroup& b) {
            return a.farthest() > b.farthest();
        });
    }
    return shown;
}

std::vector<ShownGroup> page_of(std::vector<ShownGroup> groups, const GroupsArguments& arguments,
                                const OpenIndex& index) {
    const std::size_t begin = std::min<std::size_t>(arguments.start, groups.size());
    groups.erase(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(begin));
    if (arguments.rows && *arguments.rows < groups.size()) groups.resize(*arguments.rows);
    const auto model = read_model(index.db);
    const bool by_edit_distance = model && !model->model.parameters().any_order;
    TextReader texts(index.db, index.schema);
    for (ShownGroup& group : groups) {
        const Xapian::docid head = group.members.front().did;
        if (arguments.format == OutputFormat::JSON && group.members.front().distance)
            verify(group.members, by_edit_distance, texts);
        for (GroupRow& member : group.members) {
            if (arguments.diff && arguments.format == OutputFormat::TEXT && member.did != head) {
                member.differences =
                    compare_words(index.db, index.schema, head, member.did, DIFFERENCES_SHOWN);
            }
            member.id = index.id_of(member.did);
            if (arguments.format == OutputFormat::TSV) continue;
            member.title =
                printable(summary_of(index.db.get_document(member.did, Xapian::DOC_ASSUME_VALID)));
        }
    }
    return groups;
}

void print(const ShownGroup& group, OutputFormat format) {
    const GroupRow& head = group.members.front();
    switch (format) {
        case OutputFormat::JSON: {
            GroupLine line(group.key, group.members.size());
            for (const GroupRow& member : group.members)
                line.add({member.did, member.id, member.distance, member.title, member.verified});
            fmt::print("{}", line.finish());
            break;
        }
        case OutputFormat::TSV:
            for (const GroupRow& member : group.members) {
                fmt::print("{}\t{}\t{}\t{}\t{}\n", tsv_field(group.key), &member == &head ? 1 : 0,
                           member.did, tsv_field(member.id),
                           member.distance
                               ? fmt::format("{:.4f}", rounded(similarity(*member.distance)))
                               : std::string());
            }
            break;
        case OutputFormat::TEXT:
            fmt::print("Group of {}\n", counted(group.members.size(), "document"));
            for (const GroupRow& member : group.members) {
                const std::string measured =
                    &member == &head || !member.distance
                        ? std::string()
                        : fmt::format("  [{:.1f}%]", percent_alike(*member.distance));
                fmt::print("    {}{}{}\n", one_line(member.id, 200), measured,
                           title_after_id(member.title));
                if (member.differences) print_differences(*member.differences);
            }
            fmt::print("\n");
            break;
    }
}

int run_groups(const GroupsArguments& arguments, const OpenIndex& index, Console& console) {
    std::vector<ShownGroup> groups = collect_groups(arguments, index);
    std::size_t documents = 0;
    for (const ShownGroup& group : groups)
        documents += group.members.size();
    const std::size_t count = groups.size();
    const std::vector<ShownGroup> page = page_of(std::move(groups), arguments, index);
    for (const ShownGroup& group : page)
        print(group, arguments.format);
    console.note("{}, {}, by {}{}", counted(count, "group"), counted(documents, "document"),
                 arguments.by,
                 page.size() < count ? fmt::format("; {} shown", grouped_digits(page.size()))
                                     : std::string());
    if (!index.annotated && find_signature_method(arguments.by) != nullptr) {
        report_missing_values(arguments.paths, console);
    }
    return count == 0 ? EXIT_NOTHING_FOUND : EXIT_DONE;
}

}  // namespace

void add_groups_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<GroupsArguments>();
    CLI::App& command = *app.add_subcommand("groups", "List groups of near-duplicates");
    // Required, except before a subcommand, whose name the parser would take for a database.
    declare(command.add_option("DB", arguments->paths,
                               "One or more Xapian indexes, read as one; or files"),
            FileUse::DATABASES);
    add_groups_import_command(command, console, action);
    add_option(command, "--by", arguments->by, "NAME",
               fmt::format("Group documents with the same NAME; only group is verified by edit "
                           "distance: {}, a field, slot:N",
                           signature_names()));
    add_option(command, "--min-size", arguments->min_size, "N", "Smallest group to list")
        ->check(CLI::Range(1u, 1000000000u));
    add_option(
        command, "--sort", arguments->sort, "ORDER",
        "Order of groups: by docid of the head, largest first, or least similar member first")
        ->check(CLI::IsMember({"docid", "size", "least-alike"}));
    command.add_flag("--diff", arguments->diff,
                     "Show the first words in which each member differs from the head");
    add_page_options(command, "groups", arguments->rows, arguments->start);
    add_format_option(command, arguments->format);
    arguments->files.add_to(command);
    console.add_quiet_option(command);
    command.footer("descry groups harbour.db --min-size 3");
    command.callback([arguments, &command, &console, &action] {
        if (!command.get_subcommands().empty()) return;
        if (arguments->paths.empty()) throw CLI::RequiredError("DB");
        action = [arguments, &console] {
            return read_index_or_files(
                arguments->paths, arguments->files, console,
                [&](const OpenIndex& index) { return run_groups(*arguments, index, console); });
        };
    });
}

}  // namespace descry
