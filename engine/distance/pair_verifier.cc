#include <algorithm>

#include <descry/distance/pair_verifier.h>

namespace descry {

namespace {

bool stand_in_another_order(DocumentToCompare& a, DocumentToCompare& b) {
    if (first_words_agree(a.first_order(), b.first_order())) return false;
    return order_differs(a.order(), b.order());
}

}  // namespace

const OrderSketch& DocumentToCompare::first_order() {
    static const OrderSketch none;
    return none;
}

DistanceMillionths PairVerifier::distance(DocumentToCompare& a, DocumentToCompare& b) const {
    const DistanceMillionths distance = bag_distance(a.bag(), b.bag());
    return limits_.strict && distance > 0 ? strict_bag_distance(a.terms(), b.terms()) : distance;
}

DistanceMillionths PairVerifier::distance_to_limit(DocumentToCompare& a, DocumentToCompare& b,
                                                   DistanceMillionths limit) const {
    if (lengths_exceed(a.bag().characters(), b.bag().characters(), limit)) {
        return WHOLE_DISTANCE + 1;
    }
    const DistanceMillionths distance = bag_distance(a.bag(), b.bag());
    const bool may_be_within = distance > limit && distance <= reach(limit);
    return may_be_within ? strict_bag_distance(a.terms(), b.terms()) : distance;
}

bool PairVerifier::refused(DocumentToCompare& a, DocumentToCompare& b) const {
    return limits_.same_order && stand_in_another_order(a, b);
}

std::optional<DistanceMillionths> PairVerifier::match(DocumentToCompare& a, DocumentToCompare& b,
                                                      DistanceMillionths limit) const {
    if (lengths_exceed(a.bag().characters(), b.bag().characters(), limit)) return std::nullopt;
    DistanceMillionths distance = bag_distance(a.bag(), b.bag());
    if (distance > reach(limit)) return std::nullopt;
    // Also of one that is near enough by its bag, so that its record tells what any other's would.
    if (limits_.strict && distance > 0) distance = strict_bag_distance(a.terms(), b.terms());
    if (distance > limit || (a.bag() != b.bag() && refused(a, b))) return std::nullopt;
    return distance;
}

PairVerdict PairVerifier::verify(DocumentToCompare& a, DocumentToCompare& b) const {
    PairVerdict verdict;
    verdict.bag_distance = bag_distance(a.bag(), b.bag());
    verdict.distance = distance(a, b);
    verdict.same_words = a.bag() == b.bag();
    if (verdict.same_words) {
        verdict.near = !a.bag().empty();
        return verdict;
    }
    verdict.order_differs = stand_in_another_order(a, b);
    verdict.near = std::min(a.bag().words(), b.bag().words()) >= limits_.min_words &&
                   match(a, b, limits_.distance).has_value();
    return verdict;
}

}  // namespace descry
