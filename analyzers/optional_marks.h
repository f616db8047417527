/** @file optional_marks.h
 *  @brief Marks that writers leave out at will, taken off words.
 */
#ifndef DESCRY_ANALYZERS_OPTIONAL_MARKS_H
#define DESCRY_ANALYZERS_OPTIONAL_MARKS_H

#include <string>
#include <string_view>

#include <descry/analyzers/recipe.h>

namespace descry {

/// Whether words of @a text may have marks that @a recipe drops. Cost: a glance at each byte.
bool may_have_optional_marks(std::string_view text, const AnalyzerRecipe& recipe);

/// Writes @a word, normalised by NFKC_Casefold, without its optional marks, which may be all of it.
/// Vowel and reading signs of Arabic and Hebrew; with AnalyzerRecipe::fold_marks also acute and
/// grave accents of Cyrillic letters, all marks of Greek ones, and macrons and breves of Latin
/// ones.
void drop_optional_marks(std::string_view word, const AnalyzerRecipe& recipe, std::string& out);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_OPTIONAL_MARKS_H
