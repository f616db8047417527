#include "analyzers/ascii_piece.h"

// Highway includes this file once per kind of CPU.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "analyzers/ascii_kernels.cc"
#define HWY_WANT_AVX3_DL
#include <hwy/foreach_target.h>  // before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace descry {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// ASCII bytes are positive, so signed comparisons, which all CPUs have, order them.
const hn::CappedTag<std::int8_t, 32> D8;
using V8 = hn::Vec<decltype(D8)>;

template <typename Mask>
HWY_INLINE std::uint64_t bits_of(Mask mask) {
#if HWY_TARGET == HWY_SCALAR
    return hn::CountTrue(D8, mask);  // one lane
#else
    std::uint8_t bytes[sizeof(std::uint64_t)] = {};
    hn::StoreMaskBits(D8, mask, bytes);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof(bytes); ++i)
        bits |= std::uint64_t{bytes[i]} << (8 * i);
    return bits;
#endif
}

HWY_INLINE auto is_between(V8 v, char first, char last) {
    return hn::And(hn::Gt(v, hn::Set(D8, static_cast<std::int8_t>(first - 1))),
                   hn::Lt(v, hn::Set(D8, static_cast<std::int8_t>(last + 1))));
}

HWY_INLINE V8 lower_case(V8 v) {
    return hn::Add(v, hn::IfThenElseZero(is_between(v, 'A', 'Z'), hn::Set(D8, 'a' - 'A')));
}

HWY_INLINE auto is_one(V8 v, char c) {
    return hn::Eq(v, hn::Set(D8, static_cast<std::int8_t>(c)));
}

HWY_INLINE V8 load(const char* text) {
    return hn::LoadU(D8, reinterpret_cast<const std::int8_t*>(text));
}

HWY_INLINE void store(V8 v, char* text) {
    hn::StoreU(v, D8, reinterpret_cast<std::int8_t*>(text));
}

// Lower-cases blocks and returns the bits of letters and digits, or of whitespace.
template <bool OF_WORDS>
HWY_INLINE void fold(const char* text, std::size_t blocks, char* lowered, std::uint64_t* bits) {
    const std::size_t lanes = hn::Lanes(D8);
    for (std::size_t block = 0; block < blocks; ++block) {
        std::uint64_t found = 0;
        for (std::size_t i = 0; i < ASCII_BLOCK; i += lanes) {
            const std::size_t at = block * ASCII_BLOCK + i;
            const V8 lower = lower_case(load(text + at));
            store(lower, lowered + at);
            const auto is_found =
                OF_WORDS ? hn::Or(is_between(lower, 'a', 'z'), is_between(lower, '0', '9'))
                         : hn::Or(is_one(lower, ' '), is_between(lower, '\t', '\r'));
            found |= bits_of(is_found) << i;
        }
        bits[block] = found;
    }
}

void fold_words(const char* text, std::size_t blocks, char* lowered, std::uint64_t* in_word) {
    fold<true>(text, blocks, lowered, in_word);
}

void fold_spaces(const char* text, std::size_t blocks, char* lowered, std::uint64_t* spaces) {
    fold<false>(text, blocks, lowered, spaces);
}

// Signs of one block, and their possible neighbours.
struct Signs {
    std::uint64_t alone = 0;
    std::uint64_t behind_word = 0;
    std::uint64_t before_digit = 0;
    std::uint64_t before_number = 0;
    std::uint64_t comparisons = 0;
    std::uint64_t digits = 0;
    std::uint64_t points = 0;  // and dollar signs: may begin a number
    std::uint64_t openings = 0;
};

HWY_INLINE Signs signs_of(const char* block) {
    Signs all;
    for (std::size_t i = 0; i < ASCII_BLOCK; i += hn::Lanes(D8)) {
        const V8 v = load(block + i);
        const auto is_plus = is_one(v, '+');
        const auto is_point = is_one(v, '.');
        const auto is_dollar = is_one(v, '$');
        const auto is_plus_or_minus = hn::Or(is_plus, is_one(v, '-'));
        const auto is_high = hn::Lt(v, hn::Zero(D8));
        // First bytes of characters; Cyrillic up to U+047F and Hebrew from U+05C0 have no signs.
        const auto is_letter =
            hn::Or(is_one(v, '\xD0'), hn::Or(is_one(v, '\xD1'), is_one(v, '\xD7')));
        const auto is_lead =
            hn::AndNot(is_letter, hn::And(is_high, hn::Gt(v, hn::Set(D8, std::int8_t{-63}))));
        all.alone |= bits_of(hn::Or(is_lead, hn::Or(is_dollar, is_one(v, '^')))) << i;
        all.behind_word |= bits_of(hn::Or(is_plus, hn::Or(is_one(v, '#'), is_one(v, '%')))) << i;
        all.before_digit |= bits_of(hn::Or(is_point, is_one(v, ','))) << i;
        all.before_number |= bits_of(is_plus_or_minus) << i;
        all.comparisons |= bits_of(hn::Or(is_one(v, '<'), is_one(v, '>'))) << i;
        all.digits |= bits_of(hn::Or(is_high, is_between(v, '0', '9'))) << i;
        all.points |= bits_of(hn::Or(is_point, is_dollar)) << i;
        all.openings |= bits_of(hn::Or(is_plus_or_minus, is_one(v, '='))) << i;
    }
    return all;
}

void find_signs(const char* text, std::size_t blocks, const std::uint64_t* in_word,
                std::uint64_t word_before, std::uint64_t* signs) {
    for (std::size_t block = 0; block < blocks; ++block) {
        const Signs all = signs_of(text + block * ASCII_BLOCK);
        // Anything may follow the block.
        constexpr std::uint64_t LAST = std::uint64_t{1} << (ASCII_BLOCK - 1);
        const auto is_before = [](std::uint64_t bits) { return bits >> 1 | LAST; };
        signs[block] = all.alone | (all.behind_word & (in_word[block] << 1 | word_before)) |
                       (all.before_digit & is_before(all.digits)) |
                       (all.before_number & is_before(all.digits | all.points)) |
                       (all.comparisons & is_before(all.digits | all.points | all.openings));
        word_before = in_word[block] >> (ASCII_BLOCK - 1);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace descry
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace descry {

HWY_EXPORT(fold_words);
HWY_EXPORT(find_signs);
HWY_EXPORT(fold_spaces);

void fold_ascii_blocks(const char* text, std::size_t blocks, char* lowered,
                       std::uint64_t* in_word) {
    HWY_DYNAMIC_DISPATCH(fold_words)(text, blocks, lowered, in_word);
}

void find_sign_bytes(const char* text, std::size_t blocks, const std::uint64_t* in_word,
                     std::uint64_t word_before, std::uint64_t* signs) {
    HWY_DYNAMIC_DISPATCH(find_signs)(text, blocks, in_word, word_before, signs);
}

void fold_ascii_with_spaces(const char* text, std::size_t blocks, char* lowered,
                            std::uint64_t* spaces) {
    HWY_DYNAMIC_DISPATCH(fold_spaces)(text, blocks, lowered, spaces);
}

}  // namespace descry
#endif
