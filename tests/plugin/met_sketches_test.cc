#include "plugin/met_sketches.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace descry {
namespace {

BagSketch sketch_of(const std::string& word) {
    const std::vector<TermCount> terms = {{word, 3}};
    return BagSketch(Bag(terms));
}

TEST(MetSketches, AreThoseThatWereKept) {
    MetSketches met;
    EXPECT_EQ(met.find(7), std::nullopt);
    met.forget(7);
    const BagSketch a = sketch_of("one");
    const BagSketch b = sketch_of("another");
    met.keep(7, a);
    met.keep(8, b);
    EXPECT_EQ(met.find(7), a);
    EXPECT_EQ(met.find(8), b);
    EXPECT_EQ(met.find(9), std::nullopt);
    // It has the place of another: that one is not forgotten, nor is this taken for it.
    EXPECT_EQ(met.find(7 + 65536), std::nullopt);
    met.forget(7 + 65536);
    EXPECT_EQ(met.find(7), a);
    met.keep(7 + 65536, b);
    EXPECT_EQ(met.find(7), std::nullopt);
    EXPECT_EQ(met.find(7 + 65536), b);
    met.forget(8);
    EXPECT_EQ(met.find(8), std::nullopt);
    met.clear();
    EXPECT_EQ(met.find(7 + 65536), std::nullopt);
}

}  // namespace
}  // namespace descry
