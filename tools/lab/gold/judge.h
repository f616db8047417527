/** @file judge.h
 *  @brief Edit distances of sampled pairs.
 */
#ifndef DESCRY_TOOLS_LAB_GOLD_JUDGE_H
#define DESCRY_TOOLS_LAB_GOLD_JUDGE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/analyzers/words.h>

#include "tools/lab/base/text_file.h"
#include "tools/lab/gold/suggested_pairs.h"

namespace descry {

/// The distances of Table 1 of Ilyinsky et al., as normalised edit distances.
inline constexpr std::array<double, 3> DISTANCE_LIMITS = {0.08, 0.15, 0.30};

/// Their names in output fields: below_08, recall_15.
inline constexpr std::array<std::string_view, 3> LIMIT_NAMES = {"08", "15", "30"};

/// The text as code points, each run of whitespace (Unicode's White_Space) one space, trimmed.
std::u32string characters_of(std::string_view utf8);

class Judge {
  public:
    /// Pairs with a longer text are not judged: one comparison would take seconds.
    static constexpr std::size_t MAX_CHARACTERS = 200'000;

    /// With @a recipe, compares canonical texts: its words joined by single spaces; without, the
    /// texts with whitespace folded. @a texts must outlive this object.
    Judge(const TextFile& texts, unsigned threads,
          std::optional<AnalyzerRecipe> recipe = std::nullopt)
        : texts_(texts), threads_(threads), recipe_(std::move(recipe)) {}

    /// In order: exact below 0.30, else FAR; nullopt if a text is missing or too long.
    std::vector<std::optional<double>> distances(std::span<const DocumentPair> pairs) const;

    static constexpr double FAR = 1;

  private:
    std::optional<double> distance(const DocumentPair& pair,
                                   std::optional<WordAnalyzer>& analyzer) const;

    const TextFile& texts_;
    unsigned threads_;
    std::optional<AnalyzerRecipe> recipe_;
};

/// How many distances are known, and how many of these are below each of DISTANCE_LIMITS.
struct DistanceCounts {
    std::uint64_t judged = 0;
    std::uint64_t unjudged = 0;
    std::array<std::uint64_t, DISTANCE_LIMITS.size()> below = {};

    /// The share below limit number @a i; nullopt if nothing was judged.
    std::optional<double> share(std::size_t i) const;
};

DistanceCounts count_distances(std::span<const std::optional<double>> distances);

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_GOLD_JUDGE_H
