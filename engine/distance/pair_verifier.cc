#include "engine/distance/pair_verifier.h"

#include <algorithm>

#include "engine/distance/pair_checks.h"

namespace descry {

namespace {

// Most characters times edits of the least distance of two long texts: a fifth of a second. Enough
// for texts of 160,000 characters at any limit up to 0.15.
constexpr std::uint64_t MOST_STEPS_EXACTLY = std::uint64_t{1} << 32;

// The texts of two documents, both known.
struct Texts {
    const CanonicalText& a;
    const CanonicalText& b;

    bool are_very_long() const { return a.is_very_long() || b.is_very_long(); }
};

std::optional<Texts> texts_of(DocumentToCompare& a, DocumentToCompare& b) {
    const CanonicalText* const text_a = a.text();
    const CanonicalText* const text_b = text_a == nullptr ? nullptr : b.text();
    if (text_b == nullptr) return std::nullopt;
    return Texts{*text_a, *text_b};
}

// The document's sketch, or one of its text; nullopt without a text, or for a too short one.
std::optional<CharacterSketch> sketch_of(DocumentToCompare& document) {
    if (const CharacterSketch* const known = document.sketch()) return *known;
    const CanonicalText* const text = document.text();
    return text == nullptr ? std::nullopt : character_sketch(text->utf8());
}

bool share_many_characters(DocumentToCompare& a, DocumentToCompare& b, DistanceMillionths limit) {
    const auto sketch_a = sketch_of(a);
    const auto sketch_b = sketch_a ? sketch_of(b) : std::nullopt;
    return sketch_b && share_characters(*sketch_a, *sketch_b, limit);
}

}  // namespace

bool PairVerifier::texts_exceed(DocumentToCompare& a, DocumentToCompare& b,
                                DistanceMillionths limit) const {
    if (!compares_texts()) return false;
    const CanonicalText* const text_a = a.text_in_memory();
    const CanonicalText* const text_b = text_a == nullptr ? nullptr : b.text_in_memory();
    if (text_b == nullptr) return false;
    const std::uint64_t longer = std::max(text_a->characters(), text_b->characters());
    return CanonicalText::least_edits(*text_a, *text_b) > longer * limit / WHOLE_DISTANCE;
}

DistanceRange PairVerifier::distance_range(DocumentToCompare& a, DocumentToCompare& b) const {
    const auto texts = compares_texts() ? texts_of(a, b) : std::nullopt;
    if (texts) return whole_distance(texts->a, texts->b);
    const DistanceMillionths distance = bag_distance(a.bag(), b.bag());
    return {distance, distance};
}

DistanceMillionths PairVerifier::distance(DocumentToCompare& a, DocumentToCompare& b) const {
    return distance_range(a, b).most;
}

DistanceMillionths PairVerifier::distance_to_limit(DocumentToCompare& a, DocumentToCompare& b,
                                                   DistanceMillionths limit, Effort effort) const {
    if (compares_texts()) return edit_distance_to_limit(a, b, limit, effort);
    if (lengths_exceed(a.bag().characters(), b.bag().characters(), limit)) return ABOVE_LIMIT;
    return bag_distance(a.bag(), b.bag());
}

// Whether more words differ than in any pair within the limit.
bool PairVerifier::are_far_by_words(DocumentToCompare& a, DocumentToCompare& b,
                                    DistanceMillionths limit) const {
    const auto far = [&] {
        if (a.is_text_cheap() && b.is_text_cheap() && a.text() != nullptr && b.text() != nullptr)
            return exceeds(a.histogram(), b.histogram(), limit);
        return lengths_exceed(a.bag().characters(), b.bag().characters(), reach(limit)) ||
               bag_distance(a.bag(), b.bag()) > reach(limit);
    };
    return far() && !(limits_.by_characters && share_many_characters(a, b, limit));
}

// Words separate most far pairs without reading the texts. Very long texts are compared once for
// all limits, as their alignment along common passages is the same.
DistanceMillionths PairVerifier::edit_distance_to_limit(DocumentToCompare& a, DocumentToCompare& b,
                                                        DistanceMillionths limit,
                                                        Effort effort) const {
    if (texts_exceed(a, b, limit) || are_far_by_words(a, b, limit)) return ABOVE_LIMIT;
    const auto texts = texts_of(a, b);
    if (!texts) return bag_distance(a.bag(), b.bag());
    if (!texts->are_very_long()) {
        return canonical_distance_at_most(texts->a, texts->b, limit, effort).value_or(ABOVE_LIMIT);
    }
    return canonical_distance_at_most(texts->a, texts->b, std::max(limit, limits_.distance), effort)
        .value_or(ABOVE_ANY_LIMIT);
}

DistanceMillionths PairVerifier::least_distance(DocumentToCompare& a, DocumentToCompare& b,
                                                DistanceMillionths most) const {
    const auto texts = most > 0 && compares_texts() ? texts_of(a, b) : std::nullopt;
    if (!texts || (!texts->a.is_long() && !texts->b.is_long())) return most;
    const std::uint64_t longer = std::max(texts->a.characters(), texts->b.characters());
    const std::uint64_t most_edits =
        std::min(longer * most / WHOLE_DISTANCE + 1, MOST_STEPS_EXACTLY / longer);
    if (CanonicalText::least_edits(texts->a, texts->b) >= most_edits) return most;
    // Rounded down, it may leave no room for its own last edit.
    const auto limit = static_cast<DistanceMillionths>(most_edits * WHOLE_DISTANCE / longer);
    return canonical_distance(texts->a, texts->b, std::min(limit, most)).value_or(most);
}

bool PairVerifier::rejected(DocumentToCompare& a, DocumentToCompare& b) const {
    return have_different_fields(a, b) ||
           (limits_.keep_apart_numbers && have_different_numbers(a, b));
}

bool PairVerifier::have_different_fields(DocumentToCompare& a, DocumentToCompare& b) const {
    return limits_.keep_apart_fields && a.apart_value() != b.apart_value();
}

// In their order, if texts count and are known.
bool PairVerifier::have_different_numbers(DocumentToCompare& a, DocumentToCompare& b) const {
    const CanonicalText* const text_a = compares_texts() ? a.text() : nullptr;
    const CanonicalText* const text_b = text_a == nullptr ? nullptr : b.text();
    return text_b != nullptr ? numbers_differ(*text_a, *text_b)
                             : numbers_differ(a.terms(), b.terms());
}

bool PairVerifier::is_contained(DocumentToCompare& member, DocumentToCompare& head) const {
    if (limits_.contained == 0) return true;
    const auto texts = texts_of(member, head);
    return texts && contained_share(texts->a.utf8(), texts->b.utf8()) >= limits_.contained;
}

std::optional<DistanceMillionths> PairVerifier::match(DocumentToCompare& member,
                                                      DocumentToCompare& head,
                                                      DistanceMillionths limit) const {
    const auto most = distance_to_limit(member, head, limit, Effort::THOROUGH);
    if (most > limit || rejected(member, head) || !is_contained(member, head)) return std::nullopt;
    return least_distance(member, head, most);
}

PairVerdict PairVerifier::verify(DocumentToCompare& a, DocumentToCompare& b) const {
    PairVerdict verdict;
    verdict.bag_distance = bag_distance(a.bag(), b.bag());
    const DistanceRange range = distance_range(a, b);
    verdict.distance = range.most;
    verdict.least_distance = range.least;
    verdict.same_words = a.bag() == b.bag();
    if (compares_texts()) {
        verdict.is_exact = texts_of(a, b).has_value();
        verdict.is_far_by_words = are_far_by_words(a, b, limits_.distance);
        verdict.order_differs = verdict.is_exact && verdict.bag_distance <= limits_.distance &&
                                verdict.distance > limits_.distance;
        verdict.same_words = verdict.same_words && verdict.distance == 0;
    }
    verdict.fields_differ = have_different_fields(a, b);
    if (verdict.same_words) {
        verdict.near = !a.bag().empty() && !verdict.fields_differ;
        return verdict;
    }
    verdict.numbers_differ = have_different_numbers(a, b);
    verdict.near = std::min(a.bag().words(), b.bag().words()) >= limits_.min_words &&
                   (match(a, b, limits_.distance) || match(b, a, limits_.distance));
    return verdict;
}

}  // namespace descry
