#include "engine/prepared/document_check.h"

#include <algorithm>

#include <simdjson.h>

#include <descry/collection/contents.h>
#include <descry/hashing/hash.h>

#include "engine/collection/encoded_terms.h"
#include "engine/distance/character_sketch.h"
#include "engine/distance/text_words.h"
#include "engine/keys/word_keys.h"

namespace descry {

namespace {

bool are_joined_words(std::string_view text) {
    return !text.empty() && text.front() != ' ' && text.back() != ' ' &&
           text.find("  ") == std::string_view::npos;
}

}  // namespace

std::string_view DocumentCheck::damage_of(const PreparedDocument& document) {
    if (document.text) {
        if (!simdjson::validate_utf8(*document.text)) return "its text is not UTF-8";
        if (!are_joined_words(*document.text)) return "its text is not words joined by one space";
    }
    if (!document.terms.empty()) {
        contents_.read_terms(document.terms.bytes());
    } else if (document.text) {
        contents_.read_words(*document.text);
    } else {
        return "it has no words";
    }
    if (!has_its_content_hash(document)) return "its content hash is not that of its words";
    const BagHistogram expected =
        document.keys.bands.empty() ? BagHistogram() : contents_.histogram().histogram();
    if (document.keys.histogram != expected) return "its histogram is not that of its words";
    if (document.keys.characters &&
        (!document.text || document.keys.characters != character_sketch(*document.text)))
        return "its sketch of characters is not that of its text";
    return {};
}

// Recomputes DocumentKeySigner's hash. For words in an unknown order, any order may be right.
bool DocumentCheck::has_its_content_hash(const PreparedDocument& document) const {
    const std::uint64_t of_bag = contents_.content_hash();
    const std::uint64_t content_hash = document.keys.content_hash;
    const auto is_of = [&](std::uint64_t of_words) {
        const std::uint64_t apart = document.keys.apart;
        return content_hash == (apart == 0 ? of_words : content_hash_with_fields(of_words, apart));
    };
    if (parameters_.any_order) return is_of(of_bag) && of_bag != 0;
    if (!document.text) return content_hash != 0;
    return is_of(content_hash_in_order(of_bag, sequence_hash(*document.text)));
}

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
