#include <algorithm>

#include <descry/collection/document_keys.h>
#include <descry/inspection/similar.h>
#include <descry/schema/body_terms.h>

#include "groups/stored_document.h"

namespace descry {

namespace {

// Documents compared at most: a template has more, all of them about as like.
constexpr std::size_t MAX_COMPARED = 20000;

bool share_a_key(const DocumentKeys& a, const DocumentKeys& b) {
    if (a.content_hash == b.content_hash) return true;
    for (std::size_t band = 0; band < std::min(a.bands.size(), b.bands.size()); ++band) {
        if (a.bands[band] == b.bands[band]) return true;
    }
    return false;
}

}  // namespace

std::vector<SimilarDocument> find_similar(const Xapian::Database& db, const Schema& schema,
                                          const Model& model, Xapian::docid did,
                                          std::size_t max_documents) {
    StoredDocument document(db, schema.term_prefix);
    StoredDocument other(db, schema.term_prefix);
    document.read(did);
    DocumentKeySigner signer(model);
    const DocumentKeys keys = signer.sign(document.terms());
    const PairVerifier verifier(pair_limits(model.parameters()));
    const std::uint32_t min_length = model.parameters().min_body_length;
    const bool all = model.stable_terms().empty() && document.bag().words() >= min_length;

    std::vector<Xapian::docid> candidates;
    const Xapian::valueno slot = schema.slot(Slot::TERM_BANDS);
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot);
         value != end && candidates.size() < MAX_COMPARED; ++value) {
        if (value.get_docid() == did) continue;
        const auto stored = decode_keys(*value, model.parameters());
        if (stored && (all || share_a_key(keys, *stored))) candidates.push_back(value.get_docid());
    }
    std::vector<SimilarDocument> similar;
    for (const Xapian::docid candidate : candidates) {
        other.read(candidate);
        if (all && other.bag().words() < min_length) continue;
        similar.push_back({candidate, verifier.distance(document, other), false, false});
    }
    std::sort(similar.begin(), similar.end(),
              [](const SimilarDocument& a, const SimilarDocument& b) {
                  return a.distance != b.distance ? a.distance < b.distance : a.did < b.did;
              });
    if (similar.size() > max_documents) similar.resize(max_documents);
    for (SimilarDocument& found : similar) {
        other.read(found.did);
        const PairVerdict verdict = verifier.verify(document, other);
        found.near = verdict.near;
        found.order_differs = verdict.order_differs;
    }
    return similar;
}

}  // namespace descry
