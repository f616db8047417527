#include "analyzers/simple_words.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include "analyzers/encodings/utf8_reading.h"
#include "analyzers/long_words.h"

namespace descry {

namespace {

// Letters and digits that join any adjacent letter or digit.
bool joins_always(UChar32 c) {
    const auto category = U_GET_GC_MASK(c);
    switch (u_getIntPropertyValue(c, UCHAR_WORD_BREAK)) {
        case U_WB_ALETTER:
        case U_WB_HEBREW_LETTER:
            return (category & U_GC_L_MASK) != 0 && !is_cut_by_dictionaries(c);
        case U_WB_NUMERIC:
            return (category & U_GC_ND_MASK) != 0;
        default:
            return false;
    }
}

// Spaces, punctuation and symbols that are in no word, nor part of a composed character.
bool separates_always(UChar32 c) {
    constexpr std::uint32_t SEPARATORS = U_GC_Z_MASK | U_GC_P_MASK | U_GC_S_MASK | U_GC_CC_MASK;
    if ((U_GET_GC_MASK(c) & SEPARATORS) == 0) return false;
    switch (u_getIntPropertyValue(c, UCHAR_WORD_BREAK)) {
        case U_WB_OTHER:
        case U_WB_CR:
        case U_WB_LF:
        case U_WB_NEWLINE:
        case U_WB_MIDLETTER:
        case U_WB_MIDNUM:
        case U_WB_MIDNUMLET:
        case U_WB_SINGLE_QUOTE:
        case U_WB_DOUBLE_QUOTE:
        case U_WB_EXTENDNUMLET:
        case U_WB_WSEGSPACE:
            return true;
        default:
            return false;
    }
}

}  // namespace

bool is_cut_by_dictionaries(UChar32 c) {
    switch (u_getIntPropertyValue(c, UCHAR_SCRIPT)) {
        case USCRIPT_HAN:
        case USCRIPT_HIRAGANA:
        case USCRIPT_KATAKANA:
            return true;
        default:
            return u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT;
    }
}

SimpleWords::SimpleWords(const AnalyzerRecipe& recipe, const icu::Normalizer2& fold)
    : recipe_(recipe), fold_(fold) {}

std::size_t SimpleWords::skip_simple(std::string_view text, std::size_t from) {
    while (true) {
        from = skip_ascii(text, from);
        if (from == text.size()) return from;
        const Character next = character_at(text, from);
        if (next.folded->kind == Kind::NOT_SIMPLE) return from;
        from += next.bytes;
    }
}

std::size_t SimpleWords::analyze(std::string_view text, WordSink sink) {
    // Folded characters are copied whole, so there is room for one beyond the longest word.
    std::array<char, MAX_TERM_BYTES + 2 * sizeof(Folded::bytes)> word;
    std::size_t size = 0;
    std::size_t begin = 0;
    std::size_t skipped = 0;
    Kind kind = Kind::SEPARATOR;
    bool is_capitalised = false;
    const auto end_word = [&](std::size_t end) {
        if (end == begin) return;
        if (size > recipe_.max_bytes || end - begin > WordAnalyzer::MAX_RAW_BYTES) {
            skipped += analyze_long(text.substr(begin, end - begin), is_capitalised, sink);
        } else {
            sink.call(sink.context, {word.data(), size}, is_capitalised);
        }
    };
    for (std::size_t position = 0; position < text.size();) {
        const Character next = character_at(text, position);
        if (next.folded->kind != kind) {
            end_word(position);
            kind = next.folded->kind;
            is_capitalised = next.folded->is_capital;
            begin = position;
            size = 0;
        }
        if (kind == Kind::SEPARATOR) {
            position += next.bytes;
            begin = position;
            continue;
        }
        if (size <= recipe_.max_bytes) {
            std::memcpy(word.data() + size, next.folded->bytes.data(), sizeof(Folded::bytes));
            size += next.folded->size;
        }
        position += next.bytes;
    }
    end_word(text.size());
    return skipped;
}

std::size_t SimpleWords::analyze_long(std::string_view word, bool is_capitalised, WordSink sink) {
    if (!cuts_long_words(recipe_)) return 1;
    LongWord pieces(recipe_.max_bytes, is_capitalised, sink);
    for (std::size_t position = 0; position < word.size();) {
        const Character next = character_at(word, position);
        pieces.add({next.folded->bytes.data(), next.folded->size});
        position += next.bytes;
    }
    return pieces.finish();
}

SimpleWords::Character SimpleWords::character_at(std::string_view text, std::size_t position) {
    const auto [code_point, bytes] = bmp_character_at(text, position);
    return {&folded_.of(code_point, [this](UChar32 c) { return ask(c); }), bytes};
}

SimpleWords::Folded SimpleWords::ask(UChar32 c) const {
    Folded answer;
    if (separates_always(c)) {
        answer.kind = Kind::SEPARATOR;
        return answer;
    }
    if (!joins_always(c)) return answer;
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeString folded = fold_.normalize(icu::UnicodeString(c), status);
    if (U_FAILURE(status) || folded.isEmpty()) return answer;
    // Letters and digits that compose with nothing before them, so that words fold piecewise.
    for (std::int32_t i = 0; i < folded.length(); i = folded.moveIndex32(i, 1)) {
        const UChar32 part = folded.char32At(i);
        constexpr std::uint32_t IN_WORD = U_GC_L_MASK | U_GC_ND_MASK;
        if ((U_GET_GC_MASK(part) & IN_WORD) == 0 || !fold_.hasBoundaryBefore(part)) return answer;
    }
    std::string bytes;
    folded.toUTF8String(bytes);
    if (bytes.size() > answer.bytes.size()) return answer;
    const bool is_syllable =
        u_getIntPropertyValue(c, UCHAR_HANGUL_SYLLABLE_TYPE) >= U_HST_LV_SYLLABLE;
    answer.kind = is_syllable ? Kind::HANGUL_SYLLABLE : Kind::LETTER;
    answer.size = static_cast<std::uint8_t>(bytes.size()) & 0x7F;
    answer.is_capital = (U_GET_GC_MASK(c) & (U_GC_LU_MASK | U_GC_LT_MASK)) != 0;
    std::copy(bytes.begin(), bytes.end(), answer.bytes.begin());
    return answer;
}

}  // namespace descry
