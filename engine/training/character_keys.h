/** @file character_keys.h
 *  @brief Whether a collection needs keys of characters, and of how many rows.
 */
#ifndef DESCRY_ENGINE_TRAINING_CHARACTER_KEYS_H
#define DESCRY_ENGINE_TRAINING_CHARACTER_KEYS_H

#include <cstdint>

#include <descry/collection/collection.h>
#include <descry/training/training.h>

namespace descry {

/// ModelParameters::character_rows for a collection.
///
/// Of several rows the fewest with which a document meets 300 others at most that are no
/// near-duplicates: how many these would be is told by the sketches of 1,000 documents, each
/// compared with each. Where it is to be found out whether there are keys at all, the beginnings
/// of 16,384 documents, or 131,072, get some of the keys, and each makes a pair with the one that
/// is most like it of those that share one. 2,000 to 4,000 of these pairs are verified. There are
/// keys where more than 15 of 1,000 near ones share no key of words and are farther apart by words
/// than by characters, by 0.1. A limit above 0.2 always has keys. Where documents are so few that
/// all are compared with each other, there are keys too, so that words alone refuse no pair.
/// @param model of the collection, without such keys
/// @return 0: it needs none
/// Cost: the texts of 1,000 documents; where it is to be found out, 3 nanoseconds a byte of the
/// beginnings, and the pairs; nothing where the choice is made or documents are few.
std::uint32_t character_rows_for(const Collection& collection, const DocumentContents& contents,
                                 const Model& model, CharacterKeyChoice choice);

/// The same where no text is known.
std::uint32_t character_rows_without_texts(const ModelParameters& parameters,
                                           CharacterKeyChoice choice);

}  // namespace descry

#endif  // DESCRY_ENGINE_TRAINING_CHARACTER_KEYS_H
