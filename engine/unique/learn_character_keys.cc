#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include <descry/collection/collection_distances.h>
#include <descry/collection/document_keys.h>
#include <descry/mechanics/parallel.h>
#include <descry/unique/learn_character_keys.h>

#include "training/pair_sample.h"

namespace descry {

namespace {

constexpr std::size_t LEARNED_PAIRS = 1000;
constexpr std::size_t PAIRS_AT_ONCE = 16;
// Without words to draw from, so many are compared with each other (candidate_buckets()).
constexpr std::uint64_t MOST_COMPARED = 4000;
// Texts that are near begin alike.
constexpr std::size_t BYTES_OF_A_TEXT = 4096;
// Documents farther apart share no key of words often enough.
constexpr DistanceMillionths FAR = 200'000;
// Of pairs that characters bring, in percent; and so many at least.
constexpr std::uint64_t MISSED_SHARE = 10;
constexpr std::uint64_t MISSED_AT_LEAST = 3;

// 0 for documents whose content an earlier one has: one of each is enough.
std::vector<std::uint64_t> first_of_each(std::vector<std::uint64_t> hashes) {
    boost::unordered_flat_set<std::uint64_t> seen;
    for (std::uint64_t& hash : hashes) {
        if (!seen.insert(hash).second) hash = 0;
    }
    return hashes;
}

// The word keys of documents, by rank.
std::vector<std::vector<std::uint64_t>> word_keys_of(const Collection& collection,
                                                     const Model& model,
                                                     const std::vector<DocumentNumber>& documents) {
    std::vector<std::vector<std::uint64_t>> keys(documents.size());
    parallel_each(collection.threads(), documents.size(), PAIRS_AT_ONCE, [&] {
        return
            [&, reader = collection.reader(), signer = std::make_unique<DocumentKeySigner>(model),
             sequences = std::make_unique<SequenceKeySigner>()](std::size_t i) {
                reader->read(documents[i]);
                keys[i] = signer->sign_read(*reader, documents[i], *sequences).bands;
            };
    });
    return keys;
}

bool share_key(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i] != NO_KEY && a[i] == b[i]) return true;
    }
    return false;
}

// Whether characters find enough that words miss.
bool do_they_pay(const Collection& collection, const Model& model) {
    const auto contents = collection.contents();
    CollectionKeys keys(collection.work());
    keys.content_hashes = first_of_each(contents->hashes);
    keys.content_hashes.resize(collection.end(), 0);
    add_character_keys(collection, model, 0, keys, BYTES_OF_A_TEXT);
    const PairLimits limits = pair_limits(model.parameters());
    const std::vector<VerifiedPair> pairs = pairs_of_buckets(
        keys.bands, *contents, LEARNED_PAIRS, [&](DocumentNumber a, DocumentNumber b) {
            return share_characters(keys.sketches[a], keys.sketches[b], limits.distance);
        });

    const std::vector<DocumentNumber> documents = documents_of(pairs);
    const auto rank_of = [&](DocumentNumber document) {
        return static_cast<Rank>(std::ranges::lower_bound(documents, document) - documents.begin());
    };
    std::vector<CharacterSketch> sketches;
    for (const DocumentNumber document : documents)
        sketches.push_back(keys.sketches[document]);
    const auto word_keys = word_keys_of(collection, model, documents);
    CollectionDistances distances(collection, documents, limits, collection.work().memory / 2,
                                  collection.threads(), {}, std::move(sketches));
    std::atomic<std::uint64_t> near = 0;
    std::atomic<std::uint64_t> missed = 0;
    parallel_each(collection.threads(), pairs.size(), PAIRS_AT_ONCE, [&] {
        return [&](std::size_t i) {
            const Rank a = rank_of(pairs[i].a);
            const Rank b = rank_of(pairs[i].b);
            if (!distances.match(a, b)) return;
            ++near;
            if (!share_key(word_keys[a], word_keys[b])) ++missed;
        };
    });
    return missed >= MISSED_AT_LEAST && missed * 100 > near * MISSED_SHARE;
}

}  // namespace

Model with_character_keys(const Model& model) {
    ModelParameters parameters = model.parameters();
    parameters.character_keys = true;
    return Model(std::move(parameters), model.words(), model.stable_terms());
}

Model learn_character_keys(const Collection& collection, Model model, CharacterKeyChoice choice) {
    if (choice == CharacterKeyChoice::OFF || model.parameters().any_order) return model;
    Model with_keys = with_character_keys(model);
    if (choice == CharacterKeyChoice::ON) return with_keys;
    // Where all are compared with each other, no bucket of theirs is looked at; of many short
    // texts these are large.
    if (model.stable_terms().empty()) return collection.end() <= MOST_COMPARED ? with_keys : model;
    if (model.parameters().grouping.distance > FAR) return with_keys;
    return do_they_pay(collection, with_keys) ? with_keys : model;
}

}  // namespace descry
