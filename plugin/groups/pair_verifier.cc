#include "groups/pair_verifier.h"

#include <algorithm>

#include "groups/bag_store.h"
#include "groups/equal_contents.h"

namespace descry {

PairVerifier::PairVerifier(const Xapian::Database& db, const std::string& term_prefix,
                           const ModelParameters& parameters)
    : db_(db),
      parameters_(parameters),
      first_terms_(TermSpace(term_prefix)),
      other_terms_(TermSpace(term_prefix)) {}

void PairVerifier::set_first(Xapian::docid did) {
    first_terms_.read(db_, did);
    first_ = did;
    first_bag_ = Bag(first_terms_.terms());
    first_order_.reset();
}

PairVerifier::Measured PairVerifier::measure(Xapian::docid other) {
    const DistanceMillionths distance = compare_bags(other).distance;
    return {other_bag_.words(), distance};
}

PairVerdict PairVerifier::verify(Xapian::docid other) {
    PairVerdict verdict = compare_bags(other);
    verdict.same_words = are_equal(first_terms_.terms(), other_terms_.terms());
    if (verdict.same_words) {
        verdict.near = !first_bag_.empty();
        return verdict;
    }
    verdict.order_differs = stand_in_another_order(other);
    verdict.near =
        std::min(first_bag_.words(), other_bag_.words()) >= parameters_.min_body_length &&
        verdict.distance <= parameters_.grouping.distance &&
        (parameters_.any_order || !verdict.order_differs);
    return verdict;
}

PairVerdict PairVerifier::compare_bags(Xapian::docid other) {
    other_terms_.read(db_, other);
    other_bag_ = Bag(other_terms_.terms());
    PairVerdict verdict;
    verdict.bag_distance = bag_distance(first_bag_, other_bag_);
    verdict.distance = is_strict(parameters_) && verdict.bag_distance > 0
                           ? strict_bag_distance(first_terms_.terms(), other_terms_.terms())
                           : verdict.bag_distance;
    return verdict;
}

bool PairVerifier::stand_in_another_order(Xapian::docid other) {
    if (!db_.has_positions()) return false;
    if (!first_order_) {
        first_order_ = read_order_sketch(db_, first_, words_of_order_sketch(first_terms_.terms()));
    }
    return order_differs(
        *first_order_, read_order_sketch(db_, other, words_of_order_sketch(other_terms_.terms())));
}

}  // namespace descry
