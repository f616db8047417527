/** @file signature_chain.h
 *  @brief Solr's signature processor: one signature of several members of a document, and later
 *         documents that overwrite earlier ones of the same signature.
 *
 *  The same bytes as Solr for the same document. An IndexingStage does the overwriting
 *  (IndexingOptions::chain); the class alone signs.
 *
 *      const auto options = descry::parse_signature_chain(
 *          R"({"signatureClass": "TextProfileSignature", "fields": "title,text"})", "chain.json");
 *      descry::SignatureChain chain(options);
 *      chain.sign(members)->hex;
 *
 *  Source: org.apache.solr.update.processor.SignatureUpdateProcessorFactory of Solr 9.10.1, and
 *  DirectUpdateHandler2 for what overwriting is.
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

/// What is computed. The first three are Solr's, of the fields; the others are descry's, of the
/// document's body terms, and take no fields.
enum class SignatureClass { TEXT_PROFILE, MD5, LOOKUP3, TERM_PROFILE, DESCRIPTIVE };

/// Solr's parameters under their names there; the defaults are Solr's.
struct SignatureChainOptions {
    SignatureClass signature_class = SignatureClass::LOOKUP3;
    /// Sorted by UTF-16 code units; one that is named twice is fed twice. Empty: all members.
    std::vector<std::string> fields;
    std::string signature_field = "signatureField";
    bool overwrite_dupes = true;
    bool enabled = true;
    float quant_rate = 0.01f;
    int min_token_len = 2;
    /// Documents that have none of the fields, or nothing in them, overwrite one another, as in
    /// Solr: their signature is that of nothing. By default they do not.
    bool solr_strict = false;

    bool is_of_terms() const {
        return signature_class == SignatureClass::TERM_PROFILE ||
               signature_class == SignatureClass::DESCRIPTIVE;
    }

    friend bool operator==(const SignatureChainOptions&, const SignatureChainOptions&) = default;
};

/// Reads a JSON object with Solr's parameters: signatureClass (TextProfileSignature, MD5Signature,
/// Lookup3Signature, each also with `org.apache.solr.update.processor.` before it or `solr.`;
/// term-profile, descriptive), fields (one string, cut at commas; a backslash takes the next
/// character as it is), signatureField, overwriteDupes, enabled, quantRate, minTokenLen.
/// @param source named in messages: `SOURCE:LINE: reason`
/// @exception Xapian::InvalidArgumentError no such object, a name that is none of these or comes
///            twice, a value of another type, a class that does not exist, fields with a class that
///            takes none, and, unless @a solr_strict, a field that begins or ends with a blank
SignatureChainOptions parse_signature_chain(std::string_view json, std::string_view source,
                                            bool solr_strict = false);

/// The chain of an index; nullopt when it has none.
/// @exception Xapian::DatabaseCorruptError unreadable
std::optional<SignatureChainOptions> read_signature_chain(const Xapian::Database& db);

/// Writes the chain; it is stored with the next commit.
void write_signature_chain(Xapian::WritableDatabase& db, const SignatureChainOptions& options);

namespace metadata_key {
inline constexpr const char* SIGNATURE_CHAIN = "descry:signature-chain";
}  // namespace metadata_key

/// The prefix of a signature's term, where no text field of the chain's signatureField gives one.
inline constexpr std::string_view SIGNATURE_PREFIX = "XSIG";

/// A member of a document, as Solr would see it.
struct SignatureField {
    std::string_view name;
    /// Each as Java's String.valueOf() prints it (java_number.h for numbers), in their order;
    /// nullopt: null, which is fed as "null". None: an empty array.
    std::vector<std::optional<std::string_view>> values;
};

/// A signature, and whether it is one of anything.
struct ChainSignature {
    /// Lower case; 32 digits, or 16 of Lookup3Signature and descriptive.
    std::string hex;
    /// False where no field had a value to sign: no field present, null, texts without a token that
    /// is long enough.
    bool is_of_something = false;

    friend bool operator==(const ChainSignature&, const ChainSignature&) = default;
};

/// Signs; one per thread.
class SignatureChain {
  public:
    explicit SignatureChain(SignatureChainOptions options);

    const SignatureChainOptions& options() const { return options_; }

    /// The signature of a document with these members, in any order, no name twice. @pre not
    /// options().is_of_terms(). Cost: that of the signature class (text_signatures.h)
    ChainSignature sign(std::span<const SignatureField> members);

    /// The signature of a document with these terms. @param descriptive null: there is no model
    /// @return nullopt when it has none. @pre options().is_of_terms()
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
