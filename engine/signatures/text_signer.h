/** @file text_signer.h
 *  @brief Signatures of texts that are in no index: what `descry sign` prints.
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

/// A signature as it is told: hex digits, a number, several of either, or nothing where there is
/// nothing to sign.
using SignatureValue =
    std::variant<std::monostate, std::string, std::uint64_t, std::vector<std::string>,
                 std::vector<std::uint32_t>, std::vector<std::uint64_t>>;

/// Values by name, in the order in which they are told.
using NamedSignatures = std::vector<std::pair<std::string, SignatureValue>>;

/// What is signed, and how.
struct TextSigningOptions {
    /// Names; nullopt: the collapsible signatures and bands that can be had.
    std::optional<std::vector<std::string>> methods;
    /// Without one, no method that needs one.
    std::optional<Model> model;
    /// The collapse keys that an index would hold, too.
    bool keys = false;
    /// Words are counted even where no method needs them (TextSigner::terms()).
    bool counts_terms = false;
    TextProfileParameters text_profile;
    /// Of the sketches, which are signed when asked for by name.
    ShingleElementOptions shingles;
    unsigned permutations = MINHASH_PERMUTATIONS;
};

/// Computes signatures; one per thread.
///
/// Methods: `exact`, `text-profile` and `lookup3` (Solr's), `term-profile`; with a model
/// `descriptive`, `descriptive-stable`, `descriptive-bands`, `term-bands`; of shingles `minhash`,
/// `sketch-200`, `bbit`, `simhash`, `shingles-broder`. docs/commands/sign.md tells what each is.
class TextSigner {
  public:
    /// @exception std::invalid_argument an unknown method, naming the known ones; one that needs a
    /// model; a model of another program's words
    explicit TextSigner(TextSigningOptions options);
    TextSigner(const TextSigner&) = delete;
    TextSigner& operator=(const TextSigner&) = delete;

    /// Whether there is a method of this name, and it needs a model.
    static bool needs_model(std::string_view method);

    /// The signatures of a text, UTF-8. Cost: its analysis, where a method needs words, and each
    /// method's own.
    NamedSignatures sign(std::string_view text);

    /// The words of the text that was signed last, and the signatures of its descriptive vector,
    /// where words were counted, and there is a model. Valid until the next text.
    std::span<const TermCount> terms() const { return terms_; }
    const DescriptiveSignatures* vector() const { return signer_ ? &descriptive_ : nullptr; }

  private:
    /// What a method works on; the terms are counted with a model, too.
    enum class Needs { TEXT, TERMS, MODEL, SHINGLES };
    struct Method {
        std::string_view name;
        Needs needs;
        bool by_default;
        /// What is told; null: the signature that an index holds.
        SignatureValue (*value)(TextSigner& signer, std::string_view text);
        /// Of signatures that an index holds.
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
