#include <algorithm>

#include <descry/collection/contents.h>
#include <descry/model/word_statistics.h>

namespace descry {

std::uint64_t content_hash_part(std::uint64_t term_hash, std::uint32_t wdf) {
    // The finaliser of splitmix64: every input bit reaches every bit of the sum's summand.
    std::uint64_t x = term_hash ^ (wdf * 0x9e3779b97f4a7c15u);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

std::vector<DocumentNumber> sample_documents(const DocumentContents& contents,
                                             std::uint32_t min_body_length) {
    const auto before = [&](DocumentNumber a, DocumentNumber b) {
        return contents.hashes[a] != contents.hashes[b] ? contents.hashes[a] < contents.hashes[b]
                                                        : a < b;
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

}  // namespace descry
