#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

#include <descry/collection/collection_groups.h>
#include <descry/prepared/prepared_documents.h>

#include "engine/mechanics/output_file.h"
#include "tools/arguments/model_file.h"
#include "tools/commands/shared/commands.h"
#include "tools/output/group_lines.h"
#include "tools/output/text.h"

namespace descry {

namespace {

struct CombineArguments {
    std::vector<std::string> files;
    std::string output = "-";
};

WordSource verified_by(const PreparedDocuments& documents, DocumentNumber member,
                       DocumentNumber head) {
    const bool by_text = !documents.header().model.parameters().any_order &&
                         documents.has_text(member) && documents.has_text(head);
    return by_text ? WordSource::TEXT : WordSource::NONE;
}

int run_combine(const CombineArguments& arguments, Console& console) {
    PreparedDocuments documents(console.work());
    for (const std::string& path : arguments.files)
        read_prepared(path, documents);
    const CollectionGroups groups = documents.group();
    clear_progress_line();
    const std::string& model_id = documents.header().model.id();
    const std::vector<DocumentNumber> ordered = documents.ordered();
    std::vector<std::size_t> place_of(documents.size() + 1);
    for (std::size_t place = 0; place < ordered.size(); ++place)
        place_of[ordered[place]] = place;
    OutputFile out(arguments.output);
    for (KeyedGroup& group : keyed_groups(groups, model_id, ordered)) {
        GroupLine line(group.key, group.members.size(), model_id);
        std::ranges::sort(
            group.members.begin() + 1, group.members.end(), {}, [&](const GroupMember& member) {
                return std::tuple(documents.number_of(member.document),
                                  documents.id_of(member.document), place_of[member.document]);
            });
        for (const auto& [member, distance] : group.members) {
            line.add({documents.number_of(member), std::string(documents.id_of(member)), distance,
                      std::nullopt, verified_by(documents, member, group.head().document),
                      documents.content_hash_of(member)});
        }
        out.write(line.finish());
    }
    out.commit();
    console.note("{}, {}; from {}, {} ({:.1f} s)", counted(groups.groups, "group"),
                 counted(groups.grouped_documents, "document"),
                 counted(arguments.files.size(), "prepared file"),
                 counted(documents.size(), "document"), console.seconds());
    return EXIT_DONE;
}

}  // namespace

void add_combine_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<CombineArguments>();
    CLI::App& command = *app.add_subcommand(
        "combine", "Group documents from prepared files; these may come from several machines");
    declare(command.add_option("PREPARED", arguments->files,
                               "Files that descry prepare wrote with one model, in any order"),
            FileUse::FILES)
        ->required();
    CLI::Option* const output =
        add_option(command, "--output", arguments->output, "FILE",
                   "Write the groups to FILE as JSON lines; - for standard output");
    declare_output(command, output, FileUse::RESULT, GROUP_FILE);
    console.add_memory_option(command);
    console.add_threads_option(command);
    command.footer("descry combine second first --output groups.jsonl");
    finish_command(command, console, action,
                   [arguments, &console] { return run_combine(*arguments, console); });
}

}  // namespace descry
