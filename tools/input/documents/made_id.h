/** @file made_id.h
 *  @brief Ids for documents that come without one, as `--id-from` says.
 */
#ifndef DESCRY_TOOLS_INPUT_DOCUMENTS_MADE_ID_H
#define DESCRY_TOOLS_INPUT_DOCUMENTS_MADE_ID_H

#include <string>
#include <string_view>

#include "input/documents/document.h"

namespace descry {

/// What a message about a document without an id adds: how to get one.
inline constexpr std::string_view WAYS_TO_AN_ID =
    "; --id-field NAME takes it from another, --id-from line or hash makes one";

/// The id of a document that is a whole file: its path, which stays as it is when it is valid
/// UTF-8; otherwise each of its non-ASCII bytes is written `%HH`.
std::string id_of_path(std::string_view path);

/// Gives @a document an id by InputOptions::id_from: LINE, id_of_path() and @a location_in_file
/// (`:LINE` or `/NUMBER`), other for each document of a file; HASH, hash_id() of @a bytes.
/// @param path ReaderContext::path
void make_id(InputDocument& document, IdFrom id_from, std::string_view path,
             std::string_view location_in_file, std::string_view bytes);

/// The first 128 bits of the SHA-256 of @a bytes in 32 hex digits: nobody can write a document that
/// takes the location of another one.
std::string hash_id(std::string_view bytes);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_DOCUMENTS_MADE_ID_H
