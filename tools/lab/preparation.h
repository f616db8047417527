/** @file preparation.h
 *  @brief Prepares the collection for evaluate: an index and its texts.
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

struct Preparation {
    /// Opens the databases as one, always in the same state.
    DatabaseOpener open;
    Schema schema;
    std::uint64_t documents = 0;
    std::unique_ptr<TextFile> texts;
    /// Directory of a temporary index; else null.
    std::unique_ptr<TemporaryFolder> folder;
};

/// True if all of @a paths are Xapian databases, false if none is.
/// @throws std::invalid_argument only some are
bool are_databases(const std::vector<std::string>& paths);

/// Takes texts from the data of documents (JSON with `text`, as stored by `descry index`). A note
/// counts documents without a text.
/// @throws std::runtime_error no document has a text
Preparation prepare_databases(const std::vector<std::string>& paths, Console& console);

/// Reads documents into a temporary index without a model and values.
Preparation prepare_inputs(const std::vector<std::string>& inputs, const InputOptions& options,
                           Diagnostics& problems, Console& console);

/// Prepares every @a step-th document (by docid, which separates near-duplicates like others), to
/// measure how costs grow, in a temporary index without values and metadata. Docids are unchanged.
/// Cost: indexing the part.
Preparation prepare_part(const Preparation& whole, unsigned step, Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_PREPARATION_H
