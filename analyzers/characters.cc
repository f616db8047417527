#include "analyzers/characters.h"

#include <unicode/uchar.h>

#include "analyzers/encodings/utf8_reading.h"

namespace descry {

namespace {

bool is_blank(UChar32 c) {
    return u_isUWhiteSpace(c) != 0 || u_charType(c) == U_CONTROL_CHAR;
}

bool is_blank(std::string_view text) {
    for (std::size_t next = 0; next < text.size();)
        if (!is_blank(take_code_point(text, next))) return false;
    return true;
}

// UAX #29, rule GB9b: some signs join whatever follows them.
bool joins_what_follows(std::string_view text) {
    std::size_t begin = text.size() - 1;
    while (begin > 0 && U8_IS_TRAIL(text[begin]))
        --begin;
    const UChar32 c = take_code_point(text, begin);
    return u_getIntPropertyValue(c, UCHAR_GRAPHEME_CLUSTER_BREAK) == U_GCB_PREPEND;
}

}  // namespace

CharacterAnalyzer::CharacterAnalyzer(CharacterUnit unit, bool fold_case)
    : unit_(unit), fold_(fold_case ? &nfkc_casefold() : nullptr) {
    if (unit == CharacterUnit::CODE_POINT) return;
    clusters_.emplace(icu::BreakIterator::createCharacterInstance, "ICU cannot cut characters");
}

void CharacterAnalyzer::analyze(std::string_view text, CharacterSink sink) {
    sink_ = sink;
    has_begun_ = false;
    is_space_due_ = false;
    for (std::size_t position = 0; position < text.size();) {
        const char c = text[position];
        const std::size_t next = position + 1;
        // An ASCII character stands alone only before another one, as a mark may follow.
        if (is_ascii(c) && (next == text.size() || is_ascii(text[next]))) {
            const char lowered = fold_ != nullptr ? to_lower(c) : c;
            take({&lowered, 1});
            position = next;
            continue;
        }
        const std::size_t end = find_end(text, position);
        take_stretch(text.substr(position, end - position));
        position = end;
    }
}

// The end of a stretch that begins with anything but a lone ASCII character.
std::size_t CharacterAnalyzer::find_end(std::string_view text, std::size_t begin) const {
    if (unit_ == CharacterUnit::CODE_POINT) return stretch_end(fold_, text, begin);
    std::size_t end = begin + 1;
    while (end < text.size() &&
           (!is_ascii(text[end]) || joins_what_follows(text.substr(begin, end - begin))))
        ++end;
    return end;
}

void CharacterAnalyzer::take_stretch(std::string_view stretch) {
    if (clusters_) {
        clusters_->for_each(stretch, "ASCII", [this](std::string_view cluster, std::int32_t) {
            take(cluster.size() < LONGEST_STRETCH ? folded(cluster) : cluster);
        });
        return;
    }
    const std::string_view characters = folded(stretch);
    for (std::size_t next = 0; next < characters.size();) {
        const std::size_t begin = next;
        take_code_point(characters, next);
        take(characters.substr(begin, next - begin));
    }
}

std::string_view CharacterAnalyzer::folded(std::string_view characters) {
    if (fold_ == nullptr) return characters;
    normalise(*fold_, characters, folded_);
    return folded_;
}

void CharacterAnalyzer::take(std::string_view character) {
    if (character.empty()) return;
    const bool is_space = character.size() == 1 && is_ascii(character[0])
                              ? character[0] <= ' ' || character[0] == '\x7f'
                              : is_blank(character);
    if (is_space) {
        is_space_due_ = has_begun_;
        return;
    }
    if (is_space_due_) sink_.call(sink_.context, " ");
    is_space_due_ = false;
    has_begun_ = true;
    sink_.call(sink_.context, character);
}

}  // namespace descry
