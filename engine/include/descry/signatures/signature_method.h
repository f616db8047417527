/** @file signature_method.h
 *  @brief The signatures and what else has a value slot: a row each, of which commands, help texts,
 *         the indexing stage and the annotator take what they need.
 *
 *  docs/development.md, "Adding a signature", tells how to add one.
 */
#ifndef DESCRY_SIGNATURES_SIGNATURE_METHOD_H
#define DESCRY_SIGNATURES_SIGNATURE_METHOD_H

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <descry/distance/term_count.h>
#include <descry/signatures/text_signatures.h>

namespace descry {

struct DescriptiveSignatures;

/// What has a slot. The numbers are the offsets from the slot base, and are never reused.
enum class Slot : std::uint32_t {
    GROUP = 0,
    DESCRIPTIVE = 1,
    TEXT_PROFILE = 2,
    EXACT = 3,
    TERM_PROFILE = 4,
    STATE = 5,
    DESCRIPTIVE_STABLE = 6,
    TERM_BANDS = 7,
    SIMHASH = 8,
    BBIT = 9,
    SEQUENCE_KEYS = 10,
    INSIDE = 11,
};

/// Slots from the base on that are descry's; those without a name yet are for later versions.
inline constexpr std::uint32_t RESERVED_SLOTS = 16;

/// What a value is made from.
enum class SignatureSource {
    TEXT,    ///< the text, which an index does not have: only while documents are indexed
    TERMS,   ///< the body terms
    MODEL,   ///< the body terms and the model
    GROUPS,  ///< what groups are made from or say: the group updater and the annotator write it
};

/// What a signature may be made from. What its source does not name may be missing.
struct DocumentToSign {
    /// UTF-8.
    std::string_view text = {};
    /// Body terms, each once, ascending; for MODEL only what follows is needed.
    std::span<const TermCount> terms = {};
    /// hash64() of each term; empty where it is not known yet.
    std::span<const std::uint64_t> hashes = {};
    /// Of its descriptive vector; null without a model.
    const DescriptiveSignatures* vector = nullptr;
};

/// hash64() of one of its terms.
std::uint64_t hash_of_term(const DocumentToSign& document, std::size_t term);

/// Computes the signature of one document after the other: its bytes, most significant first;
/// none (or those of NOTHING_SIGNED) for one that nothing can be said of. May hold working memory:
/// one per thread.
using SignatureFunction = std::function<std::string(const DocumentToSign&)>;

/// One signature.
struct SignatureMethod {
    Slot slot;
    /// In commands, documents and output: "descriptive-stable".
    std::string_view name;
    SignatureSource source;
    /// True for keys that mean "the same" where they are equal.
    bool is_collapsible;
    /// Null for GROUPS. @param parameters of text profiles
    SignatureFunction (*make)(const TextProfileParameters& parameters);

    /// True when an annotation computes it, of an index without texts.
    bool needs_no_text() const { return source != SignatureSource::TEXT; }
};

/// All of them, in the order of lists.
std::span<const SignatureMethod> signature_methods();

/// The one of a slot.
const SignatureMethod& signature_method(Slot slot);

/// Slots that are filled beside a method's own: of GROUP, those of the keys it is made from.
std::span<const Slot> slots_beside(Slot method);

/// The one of that name; null for a name that is none.
const SignatureMethod* find_signature_method(std::string_view name);

/// The names of the methods that are collapsible and pass @a is_wanted, with commas between them.
std::string signature_names(const std::function<bool(const SignatureMethod&)>& is_wanted = {});

/// The collapse key of a value that needs no model: equal in every index.
std::string content_slot_key(std::string_view signature);

/// The collapse key of what the method's function gave; empty where that says nothing.
std::string slot_key(const SignatureMethod& method, std::string_view signature,
                     std::string_view model_id);

}  // namespace descry

#endif  // DESCRY_SIGNATURES_SIGNATURE_METHOD_H
