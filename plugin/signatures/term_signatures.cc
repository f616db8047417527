#include <descry/hashing/coding.h>
#include <descry/keys/term_profile.h>
#include <descry/signatures/signature_method.h>

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

}  // namespace descry
