#include "tools/lab/gold/judge.h"

#include <algorithm>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <descry/reading/text_reader.h>

#include "engine/edits/edit_distance.h"
#include "engine/mechanics/parallel.h"
#include "engine/texts/joined_words.h"

namespace descry {

std::u32string characters_of(std::string_view utf8) {
    std::u32string characters;
    characters.reserve(utf8.size());
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(utf8.data());
    bool space = false;
    for (std::size_t i = 0; i < utf8.size();) {
        UChar32 c = 0;
        U8_NEXT_OR_FFFD(bytes, i, utf8.size(), c);
        if (u_isUWhiteSpace(c)) {
            space = !characters.empty();
            continue;
        }
        if (space) characters += U' ';
        space = false;
        characters += static_cast<char32_t>(c);
    }
    return characters;
}

std::optional<double> Judge::distance(const DocumentPair& pair,
                                      std::optional<WordAnalyzer>& analyzer) const {
    const auto a = texts_.get(pair.a);
    const auto b = texts_.get(pair.b);
    if (!a || !b) return std::nullopt;
    if (*a == *b) return 0;
    const auto characters = [&](const std::string& text) {
        if (!recipe_) return characters_of(text);
        if (!analyzer) analyzer.emplace(*recipe_);
        return characters_of(joined_words_of(*analyzer, text));
    };
    const std::u32string x = characters(*a);
    const std::u32string y = characters(*b);
    if (std::max(x.size(), y.size()) > MAX_CHARACTERS) return std::nullopt;
    return normalised_edit_distance(x, y, DISTANCE_LIMITS.back()).value_or(FAR);
}

std::vector<std::optional<double>> Judge::distances(std::span<const DocumentPair> pairs) const {
    std::vector<std::optional<double>> distances(pairs.size());
    parallel_for(threads_, pairs.size(), [&] {
        return [&, analyzer = std::optional<WordAnalyzer>()](std::size_t i) mutable {
            distances[i] = distance(pairs[i], analyzer);
        };
    });
    return distances;
}

std::optional<double> DistanceCounts::share(std::size_t i) const {
    if (judged == 0) return std::nullopt;
    return static_cast<double>(below[i]) / static_cast<double>(judged);
}

DistanceCounts count_distances(std::span<const std::optional<double>> distances) {
    DistanceCounts counts;
    for (const auto& distance : distances) {
        ++(distance ? counts.judged : counts.unjudged);
        for (std::size_t i = 0; distance && i < DISTANCE_LIMITS.size(); ++i)
            counts.below[i] += *distance < DISTANCE_LIMITS[i] ? 1u : 0u;
    }
    return counts;
}

}  // namespace descry
