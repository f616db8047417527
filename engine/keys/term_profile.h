/** @file term_profile.h
 *  @brief A text profile over the terms of an index: the tokenizer-aware signature.
 *
 *  TextProfileSignature cuts text at everything that is no letter or digit, which makes a Chinese
 *  or Japanese sentence one token. This profile takes the terms that the index has, so the index's
 *  own segmentation and stemming count: the same quantum and rounding as text_profile.h, but no
 *  minimum length, and ties in the order of the terms' bytes. The words' order in the text plays
 *  no part, and a document can be signed from its term list alone.
 *
 *  Asked for in "[Solr] De-Duplication by TextProfileSignature" (a Japanese blog): "a
 * ProfileSignature that works with the tokenizer".
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

/// Solr's default for the share of the highest wdf that is one quantum.
inline constexpr float TERM_PROFILE_QUANT_RATE = 0.01f;

/// The lines "term count" joined by line feeds: wdf rounded down to multiples of
/// profile_quantum(highest wdf, @a quant_rate), zeros left out, highest count first, equal counts
/// by the terms' bytes ascending. Terms are taken as they are: one with a space or a line feed in
/// it can imitate another profile.
/// @param terms each term once, in any order.
/// @return empty when there is no term with a wdf above 0.
/// Cost: a sort of the terms that stay.
std::string term_profile(std::span<const TermCount> terms,
                         float quant_rate = TERM_PROFILE_QUANT_RATE);

/// MD5 of term_profile().
/// @return std::nullopt for an empty profile: a document without terms has no signature, and is
/// nobody's duplicate.
std::optional<Md5Digest> term_profile_signature(std::span<const TermCount> terms,
                                                float quant_rate = TERM_PROFILE_QUANT_RATE);

}  // namespace descry

#endif  // DESCRY_KEYS_TERM_PROFILE_H
