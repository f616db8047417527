#include "engine/sketches/resemblance.h"

#include <algorithm>
#include <array>

#include <descry/hashing/hash.h>

namespace descry {

namespace {

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

ElementSet to_set(std::vector<std::uint64_t> elements) {
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    return elements;
}

Multiset to_multiset(std::vector<std::uint64_t> elements) {
    std::sort(elements.begin(), elements.end());
    Multiset multiset;
    multiset.size = elements.size();
    for (const std::uint64_t element : elements) {
        if (multiset.elements.empty() || multiset.elements.back() != element) {
            multiset.elements.push_back(element);
            multiset.counts.push_back(0);
        }
        ++multiset.counts.back();
    }
    return multiset;
}

ElementSet number_occurrences(const Multiset& multiset) {
    ElementSet set = multiset.elements;
    for (std::size_t i = 0; i < multiset.elements.size(); ++i) {
        for (std::uint64_t n = 1; n < multiset.counts[i]; ++n)
            set.push_back(hash64_list(std::array{multiset.elements[i], n}));
    }
    return to_set(std::move(set));
}

double jaccard(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    return jaccard_of_sizes(intersection_size(a, b), a.size(), b.size());
}

double multiset_jaccard(const Multiset& a, const Multiset& b, MultisetUnion kind) {
    return jaccard_of_sizes(intersection_size(a, b), a.size, b.size, kind);
}

double jaccard_of_sizes(std::uint64_t common, std::uint64_t size_a, std::uint64_t size_b,
                        MultisetUnion kind) {
    const std::uint64_t sum = size_a + size_b;
    return share(common, kind == MultisetUnion::MAX ? sum - common : sum);
}

bool are_near_duplicates(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                         const BroderRule& rule) {
    if (a.empty() && b.empty()) return false;
    const std::uint64_t common = intersection_size(a, b);
    return common * rule.denominator >= (a.size() + b.size() - common) * rule.numerator;
}

}  // namespace descry
