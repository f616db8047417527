#include "engine/sketches/resemblance.h"

#include <algorithm>
#include <iterator>

namespace descry {

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

double jaccard(const ElementSet& a, const ElementSet& b) {
    ElementSet common;
    std::ranges::set_intersection(a, b, std::back_inserter(common));
    return jaccard_of_sizes(common.size(), a.size(), b.size());
}

double jaccard_of_sizes(std::uint64_t common, std::uint64_t size_a, std::uint64_t size_b,
                        MultisetUnion kind) {
    const std::uint64_t sum = size_a + size_b;
    const std::uint64_t all = kind == MultisetUnion::MAX ? sum - common : sum;
    return all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
}

}  // namespace descry
