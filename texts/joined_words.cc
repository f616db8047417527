#include <descry/distance/text_words.h>
#include <descry/texts/joined_words.h>

namespace descry {

std::string joined_words_of(WordAnalyzer& analyzer, std::string_view text) {
    std::string joined;
    joined.reserve(text.size());
    analyzer.analyze(text, [&joined](std::string_view word) { append_word(joined, word); });
    return joined;
}

CanonicalText canonical_text_of(WordAnalyzer& analyzer, std::string_view text) {
    return CanonicalText(joined_words_of(analyzer, text));
}

}  // namespace descry
