/** @file document_limits.h
 *  @brief What Xapian can hold of one document, looked at before anything of it is written.
 */
#ifndef DESCRY_PLUGIN_DOCUMENTS_DOCUMENT_LIMITS_H
#define DESCRY_PLUGIN_DOCUMENTS_DOCUMENT_LIMITS_H

#include <cstddef>
#include <string>
#include <string_view>

#include <xapian.h>

#include <descry/schema/stored_format.h>

#include "plugin/documents/document_builder.h"

namespace descry {

/// The size of @a bytes deflated as Xapian deflates what it stores: without a header, at zlib's
/// default level. Cost: some 20 MB/s; 64 KiB of memory beside zlib's.
std::size_t deflated_bytes(std::string_view bytes);

/// Refuses a document with a term that is too long: Xapian would give up with it all that was
/// written since the last commit. @exception Xapian::InvalidArgumentError
void check_terms(const Xapian::Document& document);
/// The same of one term.
void check_term(const std::string& term);

/// Xapian gives up a whole transaction for a document that it cannot hold, and the run with it; so
/// such a one is refused by itself. Its tables keep whatever belongs to a key in at most 65,535
/// pieces of a quarter block, which is 133.2 MB for a document's data and its list of terms, either
/// compressed by zlib (measured with Xapian 1.4.22).
///
/// For one thread.
class DocumentLimits {
  public:
    /// Of a document's data, or its term list, less than which Xapian takes.
    static constexpr std::size_t MAX_BYTES = 132'000'000;

    /// @param schema of the index, with its fields and analyzer
    DocumentLimits(const Schema& schema, const BuildOptions& options);

    /// Why the index cannot hold @a input; empty when it can. Cost: a look at each value's size, up
    /// to 12 MB of content; beyond, up to a tenth of what it costs to index the document, and where
    /// it comes close to a limit, up to once more that.
    std::string refusal(const InputDocument& input);

  private:
    std::string refusal_of_terms(const InputDocument& input);

    BuildOptions options_;
    DocumentFields fields_;
    DocumentBuilder builder_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_DOCUMENTS_DOCUMENT_LIMITS_H
