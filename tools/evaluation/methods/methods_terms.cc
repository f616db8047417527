// Methods that read the term lists of the index.
#include <descry/hashing/hash.h>
#include <descry/keys/term_profile.h>

#include "evaluation/methods/keyed_pairs.h"
#include "evaluation/methods/methods.h"
#include "evaluation/methods/term_lists.h"

namespace descry {

MethodResult run_term_profile(const EvaluationInput& input) {
    std::vector<DocumentKey> keys;
    for_each_term_list(input, "term-profile",
                       [&](Xapian::docid document, std::span<const TermCount> terms) {
                           const auto digest = term_profile_signature(terms);
                           if (digest) keys.push_back({hash64(as_bytes(*digest)), document});
                       });
    return {std::make_unique<KeyedPairs>(std::move(keys)), SLOT_KEY_BYTES, nullptr};
}

}  // namespace descry
