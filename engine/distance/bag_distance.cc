#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>

#include <descry/distance/bag_distance.h>
#include <descry/distance/term_count.h>
#include <descry/hashing/hash.h>

#include "engine/distance/hash_buckets.h"

namespace descry {

namespace {

constexpr std::uint32_t SEPARATOR = 1;

__extension__ using Wide = unsigned __int128;

std::uint16_t weight_of(std::string_view term) {
    constexpr std::size_t MOST = std::numeric_limits<std::uint16_t>::max();
    return static_cast<std::uint16_t>(std::min(term.size() + SEPARATOR, MOST));
}

std::vector<std::uint64_t> hashes_of(std::span<const TermCount> terms) {
    std::vector<std::uint64_t> hashes;
    hash_terms(terms, hashes);
    return hashes;
}

std::vector<TermMark> marks_of(std::span<const TermCount> terms) {
    std::vector<TermMark> marks;
    mark_terms(terms, marks);
    return marks;
}

// The common characters and words of two bags.
struct Overlap {
    std::uint64_t characters = 0;
    std::uint64_t words = 0;
};

struct Sizes {
    std::uint64_t characters = 0;
    std::uint64_t words = 0;
};

// The numerator of the distance, in characters.
std::uint64_t changed_characters(const Sizes& a, const Sizes& b, const Overlap& common) {
    const std::uint64_t differing = std::max(a.characters, b.characters) - common.characters;
    const std::uint64_t separators = std::min(a.words, b.words) - common.words;
    return differing > separators ? differing - separators : 0;
}

// Rounded up: only equal documents are at distance 0.
DistanceMillionths share_of(std::uint64_t changed, std::uint64_t characters) {
    if (characters == 0) return 0;
    const Wide millionths = (Wide{changed} * WHOLE_DISTANCE + characters - 1) / characters;
    return static_cast<DistanceMillionths>(std::min<Wide>(millionths, WHOLE_DISTANCE));
}

}  // namespace

class BagComparison {
  public:
    static Overlap overlap(const Bag& a, const Bag& b) {
        Overlap common;
        const Bag::Entry* i = a.entries_.data();
        const Bag::Entry* j = b.entries_.data();
        const Bag::Entry* const end_i = i + a.entries_.size();
        const Bag::Entry* const end_j = j + b.entries_.size();
        while (i != end_i && j != end_j) {
            const std::uint64_t x = i->hash;
            const std::uint64_t y = j->hash;
            if (x == y) {
                if (i->mark != j->mark) {
                    ++(i->mark < j->mark ? i : j);
                    continue;
                }
                const std::uint64_t shared = std::min(i->wdf, j->wdf);
                common.words += shared;
                common.characters += shared * i->weight;
            }
            // Branch-free: which side is behind is as good as random.
            i += x <= y;
            j += y <= x;
        }
        return common;
    }
};

DistanceMillionths distance_from(double share) {
    if (!(share >= 0 && share <= 1)) {
        throw std::invalid_argument("a distance must be from 0 to 1");
    }
    return static_cast<DistanceMillionths>(std::lround(share * WHOLE_DISTANCE));
}

Bag::Bag(std::span<const TermCount> terms) : Bag(terms, hashes_of(terms), marks_of(terms)) {}

Bag::Bag(std::span<const TermCount> terms, std::span<const std::uint64_t> hashes,
         std::span<const TermMark> marks) {
    HashBuckets buckets(hashes);
    entries_.resize(terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto& [term, wdf] = terms[i];
        entries_[buckets.take_place(hashes[i])] = {hashes[i], wdf, weight_of(term),
                                                   static_cast<std::uint16_t>(marks[i])};
        characters_ += std::uint64_t{wdf} * weight_of(term);
        words_ += wdf;
    }
    buckets.for_each_crowded([this](std::size_t begin, std::size_t end) {
        std::sort(&entries_[begin], &entries_[end - 1] + 1, [](const Entry& a, const Entry& b) {
            return a.hash != b.hash ? a.hash < b.hash : a.mark < b.mark;
        });
    });
}

DistanceMillionths bag_distance(const Bag& a, const Bag& b) {
    const Overlap common = BagComparison::overlap(a, b);
    return share_of(
        changed_characters({a.characters(), a.words()}, {b.characters(), b.words()}, common),
        std::max(a.characters(), b.characters()));
}

bool lengths_exceed(std::uint64_t characters_a, std::uint64_t characters_b,
                    DistanceMillionths limit) {
    const auto [less, more] = std::minmax(characters_a, characters_b);
    return Wide{more - less} * WHOLE_DISTANCE > Wide{more} * limit;
}

namespace {

struct CurvePoint {
    double distance;
    ExpectedDistance expected;
};

// Measured in the middle of each range of bag distances: reuters, enron, debian, guide.
constexpr std::array MEASURED = {
    CurvePoint{0.000, {0.000, 0.000, 0.010}}, CurvePoint{0.035, {0.020, 0.040, 0.110}},
    CurvePoint{0.065, {0.012, 0.060, 0.140}}, CurvePoint{0.090, {0.015, 0.090, 0.200}},
    CurvePoint{0.110, {0.090, 0.120, 0.260}}, CurvePoint{0.135, {0.100, 0.150, 0.230}},
    CurvePoint{0.175, {0.140, 0.190, 0.300}}, CurvePoint{1.000, {0.500, 1.000, 1.000}},
};

}  // namespace

ExpectedDistance expected_edit_distance(DistanceMillionths distance) {
    const double x = std::min(1.0, share_of(distance));
    const auto after = std::find_if(MEASURED.begin() + 1, MEASURED.end(),
                                    [x](const CurvePoint& point) { return point.distance >= x; });
    const CurvePoint& b = *after;
    const CurvePoint& a = *std::prev(after);
    const double t = (x - a.distance) / (b.distance - a.distance);
    const auto between = [t](double from, double to) { return from + t * (to - from); };
    return {between(a.expected.low, b.expected.low), between(a.expected.median, b.expected.median),
            between(a.expected.high, b.expected.high)};
}

std::uint32_t body_length_of(std::span<const TermCount> terms) {
    std::uint64_t sum = 0;
    for (const TermCount& term : terms)
        sum += term.wdf;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(sum, std::numeric_limits<std::uint32_t>::max()));
}

void hash_terms(std::span<const TermCount> terms, std::vector<std::uint64_t>& hashes) {
    hashes.clear();
    hashes.reserve(terms.size());
    for (const TermCount& term : terms)
        hashes.push_back(hash64(term.term));
}

TermMark mark_of(std::string_view term) {
    return mark_of_secret(secret_hash(term));
}

void mark_terms(std::span<const TermCount> terms, std::vector<TermMark>& marks) {
    marks.clear();
    marks.reserve(terms.size());
    for (const TermCount& term : terms)
        marks.push_back(mark_of(term.term));
}

}  // namespace descry
