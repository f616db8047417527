#include "engine/hashing/rabin.h"

#include <bit>
#include <cstring>

namespace descry {

namespace {

constexpr std::uint64_t MASK = (std::uint64_t{1} << RABIN_BITS) - 1;

std::uint64_t byte_at(std::uint64_t value, unsigned number) {
    return (value >> (8 * number)) & 0xff;
}

}  // namespace

RabinFingerprinter::RabinFingerprinter() {
    for (std::uint64_t byte = 0; byte < 256; ++byte) {
        std::uint64_t value = byte;
        for (unsigned shift = 0; shift < RABIN_BITS + 8 * reduced_.size(); ++shift) {
            if (shift >= RABIN_BITS && shift % 8 == 0)
                reduced_[shift / 8 - RABIN_BITS / 8][byte] = value;
            value <<= 1;
            if (value >> RABIN_BITS != 0) value ^= RABIN_POLYNOMIAL;
        }
    }
}

std::uint64_t RabinFingerprinter::fingerprint(std::string_view bytes) const {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t value = 0;
    for (; bytes.size() >= sizeof(std::uint64_t); bytes.remove_prefix(sizeof(std::uint64_t))) {
        std::uint64_t block = 0;
        std::memcpy(&block, bytes.data(), sizeof block);
        block = __builtin_bswap64(block);
        std::uint64_t next = block & MASK;
        next ^= reduced_[0][byte_at(block, 6)] ^ reduced_[1][byte_at(block, 7)];
        for (unsigned i = 0; i < RABIN_BITS / 8; ++i)
            next ^= reduced_[2 + i][byte_at(value, i)];
        value = next;
    }
    for (const char c : bytes) {
        const std::uint64_t out = byte_at(value, RABIN_BITS / 8 - 1);
        value = ((value << 8) & MASK) ^ static_cast<unsigned char>(c) ^ reduced_[0][out];
    }
    return value;
}

}  // namespace descry
