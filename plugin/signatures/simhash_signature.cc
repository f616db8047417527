#include <vector>

#include <descry/hashing/coding.h>
#include <descry/hashing/hash.h>
#include <descry/signatures/signature_method.h>
#include <descry/sketches/simhash.h>

namespace descry {

// `simhash`: of the body terms, each as often as it occurs, so that an annotation can make it: what
// `descry sign --shingles word:1` prints of the text.
SignatureFunction simhash_method(const TextProfileParameters&) {
    return [features = std::vector<std::uint64_t>()](const DocumentToSign& document) mutable {
        features.clear();
        for (std::size_t i = 0; i < document.terms.size(); ++i) {
            const TermCount& term = document.terms[i];
            features.insert(features.end(), term.wdf, hash_of_term(document, i));
        }
        std::string bytes;
        if (!features.empty()) append_big_endian(bytes, SimHasher().sign(features), 8);
        return bytes;
    };
}

}  // namespace descry
