/** @file input_contents.h
 *  @brief What a document of the input holds beside id and text, and how much in all.
 */
#ifndef DESCRY_TEXTS_INPUT_CONTENTS_H
#define DESCRY_TEXTS_INPUT_CONTENTS_H

#include <cstddef>

#include <descry/texts/input_document.h>

#include "engine/keys/field_values.h"

namespace descry {

/// All fields but id and text.
FieldValues fields_of(const InputDocument& document);

/// Bytes of what is indexed or stored of @a document: id, text, and the names and values of its
/// fields. Cost: a look at each value.
std::size_t content_bytes(const InputDocument& document);

/// Bytes of memory that @a document takes while it is kept: itself, and what its strings and
/// vectors have allocated, used or not. Every buffer of documents that is bounded in bytes counts
/// these. Cost: a look at each value.
std::size_t memory_of(const InputDocument& document);

/// Gives memory back that @a document has allocated and does not use, where it is more than a
/// quarter: of a text that was read in pieces, or that stood in the place of a longer one.
void give_back_unused(InputDocument& document);

}  // namespace descry

#endif  // DESCRY_TEXTS_INPUT_CONTENTS_H
