#include <algorithm>
#include <utility>

#include <descry/collection/contents.h>

#include "engine/model/word_statistics.h"

namespace descry {

std::uint64_t content_hash_part(std::uint64_t term_hash, std::uint32_t wdf) {
    // The finaliser of splitmix64: every input bit affects every bit of the summand.
    std::uint64_t x = term_hash ^ (wdf * 0x9e3779b97f4a7c15u);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

std::uint64_t content_hash_in_order(std::uint64_t of_bag, std::uint64_t of_sequence) {
    return std::max<std::uint64_t>(content_hash_part(of_bag, 0) ^ of_sequence, 1);
}

std::uint64_t content_hash_with_fields(std::uint64_t content_hash, std::uint64_t apart) {
    return std::max<std::uint64_t>(content_hash ^ content_hash_part(apart, 0), 1);
}

std::vector<DocumentNumber> sample_documents(const DocumentContents& contents,
                                             std::uint32_t min_body_length) {
    const auto before = [&](DocumentNumber a, DocumentNumber b) {
        return std::pair(contents.hashes[a], a) < std::pair(contents.hashes[b], b);
    };
    // A heap of the smallest so far, the largest of them on top.
    std::vector<DocumentNumber> sample;
    for (std::size_t i = 1; i < contents.lengths.size(); ++i) {
        const auto did = static_cast<DocumentNumber>(i);
        if (contents.lengths[did] < std::max(min_body_length, 1u)) continue;
        if (sample.size() == SELECTION_SAMPLE) {
            if (!before(did, sample.front())) continue;
            std::pop_heap(sample.begin(), sample.end(), before);
            sample.pop_back();
        }
        sample.push_back(did);
        std::push_heap(sample.begin(), sample.end(), before);
    }
    std::sort(sample.begin(), sample.end());
    return sample;
}

CollectionStatistics collection_statistics(const BodyLengths& lengths,
                                           std::uint32_t min_body_length) {
    CollectionStatistics collection;
    for (const std::uint32_t length : lengths) {
        if (length >= std::max(min_body_length, 1u)) collection.add(length);
    }
    return collection;
}

static_assert(LENGTH_CLASSES <= DocumentClasses::NOT_COUNTED);
static_assert(SELECTION_SAMPLE <= DocumentClasses::NOT_IN_SAMPLE);

DocumentClasses::DocumentClasses(const BodyLengths& lengths, std::span<const DocumentNumber> sample,
                                 std::uint32_t min_body_length)
    : length_class_(lengths.size(), NOT_COUNTED), position_(lengths.size(), NOT_IN_SAMPLE) {
    for (std::size_t did = 0; did < lengths.size(); ++did) {
        if (lengths[did] >= std::max(min_body_length, 1u)) {
            length_class_[did] = static_cast<std::uint8_t>(descry::length_class(lengths[did]));
        }
    }
    for (std::size_t i = 0; i < sample.size(); ++i)
        position_[sample[i]] = static_cast<std::uint16_t>(i);
}

}  // namespace descry
