/** @file document_limits.h
 *  @brief Checks, before writing, that Xapian can hold a document.
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

/// The size of @a bytes compressed as Xapian does: deflate without a header, at zlib's default
/// level. Cost: some 20 MB/s; memory: 64 KiB beside zlib's.
std::size_t deflated_bytes(std::string_view bytes);

/// Rejects a document with a term that is too long, for which Xapian would discard everything
/// written since the last commit. @exception Xapian::InvalidArgumentError
void check_terms(const Xapian::Document& document);
void check_term(const std::string& term);

/// For a document that it cannot hold, Xapian aborts the whole transaction, so such documents are
/// rejected first. Xapian's tables store an entry in at most 65,535 pieces of a quarter block:
/// 133.2 MB each for data and term list, compressed by zlib (measured with Xapian 1.4.22). For one
/// thread.
class DocumentLimits {
  public:
    /// Xapian accepts data, or a term list, below this size.
    static constexpr std::size_t MAX_BYTES = 132'000'000;

    /// @param schema of the index, with its fields and analyzer
    DocumentLimits(const Schema& schema, const BuildOptions& options);

    /// Why the index cannot hold @a input; empty if it can. Cost: the size of each value, up to 12
    /// MB; above, up to a tenth of indexing the document, and near a limit as much again as
    /// indexing.
    std::string rejection(const InputDocument& input);

  private:
    std::string rejection_of_terms(const InputDocument& input);

    BuildOptions options_;
    DocumentFields fields_;
    DocumentBuilder builder_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_DOCUMENTS_DOCUMENT_LIMITS_H
