/** @file word_fold.h
 *  @brief Words that NFKC_Casefold would cut, normalised so that they stay one.
 */
#ifndef DESCRY_ANALYZERS_WORD_FOLD_H
#define DESCRY_ANALYZERS_WORD_FOLD_H

#include <string>
#include <string_view>

#include <unicode/normalizer2.h>

#include <descry/analyzers/recipe.h>

namespace descry {

/** Makes @a folded what @a fold makes of @a word, without the spaces that it puts in.
 *
 *  A character that becomes a space and something else, a spacing mark, becomes that alone; one
 *  that becomes several words stays as it is, and what stands on its two sides is normalised by
 *  itself. A character that becomes nothing but a space is one, and stays one. Where no character
 *  becomes a space the result is that of normalise(), which costs a call of ICU's a word, this one
 *  a character.
 *
 *  @param fold ICU's NFKC_Casefold
 */
void fold_as_one(const icu::Normalizer2& fold, std::string_view word, std::string& folded);

/// Whether words of @a text may have marks that @a recipe drops. Cost: a glance at each byte.
bool may_have_optional_marks(std::string_view text, const AnalyzerRecipe& recipe);

/// Writes @a word, normalised by NFKC_Casefold, without its optional marks, which may be all of it.
/// Vowel and reading signs of Arabic and Hebrew; with AnalyzerRecipe::fold_marks also acute and
/// grave accents of Cyrillic letters, all marks of Greek ones, and macrons and breves of Latin
/// ones.
void drop_optional_marks(std::string_view word, const AnalyzerRecipe& recipe, std::string& out);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_WORD_FOLD_H
