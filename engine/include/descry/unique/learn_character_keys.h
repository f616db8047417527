/** @file learn_character_keys.h
 *  @brief Whether a collection needs keys of characters.
 */
#ifndef DESCRY_UNIQUE_LEARN_CHARACTER_KEYS_H
#define DESCRY_UNIQUE_LEARN_CHARACTER_KEYS_H

#include <descry/collection/collection.h>
#include <descry/model/model.h>

namespace descry {

/// Whether a model has them: where they pay, always, or never.
enum class CharacterKeyChoice { AUTO, ON, OFF };

/// The same model with keys of characters (ModelParameters::character_keys).
Model with_character_keys(const Model& model);

/// The same model with keys of characters or without.
///
/// Where it is to be found out, all documents are keyed by characters; of the pairs that these keys
/// bring, 1,000 to 2,000 are verified, and the model gets them where more than a tenth of the
/// near ones share no key of words. A model without words gets them where its
/// documents, 4,000 at most, are all compared with each other, as they forbid that words alone
/// refuse a pair; else not. One with words and a limit above 0.2 always gets them, one of words in
/// any order never.
/// Cost: all texts once, and 3 nanoseconds a byte of them; nothing where the choice is made.
Model learn_character_keys(const Collection& collection, Model model, CharacterKeyChoice choice);

}  // namespace descry

#endif  // DESCRY_UNIQUE_LEARN_CHARACTER_KEYS_H
