/** @file signature_chain.h
 *  @brief Solr's signature processor: signs a document by several fields; later documents overwrite
 *         earlier ones with the same signature.
 *
 *  Signatures are byte for byte Solr's. This class only signs; an IndexingStage overwrites
 *  documents (IndexingOptions::chain).
 *
 *      const auto options = descry::parse_signature_chain(
 *          R"({"signatureClass": "TextProfileSignature", "fields": "title,text"})", "chain.json");
 *      descry::SignatureChain chain(options);
 *      chain.sign(members)->hex;
 *
 *  Source: org.apache.solr.update.processor.SignatureUpdateProcessorFactory and
 *  DirectUpdateHandler2 (overwriting) of Solr 9.10.1.
 */
#ifndef DESCRY_SOLR_SIGNATURE_CHAIN_H
#define DESCRY_SOLR_SIGNATURE_CHAIN_H

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/distance/term_count.h>
#include <descry/signatures/text_signatures.h>

namespace descry {

struct DescriptiveSignatures;

/// The first three are Solr's and sign fields; the others are descry's and sign body terms.
enum class SignatureClass { TEXT_PROFILE, MD5, LOOKUP3, TERM_PROFILE, DESCRIPTIVE };

/// Solr's parameters, with its names and defaults.
struct SignatureChainOptions {
    SignatureClass signature_class = SignatureClass::LOOKUP3;
    /// Sorted by UTF-16 code units; a repeated field is signed twice. Empty: all fields.
    std::vector<std::string> fields;
    std::string signature_field = "signatureField";
    bool overwrite_dupes = true;
    bool enabled = true;
    float quant_rate = 0.01f;
    int min_token_len = 2;
    /// As in Solr, documents with none of the fields, or only empty ones, overwrite one another,
    /// because they have the signature of nothing. Off by default.
    bool solr_strict = false;

    bool is_of_terms() const {
        return signature_class == SignatureClass::TERM_PROFILE ||
               signature_class == SignatureClass::DESCRIPTIVE;
    }

    friend bool operator==(const SignatureChainOptions&, const SignatureChainOptions&) = default;
};

/// Reads a JSON object with Solr's parameters: signatureClass (TextProfileSignature, MD5Signature,
/// Lookup3Signature, each also with the prefix `org.apache.solr.update.processor.` or `solr.`;
/// term-profile, descriptive), fields (one string, split at commas; a backslash escapes the next
/// character), signatureField, overwriteDupes, enabled, quantRate, minTokenLen.
/// @param source named in messages: `SOURCE:LINE: reason`
/// @exception Xapian::InvalidArgumentError not such an object; an unknown or repeated name; a value
///            of another type; an unknown class; fields with a class that takes none; and, unless
///            @a solr_strict, a field that begins or ends with a space
SignatureChainOptions parse_signature_chain(std::string_view json, std::string_view source,
                                            bool solr_strict = false);

/// The chain of an index; nullopt if it has none.
/// @exception Xapian::DatabaseCorruptError unreadable
std::optional<SignatureChainOptions> read_signature_chain(const Xapian::Database& db);

void write_signature_chain(Xapian::WritableDatabase& db, const SignatureChainOptions& options);

namespace metadata_key {
inline constexpr const char* SIGNATURE_CHAIN = "descry:signature-chain";
}  // namespace metadata_key

/// Prefix of signature terms, unless the chain's signatureField is a text field with its own.
inline constexpr std::string_view SIGNATURE_PREFIX = "XSIG";

struct SignatureField {
    std::string_view name;
    /// Each printed as by Java's String.valueOf() (java_number.h for numbers), in order; nullopt:
    /// null, signed as "null". Empty: an empty array.
    std::vector<std::optional<std::string_view>> values;
};

struct ChainSignature {
    /// Lower case; 32 digits, or 16 for Lookup3Signature and descriptive.
    std::string hex;
    /// False if nothing was signed: no field, null, or texts without a token of the minimum length.
    bool is_of_something = false;

    friend bool operator==(const ChainSignature&, const ChainSignature&) = default;
};

/// Signs; one per thread.
class SignatureChain {
  public:
    explicit SignatureChain(SignatureChainOptions options);

    const SignatureChainOptions& options() const { return options_; }

    /// The signature of a document with these fields, in any order, without repeated names. Cost:
    /// that of the signature class (text_signatures.h). @pre not options().is_of_terms()
    ChainSignature sign(std::span<const SignatureField> members);

    /// The signature of a document with these terms. @param descriptive null: there is no model
    /// @return nullopt if it has none. @pre options().is_of_terms()
    std::optional<ChainSignature> sign_terms(std::span<const TermCount> terms,
                                             const DescriptiveSignatures* descriptive) const;

  private:
    void feed(const SignatureField& member);
    bool add(std::string_view content);

    SignatureChainOptions options_;
    TextProfileSigner text_profile_;
    std::string bytes_;
    std::uint64_t hash_ = 0;
    bool is_of_something_ = false;
};

}  // namespace descry

#endif  // DESCRY_SOLR_SIGNATURE_CHAIN_H
