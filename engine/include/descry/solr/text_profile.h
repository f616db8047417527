/** @file text_profile.h
 *  @brief The text profile of Solr and Nutch (TextProfileSignature), byte for byte.
 *
 *  The profile of a text lists its frequent tokens with rounded counts; texts with the same profile
 *  have the same MD5. Small edits mostly change rare tokens, which the profile omits.
 *  1. Tokens of more than min_token_len UTF-16 units are counted.
 *  2. The quantum follows from the highest count: profile_quantum().
 *  3. Each count is rounded down to a multiple of the quantum; zeros are dropped.
 *  4. Lines "token count", highest count first, joined by line feeds; MD5 of their UTF-8.
 *
 *  Sources: org.apache.solr.update.processor.TextProfileSignature (Solr 9.10.1) and
 *  org.apache.nutch.crawl.TextProfileSignature (Nutch 1.16 and later, which sorts ties).
 */
#ifndef DESCRY_SOLR_TEXT_PROFILE_H
#define DESCRY_SOLR_TEXT_PROFILE_H

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <descry/hashing/hash.h>

namespace descry {

class JavaHashCounter;

/// Signatures of two indexes are comparable only if all three are equal. The defaults are Solr's.
struct TextProfileParameters {
    /// The quantum's share of the highest count. Any value is accepted, as in Solr: 0, negatives
    /// and NaN act like a very small rate; above 1 no token is left once the highest count reaches
    /// 2.
    float quant_rate = 0.01f;

    /// Only longer tokens count, in UTF-16 units: 2 keeps three letters and more, 0 all.
    int min_token_len = 2;

    /// How tokens of equal count are ordered. false, as Solr: by java.util.HashMap, so the order of
    /// the words in the text changes the signature of most longer texts. true, Nutch's default: by
    /// String.compareTo, so only the counts matter.
    bool secondary_sort_lex = false;

    bool operator==(const TextProfileParameters&) const = default;
};

/// The quantum for a highest count: @a max_count * @a quant_rate in float arithmetic, rounded half
/// up; below 2, it is 2 if a token repeats (@a max_count > 1), else 1. At the rate 0.01: 2 up to
/// 249 occurrences, 3 from 250, 4 from 350, one more each 100.
/// @return 1 to 2^31 - 1 (saturating)
std::uint32_t profile_quantum(std::uint32_t max_count, float quant_rate);

/// A token as Java sees it (analyzers' java_text.h makes it).
struct ProfileToken {
    std::string_view text;           ///< lower-cased, valid UTF-8
    std::uint32_t utf16_length = 0;  ///< of `text`
    std::int32_t java_hash = 0;      ///< String.hashCode() of @a text
};

/** Counts the tokens of one text and returns its profile; reusable after clear(). Not thread-safe.
 *  Cost: a hash lookup per token, and a sort. Memory: JavaHashCounter, and the profile's string.
 */
class TextProfile {
  public:
    explicit TextProfile(TextProfileParameters parameters = {});
    TextProfile(TextProfile&&) noexcept;
    ~TextProfile();

    const TextProfileParameters& parameters() const { return parameters_; }

    void add_token(const ProfileToken& token);

    /// The lines "token count" of the tokens so far, without a final line feed. Empty if no token
    /// is long enough (or quant_rate leaves none). Valid until the next call; more tokens may
    /// follow.
    const std::string& profile();

    /// MD5 of profile(). All texts without tokens share the MD5 of nothing, d41d8cd9...: check
    /// profile().empty() before calling two of them duplicates.
    Md5Digest signature() { return md5(profile()); }

    /// Forgets the tokens; keeps parameters and memory.
    void clear();

  private:
    struct Line {
        std::string_view token;
        std::uint64_t place;  // in the order of the HashMap
        std::uint32_t count;  // rounded
    };

    TextProfileParameters parameters_;
    std::unique_ptr<JavaHashCounter> counts_;
    std::vector<Line> lines_;
    std::string profile_;
};

}  // namespace descry

#endif  // DESCRY_SOLR_TEXT_PROFILE_H
