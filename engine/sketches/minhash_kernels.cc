#include "engine/sketches/minhash_kernels.h"

// Highway includes this file once per kind of CPU.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/sketches/minhash_kernels.cc"
#define HWY_WANT_AVX3_DL
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace descry {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors kept in registers while the elements pass.
constexpr std::size_t GROUP = 4;

// Vector sizes for which GROUP vectors divide the padding.
const hn::CappedTag<std::uint64_t, KERNEL_PADDING / GROUP> D64;
const hn::CappedTag<std::uint32_t, KERNEL_PADDING / GROUP * 2> D32;
const hn::RebindToSigned<decltype(D64)> S64;
using V64 = hn::Vec<decltype(D64)>;
using V32 = hn::Vec<decltype(D32)>;

// a * x mod 2^64 for x below 2^32.
HWY_INLINE V64 multiply(V64 a, V64 x) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
    return hn::Mul(a, x);
#else
    const hn::Repartition<std::uint32_t, decltype(D64)> halves;
    const auto low = hn::MulEven(hn::BitCast(halves, a), hn::BitCast(halves, x));
    const auto high =
        hn::MulEven(hn::BitCast(halves, hn::ShiftRight<32>(a)), hn::BitCast(halves, x));
    return hn::Add(low, hn::ShiftLeft<32>(high));
#endif
}

// The summand flips the highest bit, so that signed comparisons, which AVX2 has, order values.
void lower_multiply_shift(const std::uint64_t* factors, const std::uint64_t* summands,
                          const std::uint64_t* elements, std::size_t count, std::uint64_t* least,
                          std::size_t size) {
    const std::size_t lanes = hn::Lanes(D64);
    const V64 flip = hn::Set(D64, std::uint64_t{1} << 63);
    for (std::size_t i = 0; i < size; i += GROUP * lanes) {
        const auto load = [&](const std::uint64_t* from, std::size_t vector) {
            return hn::LoadU(D64, from + i + vector * lanes);
        };
        const V64 a0 = load(factors, 0), a1 = load(factors, 1), a2 = load(factors, 2),
                  a3 = load(factors, 3);
        const V64 b0 = hn::Add(load(summands, 0), flip), b1 = hn::Add(load(summands, 1), flip),
                  b2 = hn::Add(load(summands, 2), flip), b3 = hn::Add(load(summands, 3), flip);
        const auto start = [&](std::size_t vector) {
            return hn::BitCast(S64, hn::Xor(load(least, vector), flip));
        };
        auto m0 = start(0), m1 = start(1), m2 = start(2), m3 = start(3);
        for (std::size_t k = 0; k < count; ++k) {
            const V64 x = hn::Set(D64, elements[k] & 0xffffffff);
            m0 = hn::Min(m0, hn::BitCast(S64, hn::Add(multiply(a0, x), b0)));
            m1 = hn::Min(m1, hn::BitCast(S64, hn::Add(multiply(a1, x), b1)));
            m2 = hn::Min(m2, hn::BitCast(S64, hn::Add(multiply(a2, x), b2)));
            m3 = hn::Min(m3, hn::BitCast(S64, hn::Add(multiply(a3, x), b3)));
        }
        const auto store = [&](hn::Vec<decltype(S64)> m, std::size_t vector) {
            hn::StoreU(hn::Xor(hn::BitCast(D64, m), flip), D64, least + i + vector * lanes);
        };
        store(m0, 0);
        store(m1, 1);
        store(m2, 2);
        store(m3, 3);
    }
}

HWY_INLINE V32 murmur3_block(V32 h, V32 k) {
    h = hn::RotateRight<32 - 13>(hn::Xor(h, k));
    return hn::Add(hn::Add(h, hn::ShiftLeft<2>(h)), hn::Set(D32, 0xe6546b64));
}

HWY_INLINE V32 murmur3_end(V32 h) {
    h = hn::Xor(h, hn::Set(D32, sizeof(std::uint64_t)));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<16>(h)), hn::Set(D32, 0x85ebca6b));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<13>(h)), hn::Set(D32, 0xc2b2ae35));
    return hn::Xor(h, hn::ShiftRight<16>(h));
}

// The part of a block that does not depend on the seed.
HWY_INLINE std::uint32_t murmur3_mixed(std::uint64_t block) {
    auto k = static_cast<std::uint32_t>(block) * 0xcc9e2d51;
    k = (k << 15) | (k >> 17);
    return k * 0x1b873593;
}

void lower_murmur3(const std::uint32_t* seeds, const std::uint64_t* elements, std::size_t count,
                   std::uint32_t* least, std::size_t size) {
    const std::size_t lanes = hn::Lanes(D32);
    for (std::size_t i = 0; i < size; i += 2 * lanes) {
        const V32 s0 = hn::LoadU(D32, seeds + i), s1 = hn::LoadU(D32, seeds + i + lanes);
        V32 m0 = hn::LoadU(D32, least + i), m1 = hn::LoadU(D32, least + i + lanes);
        for (std::size_t k = 0; k < count; ++k) {
            const V32 low = hn::Set(D32, murmur3_mixed(elements[k] & 0xffffffff));
            const V32 high = hn::Set(D32, murmur3_mixed(elements[k] >> 32));
            const auto hash = [&](V32 seed) {
                return murmur3_end(murmur3_block(murmur3_block(seed, low), high));
            };
            m0 = hn::Min(m0, hash(s0));
            m1 = hn::Min(m1, hash(s1));
        }
        hn::StoreU(m0, D32, least + i);
        hn::StoreU(m1, D32, least + i + lanes);
    }
}

// v mod p for v below 2 p.
HWY_INLINE V64 reduce(V64 v, V64 prime) {
    const auto is_less = hn::Lt(hn::BitCast(S64, v), hn::BitCast(S64, prime));
    return hn::IfThenElse(hn::RebindMask(D64, is_less), v, hn::Sub(v, prime));
}

// a x mod p by Shoup's trick: the quotient a' x / 2^32 is the true one or one less.
void lower_linear(const LinearPermutations& family, const std::uint64_t* elements,
                  std::size_t count, std::uint64_t* least, std::size_t size) {
    const std::size_t lanes = hn::Lanes(D64);
    const V64 prime = hn::Set(D64, family.prime);
    for (std::size_t i = 0; i < size; i += 2 * lanes) {
        const auto load = [&](std::span<const std::uint64_t> from, std::size_t vector) {
            return hn::LoadU(D64, from.data() + i + vector * lanes);
        };
        const V64 a0 = load(family.factors, 0), a1 = load(family.factors, 1);
        const V64 q0 = load(family.quotients, 0), q1 = load(family.quotients, 1);
        const V64 b0 = load(family.summands, 0), b1 = load(family.summands, 1);
        auto m0 = hn::BitCast(S64, hn::LoadU(D64, least + i));
        auto m1 = hn::BitCast(S64, hn::LoadU(D64, least + i + lanes));
        const auto value = [&](V64 a, V64 a_quotient, V64 b, V64 x) {
            const V64 quotient = hn::ShiftRight<32>(multiply(a_quotient, x));
            const V64 product = hn::Sub(multiply(a, x), multiply(prime, quotient));
            return hn::BitCast(S64, reduce(hn::Add(reduce(product, prime), b), prime));
        };
        for (std::size_t k = 0; k < count; ++k) {
            const V64 x = hn::Set(D64, elements[k] & family.mask);
            m0 = hn::Min(m0, value(a0, q0, b0, x));
            m1 = hn::Min(m1, value(a1, q1, b1, x));
        }
        hn::StoreU(hn::BitCast(D64, m0), D64, least + i);
        hn::StoreU(hn::BitCast(D64, m1), D64, least + i + lanes);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace descry
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descry {

HWY_EXPORT(lower_multiply_shift);
HWY_EXPORT(lower_murmur3);
HWY_EXPORT(lower_linear);

void lower(const MultiplyShift& family, std::span<const std::uint64_t> elements,
           std::span<std::uint64_t> least) {
    HWY_DYNAMIC_DISPATCH(lower_multiply_shift)
    (family.factors.data(), family.summands.data(), elements.data(), elements.size(), least.data(),
     least.size());
}

void lower(const Murmur3& family, std::span<const std::uint64_t> elements,
           std::span<std::uint32_t> least) {
    HWY_DYNAMIC_DISPATCH(lower_murmur3)
    (family.seeds.data(), elements.data(), elements.size(), least.data(), least.size());
}

void lower(const LinearPermutations& family, std::span<const std::uint64_t> elements,
           std::span<std::uint64_t> least) {
    HWY_DYNAMIC_DISPATCH(lower_linear)
    (family, elements.data(), elements.size(), least.data(), least.size());
}

}  // namespace descry
#endif
