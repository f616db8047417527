#include <vector>

#include <descry/hashing/coding.h>
#include <descry/hashing/hash.h>
#include <descry/signatures/signature_method.h>
#include <descry/sketches/bbit_minhash.h>
#include <descry/sketches/minhash.h>

namespace descry {

// `bbit`: one bit of each of 128 MinHashes over the set of body terms, so that an annotation can
// make it: what `descry sign --shingles word:1` prints of the text.
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
                append_big_endian(bytes, word, 8);
            return bytes;
        };
}

}  // namespace descry
