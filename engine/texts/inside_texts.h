/** @file inside_texts.h
 *  @brief Readers of texts that stand in two collections: those of prepared files, and others.
 */
#ifndef DESCRY_ENGINE_TEXTS_INSIDE_TEXTS_H
#define DESCRY_ENGINE_TEXTS_INSIDE_TEXTS_H

#include <functional>
#include <memory>
#include <vector>

#include <descry/inside/find_inside.h>

#include "engine/collection/text_collection.h"

namespace descry {

/// @a begin and all above it that are below @a end.
std::vector<DocumentNumber> numbers_between(DocumentNumber begin, DocumentNumber end);

/// Reads documents as GroupedTexts numbers them. @param prepared null: there are none
std::function<ReadText()> text_readers(std::shared_ptr<const TextCollection> prepared,
                                       std::shared_ptr<const TextCollection> texts);

}  // namespace descry

#endif  // DESCRY_ENGINE_TEXTS_INSIDE_TEXTS_H
