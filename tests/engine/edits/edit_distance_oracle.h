/** @file edit_distance_oracle.h
 *  @brief The edit distance by its definition, and texts to ask it about.
 */
#ifndef DESCRY_TESTS_EDIT_DISTANCE_ORACLE_H
#define DESCRY_TESTS_EDIT_DISTANCE_ORACLE_H

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace descry::testing {

/// The whole table, row by row.
inline std::size_t edit_distance_oracle(std::u32string_view a, std::u32string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

/// Up to this many letters over {a, b, space}.
inline std::vector<std::u32string> all_short_strings(std::size_t letters) {
    std::vector<std::u32string> strings = {U""};
    for (std::size_t i = 0; i < strings.size() && strings[i].size() < letters; ++i) {
        for (const char32_t c : {U'a', U'b', U' '})
            strings.push_back(strings[i] + c);
    }
    return strings;
}

/// Characters of one script, all as likely.
struct Script {
    const char* name;
    char32_t first;
    std::size_t alphabet;
};

template <typename Generator>
std::u32string random_text(Generator& generator, std::size_t size, const Script& script) {
    std::u32string text(size, U' ');
    for (char32_t& c : text)
        c = script.first + static_cast<char32_t>(generator() % script.alphabet);
    return text;
}

/// @param longest stretch that one edit inserts, replaces or deletes
template <typename Generator>
std::u32string edited(Generator& generator, std::u32string text, std::size_t edits,
                      const Script& script, std::size_t longest = 1) {
    for (std::size_t i = 0; i < edits; ++i) {
        const std::size_t place = generator() % (text.size() + 1);
        const std::size_t size = 1 + generator() % longest;
        const std::u32string stretch = random_text(generator, size, script);
        const auto kind = generator() % 3;
        if (kind == 0 || place == text.size()) {
            text.insert(place, stretch);
        } else if (kind == 1) {
            text.replace(place, size, stretch);
        } else {
            text.erase(place, size);
        }
    }
    return text;
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_EDIT_DISTANCE_ORACLE_H
