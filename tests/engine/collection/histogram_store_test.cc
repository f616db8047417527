#include "engine/collection/histogram_store.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

BagHistogram histogram(std::uint64_t number) {
    BagHistogramBuilder builder;
    builder.add(number * 0x9e3779b97f4a7c15, 1 + static_cast<std::uint32_t>(number % 9), 5);
    return builder.histogram();
}

// Documents in runs that ascend, as threads hand them on, and gaps between them.
TEST(HistogramStore, GivesBackWhatWasPut) {
    DESCRY_RANDOM(random);
    for (const std::size_t memory : {std::size_t{0}, std::size_t{100'000}, std::size_t{1} << 30}) {
        HistogramStore store(memory);
        std::map<DocumentNumber, BagHistogram> put;
        for (int run = 0; run < 40; ++run) {
            auto document = static_cast<DocumentNumber>(random() % 60'000);
            for (std::uint64_t left = random() % 2500; left > 0; --left, ++document) {
                if (random() % 50 == 0 || put.contains(document)) continue;
                store.put(document, put[document] = histogram(random()));
            }
        }
        std::vector<DocumentNumber> asked;
        for (DocumentNumber document = 0; document < 70'000; ++document) {
            if (random() % 3 != 0) asked.push_back(document);
        }
        for (int i = 0; i < 1000; ++i)
            asked.push_back(static_cast<DocumentNumber>(random() % 70'000));
        const std::vector<BagHistogram> got = store.of(asked);
        ASSERT_EQ(got.size(), asked.size());
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const auto found = put.find(asked[i]);
            ASSERT_EQ(got[i], found == put.end() ? BagHistogram() : found->second)
                << "document " << asked[i] << ", memory " << memory;
        }
        EXPECT_TRUE(store.of({}).empty());
    }
}

}  // namespace
}  // namespace descry
