/** @file inside_texts.h
 *  @brief Readers of texts from two collections: that of prepared files, and another.
 */
#ifndef DESCRY_ENGINE_TEXTS_INSIDE_TEXTS_H
#define DESCRY_ENGINE_TEXTS_INSIDE_TEXTS_H

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <descry/inside/find_inside.h>

#include "engine/collection/text_collection.h"

namespace descry {

/// [@a begin, @a end), ascending.
std::vector<DocumentNumber> numbers_between(DocumentNumber begin, DocumentNumber end);

/// Reads documents as GroupedTexts numbers them. @param prepared may be null
std::function<ReadText()> text_readers(std::shared_ptr<const TextCollection> prepared,
                                       std::shared_ptr<const TextCollection> texts);

/// Reads TermListReader::apart_value() of documents as GroupedTexts numbers them; without fields 0.
/// For one thread.
std::function<std::uint64_t(DocumentNumber)> apart_values(
    const std::shared_ptr<const TextCollection>& prepared,
    const std::shared_ptr<const TextCollection>& texts, std::vector<std::string> fields);

}  // namespace descry

#endif  // DESCRY_ENGINE_TEXTS_INSIDE_TEXTS_H
