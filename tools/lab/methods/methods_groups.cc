// Methods that suggest pairs by short keys of some words, and verify them.
#include <algorithm>
#include <optional>

#include <descry/reading/text_reader.h>

#include "engine/collection/collection_distances.h"
#include "engine/collection/document_keys.h"
#include "engine/keys/descriptive_vector.h"
#include "engine/keys/term_bands.h"
#include "plugin/groups/index_groups.h"
#include "tools/lab/methods/methods.h"
#include "tools/lab/methods/trained_model.h"

namespace descry {

namespace {

double bytes_of_keys(const Model& model) {
    return model.parameters().keys() * model.parameters().band_key_bits / 8.0;
}

void add_keys(Xapian::docid document, std::span<const std::uint64_t> keys,
              std::vector<DocumentKey>& all) {
    for (unsigned band = 0; band < keys.size(); ++band) {
        if (keys[band] != NO_KEY) all.push_back({band_key(band, keys[band]), document});
    }
}

// The candidates of `group`, except those by characters: keys of words of all kinds.
std::vector<DocumentKey> term_band_keys(const EvaluationInput& input, const Model& model) {
    DocumentKeySigner signer(with_words(model));
    SequenceKeySigner sequences;
    TextReader texts(input.open(), input.schema);
    std::vector<DocumentKey> keys;
    for_each_term_list(input, "term bands", [&](Xapian::docid document, auto terms) {
        std::optional<SequenceKeys> sequence;
        if (const auto text = texts.read(document)) sequence = sequences.sign(text->utf8());
        add_keys(document, signer.sign(terms, sequence).bands, keys);
    });
    return keys;
}

// Every pair that shares a key, with bags compared.
std::vector<DocumentPair> verified_pairs(const std::vector<DocumentKey>& keys,
                                         const EvaluationInput& input, const Model& model) {
    // Ascending by key: a bucket is a run.
    std::vector<DocumentKey> sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    std::vector<DocumentPair> candidates;
    for (auto first = sorted.begin(); first != sorted.end();) {
        const auto last = std::find_if(first, sorted.end(),
                                       [&](const DocumentKey& k) { return k.key != first->key; });
        for (auto a = first; a != last; ++a) {
            for (auto b = std::next(a); b != last; ++b)
                candidates.push_back(pair_of(a->document, b->document));
        }
        first = last;
    }
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());

    std::vector<DocumentNumber> documents;
    for (const DocumentPair& pair : candidates)
        documents.insert(documents.end(), {pair.a, pair.b});
    std::ranges::sort(documents);
    const auto repeated = std::ranges::unique(documents);
    documents.erase(repeated.begin(), repeated.end());
    const auto rank_of = [&](DocumentNumber document) {
        return static_cast<Rank>(std::ranges::lower_bound(documents, document) - documents.begin());
    };
    const IndexCollection collection = collection_of(input);
    const PairLimits limits = pair_limits(model.parameters());
    CollectionDistances distances(collection, documents, limits, input.work.memory, 1);
    std::erase_if(candidates, [&](const DocumentPair& pair) {
        return distances.distance(rank_of(pair.a), rank_of(pair.b), limits.distance,
                                  Effort::THOROUGH) > limits.distance;
    });
    return candidates;
}

}  // namespace

MethodResult run_descriptive_bands(const EvaluationInput& input) {
    const auto [model, making] = model_of(input);
    OneBandSigner signer(with_words(model));
    DescriptiveSigner ones(model);
    std::vector<DocumentKey> keys;
    for_each_term_list(input, "bands", [&](Xapian::docid document, auto terms) {
        add_keys(document, signer.sign(ones.find_ones(terms), body_length_of(terms)), keys);
    });
    return keyed_result(std::move(keys), bytes_of_keys(model), making);
}

MethodResult run_term_bands(const EvaluationInput& input) {
    const auto [model, making] = model_of(input);
    return keyed_result(term_band_keys(input, model), bytes_of_keys(model), making);
}

MethodResult run_term_bands_verified(const EvaluationInput& input) {
    const auto [model, making] = model_of(input);
    return {
        std::make_unique<ListedPairs>(verified_pairs(term_band_keys(input, model), input, model)),
        bytes_of_keys(model), nullptr, making};
}

MethodResult run_group(const EvaluationInput& input) {
    const auto [model, making] = model_of(input);
    const double sketch_bytes = model.parameters().character_rows > 0 ? sizeof(CharacterSketch) : 0;
    const CollectionGroups groups = group_index(collection_of(input), model, {});
    std::vector<DocumentKey> keys;
    std::vector<DocumentPair> member_heads;
    for (std::size_t i = 1; i < groups.head_of.size(); ++i) {
        const auto document = static_cast<Xapian::docid>(i);
        const Xapian::docid head = groups.head_of[document];
        if (head == 0) continue;
        keys.push_back({head, document});
        if (head != document) member_heads.push_back(pair_of(document, head));
    }
    return {std::make_unique<KeyedPairs>(std::move(keys)),
            bytes_of_keys(model) + sketch_bytes + SLOT_KEY_BYTES,
            std::make_unique<ListedPairs>(std::move(member_heads)), making};
}

}  // namespace descry
