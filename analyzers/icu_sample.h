/** @file icu_sample.h
 *  @brief A text of all scripts: whoever cuts it into the same words cuts other texts alike.
 */
#ifndef DESCRY_ANALYZERS_ICU_SAMPLE_H
#define DESCRY_ANALYZERS_ICU_SAMPLE_H

#include <string>
#include <string_view>

#include <descry/analyzers/recipe.h>

namespace descry {

/** The sample: characters of each block of Unicode 15.0, alone and beside others, and sentences in
 *  the languages that ICU cuts by dictionaries.
 *
 *  It holds no character of a later Unicode, so that new characters change nothing. The same with
 *  each ICU from 72 on, which tells the age of characters.
 */
std::string icu_sample();

/// The hash of the words that @a mid_word makes of the sample, capitals told apart: 16 digits.
/// Cost: 10 ms
std::string try_icu_sample(MidWord mid_word);

/// What try_icu_sample() gave with the ICU of the version @a icu ("72.1"); empty where nobody
/// tried. Saves the time; icu_sample_test tries again.
std::string_view known_icu_sample(std::string_view icu, MidWord mid_word);

/// What is known of the ICU that is loaded; else it is tried, once.
const std::string& loaded_icu_sample(MidWord mid_word);

}  // namespace descry

#endif  // DESCRY_ANALYZERS_ICU_SAMPLE_H
