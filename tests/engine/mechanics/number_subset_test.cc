#include "engine/mechanics/number_subset.h"

#include <cstdint>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace descry {
namespace {

void check_places(std::uint32_t limit, const std::set<std::uint32_t>& numbers) {
    const NumberSubset subset(limit,
                              [&](std::uint32_t number) { return numbers.contains(number); });
    EXPECT_EQ(subset.size(), numbers.size());
    std::uint32_t place = 0;
    for (std::uint32_t number = 0; number < limit; ++number) {
        const auto found = subset.place_of(number);
        ASSERT_EQ(found.has_value(), numbers.contains(number)) << number << " of " << limit;
        if (found) {
            ASSERT_EQ(*found, place++) << number << " of " << limit;
        }
    }
}

TEST(NumberSubset, PlacesCountTheSmallerOnes) {
    std::mt19937 random(1);
    for (const std::uint32_t limit : {0u, 1u, 63u, 64u, 65u, 1000u}) {
        for (const double share : {0.0, 0.02, 0.5, 1.0}) {
            std::bernoulli_distribution is_in(share);
            std::set<std::uint32_t> numbers;
            for (std::uint32_t number = 0; number < limit; ++number) {
                if (is_in(random)) numbers.insert(number);
            }
            check_places(limit, numbers);
        }
    }
}

}  // namespace
}  // namespace descry
