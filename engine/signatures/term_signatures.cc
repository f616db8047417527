#include <vector>

#include <descry/hashing/hash.h>
#include <descry/signatures/signature_method.h>
#include <descry/sketches/minhash.h>

#include "engine/hashing/coding.h"
#include "engine/keys/descriptive_vector.h"
#include "engine/keys/term_profile.h"
#include "engine/sketches/bbit_minhash.h"
#include "engine/sketches/simhash.h"

namespace descry {

namespace {

std::string bytes_of(std::optional<std::uint64_t> value) {
    std::string bytes;
    if (value) append_big_endian(bytes, *value, sizeof *value);
    return bytes;
}

}  // namespace

SignatureFunction descriptive_method(const TextProfileParameters&) {
    return [](const DocumentToSign& document) { return bytes_of(document.vector->descriptive); };
}

SignatureFunction descriptive_stable_method(const TextProfileParameters&) {
    return [](const DocumentToSign& document) { return bytes_of(document.vector->stable); };
}

SignatureFunction term_profile_method(const TextProfileParameters&) {
    return [](const DocumentToSign& document) {
        const auto digest = term_profile_signature(document.terms).value_or(NOTHING_SIGNED);
        return std::string(as_bytes(digest));
    };
}

// `simhash` of the body terms with their counts, so that an annotation can compute it: equals
// `descry sign --shingles word:1` of the text.
SignatureFunction simhash_method(const TextProfileParameters&) {
    return [](const DocumentToSign& document) {
        const SimHasher hasher;
        SimHasher::State state = hasher.start();
        for (std::size_t i = 0; i < document.terms.size(); ++i)
            hasher.add(state, hash_of_term(document, i), document.terms[i].wdf);
        return state.features == 0 ? std::string() : bytes_of(hasher.finish(state));
    };
}

// `bbit`: one bit of each of 128 MinHashes over the set of body terms, so that an annotation can
// compute it: equals `descry sign --shingles word:1` of the text.
SignatureFunction bbit_method(const TextProfileParameters&) {
    constexpr BbitShape SHAPE;
    const MinHasher hasher(SHAPE.permutations, DEFAULT_HASH_SEED, MinHashFamily::MURMUR3);
    return
        [hasher, elements = std::vector<std::uint64_t>()](const DocumentToSign& document) mutable {
            elements.clear();
            for (std::size_t i = 0; i < document.terms.size(); ++i)
                elements.push_back(hash_of_term(document, i));
            std::string bytes;
            if (elements.empty()) return bytes;
            for (const std::uint64_t word : bbit_sketch(hasher.sign(elements), SHAPE.bits))
                append_big_endian(bytes, word, sizeof word);
            return bytes;
        };
}

}  // namespace descry
