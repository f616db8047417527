#include "tools/lab/sets/sketch_stream.h"

#include <random>

#include <gtest/gtest.h>

#include <descry/sketches/minhash.h>

#include "engine/sketches/permutation_sketch.h"
#include "engine/sketches/simhash.h"
#include "tests/engine/random_seed.h"
#include "tests/engine/random_sets.h"

namespace descry {
namespace {

using testing::Elements;
using testing::random_elements;

// What comes one by one gives what comes at once, and a stream can be used again.
template <typename Hasher>
void expect_stream_equals(const Hasher& hasher, std::mt19937_64& generator) {
    SketchStream<Hasher> stream(hasher);
    EXPECT_FALSE(stream.finish().has_value());
    for (const std::size_t size : {1u, 511u, 512u, 513u, 1500u}) {
        const Elements elements = random_elements(generator, size);
        for (const std::uint64_t element : elements)
            stream.add(element);
        EXPECT_EQ(stream.finish(), hasher.sign(elements));
    }
    EXPECT_FALSE(stream.finish().has_value());
}

TEST(SketchStream, EqualsTheWhole) {
    DESCRY_RANDOM(generator);
    expect_stream_equals(MinHasher(), generator);
    expect_stream_equals(MinHasher(16, 1, MinHashFamily::MURMUR3), generator);
    expect_stream_equals(PermutationSketcher(), generator);
    expect_stream_equals(SimHasher(), generator);
}

}  // namespace
}  // namespace descry
