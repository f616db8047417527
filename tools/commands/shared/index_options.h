/** @file index_options.h
 *  @brief Options of commands on an index, and messages about its model and groups.
 */
#ifndef DESCRY_TOOLS_COMMANDS_SHARED_INDEX_OPTIONS_H
#define DESCRY_TOOLS_COMMANDS_SHARED_INDEX_OPTIONS_H

#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>
#include <xapian.h>

#include <descry/jobs/annotator.h>
#include <descry/jobs/made_model.h>
#include <descry/jobs/rebuild.h>
#include <descry/schema/document_fields.h>
#include <descry/solr/signature_chain.h>

#include "tools/arguments/model_options.h"
#include "tools/messages/console.h"

namespace descry {

/// Adds --rows and --start, which select the @a things of a list to show.
/// @tparam Rows Xapian::doccount; or std::optional of it, if the default is all
template <typename Rows>
void add_page_options(CLI::App& command, const std::string& things, Rows& rows,
                      Xapian::doccount& start) {
    const CLI::Range range(Xapian::doccount{0}, std::numeric_limits<Xapian::doccount>::max());
    const bool shows_all = !std::is_same_v<Rows, Xapian::doccount>;
    add_option(command, "--rows", rows, "N",
               "Number of " + things + " to show" + (shows_all ? " [default: all]" : ""))
        ->check(range);
    add_option(command, "--start", start, "N", "Number of " + things + " to skip")->check(range);
}

/// Adds --field and --value, both repeatable.
void add_indexed_field_options(CLI::App& command, DocumentFields& fields);

/// Values of --chain and --solr-strict.
struct ChainArguments {
    std::string file;
    bool solr_strict = false;
};

/// The FILE of --chain that removes the chain.
inline constexpr const char* NO_CHAIN = "none";

void add_chain_options(CLI::App& command, ChainArguments& chain);

/// Reads the chain from its file; nullopt if none is named.
/// @throws std::runtime_error it cannot be read
/// @exception Xapian::InvalidArgumentError as parse_signature_chain()
std::optional<SignatureChainOptions> read_chain_file(const ChainArguments& chain);

/// Options for GroupingOptions in commands on an index.
class IndexGroupingArguments : public GroupingArguments {
  public:
    /// Adds the options stored in an index's model.
    void add_to(CLI::App& command);

    /// @throw std::runtime_error an option would require another model than @a db at @a path has
    void check_effective(const Xapian::Database& db, const std::string& path) const;

  private:
    std::string first_unlike(const ModelParameters& made) const;
};

/// Reports how a model was made, or why it has no words.
void report_model(const MadeModel& made, Console& console);

/// The same as a listener. @a console must outlive it.
ModelListener report_models(Console& console);

/// Reports the results of annotating the database at @a path, open as @a db: documents, groups, and
/// whether most documents have no words.
void report_annotation(const std::string& path, const Xapian::Database& db,
                       const AnnotateReport& report, Console& console);

/// The same for several databases processed as one.
void report_annotation(const std::vector<ShardToWrite>& shards,
                       const std::vector<AnnotateReport>& reports, Console& console);

/// Reports the number of groups and grouped documents at @a paths, and the command to list them,
/// unless there are none. Cost: one walk over the groups' slot; nothing with --quiet.
void report_groups(const std::vector<std::string>& paths, Console& console);

/// Tells how to add values to databases without values of descry.
void report_missing_values(const std::vector<std::string>& paths, Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_INDEX_OPTIONS_H
