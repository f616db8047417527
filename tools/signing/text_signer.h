/** @file text_signer.h
 *  @brief Signatures of texts, without an index: what `descry sign` prints.
 */
#ifndef DESCRY_TOOLS_SIGNING_TEXT_SIGNER_H
#define DESCRY_TOOLS_SIGNING_TEXT_SIGNER_H

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <descry/analyzers/words.h>
#include <descry/documents/chain_members.h>
#include <descry/keys/descriptive_vector.h>
#include <descry/keys/term_bands.h>
#include <descry/signatures/shingle_elements.h>
#include <descry/signatures/signature_method.h>
#include <descry/sketches/minhash.h>
#include <descry/sketches/permutation_sketch.h>
#include <descry/solr/signature_chain.h>

#include "input/documents/document.h"
#include "output/signature_line.h"

namespace descry {

/// What is signed, and how.
struct TextSigningOptions {
    /// Names, joined by commas; empty: the collapsible signatures and bands that can be had.
    std::string methods;
    /// Empty: no model, and no method that needs one.
    std::string model_file;
    /// Print the collapse keys that an index would hold, too.
    bool keys = false;
    TextProfileParameters text_profile;
    /// Also, or where no methods are named only, the signature of this chain.
    std::optional<SignatureChainOptions> chain;
    MemberNames names;
    /// Of the sketches, which are signed when asked for by name.
    ShingleElementOptions shingles;
    unsigned permutations = MINHASH_PERMUTATIONS;
};

/// Computes signatures; one per thread.
class TextSigner {
  public:
    /// @throws std::invalid_argument an unknown method, or one that needs a model
    /// @throws std::runtime_error the model cannot be read, or is for terms of another program
    explicit TextSigner(const TextSigningOptions& options);

    /// The signatures of one document.
    NamedSignatures sign(const InputDocument& document);

  private:
    /// What a method works on; the terms are counted with a model too.
    enum class Needs { TEXT, TERMS, MODEL, SHINGLES };
    struct Method {
        std::string_view name;
        Needs needs;
        bool by_default;
        /// What is printed; null: the signature that an index holds.
        SignatureValue (*value)(TextSigner& signer, const std::string& text);
        /// Of signatures that an index holds.
        const SignatureMethod* stored = nullptr;
        SignatureFunction sign = {};
    };
    static std::vector<Method> all_methods();
    static std::vector<Method> methods_named(const std::string& list);

    void load_model(const std::string& file);
    void count_terms(const std::string& text);

    SignatureValue sign_chain(const InputDocument& document);
    void add(const Method& method, const InputDocument& document, NamedSignatures& out);
    SignatureValue bands(std::span<const std::uint64_t> keys) const;

    bool keys_;
    std::optional<SignatureChain> chain_;
    ChainMembers members_;
    std::vector<Method> methods_;
    std::unique_ptr<Model> model_;
    std::optional<DescriptiveSigner> signer_;
    std::optional<OneBandSigner> one_bands_;
    std::optional<TermBandSigner> term_bands_;
    std::optional<WordAnalyzer> words_;
    std::map<std::string, std::uint32_t, std::less<>> counts_;
    std::vector<TermCount> terms_;
    DescriptiveSignatures descriptive_;
    ShingleElements shingles_;
    ShingleElements broder_;
    MinHasher minhash_;
    MinHasher bbit_;
    PermutationSketcher permutations_;
    std::vector<std::uint64_t> elements_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SIGNING_TEXT_SIGNER_H
