#include <algorithm>
#include <compare>

#include <descry/hashing/hash.h>
#include <descry/solr/signature_chain.h>

#include "engine/keys/descriptive_vector.h"
#include "engine/keys/term_profile.h"
#include "engine/solr/java_hash_order.h"

namespace descry {

SignatureChain::SignatureChain(SignatureChainOptions options)
    : options_(std::move(options)),
      text_profile_({options_.quant_rate, options_.min_token_len, false}) {}

ChainSignature SignatureChain::sign(std::span<const SignatureField> members) {
    bytes_.clear();
    hash_ = 0;
    is_of_something_ = false;
    std::vector<const SignatureField*> sorted;
    for (const SignatureField& member : members)
        sorted.push_back(&member);
    const auto before = [](std::string_view a, std::string_view b) {
        return std::is_lt(java_string_order(a, b));
    };
    std::ranges::sort(sorted, before, &SignatureField::name);
    if (options_.fields.empty()) {
        for (const SignatureField* member : sorted)
            feed(*member);
    } else {
        for (const std::string& name : options_.fields) {
            const auto found =
                std::ranges::lower_bound(sorted, name, before, &SignatureField::name);
            if (found != sorted.end() && (*found)->name == name) feed(**found);
        }
    }
    if (options_.signature_class == SignatureClass::LOOKUP3) {
        return {to_hex(hash_), is_of_something_};
    }
    return {to_hex(as_bytes(md5(bytes_))), is_of_something_};
}

// The name, then the values, without separators.
void SignatureChain::feed(const SignatureField& member) {
    add(member.name);
    for (const auto& value : member.values) {
        const bool added = add(value.value_or("null"));
        is_of_something_ = is_of_something_ || (added && value);
    }
}

bool SignatureChain::add(std::string_view content) {
    switch (options_.signature_class) {
        case SignatureClass::TEXT_PROFILE: {
            const std::string& profile = text_profile_.profile(content);
            bytes_ += profile;
            return !profile.empty();
        }
        case SignatureClass::LOOKUP3:
            hash_ = lookup3_signature(content, hash_);
            return !content.empty();
        default:
            bytes_ += content;
            return !content.empty();
    }
}

std::optional<ChainSignature> SignatureChain::sign_terms(
    std::span<const TermCount> terms, const DescriptiveSignatures* descriptive) const {
    if (options_.signature_class == SignatureClass::TERM_PROFILE) {
        const auto digest = term_profile_signature(terms);
        if (!digest) return std::nullopt;
        return ChainSignature{to_hex(as_bytes(*digest)), true};
    }
    if (descriptive == nullptr || !descriptive->descriptive) return std::nullopt;
    return ChainSignature{to_hex(*descriptive->descriptive), true};
}

}  // namespace descry
