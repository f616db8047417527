#include <algorithm>
#include <array>

#include <descry/hashing/hash.h>
#include <descry/signatures/signature_method.h>

#include "engine/hashing/coding.h"
#include "engine/keys/collapse_key.h"

namespace descry {

// Each is defined beside its signature.
SignatureFunction bbit_method(const TextProfileParameters& parameters);
SignatureFunction descriptive_method(const TextProfileParameters& parameters);
SignatureFunction descriptive_stable_method(const TextProfileParameters& parameters);
SignatureFunction exact_method(const TextProfileParameters& parameters);
SignatureFunction simhash_method(const TextProfileParameters& parameters);
SignatureFunction term_profile_method(const TextProfileParameters& parameters);
SignatureFunction text_profile_method(const TextProfileParameters& parameters);

namespace {

using enum SignatureSource;

constexpr std::array METHODS = {
    SignatureMethod{Slot::GROUP, "group", GROUPS, true, nullptr},
    SignatureMethod{Slot::DESCRIPTIVE, "descriptive", MODEL, true, descriptive_method},
    SignatureMethod{Slot::DESCRIPTIVE_STABLE, "descriptive-stable", MODEL, true,
                    descriptive_stable_method},
    SignatureMethod{Slot::TEXT_PROFILE, "text-profile", TEXT, true, text_profile_method},
    SignatureMethod{Slot::EXACT, "exact", TEXT, true, exact_method},
    SignatureMethod{Slot::TERM_PROFILE, "term-profile", TERMS, true, term_profile_method},
    SignatureMethod{Slot::SIMHASH, "simhash", TERMS, true, simhash_method},
    SignatureMethod{Slot::BBIT, "bbit", TERMS, true, bbit_method},
    SignatureMethod{Slot::INSIDE, "inside", GROUPS, true, nullptr},
    SignatureMethod{Slot::STATE, "state", GROUPS, false, nullptr},
    SignatureMethod{Slot::TERM_BANDS, "term-bands", GROUPS, false, nullptr},
    SignatureMethod{Slot::SEQUENCE_KEYS, "sequence-keys", GROUPS, false, nullptr},
};

}  // namespace

std::uint64_t hash_of_term(const DocumentToSign& document, std::size_t term) {
    return document.hashes.empty() ? hash64(document.terms[term].term) : document.hashes[term];
}

std::span<const SignatureMethod> signature_methods() {
    return METHODS;
}

const SignatureMethod& signature_method(Slot slot) {
    return *std::ranges::find(METHODS, slot, &SignatureMethod::slot);
}

std::span<const Slot> related_slots(Slot method) {
    static constexpr std::array OF_GROUP = {Slot::TERM_BANDS, Slot::SEQUENCE_KEYS};
    if (method != Slot::GROUP) return {};
    return OF_GROUP;
}

const SignatureMethod* find_signature_method(std::string_view name) {
    const auto found = std::ranges::find(METHODS, name, &SignatureMethod::name);
    return found == METHODS.end() ? nullptr : &*found;
}

std::string signature_names(const std::function<bool(const SignatureMethod&)>& is_wanted) {
    std::string names;
    for (const SignatureMethod& method : METHODS) {
        if (!method.is_collapsible || (is_wanted && !is_wanted(method))) continue;
        names.append(names.empty() ? "" : ", ").append(method.name);
    }
    return names;
}

std::string content_slot_key(std::string_view signature) {
    return hash80_base64url(signature);
}

std::string slot_key(const SignatureMethod& method, std::string_view signature,
                     std::string_view model_id) {
    if (signature.empty() || signature == as_bytes(NOTHING_SIGNED)) return {};
    if (method.source != MODEL) return content_slot_key(signature);
    return model_slot_key(model_id, read_big_endian(signature));
}

}  // namespace descry
