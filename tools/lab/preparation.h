/** @file preparation.h
 *  @brief From the arguments of evaluate to a collection: an index, and the texts behind it.
 */
#ifndef DESCRY_TOOLS_LAB_PREPARATION_H
#define DESCRY_TOOLS_LAB_PREPARATION_H

#include <memory>
#include <string>
#include <vector>

#include <descry/schema/body_terms.h>
#include <descry/schema/stored_format.h>

#include "tools/input/documents/document.h"
#include "tools/lab/base/text_file.h"
#include "tools/messages/console.h"
#include "tools/messages/diagnostics.h"
#include "tools/spooling/temporary_folder.h"

namespace descry {

/// A collection that is ready to be evaluated.
struct Preparation {
    /// Opens the databases as one, always in the same state.
    DatabaseOpener open;
    Schema schema;
    std::uint64_t documents = 0;
    std::unique_ptr<TextFile> texts;
    /// Where the index is that was made for this run; else null.
    std::unique_ptr<TemporaryFolder> folder;
};

/// True when every one of @a paths is a Xapian database, false when none is.
/// @throws std::invalid_argument some are
bool are_databases(const std::vector<std::string>& paths);

/// Takes the texts of databases out of their documents' data (JSON with `text`, as `descry index`
/// stores it). Documents without a text are counted in a note.
/// @throws std::runtime_error when no document has a text
Preparation prepare_databases(const std::vector<std::string>& paths, Console& console);

/// Reads documents into a temporary index, without a model and without values.
Preparation prepare_inputs(const std::vector<std::string>& inputs, const InputOptions& options,
                           Diagnostics& problems, Console& console);

/// A part of a collection, prepared like the whole, to see what a method costs as it grows: every
/// @a step-th document (by docid, so that near-duplicates that came together are parted
/// as others are) into a temporary index of its own, without values and metadata: methods that need
/// a model make one. Docids stay.
/// Cost: that of indexing the part.
Preparation prepare_part(const Preparation& whole, unsigned step, Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_PREPARATION_H
