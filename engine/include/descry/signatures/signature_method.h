/** @file signature_method.h
 *  @brief The table of everything that has a slot, which commands, help, indexing and annotator
 *         read.
 *
 *  To add a signature: docs/development.md, "Adding a signature".
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

/// What has a slot. The numbers are offsets from the slot base and are never reused.
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

/// Slots from the base on that belong to descry; unnamed ones are for later versions.
inline constexpr std::uint32_t RESERVED_SLOTS = 16;

enum class SignatureSource {
    TEXT,    ///< the text, which an index does not have: only while documents are indexed
    TERMS,   ///< the body terms
    MODEL,   ///< the body terms and the model
    GROUPS,  ///< group data, written by the group updater and the annotator
};

/// Input of a signature. What its source does not name may be missing.
struct DocumentToSign {
    /// UTF-8.
    std::string_view text = {};
    /// Body terms, distinct, ascending; MODEL needs only the fields below.
    std::span<const TermCount> terms = {};
    /// hash64() of each term; empty if not computed yet.
    std::span<const std::uint64_t> hashes = {};
    /// Signatures of its descriptive vector; null without a model.
    const DescriptiveSignatures* vector = nullptr;
};

std::uint64_t hash_of_term(const DocumentToSign& document, std::size_t term);

/// Returns the bytes of a document's signature, most significant first; empty (or those of
/// NOTHING_SIGNED) if it has none. May hold working memory: one per thread.
using SignatureFunction = std::function<std::string(const DocumentToSign&)>;

struct SignatureMethod {
    Slot slot;
    /// In commands, docs and output: "descriptive-stable".
    std::string_view name;
    SignatureSource source;
    /// Whether equal keys mean duplicates.
    bool is_collapsible;
    /// Null for GROUPS. @param parameters of text profiles
    SignatureFunction (*make)(const TextProfileParameters& parameters);

    /// Whether `annotate` can compute it, for an index without texts.
    bool needs_no_text() const { return source != SignatureSource::TEXT; }
};

std::span<const SignatureMethod> signature_methods();

const SignatureMethod& signature_method(Slot slot);

/// Slots filled together with a method's own: for GROUP, those of the keys behind it.
std::span<const Slot> related_slots(Slot method);

/// Null for an unknown name.
const SignatureMethod* find_signature_method(std::string_view name);

/// Comma-separated names of the collapsible methods that pass @a is_wanted.
std::string signature_names(const std::function<bool(const SignatureMethod&)>& is_wanted = {});

/// The collapse key of a value that depends on no model: equal in every index.
std::string content_slot_key(std::string_view signature);

/// The collapse key of what the method's function returned; empty for a document without signature.
std::string slot_key(const SignatureMethod& method, std::string_view signature,
                     std::string_view model_id);

}  // namespace descry

#endif  // DESCRY_SIGNATURES_SIGNATURE_METHOD_H
