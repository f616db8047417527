#include <algorithm>
#include <utility>

#include <descry/hash.h>
#include <descry/word_order.h>

namespace descry {

std::uint64_t order_hash(std::string_view term) {
    return hash64(term);
}

std::vector<std::string_view> words_of_order_sketch(std::span<const TermCount> terms) {
    std::vector<std::pair<std::uint64_t, std::string_view>> once;
    for (const auto& [term, wdf] : terms) {
        if (wdf == 1) once.emplace_back(order_hash(term), term);
    }
    const auto end =
        once.begin() + static_cast<std::ptrdiff_t>(std::min(once.size(), ORDERED_WORDS));
    std::partial_sort(once.begin(), end, once.end());
    std::vector<std::string_view> words;
    for (auto word = once.begin(); word != end; ++word)
        words.push_back(word->second);
    return words;
}

bool order_differs(const OrderSketch& a, const OrderSketch& b) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() && j != b.end()) {
        if (i->hash == j->hash) places.emplace_back(i->position, j->position);
        const bool forward_i = i->hash <= j->hash;
        const bool forward_j = j->hash <= i->hash;
        i += forward_i;
        j += forward_j;
    }
    if (places.size() < MIN_ORDERED_WORDS) return false;
    std::sort(places.begin(), places.end());
    std::vector<std::uint32_t> in_b;
    for (const auto& [place_a, place_b] : places)
        in_b.push_back(place_b);
    const std::size_t moved = in_b.size() - longest_ordered_subsequence(in_b);
    return 100 * moved > MAX_DISORDER_PERCENT * in_b.size();
}

std::size_t longest_ordered_subsequence(std::span<const std::uint32_t> values) {
    // ends[k]: the smallest value that ends an ordered subsequence of k + 1 values.
    std::vector<std::uint32_t> ends;
    for (const std::uint32_t value : values) {
        const auto place = std::upper_bound(ends.begin(), ends.end(), value);
        if (place == ends.end()) {
            ends.push_back(value);
        } else {
            *place = value;
        }
    }
    return ends.size();
}

}  // namespace descry
