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

/// A descriptive word above its threshold in only one document.
struct DifferingWord {
    std::string term;
    /// b, and the word's relative frequency in either document.
    double threshold = 0;
    double frequency_in_a = 0;
    double frequency_in_b = 0;
};

struct ExplainedDocument {
    Xapian::docid did = 0;
    std::uint32_t body_length = 0;
    std::uint32_t ones = 0;
    /// Empty if the document is in no group.
    std::string group_key;
    /// Its group's head and the distance to it; 0 if it is in no group.
    Xapian::docid head = 0;
    DistanceMillionths distance_to_head = 0;
};

enum class GroupDecision {
    UNDECIDED,       ///< nothing was compared
    SAME_GROUP,      ///< both are near the same head
    OUTDATED_GROUP,  ///< both have the same group key, but one is no longer near the head
    STALE,           ///< one has no current keys: run an annotation
    EMPTY,           ///< one has no words
    TOO_SHORT,       ///< one has too few words for a comparison, and they are not equal
    NO_SHARED_BAND,  ///< they share no band and were not compared
    TOO_FAR,         ///< their distance is above the limit
    FAR_BY_WORDS,    ///< within the limit, but too many words differ for their texts to be compared
    OTHER_ORDER,     ///< the same words in another order
    OTHER_FIELDS,    ///< the model keeps documents with different values of some fields apart
    OTHER_NUMBERS,   ///< the model keeps documents with different numbers apart
    OTHER_HEADS,     ///< near each other, but each joined another head first
};

struct Explanation {
    ExplainedDocument a;
    ExplainedDocument b;
    GroupDecision decision = GroupDecision::UNDECIDED;
    /// Distance of the two, by the rule for members and heads: the edit distance of their canonical
    /// texts if the model uses it and they are available, else the bag distance.
    DistanceMillionths distance = 0;
    /// Lower bound of the edit distance. Equals `distance`, except for very different texts far
    /// above 400,000 characters, where only an upper bound is known.
    DistanceMillionths least_distance = 0;
    DistanceMillionths limit = 0;
    /// Source of the texts whose edit distance was computed; NONE: `distance` is the bag distance.
    WordSource verified = WordSource::NONE;
    /// The bag distance exceeds the limit for comparing texts.
    bool is_far_by_words = false;
    DistanceMillionths bag_distance = 0;
    /// The same words with the same counts; if the edit distance is used, also in the same order.
    bool same_content_hash = false;
    /// The words are within the limit but the texts are not, because of their order.
    bool order_differs = false;
    bool numbers_differ = false;
    /// The model keeps fields apart, and their values differ.
    bool fields_differ = false;
    /// Share of each document inside the other; nullopt if the order of words is unknown.
    std::optional<InsideShares> inside;
    /// Numbers of the bands with equal keys, from 0 on.
    std::vector<unsigned> shared_term_bands;
    std::vector<unsigned> shared_one_bands;
    bool same_descriptive = false;
    bool same_descriptive_stable = false;
    /// Ascending by term.
    std::vector<DifferingWord> differing_words;
};

/// Compares two documents as grouping does, and reads their groups. Cost: both term lists, and for
/// each document in a group a walk over the groups' slot.
/// @exception Xapian::DocNotFoundError
Explanation explain(const Xapian::Database& db, const Schema& schema, const Model& model,
                    Xapian::docid a, Xapian::docid b);

}  // namespace descry

#endif  // DESCRY_INSPECTION_EXPLANATION_H
