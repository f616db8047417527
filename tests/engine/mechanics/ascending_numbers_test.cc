#include "engine/mechanics/ascending_numbers.h"

#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

TEST(AscendingNumbers, GiveBackNumbersOfAnySize) {
    DESCRY_RANDOM(random);
    for (const std::uint64_t most_step : {1ull, 100ull, 1ull << 30, 1ull << 32, 1ull << 35}) {
        AscendingNumbers kept;
        std::vector<std::uint64_t> numbers;
        std::uint64_t number = 0;
        for (int i = 0; i < 500; ++i) {
            number += i % 7 == 0 ? most_step : random() % most_step;
            kept.push_back(number);
            numbers.push_back(number);
        }
        ASSERT_EQ(kept.size(), numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i)
            ASSERT_EQ(kept.at(i), numbers[i]) << i << " of steps up to " << most_step;
    }
}

TEST(AscendingNumbers, WhereTheUpperHalfChanges) {
    constexpr std::uint64_t HALF = std::uint64_t{1} << 32;
    AscendingNumbers kept;
    const std::vector<std::uint64_t> numbers = {HALF - 1, HALF,     HALF,        HALF + 1,
                                                2 * HALF, 5 * HALF, 6 * HALF - 1};
    for (const std::uint64_t number : numbers)
        kept.push_back(number);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        EXPECT_EQ(kept.at(i), numbers[i]) << i;
    EXPECT_THROW(static_cast<void>(kept.at(numbers.size())), std::out_of_range);
}

}  // namespace
}  // namespace descry
