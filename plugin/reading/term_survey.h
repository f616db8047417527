/** @file term_survey.h
 *  @brief Samples an index for body terms and other prefixes.
 */
#ifndef DESCRY_READING_TERM_SURVEY_H
#define DESCRY_READING_TERM_SURVEY_H

#include <cstdint>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/schema/body_terms.h>

namespace descry {

/// Terms under one prefix in the sampled documents.
struct TermPrefixUse {
    std::string prefix;
    Xapian::doccount documents = 0;
    /// Sum of their wdf.
    std::uint64_t words = 0;
};

struct TermSurvey {
    Xapian::doccount documents = 0;
    Xapian::doccount with_body_terms = 0;
    /// Most words first; only if fewer than half of the documents have body terms.
    std::vector<TermPrefixUse> prefixes;

    bool are_body_terms_missing() const { return 2 * with_body_terms < documents; }
};

inline constexpr Xapian::doccount SURVEYED_DOCUMENTS = 256;

/// Samples documents from all parts of the index. Boolean terms (wdf 0) are not words. Cost: their
/// term lists, some ten milliseconds.
/// @exception Xapian::FeatureUnavailableError the database has no term lists
TermSurvey survey_terms(const Xapian::Database& db, const TermSpace& space,
                        Xapian::doccount sample = SURVEYED_DOCUMENTS);

}  // namespace descry

#endif  // DESCRY_READING_TERM_SURVEY_H
