/** @file pair_verifier.h
 *  @brief Whether two documents are near-duplicates: the one place that decides.
 *
 *  Grouping of an index, a document that is added, `similar`, `explain`, lists of groups and the
 *  evaluation ask here, each with documents of its own.
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

/// What near-duplicates are held against.
struct PairLimits {
    /// How far apart they may be.
    DistanceMillionths distance = 0;
    /// Their words may stand in any order: the bag distance counts. Else the edit distance of their
    /// canonical texts, wherever both are known, and the bag distance elsewhere.
    bool any_order = false;
    /// Documents whose numbers, words with a digit, are not the same are kept apart.
    bool keep_apart_numbers = false;
    /// Documents of other apart values (DocumentToCompare::apart_value()) are kept apart.
    bool keep_apart_fields = false;
    /// Documents that share characters (share_characters()) are not refused by their words alone.
    bool by_characters = false;
    /// A member has at least this share of its word triples in its head (contained_share()); one
    /// whose text is not known is no member then. 0: it does not matter.
    DistanceMillionths contained = 0;
    /// Words that each has, unless their words are the same.
    std::uint32_t min_words = 0;
};

/// A document that is compared. What costs reading is read when it is asked for; references are
/// valid until another part, or another document, is read. One per thread.
class DocumentToCompare {
  public:
    virtual ~DocumentToCompare() = default;

    virtual const Bag& bag() = 0;
    /// Its bag's.
    virtual BagHistogram histogram() { return BagHistogram(bag()); }
    /// Its text is short and costs no more than its bag, so that where the edit distance counts
    /// the bag is not asked for: of two such documents the histograms alone refuse by words.
    virtual bool is_text_cheap() { return false; }
    /// Its words in order; null where nobody knows. Asked for where the edit distance counts.
    virtual const CanonicalText* text() { return nullptr; }
    /// The same, or null where it would have to be read.
    virtual const CanonicalText* text_at_hand() { return nullptr; }
    /// Of its text, where it is at hand. Asked for by PairLimits::by_characters.
    virtual const CharacterSketch* sketch() { return nullptr; }
    /// Body terms, ascending. Asked for where numbers count but texts do not or are not known.
    virtual std::span<const TermCount> terms() = 0;
    /// DocumentKeys::apart. Asked for by PairLimits::keep_apart_fields.
    virtual std::uint64_t apart_value() { return 0; }
};

/// Above any distance: what PairVerifier::distance_to_limit() tells of a pair that is not within
/// its limit; and of one that it found above PairLimits::distance, whatever its limit.
inline constexpr DistanceMillionths ABOVE_LIMIT = WHOLE_DISTANCE + 1;
inline constexpr DistanceMillionths ABOVE_ANY_LIMIT = WHOLE_DISTANCE + 2;

/// What is to be said of two documents.
struct PairVerdict {
    /// PairVerifier::distance()
    DistanceMillionths distance = 0;
    /// The edit distance is not below this: `distance`, except of texts that are so long that to
    /// find it would take many seconds (whole_distance()).
    DistanceMillionths least_distance = 0;
    /// bag_distance(), whatever the limits.
    DistanceMillionths bag_distance = 0;
    /// `distance` is that of the canonical texts.
    bool is_exact = false;
    /// So many of their words differ that a grouping does not look at the texts: by reach().
    bool is_far_by_words = false;
    /// The same words in the same numbers, and where texts count in the same order: then length
    /// does not part them.
    bool same_words = false;
    /// Their words are within the limit and their texts are not, where texts count.
    bool order_differs = false;
    /// They do not tell the same numbers, whether this counts or not.
    bool numbers_differ = false;
    /// The limits keep documents of other fields apart, and these are such.
    bool fields_differ = false;
    /// One may be a member of the other's group.
    bool near = false;
};

/// Compares documents by limits. Safe to use from several threads.
class PairVerifier {
  public:
    explicit PairVerifier(const PairLimits& limits) : limits_(limits) {}

    /// The edit distance of texts counts, where they are known.
    bool compares_texts() const { return !limits_.any_order; }

    /// A bag distance above this: by no distance is a pair within @a limit.
    DistanceMillionths reach(DistanceMillionths limit) const {
        return limit + (compares_texts() ? EDIT_REACH : 0);
    }

    /// True when two histograms tell that a pair is farther apart than @a limit.
    bool exceeds(const BagHistogram& a, const BagHistogram& b, DistanceMillionths limit) const {
        return bag_distance_lower_bound(a, b) > reach(limit);
    }

    /// The same of the grams of their texts.
    bool exceeds(const CharacterGrams& a, const CharacterGrams& b, DistanceMillionths limit) const {
        return compares_texts() && grams_exceed(a, b, limit);
    }

    /// True when texts that need not be read tell that a pair is farther apart than @a limit. What
    /// is at hand makes no difference to distance_to_limit() and match(). Cost: 50 nanoseconds.
    bool texts_exceed(DocumentToCompare& a, DocumentToCompare& b, DistanceMillionths limit) const;

    /// The distance that is told of a pair, also in records: the edit distance where it counts; of
    /// very long texts at most that (whole_distance()). Cost: a merge of both bags, or an edit
    /// distance without limit, some seconds at most.
    DistanceMillionths distance(DocumentToCompare& a, DocumentToCompare& b) const;

    /// The distance of a pair that is within @a limit, else anything above, ABOVE_ANY_LIMIT where
    /// it need not be asked again. Of long texts that is canonical_distance_at_most(), a few edits
    /// above the least at times.
    DistanceMillionths distance_to_limit(DocumentToCompare& a, DocumentToCompare& b,
                                         DistanceMillionths limit, Effort effort) const;

    /// distance() of a pair of which distance_to_limit() told @a most; @a most where to find it
    /// would take more than 0.2 seconds: above 160,000 characters, where much differs. Cost: for
    /// long texts the exact edit distance up to there.
    DistanceMillionths least_distance(DocumentToCompare& a, DocumentToCompare& b,
                                      DistanceMillionths most) const;

    /// True when their numbers or fields differ, where the limits keep these apart.
    bool refused(DocumentToCompare& a, DocumentToCompare& b) const;

    /// distance() of a document that may be a member of a head's group: within @a limit, not
    /// refused() and contained enough; nullopt for others.
    std::optional<DistanceMillionths> match(DocumentToCompare& member, DocumentToCompare& head,
                                            DistanceMillionths limit) const;

    /// All of it.
    PairVerdict verify(DocumentToCompare& a, DocumentToCompare& b) const;

  private:
    DistanceRange distance_range(DocumentToCompare& a, DocumentToCompare& b) const;
    bool is_contained(DocumentToCompare& member, DocumentToCompare& head) const;
    bool tell_other_numbers(DocumentToCompare& a, DocumentToCompare& b) const;
    bool have_other_fields(DocumentToCompare& a, DocumentToCompare& b) const;
    bool are_far_by_words(DocumentToCompare& a, DocumentToCompare& b,
                          DistanceMillionths limit) const;
    DistanceMillionths edit_distance_to_limit(DocumentToCompare& a, DocumentToCompare& b,
                                              DistanceMillionths limit, Effort effort) const;

    PairLimits limits_;
};

}  // namespace descry

#endif  // DESCRY_DISTANCE_PAIR_VERIFIER_H
