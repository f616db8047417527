#include <descry/text_signatures.h>

namespace descry {

Md5Digest exact_signature(std::string_view text) {
    return md5(text);
}

const std::string& TextProfileSigner::profile(std::string_view text) {
    counts_.clear();
    tokens_.start(text);
    for (JavaToken token; tokens_.next(token);) {
        counts_.add_token(
            {.text = token.text, .utf16_length = token.utf16_length, .java_hash = token.hash});
    }
    return counts_.profile();
}

Md5Digest TextProfileSigner::sign(std::string_view text) {
    return md5(profile(text));
}

}  // namespace descry
