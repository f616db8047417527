/** @file document_id.h
 *  @brief A document's id: its unique term without the prefix.
 */
#ifndef DESCRY_SCHEMA_DOCUMENT_ID_H
#define DESCRY_SCHEMA_DOCUMENT_ID_H

#include <cstddef>
#include <string>
#include <string_view>

#include <xapian.h>

namespace descry {

/// Bytes that @a text takes of a term's MAX_TERM_BYTES: a NUL takes two.
std::size_t bytes_in_term(std::string_view text);

/// The unique term under which descry indexes @a id. An id too long for a term is hashed
/// (XXH3-128); the document's data has the full id.
std::string unique_term(std::string_view id_prefix, std::string_view id);

/// The id of a stored document: its unique term without the prefix; else omindex's U (URL) or P
/// (path) term; else "#" and the docid. For recoll, the path without the bar at its end. The full
/// form of a hashed id is read from the document's data; if that id does not match the term, the
/// term's form is returned. find_document() accepts the result.
/// @param stored the id in its data, or empty: a look-up verifies it at a third of the cost of
///        reading its terms
/// @exception Xapian::DocNotFoundError
std::string document_id(const Xapian::Database& db, Xapian::docid did, std::string_view id_prefix,
                        const std::string& stored = {});

/// The docid of an id from document_id(), or of a file's path or file:// address in an index that
/// names documents so; 0 if there is no such document.
Xapian::docid find_document(const Xapian::Database& db, std::string_view id,
                            std::string_view id_prefix);

}  // namespace descry

#endif  // DESCRY_SCHEMA_DOCUMENT_ID_H
