#include <algorithm>
#include <utility>

#include <descry/inspection/similar.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/body_terms.h>

#include "engine/collection/document_keys.h"
#include "plugin/groups/index_groups.h"
#include "plugin/groups/stored_document.h"

namespace descry {

namespace {

// Maximum number of documents compared: a template has more, all about equally near.
constexpr std::size_t MAX_COMPARED = 20000;

// Candidates by bag distance: at least this many, or this multiple of the number requested.
constexpr std::size_t MIN_MEASURED = 100;
constexpr std::size_t MEASURED_SHARE = 4;

void keep_nearest(std::vector<SimilarDocument>& documents, std::size_t most) {
    std::ranges::sort(documents, {}, [](const SimilarDocument& document) {
        return std::pair(document.distance, document.did);
    });
    if (documents.size() > most) documents.resize(most);
}

}  // namespace

std::vector<SimilarDocument> find_similar(const Xapian::Database& db, const Schema& schema,
                                          const Model& model, Xapian::docid did,
                                          std::size_t max_documents) {
    if (!schema.has(Slot::GROUP)) return {};
    StoredDocument document(db, schema);
    StoredDocument other(db, schema);
    document.read(did);
    StoredKeySigner signer(db, schema, model);
    const DocumentKeys& keys = signer.sign(did, document.terms());
    const PairVerifier verifier(pair_limits(model.parameters()));
    const std::uint32_t min_length = model.parameters().min_short_length;
    const bool all = model.stable_terms().empty() && document.bag().words() >= min_length;

    std::vector<Xapian::docid> candidates;
    const Xapian::valueno slot = schema.slot(Slot::TERM_BANDS);
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot);
         value != end && candidates.size() < MAX_COMPARED; ++value) {
        if (value.get_docid() == did) continue;
        const auto stored = decode_keys(*value, model.parameters());
        if (stored &&
            (all || keys.content_hash == stored->content_hash || share_key(keys, *stored)))
            candidates.push_back(value.get_docid());
    }
    std::vector<SimilarDocument> similar;
    for (const Xapian::docid candidate : candidates) {
        other.read(candidate);
        if (all && other.bag().words() < min_length) continue;
        similar.push_back({candidate, bag_distance(document.bag(), other.bag())});
    }
    keep_nearest(similar, std::max(MIN_MEASURED, MEASURED_SHARE * max_documents));
    for (SimilarDocument& found : similar) {
        other.read(found.did);
        found.distance = document.told(verifier.distance(document, other), other);
    }
    keep_nearest(similar, max_documents);
    for (SimilarDocument& found : similar) {
        other.read(found.did);
        const PairVerdict verdict = verifier.verify(document, other);
        found.near = verdict.near;
        found.order_differs = verdict.order_differs;
        found.is_parted_by_order = verdict.order_differs && !verdict.near;
    }
    return similar;
}

TextFinder make_text_finder(const OpenIndex& index, std::shared_ptr<const Model> model,
                            const Work& work) {
    if (!index.schema.has(Slot::GROUP))
        throw Xapian::InvalidOperationError("the index has no groups; run descry annotate");
    CollectionKeys keys =
        read_stored_keys(index.db, index.schema.slot(Slot::TERM_BANDS), *model, work);
    return {std::make_shared<IndexCollection>(index.open, index.schema, work), std::move(model),
            std::move(keys)};
}

}  // namespace descry
