#include "engine/hashing/coding.h"

#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace descry {
namespace {

TEST(Coding, BytesInBothOrders) {
    std::string big, little;
    append_big_endian(big, 0x0102030405, 3);
    append_little_endian(little, 0x0102030405, 3);
    EXPECT_EQ(big, "\x03\x04\x05");
    EXPECT_EQ(little, "\x05\x04\x03");
    EXPECT_EQ(read_big_endian(big), 0x030405u);
    EXPECT_EQ(read_little_endian(little), 0x030405u);
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{0x80}, UINT64_MAX}) {
        std::string bytes;
        append_big_endian(bytes, value, 8);
        append_little_endian(bytes, value, 8);
        std::string_view rest = bytes;
        EXPECT_EQ(take_big_endian(rest, 8), value);
        EXPECT_EQ(read_little_endian(rest), value);
    }
}

TEST(Coding, TakesNoMoreThanThereIs) {
    std::string_view rest = "\x01\x02";
    EXPECT_EQ(take_big_endian(rest, 4), 0x0102u);
    EXPECT_TRUE(rest.empty());
}

TEST(Coding, VarintsAreShortAndReadBack) {
    for (const std::uint32_t value : {0u, 127u, 128u, 16383u, 16384u, UINT32_MAX}) {
        std::string bytes;
        append_varint(bytes, value);
        EXPECT_EQ(bytes.size(), value < 128 ? 1 : value < 16384 ? 2 : value < 1u << 21 ? 3 : 5);
        bytes += 'x';
        std::string_view rest = bytes;
        EXPECT_EQ(take_varint(rest), value);
        EXPECT_EQ(rest, "x");
    }
}

TEST(Coding, NoVarint) {
    std::string large;
    append_varint(large, std::uint64_t{UINT32_MAX} + 1);
    for (const std::string& bytes : {std::string(), std::string("\x80"), large}) {
        std::string_view rest = bytes;
        EXPECT_EQ(take_varint(rest), std::nullopt);
    }
}

}  // namespace
}  // namespace descry
