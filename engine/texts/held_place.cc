#include "engine/texts/held_place.h"

#include <algorithm>
#include <cstdint>

#include "engine/distance/text_words.h"
#include "engine/inside/inside_match.h"

namespace descry {

namespace {

bool begins_character(std::string_view text, std::size_t place) {
    return place == text.size() || (static_cast<unsigned char>(text[place]) & 0xc0) != 0x80;
}

std::uint32_t count_words(WordAnalyzer& analyzer, std::string_view text) {
    std::uint32_t words = 0;
    analyzer.analyze(text, [&words](std::string_view) { ++words; });
    return words;
}

// The longest beginning of a text that has at most @a most words.
std::size_t end_of_words(WordAnalyzer& analyzer, std::string_view text, std::uint32_t most) {
    std::size_t fits = 0;
    std::size_t longer = text.size() + 1;
    while (longer - fits > 1) {
        std::size_t middle = fits + (longer - fits) / 2;
        while (!begins_character(text, middle))
            --middle;
        if (middle == fits) {
            middle = fits + (longer - fits) / 2;
            while (!begins_character(text, middle))
                ++middle;
            if (middle >= longer) break;
        }
        (count_words(analyzer, text.substr(0, middle)) <= most ? fits : longer) = middle;
    }
    return fits;
}

constexpr std::string_view SPACES = " \t\r\n";

std::size_t without_spaces(std::string_view text) {
    return text.find_last_not_of(SPACES) + 1;
}

// Where a word begins that was not complete at @a place, such as "-500" behind its sign; @a place
// if none is found in the bytes before.
std::size_t begin_of_word(WordAnalyzer& analyzer, std::string_view text, std::size_t place,
                          std::string_view word) {
    constexpr std::size_t MOST_SIGN_BYTES = 8;
    const std::size_t least = place - std::min(place, MOST_SIGN_BYTES);
    std::size_t end = std::min(text.find_first_of(SPACES, place), place + 4 * word.size() + 64);
    end = std::min(end, text.size());
    while (!begins_character(text, end))
        --end;
    for (std::size_t begin = place;; --begin) {
        std::string first;
        if (begins_character(text, begin)) {
            analyzer.analyze(text.substr(begin, end - begin), [&first](std::string_view one) {
                if (first.empty()) first = one;
            });
        }
        if (first == word) return begin;
        if (begin == least || SPACES.find(text[begin - 1]) != SPACES.npos) return place;
    }
}

// The end of what adjoins the last of so many words, before @a behind, where one more is complete.
std::size_t end_of_place(WordAnalyzer& analyzer, std::string_view text, std::size_t behind,
                         const HashedWords& words, std::uint32_t count) {
    std::size_t end = without_spaces(text.substr(0, behind));
    const auto cut_after = [&](std::string_view separators) {
        const std::size_t at = text.substr(0, end).find_last_of(separators);
        if (at == text.npos) return false;
        const std::size_t before = without_spaces(text.substr(0, at));
        const bool cuts = count_words(analyzer, text.substr(0, before)) >= count;
        if (cuts) end = before;
        return cuts;
    };
    // Signs that adjoin the next word belong to it, and those of a line of their own to no word
    // here.
    if (end == behind && count < words.size() && !cut_after(SPACES))
        end = begin_of_word(analyzer, text, behind, words.word(count));
    while (cut_after("\r\n")) {
    }
    return end;
}

std::string words_between(const HashedWords& words, std::uint32_t begin, std::uint32_t end) {
    std::string joined;
    for (std::uint32_t i = begin; i < end; ++i)
        append_word(joined, words.word(i));
    return joined;
}

}  // namespace

HeldPlace held_place(std::string_view item, std::string_view words, std::string_view written,
                     WordAnalyzer& analyzer) {
    ContainerText container;
    container.assign(words);
    const HashedWords of_item(item);
    const auto match = container.find(of_item, 0);
    if (!match) return {};
    HeldPlace place;
    const HashedWords& of_text = container.words();
    place.first = begin_of_word(analyzer, written, end_of_words(analyzer, written, match->begin),
                                of_text.word(match->begin));
    const std::size_t behind = end_of_words(analyzer, written, match->end);
    const std::size_t end = end_of_place(analyzer, written, behind, of_text, match->end);
    place.last = std::max(place.first + 1, end) - 1;
    for (const DifferingRange& range : match->differing) {
        if (!place.differing.empty()) place.differing += ' ';
        place.differing += "[-" + words_between(of_item, range.begin_a, range.end_a) + "-]";
        // Words inserted between quoted lines are not differences.
        if (range.end_b > range.begin_b &&
            range.end_b - range.begin_b <= 2 * (range.end_a - range.begin_a) + 2)
            place.differing += " {+" + words_between(of_text, range.begin_b, range.end_b) + "+}";
    }
    return place;
}

}  // namespace descry
