/** @file pair_verifier.h
 *  @brief Decides whether two documents are near-duplicates: the only place that does.
 *
 *  Grouping, adding a document, `similar`, `explain`, lists of groups and the evaluation all use
 *  it.
 */
#ifndef DESCRY_DISTANCE_PAIR_VERIFIER_H
#define DESCRY_DISTANCE_PAIR_VERIFIER_H

#include <cstdint>
#include <optional>
#include <span>

#include <descry/distance/bag_distance.h>
#include <descry/distance/canonical_text.h>
#include <descry/distance/term_count.h>

#include "engine/distance/bag_histogram.h"
#include "engine/distance/character_grams.h"
#include "engine/distance/character_sketch.h"

namespace descry {

struct PairLimits {
    /// Largest distance.
    DistanceMillionths distance = 0;
    /// Ignore word order: the bag distance counts. Else the edit distance of the canonical texts,
    /// or the bag distance if one is unknown.
    bool any_order = false;
    bool keep_apart_numbers = false;
    /// Documents with different DocumentToCompare::apart_value() are kept apart.
    bool keep_apart_fields = false;
    /// Documents that share characters (share_characters()) are not rejected by words alone.
    bool by_characters = false;
    /// Least share of a member's word triples in its head (contained_share()); documents without
    /// known text cannot be members. 0: not required.
    DistanceMillionths contained = 0;
    /// Least words of each, unless both have the same words.
    std::uint32_t min_words = 0;
};

/// A document to compare. Reads lazily; references are valid until another part, or another
/// document, is read. One per thread.
class DocumentToCompare {
  public:
    virtual ~DocumentToCompare() = default;

    virtual const Bag& bag() = 0;
    virtual BagHistogram histogram() { return BagHistogram(bag()); }
    /// Whether the text is short and as cheap as the bag: where the edit distance counts, only the
    /// histograms of two such documents reject by words, and no bag is read.
    virtual bool is_text_cheap() { return false; }
    /// Its words in order; null if unknown. Used where the edit distance counts.
    virtual const CanonicalText* text() { return nullptr; }
    /// text(), or null if it would have to be read.
    virtual const CanonicalText* text_in_memory() { return nullptr; }
    /// Sketch of a text at hand. Used with PairLimits::by_characters.
    virtual const CharacterSketch* sketch() { return nullptr; }
    /// Body terms, ascending. Used where numbers count but texts do not or are unknown.
    virtual std::span<const TermCount> terms() = 0;
    /// DocumentKeys::apart. Used with PairLimits::keep_apart_fields.
    virtual std::uint64_t apart_value() { return 0; }
};

/// Results of PairVerifier::distance_to_limit() for a pair above its limit, and for one found to be
/// above PairLimits::distance as well.
inline constexpr DistanceMillionths ABOVE_LIMIT = WHOLE_DISTANCE + 1;
inline constexpr DistanceMillionths ABOVE_ANY_LIMIT = WHOLE_DISTANCE + 2;

struct PairVerdict {
    DistanceMillionths distance = 0;
    /// Lower bound of the edit distance: `distance`, except for texts so long that computing it
    /// would take many seconds (whole_distance()).
    DistanceMillionths least_distance = 0;
    DistanceMillionths bag_distance = 0;
    /// Whether `distance` is that of the canonical texts.
    bool is_exact = false;
    /// So many words differ (reach()) that grouping does not compare the texts.
    bool is_far_by_words = false;
    /// Same words, counts and, where texts count, order: the length requirement is waived.
    bool same_words = false;
    /// The words are within the limit but the texts, which count, are not.
    bool order_differs = false;
    /// Their numbers differ, whether or not this counts.
    bool numbers_differ = false;
    /// They differ in fields that the limits keep apart.
    bool fields_differ = false;
    /// One may be a member of the other's group.
    bool near = false;
};

/// Compares documents by limits. Safe to use from several threads.
class PairVerifier {
  public:
    explicit PairVerifier(const PairLimits& limits) : limits_(limits) {}

    /// Whether the edit distance of known texts counts.
    bool compares_texts() const { return !limits_.any_order; }

    /// Pairs with a bag distance above this are not within @a limit.
    DistanceMillionths reach(DistanceMillionths limit) const {
        return limit + (compares_texts() ? EDIT_REACH : 0);
    }

    /// Whether the histograms show that a pair exceeds @a limit.
    bool exceeds(const BagHistogram& a, const BagHistogram& b, DistanceMillionths limit) const {
        return bag_distance_lower_bound(a, b) > reach(limit);
    }

    bool exceeds(const CharacterGrams& a, const CharacterGrams& b, DistanceMillionths limit) const {
        return compares_texts() && grams_exceed(a, b, limit);
    }

    /// Whether texts at hand show that a pair exceeds @a limit; never changes the results of
    /// distance_to_limit() and match(). Cost: 50 nanoseconds.
    bool texts_exceed(DocumentToCompare& a, DocumentToCompare& b, DistanceMillionths limit) const;

    /// The distance reported and stored for a pair: the edit distance where it counts; for very
    /// long texts an upper bound (whole_distance()). Cost: a merge of both bags, or an edit
    /// distance without limit, at most some seconds.
    DistanceMillionths distance(DocumentToCompare& a, DocumentToCompare& b) const;

    /// The distance of a pair within @a limit; else more than @a limit, ABOVE_ANY_LIMIT if no limit
    /// can be met. For long texts sometimes a few edits above the least
    /// (canonical_distance_at_most()).
    DistanceMillionths distance_to_limit(DocumentToCompare& a, DocumentToCompare& b,
                                         DistanceMillionths limit, Effort effort) const;

    /// distance() of a pair for which distance_to_limit() returned @a most; @a most itself if that
    /// would take more than 0.2 seconds: very different texts above 160,000 characters. Cost: for
    /// long texts up to there, the exact edit distance.
    DistanceMillionths least_distance(DocumentToCompare& a, DocumentToCompare& b,
                                      DistanceMillionths most) const;

    /// Whether their numbers or fields differ and the limits keep these apart.
    bool rejected(DocumentToCompare& a, DocumentToCompare& b) const;

    /// distance() within @a limit of a member that is contained enough, not rejected(); else
    /// nullopt.
    std::optional<DistanceMillionths> match(DocumentToCompare& member, DocumentToCompare& head,
                                            DistanceMillionths limit) const;

    PairVerdict verify(DocumentToCompare& a, DocumentToCompare& b) const;

  private:
    DistanceRange distance_range(DocumentToCompare& a, DocumentToCompare& b) const;
    bool is_contained(DocumentToCompare& member, DocumentToCompare& head) const;
    bool have_different_numbers(DocumentToCompare& a, DocumentToCompare& b) const;
    bool have_different_fields(DocumentToCompare& a, DocumentToCompare& b) const;
    bool are_far_by_words(DocumentToCompare& a, DocumentToCompare& b,
                          DistanceMillionths limit) const;
    DistanceMillionths edit_distance_to_limit(DocumentToCompare& a, DocumentToCompare& b,
                                              DistanceMillionths limit, Effort effort) const;

    PairLimits limits_;
};

}  // namespace descry

#endif  // DESCRY_DISTANCE_PAIR_VERIFIER_H
