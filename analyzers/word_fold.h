/** @file word_fold.h
 *  @brief Normalises words that NFKC_Casefold would cut, without cutting them.
 */
#ifndef DESCRY_ANALYZERS_WORD_FOLD_H
#define DESCRY_ANALYZERS_WORD_FOLD_H

#include <string>
#include <string_view>

#include <unicode/normalizer2.h>

#include <descry/analyzers/recipe.h>

namespace descry {

/** Sets @a folded to the fold of @a word, without the spaces that folding inserts.
 *
 *  A spacing mark becomes the mark without the space; a character that folds to several words is
 *  kept, and its two sides are normalised separately; one that folds to nothing but a space remains
 *  a space. If no character folds to a space the result is that of normalise(), which calls ICU
 *  once per word, this function once per character.
 *  @param fold ICU's NFKC_Casefold
 */
void fold_as_one(const icu::Normalizer2& fold, std::string_view word, std::string& folded);

/// Whether words of @a text may have marks that @a recipe drops. Cost: looks at each byte.
bool may_have_optional_marks(std::string_view text, const AnalyzerRecipe& recipe);

/// Writes @a word, normalised by NFKC_Casefold, without its optional marks, perhaps leaving
/// nothing: vowel and reading signs of Arabic and Hebrew; with AnalyzerRecipe::fold_marks also
/// acutes and graves of Cyrillic letters, all marks of Greek ones, macrons and breves of Latin
/// ones.
void drop_optional_marks(std::string_view word, const AnalyzerRecipe& recipe, std::string& out);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_WORD_FOLD_H
