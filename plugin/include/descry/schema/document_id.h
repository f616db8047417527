/** @file document_id.h
 *  @brief A document's name for people and scripts: its unique term without the prefix.
 */
#ifndef DESCRY_SCHEMA_DOCUMENT_ID_H
#define DESCRY_SCHEMA_DOCUMENT_ID_H

#include <cstddef>
#include <string>
#include <string_view>

#include <xapian.h>

namespace descry {

/// What @a text takes of a term, of which Xapian's tables hold MAX_TERM_BYTES: a NUL takes two.
std::size_t bytes_in_term(std::string_view text);

/// The unique term of a document that descry indexes under @a id. An id that is too long for a term
/// is hashed (XXH3-128): the id in full is in the document's data.
std::string unique_term(std::string_view id_prefix, std::string_view id);

/// The id of a stored document: its unique term without the prefix; omindex's U (URL) or P (path)
/// term where there is none; else "#" and the docid. Of recoll's files the path, without the bar
/// at its end. A hashed id is looked up in the document's
/// data, and given as the term has it where that is another. find_document() finds what this gives.
/// @param stored the id that its data names, or nothing: a look-up shows whether it is the id, at
///        a third of the cost of its terms
/// @exception Xapian::DocNotFoundError
std::string document_id(const Xapian::Database& db, Xapian::docid did, std::string_view id_prefix,
                        const std::string& stored = {});

/// The docid of an id as document_id() gives it, or of a file's path or file:// address in an index
/// that names files so; 0 when there is no such document.
Xapian::docid find_document(const Xapian::Database& db, std::string_view id,
                            std::string_view id_prefix);

}  // namespace descry

#endif  // DESCRY_SCHEMA_DOCUMENT_ID_H
