/** @file text_signatures.h
 *  @brief The signatures of a document's text: `exact`, `text-profile` and `lookup3`.
 *
 *  They equal those of Solr's signature classes for one text without a field name. Solr feeds the
 *  field's name before the text: its signature of a document is then the MD5 of the name's profile
 *  followed by the text's (TextProfileSigner::profile()); Lookup3 is seeded with the hash so far.
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

/// The MD5 of nothing, which both MD5 signatures return if there is nothing to sign. All such
/// documents share it, so callers do not store it.
inline constexpr Md5Digest NOTHING_SIGNED = {0xd4, 0x1d, 0x8c, 0xd9, 0x8f, 0x00, 0xb2, 0x04,
                                             0xe9, 0x80, 0x09, 0x98, 0xec, 0xf8, 0x42, 0x7e};

/// `exact`: MD5 of the text's bytes, as Solr's MD5Signature. Finds byte-equal copies only. An empty
/// text gives NOTHING_SIGNED. Cost: 400-700 MB/s.
Md5Digest exact_signature(std::string_view text);

/// `lookup3`: Solr's Lookup3Signature, the default of its signatureClass: a fast 64-bit hash, for
/// equal texts. Solr prints it as 16 hex digits.
/// @param text valid UTF-8 (an ill-formed byte counts as that character of Latin-1)
/// @param seed 0, or the signature of the name or value before this one
/// Cost: 450 MB/s.
std::uint64_t lookup3_signature(std::string_view text, std::uint64_t seed = 0);

/** `text-profile`: Solr's TextProfileSignature. One object per thread, reusable. Cost: 140 (short
 *  newswire) to 240 MB/s (manuals) on one core. Memory: some 40 bytes per distinct token.
 */
class TextProfileSigner {
  public:
    explicit TextProfileSigner(TextProfileParameters parameters = {});
    TextProfileSigner(TextProfileSigner&&) noexcept;
    ~TextProfileSigner();

    /// @a text is UTF-8; ill-formed bytes separate. NOTHING_SIGNED if no token is long enough.
    Md5Digest sign(std::string_view text);

    /// The lines behind the signature, for explanations. Valid until the next call.
    const std::string& profile(std::string_view text);

  private:
    std::unique_ptr<JavaTokenizer> tokens_;
    TextProfile counts_;
};

}  // namespace descry

#endif  // DESCRY_SIGNATURES_TEXT_SIGNATURES_H
