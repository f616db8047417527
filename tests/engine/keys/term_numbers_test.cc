#include "engine/keys/term_numbers.h"

#include <string>

#include <gtest/gtest.h>

namespace descry {
namespace {

TEST(TermNumbers, FindsWhatWasAddedAndNothingElse) {
    for (const std::uint32_t size : {0u, 1u, 100u, 5000u}) {
        TermNumbers numbers(size);
        for (std::uint32_t i = 0; i < size; ++i)
            numbers.add("word" + std::to_string(i));
        for (std::uint32_t i = 0; i < size; ++i) {
            const std::string term = "word" + std::to_string(i);
            EXPECT_EQ(numbers.find(term), i);
            EXPECT_TRUE(numbers.may_hold(hash64(term)));
        }
        std::size_t may_hold = 0;
        constexpr std::uint32_t OTHERS = 10000;
        for (std::uint32_t i = 0; i < OTHERS; ++i) {
            const std::string term = "other" + std::to_string(i);
            EXPECT_EQ(numbers.find(term), std::nullopt);
            may_hold += numbers.may_hold(hash64(term)) ? 1u : 0u;
        }
        EXPECT_LT(may_hold, OTHERS / 12);  // of 16 bits at most one is set
    }
}

}  // namespace
}  // namespace descry
