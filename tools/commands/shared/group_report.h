/** @file group_report.h
 *  @brief What a command that writes into an index says of its groups in the end.
 */
#ifndef DESCRY_TOOLS_COMMANDS_SHARED_GROUP_REPORT_H
#define DESCRY_TOOLS_COMMANDS_SHARED_GROUP_REPORT_H

#include <string>
#include <vector>

#include <xapian.h>

#include <descry/jobs/annotator.h>
#include <descry/jobs/rebuild.h>

#include "tools/messages/console.h"

namespace descry {

/// Says what an annotation of the database at @a path, which @a db holds open, did: documents,
/// groups, and whether most documents have no words.
void tell_of_annotation(const std::string& path, const Xapian::Database& db,
                        const AnnotateReport& report, Console& console);

/// The same of several databases that were worked on as one.
void tell_of_annotation(const std::vector<ShardToWrite>& shards,
                        const std::vector<AnnotateReport>& reports, Console& console);

/// Says how many groups and grouped documents the databases at @a paths have, and by which command
/// they are seen. Nothing where it has no documents or keeps no groups.
/// Cost: one walk over the slot of the groups; nothing with --quiet.
void tell_of_groups(const std::vector<std::string>& paths, Console& console);

/// Says of databases that hold no values of descry how they come to have some.
void tell_of_missing_values(const std::vector<std::string>& paths, Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_GROUP_REPORT_H
