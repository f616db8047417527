/** @file pair_verifier.h
 *  @brief How alike two stored documents are, and whether a grouping puts one with the other.
 */
#ifndef DESCRY_PLUGIN_GROUPS_PAIR_VERIFIER_H
#define DESCRY_PLUGIN_GROUPS_PAIR_VERIFIER_H

#include <cstdint>
#include <optional>
#include <string>

#include <xapian.h>

#include <descry/distance/bag_distance.h>
#include <descry/distance/word_order.h>
#include <descry/model/model.h>
#include <descry/schema/body_terms.h>

namespace descry {

/// What the groups of a model say of two documents.
struct PairVerdict {
    /// As the record of a group tells it: the strict distance where the model is strict.
    DistanceMillionths distance = 0;
    /// bag_distance(), whatever the model.
    DistanceMillionths bag_distance = 0;
    /// The same words in the same numbers: then neither order nor length part them.
    bool same_words = false;
    /// Positions tell that the words stand in another order.
    bool order_differs = false;
    /// One may be a member of the other's group: near enough, long enough, and in the same order
    /// unless the model takes any.
    bool near = false;
};

/// Compares stored documents with one of them. Whatever shows the similarity of two documents asks
/// here, so that it is the one by which groups are made.
class PairVerifier {
  public:
    /// @param term_prefix of the body terms
    /// @param parameters those of the model in use
    PairVerifier(const Xapian::Database& db, const std::string& term_prefix,
                 const ModelParameters& parameters);

    /// The document that others are compared with.
    /// @exception Xapian::DocNotFoundError, and where the database has no term lists
    ///            Xapian::FeatureUnavailableError, as of the functions below
    void set_first(Xapian::docid did);

    /// A document's length in words, and PairVerdict::distance to the first one.
    struct Measured {
        std::uint64_t words = 0;
        DistanceMillionths distance = 0;
    };

    /// @pre set_first(). Cost: a term list, 20 microseconds.
    Measured measure(Xapian::docid other);

    /// @pre set_first(). Cost: a term list; positions of at most ORDERED_WORDS words of either.
    PairVerdict verify(Xapian::docid other);

    std::uint64_t words_of_first() const { return first_bag_.words(); }

  private:
    PairVerdict compare_bags(Xapian::docid other);
    bool stand_in_another_order(Xapian::docid other);

    Xapian::Database db_;
    ModelParameters parameters_;
    Xapian::docid first_ = 0;
    BodyTerms first_terms_;
    Bag first_bag_;
    // Read when it is asked for.
    std::optional<OrderSketch> first_order_;
    BodyTerms other_terms_;
    Bag other_bag_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_PAIR_VERIFIER_H
