/** @file text_signer.h
 *  @brief Signs texts outside any index, for `descry sign`.
 */
#ifndef DESCRY_SIGNATURES_TEXT_SIGNER_H
#define DESCRY_SIGNATURES_TEXT_SIGNER_H

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <descry/analyzers/words.h>
#include <descry/model/model.h>
#include <descry/signatures/signature_method.h>
#include <descry/sketches/minhash.h>

#include "engine/keys/descriptive_vector.h"
#include "engine/keys/term_bands.h"
#include "engine/signatures/shingle_elements.h"
#include "engine/sketches/permutation_sketch.h"

namespace descry {

/// A signature for output: hex digits, a number, a list of either, or nothing for an empty text.
using SignatureValue =
    std::variant<std::monostate, std::string, std::uint64_t, std::vector<std::string>,
                 std::vector<std::uint32_t>, std::vector<std::uint64_t>>;

/// Values by name, in output order.
using NamedSignatures = std::vector<std::pair<std::string, SignatureValue>>;

struct TextSigningOptions {
    /// Names of methods; nullopt: all available collapsible signatures and bands.
    std::optional<std::vector<std::string>> methods;
    /// Without it, methods that need a model are not available.
    std::optional<Model> model;
    /// Also compute the collapse keys that an index would store.
    bool keys = false;
    /// Count words even if no method needs them (TextSigner::terms()).
    bool counts_terms = false;
    TextProfileParameters text_profile;
    /// For the sketches, which are computed only if named.
    ShingleElementOptions shingles;
    unsigned permutations = MINHASH_PERMUTATIONS;
};

/// Computes signatures; one per thread.
///
/// Methods (docs/commands/sign.md): `exact`, `text-profile` and `lookup3` (Solr's), `term-profile`;
/// with a model `descriptive`, `descriptive-stable`, `descriptive-bands`, `term-bands`; of shingles
/// `minhash`, `sketch-200`, `bbit`, `simhash`, `shingles-broder`.
class TextSigner {
  public:
    /// @exception std::invalid_argument an unknown method (names the known ones), a method without
    ///            its model, or a model for another program's words
    explicit TextSigner(TextSigningOptions options);
    TextSigner(const TextSigner&) = delete;
    TextSigner& operator=(const TextSigner&) = delete;

    /// Whether a method of this name exists and needs a model.
    static bool needs_model(std::string_view method);

    /// The signatures of a UTF-8 text. Cost: each method's own, and the analysis if words are
    /// needed.
    NamedSignatures sign(std::string_view text);

    /// The words of the last text, if words were counted, and the signatures of its descriptive
    /// vector, if there is a model. Valid until the next text.
    std::span<const TermCount> terms() const { return terms_; }
    const DescriptiveSignatures* vector() const { return signer_ ? &descriptive_ : nullptr; }

  private:
    /// Input of a method; MODEL includes the terms.
    enum class Needs { TEXT, TERMS, MODEL, SHINGLES };
    struct Method {
        std::string_view name;
        Needs needs;
        bool by_default;
        /// The output; null: the signature that an index stores.
        SignatureValue (*value)(TextSigner& signer, std::string_view text);
        /// Of signatures that an index stores.
        const SignatureMethod* stored = nullptr;
        SignatureFunction sign = {};
    };
    static std::vector<Method> all_methods();
    static std::vector<Method> methods_named(const std::vector<std::string>& names);

    bool any_needs(Needs needs) const;
    void count_terms(std::string_view text);
    void add(const Method& method, std::string_view text, NamedSignatures& out);
    SignatureValue bands(std::span<const std::uint64_t> keys) const;

    TextSigningOptions options_;
    std::vector<Method> methods_;
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

#endif  // DESCRY_SIGNATURES_TEXT_SIGNER_H
