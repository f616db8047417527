#include "prepared/word_contents.h"

#include <algorithm>

#include <descry/collection/contents.h>
#include <descry/collection/encoded_terms.h>
#include <descry/distance/text_words.h>
#include <descry/hashing/hash.h>

namespace descry {

void WordContents::read_words(std::string_view text) {
    hashes_.clear();
    content_hash_ = 0;
    histogram_ = {};
    for_each_word(text, [this](std::string_view word) {
        hashes_.push_back(hash64(word));
        histogram_.add(hashes_.back(), 1, word.size());
    });
    std::ranges::sort(hashes_);
    for (auto first = hashes_.begin(); first != hashes_.end();) {
        const auto last = std::find_if(first, hashes_.end(),
                                       [first](std::uint64_t hash) { return hash != *first; });
        content_hash_ += content_hash_part(*first, static_cast<std::uint32_t>(last - first));
        first = last;
    }
}

void WordContents::read_terms(std::string_view encoded) {
    content_hash_ = 0;
    histogram_ = {};
    for_each_encoded_term(encoded, [this](std::string_view term, std::uint32_t wdf) {
        const std::uint64_t hash = hash64(term);
        content_hash_ += content_hash_part(hash, wdf);
        histogram_.add(hash, wdf, term.size());
    });
}

}  // namespace descry
