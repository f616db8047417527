#include "collection/candidate_buckets.h"

#include <algorithm>
#include <cstddef>

#include <descry/collection/equal_contents.h>

namespace descry {

namespace {

// Where a model has no words.
constexpr std::uint32_t HEADS_WITHOUT_WORDS = 2000;

// Documents that share a band key share a bucket; keys of one document alone make none.
Buckets buckets_of_bands(CollectionKeys& keys, const Representatives& representatives,
                         unsigned bands) {
    Buckets buckets(representatives.documents.size(), bands);
    std::vector<Rank> members;
    std::uint64_t key = 0;
    const auto close_bucket = [&] {
        if (members.size() > 1) {
            const auto band = static_cast<unsigned>(key >> 56);
            for (const Rank rank : members)
                buckets.of(rank)[band] = buckets.end;
            ++buckets.end;
        }
        members.clear();
    };
    keys.bands.for_each([&](const BandRecord& record) {
        if (record.key != key) {
            close_bucket();
            key = record.key;
        }
        if (representatives.stand_in[record.document] == record.document) {
            members.push_back(representatives.rank_of[record.document]);
        }
    });
    close_bucket();
    return buckets;
}

// Puts all documents that are long enough into one more bucket, their last.
void add_bucket_of_all(const Collection& collection, const Representatives& representatives,
                       std::uint32_t min_body_length, Buckets& buckets) {
    const BodyLengths lengths = collection.lengths();
    for (Rank rank = 0; rank < representatives.documents.size(); ++rank) {
        if (lengths[representatives.documents[rank]] >= min_body_length)
            buckets.of(rank).back() = buckets.end;
    }
    ++buckets.end;
}

// Without words to draw from, the documents that a model would be made of, which are few, share one
// bucket; so do shorter ones, unless they are many: then their own keys tell.
Buckets buckets_without_words(const Collection& collection, const ModelParameters& parameters,
                              CollectionKeys& keys, const Representatives& representatives) {
    const bool are_few = representatives.documents.size() <= 2 * std::size_t{HEADS_WITHOUT_WORDS};
    Buckets buckets = are_few ? Buckets(representatives.documents.size(), 1)
                              : buckets_of_bands(keys, representatives, parameters.keys() + 1);
    add_bucket_of_all(collection, representatives,
                      are_few ? parameters.min_length_of_keys() : parameters.min_body_length,
                      buckets);
    return buckets;
}

}  // namespace

Representatives choose_representatives(const Collection& collection,
                                       const std::vector<DocumentNumber>& ordered,
                                       const std::vector<std::uint64_t>& content_hashes) {
    Representatives result;
    result.stand_in = find_first_of_contents(collection, ordered, content_hashes);
    result.rank_of.resize(content_hashes.size(), 0);
    std::vector<std::uint32_t> copies(content_hashes.size(), 0);
    for (const DocumentNumber did : ordered)
        ++copies[result.stand_in[did]];
    for (const DocumentNumber did : ordered) {
        if (result.stand_in[did] != did) continue;
        result.rank_of[did] = static_cast<Rank>(result.documents.size());
        result.documents.push_back(did);
        result.weights.push_back(copies[did]);
    }
    return result;
}

Buckets candidate_buckets(const Collection& collection, const Model& model, CollectionKeys& keys,
                          const Representatives& representatives) {
    const ModelParameters& parameters = model.parameters();
    return model.stable_terms().empty()
               ? buckets_without_words(collection, parameters, keys, representatives)
               : buckets_of_bands(keys, representatives, parameters.keys());
}

std::uint32_t max_heads_of(const Model& model) {
    const std::uint32_t heads = model.parameters().grouping.max_heads;
    return model.stable_terms().empty() ? std::max(heads, HEADS_WITHOUT_WORDS) : heads;
}

}  // namespace descry
