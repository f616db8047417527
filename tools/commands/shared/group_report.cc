#include "tools/commands/shared/group_report.h"

#include <descry/collapse/key_groups.h>
#include <descry/schema/stored_format.h>

#include "plugin/base/open_database.h"
#include "tools/arguments/database.h"
#include "tools/arguments/term_prefix.h"
#include "tools/output/text.h"

namespace descry {

void tell_of_annotation(const std::string& path, const Xapian::Database& db,
                        const AnnotateReport& report, Console& console) {
    console.note("{} in the index, {} examined, {} written in {:.1f} s",
                 counted(report.documents, "document"), grouped_digits(report.examined),
                 grouped_digits(report.written), console.seconds());
    tell_of_groups({path}, console);
    if (report.examined == 0) return;
    if (const auto schema = read_schema(db)) warn_of_missing_words(db, *schema, console);
}

void tell_of_annotation(const std::vector<ShardToWrite>& shards,
                        const std::vector<AnnotateReport>& reports, Console& console) {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < shards.size(); ++i) {
        paths.push_back(shards[i].path);
        console.note("{}: {} in the index, {} examined, {} written", shards[i].path,
                     counted(reports[i].documents, "document"), grouped_digits(reports[i].examined),
                     grouped_digits(reports[i].written + reports[i].grouped));
    }
    console.note("{} done in {:.1f} s", counted(shards.size(), "database"), console.seconds());
    tell_of_groups(paths, console);
}

void tell_of_groups(const std::vector<std::string>& paths, Console& console) {
    if (console.is_quiet()) return;
    Xapian::Database db;
    std::string arguments;
    for (const std::string& path : paths) {
        db.add_database(open_database(path));
        arguments += (arguments.empty() ? "" : " ") + as_argument(path);
    }
    const auto schema = read_schema(db);
    if (!schema || !schema->has(Slot::GROUP) || db.get_doccount() == 0) return;
    const std::vector<KeyGroup> groups = groups_by_key(db, schema->slot(Slot::GROUP));
    if (groups.empty()) {
        // A search takes one database, or a stub file of several.
        if (paths.size() > 1) return console.note("no groups of near-duplicates");
        return console.note("no groups of near-duplicates; next: descry search {} QUERY",
                            arguments);
    }
    std::size_t documents = 0;
    for (const KeyGroup& group : groups)
        documents += group.members.size();
    console.note("{}, {}; next: descry groups {} --sort size", counted(groups.size(), "group"),
                 counted(documents, "document"), arguments);
}

void tell_of_missing_values(const std::vector<std::string>& paths, Console& console) {
    for (const std::string& path : paths) {
        console.note("{} has no groups; run descry annotate {}", path, as_argument(path));
    }
}

}  // namespace descry
