/** @file text_signatures.h
 *  @brief The signatures that are computed from a document's text: `exact`, `text-profile`
 *         and `lookup3`.
 *
 *  They are compatible with Solr's signature classes for one text without a field name. Solr feeds
 *  the field's name before the text; its signature of a document is then the MD5 of the name's
 *  profile followed by the text's (TextProfileSigner::profile()), and Lookup3 is seeded with the
 * hash of what came before.
 */
#ifndef DESCRY_SIGNATURES_TEXT_SIGNATURES_H
#define DESCRY_SIGNATURES_TEXT_SIGNATURES_H

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <descry/hashing/hash.h>
#include <descry/solr/text_profile.h>

namespace descry {

class JavaTokenizer;

/// What both signatures give where there is nothing to sign: the MD5 of nothing. Shared by all
/// such documents, so callers do not store it.
inline constexpr Md5Digest NOTHING_SIGNED = {0xd4, 0x1d, 0x8c, 0xd9, 0x8f, 0x00, 0xb2, 0x04,
                                             0xe9, 0x80, 0x09, 0x98, 0xec, 0xf8, 0x42, 0x7e};

/// `exact`: MD5 of the text's bytes, Solr's MD5Signature. Good for copies that are equal to the
/// byte, and nothing else. An empty text gives NOTHING_SIGNED.
/// Cost: 400-700 MB/s.
Md5Digest exact_signature(std::string_view text);

/// `lookup3`: Solr's Lookup3Signature, the default of its signatureClass: 64 bits of a fast hash,
/// for texts that are equal. Solr prints them as 16 hex digits.
/// @param text valid UTF-8 (an ill-formed byte counts as that character of Latin-1)
/// @param seed 0, or the signature of the name or value before this one.
/// Cost: 450 MB/s.
std::uint64_t lookup3_signature(std::string_view text, std::uint64_t seed = 0);

/** `text-profile`: Solr's TextProfileSignature, reusable from text to text.
 *
 *  Cost: 140 (short newswire) to 240 MB/s (manuals) of text on one core; no allocation once the
 *  buffers have grown. Memory: some 40 bytes a distinct token. One object for each thread.
 */
class TextProfileSigner {
  public:
    explicit TextProfileSigner(TextProfileParameters parameters = {});
    TextProfileSigner(TextProfileSigner&&) noexcept;
    ~TextProfileSigner();

    /// The signature of @a text (UTF-8; an ill-formed byte separates words). An empty text, and one
    /// without a token that is long enough, gives NOTHING_SIGNED.
    Md5Digest sign(std::string_view text);

    /// The lines behind the signature, for explanations. Valid until the next call.
    const std::string& profile(std::string_view text);

  private:
    std::unique_ptr<JavaTokenizer> tokens_;
    TextProfile counts_;
};

}  // namespace descry

#endif  // DESCRY_SIGNATURES_TEXT_SIGNATURES_H
