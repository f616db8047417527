#include <algorithm>
#include <utility>

#include <descry/unique/unique_documents.h>

#include "engine/collection/forward_index.h"
#include "engine/collection/joined_collection.h"
#include "engine/mechanics/free_memory.h"
#include "engine/unique/known_documents.h"

namespace descry {

namespace {

// The memory left for sorting and comparing beside what is kept per document; at least a quarter.
Work work_beside_documents(const Collection& documents) {
    constexpr std::size_t BYTES_OF_A_DOCUMENT = 128;
    Work work = documents.work();
    const std::size_t kept =
        std::min<std::size_t>(work.memory, documents.end() * BYTES_OF_A_DOCUMENT);
    work.memory = std::max(work.memory / 4, work.memory - kept);
    return work;
}

// The requested model, or one trained on the documents. A model without words, which known
// documents have because they are few, is replaced by one with words if the new documents suffice:
// without words each is compared with all.
Model model_of(const CountedCollection& documents, const UniqueOptions& options,
               std::optional<KnownDocuments>& known) {
    if (!options.model) return train_model(documents, options.training);
    const ModelParameters& parameters = options.model->parameters();
    if (!known || !options.model->stable_terms().empty() ||
        parameters.term_prefix != documents.term_prefix())
        return *options.model;
    TrainingOptions training = training_like(*options.model);
    training.character_keys = options.training.character_keys;
    if (parameters.character_rows == 0) training.character_keys = CharacterKeyChoice::OFF;
    Model model = train_model(documents, training);
    if (model.stable_terms().empty()) return *options.model;
    known->keys = compute_keys(*known->collection, model);
    return model;
}

}  // namespace

UniqueDocuments find_unique(std::shared_ptr<const Collection> documents,
                            const std::vector<DocumentNumber>& ordered, DocumentNumber references,
                            const UniqueOptions& options) {
    return find_unique(std::move(documents), ordered, references, options, std::nullopt);
}

UniqueDocuments find_unique(std::shared_ptr<const Collection> documents,
                            const std::vector<DocumentNumber>& ordered, DocumentNumber references,
                            const UniqueOptions& options, std::optional<KnownDocuments> known) {
    const Work work = work_beside_documents(*documents);
    const auto copy = counted_copy(std::move(documents), work, KeptKeys::SEQUENCE);
    return_free_memory();
    UniqueDocuments result{model_of(*copy, options, known), {}, {}};
    return_free_memory();
    std::shared_ptr<const Collection> collection = copy;
    CollectionKeys keys(work);
    DocumentNumber before = 0;
    if (known) {
        const auto joined =
            std::make_shared<const JoinedCollection>(std::move(known->collection), copy);
        before = joined->before_second();
        collection = joined;
        keys = std::move(known->keys);
    }
    references += before;
    add_keys(*copy, result.model, before, keys);
    return_free_memory();

    std::vector<DocumentNumber> with_keys;
    const auto add = [&](DocumentNumber document) {
        if (keys.content_hashes[document] != 0) with_keys.push_back(document);
    };
    for (DocumentNumber document = 1; document <= before; ++document)
        add(document);
    for (const DocumentNumber document : ordered)
        add(before + document);
    std::vector<NearReference> near;
    if (references > 0) {
        near = find_near_references(*collection, result.model, keys, with_keys, references);
        std::erase_if(with_keys, [&](DocumentNumber document) {
            return document <= references || near[document].reference != 0;
        });
    }
    CollectionGroups& groups = result.groups;
    groups = group_collection(*collection, result.model, std::move(keys), with_keys,
                              options.exact_distances, options.heads);
    result.kept_for.resize(groups.head_of.size(), 0);
    for (const DocumentNumber document : with_keys) {
        if (groups.head_of[document] != document)
            result.kept_for[document] = groups.head_of[document];
    }
    for (std::size_t document = references + std::size_t{1}; document < near.size(); ++document) {
        const auto& [reference, distance] = near[document];
        if (reference == 0) continue;
        result.kept_for[document] = reference;
        groups.head_of[reference] = reference;
        groups.head_of[document] = reference;
        groups.distance[document] = distance;
    }
    if (references > 0) {
        set_reported_distances(*collection, groups);
        groups.count();
    }
    return result;
}

}  // namespace descry
