/** @file term_survey.h
 *  @brief Whether the documents of an index have body terms, and what other prefixes there are.
 */
#ifndef DESCRY_READING_TERM_SURVEY_H
#define DESCRY_READING_TERM_SURVEY_H

#include <cstdint>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/schema/body_terms.h>

namespace descry {

/// Terms under one prefix in the documents that were looked at.
struct TermPrefixUse {
    /// Empty: terms without one.
    std::string prefix;
    /// Documents with such a term.
    Xapian::doccount documents = 0;
    /// The sum of their wdf.
    std::uint64_t words = 0;
};

/// What a sample of an index says.
struct TermSurvey {
    Xapian::doccount documents = 0;
    Xapian::doccount with_body_terms = 0;
    /// Most words first; only where fewer than half of the documents have body terms.
    std::vector<TermPrefixUse> prefixes;

    bool are_body_terms_missing() const { return 2 * with_body_terms < documents; }
};

/// Documents that are looked at.
inline constexpr Xapian::doccount SURVEYED_DOCUMENTS = 256;

/// Looks at documents from all parts of the index. Boolean terms (wdf 0) are no words.
/// @exception Xapian::FeatureUnavailableError the database has no term lists
/// Cost: their term lists, some ten milliseconds.
TermSurvey survey_terms(const Xapian::Database& db, const TermSpace& space,
                        Xapian::doccount sample = SURVEYED_DOCUMENTS);

}  // namespace descry

#endif  // DESCRY_READING_TERM_SURVEY_H
