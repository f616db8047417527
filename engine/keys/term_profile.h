/** @file term_profile.h
 *  @brief A text profile over the terms of an index: the tokenizer-aware signature.
 *
 *  TextProfileSignature cuts text at everything but letters and digits, which makes a Chinese or
 *  Japanese sentence one token. This profile takes the index's terms, with its own segmentation and
 *  stemming: the same quantum and rounding as text_profile.h, but no minimum length, and ties by
 *  the terms' bytes. Word order does not matter, and a term list suffices.
 *
 *  Asked for in "[Solr] De-Duplication by TextProfileSignature" (a Japanese blog): "a
 *  ProfileSignature that works with the tokenizer".
 */
#ifndef DESCRY_KEYS_TERM_PROFILE_H
#define DESCRY_KEYS_TERM_PROFILE_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <descry/distance/term_count.h>
#include <descry/hashing/hash.h>

namespace descry {

/// Solr's default quantum, as a share of the highest wdf.
inline constexpr float TERM_PROFILE_QUANT_RATE = 0.01f;

/// The lines "term count" joined by line feeds: wdf rounded down to multiples of
/// profile_quantum(highest wdf, @a quant_rate), zeros omitted, highest count first, ties by the
/// terms' bytes ascending. Terms are not escaped: a space or line feed in one can imitate another
/// profile.
/// @param terms distinct, in any order
/// @return empty if no term has a wdf above 0
/// Cost: a sort of the remaining terms.
std::string term_profile(std::span<const TermCount> terms,
                         float quant_rate = TERM_PROFILE_QUANT_RATE);

/// MD5 of term_profile(); nullopt for an empty profile: documents without terms have no duplicates.
std::optional<Md5Digest> term_profile_signature(std::span<const TermCount> terms,
                                                float quant_rate = TERM_PROFILE_QUANT_RATE);

}  // namespace descry

#endif  // DESCRY_KEYS_TERM_PROFILE_H
