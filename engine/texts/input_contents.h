/** @file input_contents.h
 *  @brief The fields of an input document other than id and text, and its size.
 */
#ifndef DESCRY_TEXTS_INPUT_CONTENTS_H
#define DESCRY_TEXTS_INPUT_CONTENTS_H

#include <cstddef>

#include <descry/texts/input_document.h>

#include "engine/keys/field_values.h"

namespace descry {

FieldValues fields_of(const InputDocument& document);

/// Bytes of id, text, and names and values of fields. Cost: visits each value.
std::size_t content_bytes(const InputDocument& document);

/// Bytes of memory of @a document: itself, and what its strings and vectors have allocated, used or
/// not. Every byte-bounded buffer of documents counts these. Cost: visits each value.
std::size_t memory_of(const InputDocument& document);

/// Frees memory that @a document has allocated and does not use, if more than a quarter: for texts
/// read in pieces, or after longer ones.
void give_back_unused(InputDocument& document);

}  // namespace descry

#endif  // DESCRY_TEXTS_INPUT_CONTENTS_H
