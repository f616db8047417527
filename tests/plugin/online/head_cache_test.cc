#include "plugin/online/head_cache.h"

#include <gtest/gtest.h>

namespace descry {
namespace {

TEST(HeadCache, AreThoseThatWereKept) {
    HeadCache met;
    EXPECT_EQ(met.find(7), nullptr);
    met.forget(7);
    const auto content_hash_of = [&](Xapian::docid did) {
        return met.find(did) ? met.find(did)->content_hash : 0;
    };
    EXPECT_EQ(met.keep({7, 70, {}})->content_hash, 70u);
    met.keep({8, 80, {}});
    EXPECT_EQ(content_hash_of(7), 70u);
    EXPECT_EQ(content_hash_of(8), 80u);
    EXPECT_EQ(met.find(9), nullptr);
    // It has the place of another: that one is not forgotten, nor is this taken for it.
    EXPECT_EQ(met.find(7 + 65536), nullptr);
    met.forget(7 + 65536);
    EXPECT_EQ(content_hash_of(7), 70u);
    met.keep({7 + 65536, 90, {}});
    EXPECT_EQ(met.find(7), nullptr);
    EXPECT_EQ(content_hash_of(7 + 65536), 90u);
    met.keep({8, 80, {}})->group_size = 3;
    ASSERT_NE(met.find(8), nullptr);
    EXPECT_EQ(met.find(8)->group_size, 3u);
    met.forget(8);
    EXPECT_EQ(met.find(8), nullptr);
    met.clear();
    EXPECT_EQ(met.find(7 + 65536), nullptr);
}

}  // namespace
}  // namespace descry
