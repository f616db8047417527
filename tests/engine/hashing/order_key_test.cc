#include "engine/hashing/order_key.h"

#include <cstdint>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using namespace testing;

struct Thing {
    std::uint64_t number;
    std::uint64_t other;
    std::string bytes;
};

// Few different values, so that later parts decide often; bytes that are beginnings of others, and
// hold zeros and the greatest byte.
Thing random_thing(std::mt19937_64& random) {
    Thing thing{random() % 3 * 256, random() % 9, {}};
    for (std::size_t i = random() % 4; i > 0; --i)
        thing.bytes +=
            static_cast<char>(static_cast<unsigned char>(random() % 3 * 127 + random() % 2));
    return thing;
}

int order_of(const auto& a, const auto& b) {
    return a < b ? -1 : b < a ? 1 : 0;
}

TEST(OrderKey, ComparesAsItsParts) {
    std::mt19937_64 random(random_seed());
    for (int i = 0; i < 100'000; ++i) {
        const Thing a = random_thing(random);
        const Thing b = random_thing(random);
        const auto key = [](const Thing& thing) {
            return OrderKey().add(thing.bytes).add(thing.number, 2).add(thing.other).bytes();
        };
        ASSERT_EQ(order_of(key(a), key(b)), order_of(std::tie(a.bytes, a.number, a.other),
                                                     std::tie(b.bytes, b.number, b.other)));
        const auto reversed = [](const Thing& thing) {
            OrderKey of_bytes;
            of_bytes.add(thing.bytes).reverse();
            return OrderKey().append(of_bytes).add(thing.other).bytes();
        };
        ASSERT_EQ(order_of(reversed(a), reversed(b)),
                  order_of(std::tie(b.bytes, a.other), std::tie(a.bytes, b.other)));
    }
}

}  // namespace
}  // namespace descry
