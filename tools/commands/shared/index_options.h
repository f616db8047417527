/** @file index_options.h
 *  @brief What commands on an index share: options, and what they say of its model and its groups.
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

/// Adds --rows and --start: which of the @a things of a list are shown.
/// @tparam Rows Xapian::doccount; or std::optional of it, where all are shown unless it is given
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

/// Adds --field and --value, each of which may be given several times.
void add_indexed_field_options(CLI::App& command, DocumentFields& fields);

/// What --chain and --solr-strict say.
struct ChainArguments {
    std::string file;
    bool solr_strict = false;
};

/// The FILE of --chain that stands for no chain.
inline constexpr const char* NO_CHAIN = "none";

/// Adds --chain and --solr-strict.
void add_chain_options(CLI::App& command, ChainArguments& chain);

/// The chain of the file; nullopt where none is named.
/// @throws std::runtime_error it cannot be read
/// @exception Xapian::InvalidArgumentError as parse_signature_chain()
std::optional<SignatureChainOptions> read_chain_file(const ChainArguments& chain);

/// The options by which GroupingOptions are chosen, of commands on an index.
class IndexGroupingArguments : public GroupingArguments {
  public:
    /// Adds those that a model of an index keeps.
    void add_to(CLI::App& command);

    /// @throw std::runtime_error an option asks for another model than @a db, at @a path, has, and
    /// that one stays
    void check_that_they_act(const Xapian::Database& db, const std::string& path) const;

  private:
    std::string first_unlike(const ModelParameters& made) const;
};

/// Tells what a model was made of, or why it has no words.
void tell_of_model(const MadeModel& made, Console& console);

/// The same as a listener. @a console must outlive it.
ModelListener tell_of_models(Console& console);

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

#endif  // DESCRY_TOOLS_COMMANDS_SHARED_INDEX_OPTIONS_H
