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
        std::uint32_t words = 0;
        analyzer.analyze(text.substr(0, middle), [&words](std::string_view) { ++words; });
        (words <= most ? fits : longer) = middle;
    }
    return fits;
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
    place.first = end_of_words(analyzer, written, match->begin);
    const std::size_t behind = end_of_words(analyzer, written, match->end);
    const std::size_t last = written.substr(0, behind).find_last_not_of(" \t\r\n");
    place.last = last == std::string_view::npos ? behind : std::max(place.first, last);
    for (const DifferingRange& range : match->differing) {
        if (!place.differing.empty()) place.differing += ' ';
        place.differing += "[-" + words_between(of_item, range.begin_a, range.end_a) + "-]";
        // Words inserted between quoted lines are not differences.
        if (range.end_b > range.begin_b &&
            range.end_b - range.begin_b <= 2 * (range.end_a - range.begin_a) + 2)
            place.differing +=
                " {+" + words_between(container.words(), range.begin_b, range.end_b) + "+}";
    }
    return place;
}

}  // namespace descry
