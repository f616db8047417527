/** @file explanation.h
 *  @brief Why two documents are, or are not, in one group.
 */
#ifndef DESCRY_INSPECTION_EXPLANATION_H
#define DESCRY_INSPECTION_EXPLANATION_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/distance/bag_distance.h>
#include <descry/inspection/inside.h>
#include <descry/model/model.h>
#include <descry/reading/text_reader.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// A descriptive word that is above its threshold in one document only.
struct DifferingWord {
    std::string term;
    /// b, and the word's relative frequency in either document.
    double threshold = 0;
    double frequency_in_a = 0;
    double frequency_in_b = 0;
};

/// One of the two documents.
struct ExplainedDocument {
    Xapian::docid did = 0;
    std::uint32_t body_length = 0;
    std::uint32_t ones = 0;
    /// Of its group; empty when it is in none.
    std::string group_key;
    /// Its group's head, and the distance to it; 0 when it is in none.
    Xapian::docid head = 0;
    DistanceMillionths distance_to_head = 0;
};

/// The rule that decided.
enum class GroupDecision {
    UNDECIDED,       ///< nothing was compared
    SAME_GROUP,      ///< both are near enough to one head
    OUTDATED_GROUP,  ///< both are in one group, but the words of one are not near its head's
    STALE,           ///< one has no current keys: an annotation is due
    EMPTY,           ///< one has no words
    TOO_SHORT,       ///< one has too few words to be compared, and they are not equal
    NO_SHARED_BAND,  ///< they share no band, so they never met
    TOO_FAR,         ///< their distance is above the limit
    FAR_BY_WORDS,    ///< within the limit, but too many words differ for the texts to be compared
    OTHER_ORDER,     ///< the same words in another order
    OTHER_FIELDS,    ///< the model keeps documents of other values of some fields apart
    OTHER_NUMBERS,   ///< the model keeps documents of different numbers apart
    OTHER_HEADS,     ///< near each other, but each was near to another head first
};

struct Explanation {
    ExplainedDocument a;
    ExplainedDocument b;
    GroupDecision decision = GroupDecision::UNDECIDED;
    /// Between the two, and the limit for members and their heads: the edit distance of their
    /// canonical texts where the model counts it and these are at hand, else the bag distance.
    DistanceMillionths distance = 0;
    /// The edit distance is not below this: `distance`, except of texts far above 400,000
    /// characters, of which so much differs that only an upper bound is known.
    DistanceMillionths least_distance = 0;
    DistanceMillionths limit = 0;
    /// What the edit distance was measured on; NONE: the distance is that of the bags.
    WordSource verified = WordSource::NONE;
    /// The bag distance is above what texts are compared of.
    bool is_far_by_words = false;
    /// The bag distance, whatever counts.
    DistanceMillionths bag_distance = 0;
    /// The same words, each as often; where the edit distance counts, in the same order.
    bool same_content_hash = false;
    /// The words are within the limit, and the texts are not: they stand in another order.
    bool order_differs = false;
    /// The words with a digit are not the same.
    bool numbers_differ = false;
    /// The model keeps fields apart, and they have other values of these.
    bool fields_differ = false;
    /// How much of each stands inside the other; none where no order of words is known.
    std::optional<InsideShares> inside;
    /// Bands whose keys are equal, from 0 on.
    std::vector<unsigned> shared_term_bands;
    std::vector<unsigned> shared_one_bands;
    bool same_descriptive = false;
    bool same_descriptive_stable = false;
    /// Ascending by term.
    std::vector<DifferingWord> differing_words;
};

/// Compares two documents as a grouping does, and reads what the groups are.
/// @exception Xapian::DocNotFoundError
/// Cost: both term lists, and a walk over the slot of the groups for each document in one.
Explanation explain(const Xapian::Database& db, const Schema& schema, const Model& model,
                    Xapian::docid a, Xapian::docid b);

}  // namespace descry

#endif  // DESCRY_INSPECTION_EXPLANATION_H
