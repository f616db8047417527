#include <algorithm>
#include <utility>

#include <descry/distance/word_order.h>
#include <descry/hashing/hash.h>

namespace descry {

namespace {

// Of the words of two sketches.
struct Disorder {
    std::size_t words = 0;  // in both
    std::size_t moved = 0;  // of these, outside the longest run that keeps its order
};

Disorder compare_order(std::span<const PositionedWord> a, std::span<const PositionedWord> b) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> positions;
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() && j != b.end()) {
        if (i->hash == j->hash) positions.emplace_back(i->position, j->position);
        const bool forward_i = i->hash <= j->hash;
        const bool forward_j = j->hash <= i->hash;
        i += forward_i;
        j += forward_j;
    }
    std::sort(positions.begin(), positions.end());
    std::vector<std::uint32_t> in_b;
    for (const auto& [position_a, position_b] : positions)
        in_b.push_back(position_b);
    return {in_b.size(), in_b.size() - longest_ordered_subsequence(in_b)};
}

}  // namespace

std::uint64_t order_hash(std::string_view term) {
    return hash64(term);
}

std::vector<std::string_view> words_of_order_sketch(std::span<const TermCount> terms,
                                                    std::span<const std::uint64_t> hashes) {
    std::vector<std::pair<std::uint64_t, std::string_view>> once;
    once.reserve(terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto& [term, wdf] = terms[i];
        if (wdf == 1) once.emplace_back(hashes.empty() ? order_hash(term) : hashes[i], term);
    }
    const auto end =
        once.begin() + static_cast<std::ptrdiff_t>(std::min(once.size(), ORDERED_WORDS));
    std::partial_sort(once.begin(), end, once.end());
    std::vector<std::string_view> words;
    for (auto word = once.begin(); word != end; ++word)
        words.push_back(word->second);
    return words;
}

bool first_words_agree(const OrderSketch& a, const OrderSketch& b) {
    const auto first = [](const OrderSketch& sketch) {
        return std::span(sketch).first(std::min(sketch.size(), FIRST_ORDERED_WORDS));
    };
    const Disorder disorder = compare_order(first(a), first(b));
    return disorder.words >= MIN_ORDERED_WORDS && disorder.moved == 0;
}

bool order_differs(const OrderSketch& a, const OrderSketch& b) {
    if (first_words_agree(a, b)) return false;
    const Disorder disorder = compare_order(a, b);
    return disorder.words >= MIN_ORDERED_WORDS &&
           100 * disorder.moved > MAX_DISORDER_PERCENT * disorder.words;
}

std::size_t longest_ordered_subsequence(std::span<const std::uint32_t> values) {
    // ends[k]: the smallest value that ends an ordered subsequence of k + 1 values.
    std::vector<std::uint32_t> ends;
    for (const std::uint32_t value : values) {
        const auto position = std::upper_bound(ends.begin(), ends.end(), value);
        if (position == ends.end()) {
            ends.push_back(value);
        } else {
            *position = value;
        }
    }
    return ends.size();
}

}  // namespace descry
