#include "engine/texts/joined_words.h"

#include <descry/analyzers/equal_texts.h>
#include <descry/hashing/hash.h>

#include "engine/distance/text_words.h"

namespace descry {

namespace {

// U+E000, which no human text has, and a hash of the text.
std::string placeholder_of(std::string_view text) {
    constexpr std::string_view BLANKS = " \t\n\v\f\r";
    const std::size_t begin = text.find_first_not_of(BLANKS);
    if (begin == std::string_view::npos) return {};
    text = text.substr(begin, text.find_last_not_of(BLANKS) + 1 - begin);
    return "\uE000" + to_hex(as_bytes(md5(text)));
}

}  // namespace

std::string joined_words_of(WordAnalyzer& analyzer, std::string_view text) {
    std::string joined;
    joined.reserve(text.size());
    analyzer.analyze(text, [&joined](std::string_view word) { append_word(joined, word); });
    return joined.empty() ? placeholder_of(text) : joined;
}

CanonicalText canonical_text_of(WordAnalyzer& analyzer, std::string_view text) {
    return CanonicalText(joined_words_of(analyzer, text));
}

std::uint64_t folded_text_hash(std::string_view utf8) {
    return hash64(folded_text(utf8));
}

}  // namespace descry
