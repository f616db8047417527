/** @file words_of.h
 *  @brief The words of a text in a list, by any recipe that there is.
 */
#ifndef DESCRY_TESTS_WORDS_OF_H
#define DESCRY_TESTS_WORDS_OF_H

#include <string>
#include <string_view>
#include <vector>

#include <descry/analyzers/words.h>

namespace descry::testing {

using Words = std::vector<std::string>;

inline AnalyzerRecipe recipe_of(MidWord mid_word, WordRules rules = WordRules::VERSION_4) {
    AnalyzerRecipe recipe;
    recipe.mid_word = mid_word;
    recipe.rules = rules;
    return recipe;
}

inline std::vector<AnalyzerRecipe> all_recipes() {
    std::vector<AnalyzerRecipe> recipes;
    for (const WordRules rules :
         {WordRules::VERSION_1, WordRules::VERSION_2, WordRules::VERSION_3, WordRules::VERSION_4})
        for (const MidWord mid_word : {MidWord::KEEP, MidWord::SPLIT})
            recipes.push_back(recipe_of(mid_word, rules));
    return recipes;
}

inline Words words_of(WordAnalyzer& analyzer, std::string_view text) {
    Words words;
    analyzer.analyze(text, [&](std::string_view word) { words.emplace_back(word); });
    return words;
}

inline Words words_of(std::string_view text, MidWord mid_word = MidWord::KEEP,
                      WordRules rules = WordRules::VERSION_4) {
    WordAnalyzer analyzer(recipe_of(mid_word, rules));
    return words_of(analyzer, text);
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_WORDS_OF_H
