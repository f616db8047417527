#include "engine/collection/term_words.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace descry {
namespace {

using Terms = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Numbers and wdf that fit, that just do not, and the greatest.
TEST(TermWords, AreReadAsTheyWereWritten) {
    constexpr std::uint32_t GREATEST = 0xffffffff;
    Terms terms;
    for (const std::uint32_t number : {0u, 1u, 0xfffffeu, 0xffffffu, 0x1000000u, GREATEST}) {
        for (const std::uint32_t wdf : {1u, 254u, 255u, 256u, GREATEST})
            terms.emplace_back(number, wdf);
    }
    std::vector<TermWord> words;
    for (const auto& [number, wdf] : terms)
        append_term(words, number, wdf);
    // Three numbers of six do not fit, and three wdf of five.
    EXPECT_EQ(words.size(), terms.size() + 3 * 5 + 3 * 6);
    Terms read;
    for_each_term(words,
                  [&](std::uint32_t number, std::uint32_t wdf) { read.emplace_back(number, wdf); });
    EXPECT_EQ(read, terms);
}

}  // namespace
}  // namespace descry
