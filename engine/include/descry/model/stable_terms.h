/** @file stable_terms.h
 *  @brief The table of stable terms, from which the term bands of a document are drawn.
 *
 *  It holds all terms, descriptive or not, whose presence near-duplicates mostly share. Rates are
 *  learned per term if pairs suffice, else per class; class rates alone lose 5 to 10 points of
 *  recall.
 */
#ifndef DESCRY_MODEL_STABLE_TERMS_H
#define DESCRY_MODEL_STABLE_TERMS_H

#include <string>
#include <vector>

#include <descry/hashing/fixed24.h>
#include <descry/model/selection_limits.h>

namespace descry {

struct LearnedCounts;
struct WordsAndSample;

/// Added to each rate, as a word that never flipped would otherwise always be drawn first. Smaller
/// differences cannot be measured on pairs.
inline constexpr double LEAST_FLIP_RATE = 0.005;

struct StableTerm {
    std::string term;
    /// (rate + LEAST_FLIP_RATE) / sqrt(information): small weights are drawn first (BandWord).
    Fixed24 weight;
    Fixed24 information;

    friend bool operator==(const StableTerm&, const StableTerm&) = default;
};

/// Terms of more than half of the documents: used only for documents with hardly any others.
inline bool is_common(Fixed24 information) {
    return information.units < std::uint32_t{1} << 24;
}
inline bool is_common(const StableTerm& term) {
    return is_common(term.information);
}

/// Chooses the terms whose presence is stable.
///
/// Rate: (flips + 4 c) / (seen + 4) for terms of at least max(min_documents, min_own_share * D)
/// documents, else c, the rate of the term's class (with or without a digit, times the power of two
/// of its documents). Chosen: terms of at least 4 documents and a rate of at most 0.10; all common
/// terms.
/// @return ascending by term
/// Cost: linear in frequencies.
std::vector<StableTerm> choose_stable_terms(const WordsAndSample& statistics,
                                            const LearnedCounts& learned,
                                            const StableTermLimits& limits = {});

}  // namespace descry

#endif  // DESCRY_MODEL_STABLE_TERMS_H
