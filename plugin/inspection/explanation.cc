#include <algorithm>

#include <descry/inspection/explanation.h>
#include <descry/inspection/group_list.h>
#include <descry/schema/body_terms.h>

#include "engine/collection/document_keys.h"
#include "engine/keys/collapse_key.h"
#include "engine/keys/descriptive_vector.h"
#include "engine/keys/term_bands.h"
#include "plugin/groups/stored_document.h"

namespace descry {

namespace {

struct Facts {
    BodyTerms body;
    std::uint32_t length = 0;
    std::vector<std::uint16_t> ones;
    std::vector<std::uint64_t> one_bands;
    DocumentKeys keys;
    DescriptiveSignatures signatures;
};

std::uint32_t wdf_of(std::span<const TermCount> terms, std::string_view term) {
    const auto found =
        std::lower_bound(terms.begin(), terms.end(), term,
                         [](const TermCount& t, std::string_view name) { return t.term < name; });
    return found != terms.end() && found->term == term ? found->wdf : 0;
}

Facts read_facts(const Xapian::Database& db, const Schema& schema, const Model& model,
                 Xapian::docid did) {
    Facts facts{BodyTerms(TermSpace(schema.term_prefix)), 0, {}, {}, {}, {}};
    facts.body.read(db, did);
    const auto terms = facts.body.terms();
    facts.length = body_length_of(terms);
    // Terms and words are both ascending by bytes, so the set bits are ascending.
    DescriptiveSigner signer(model);
    const auto ones = signer.find_ones(terms);
    facts.ones.assign(ones.begin(), ones.end());
    if (!terms.empty()) facts.keys = StoredKeySigner(db, schema, model).sign(did, terms);
    if (model.words().empty()) return facts;
    facts.signatures = signer.sign(facts.ones, facts.length);
    OneBandSigner one_bands(model);
    const auto bands = one_bands.sign(facts.ones, facts.length);
    facts.one_bands.assign(bands.begin(), bands.end());
    return facts;
}

struct Verified {
    PairVerdict verdict;
    WordSource source = WordSource::NONE;
    std::optional<InsideShares> inside;
};

Verified verify(const Xapian::Database& db, const Schema& schema, const Model& model,
                Xapian::docid a, Xapian::docid b) {
    StoredDocument first(db, schema);
    StoredDocument second(db, schema);
    first.read(a);
    second.read(b);
    Verified verified;
    verified.verdict = PairVerifier(pair_limits(model.parameters())).verify(first, second);
    if (verified.verdict.distance < SAME_WORDS_DISTANCE) {
        verified.verdict.distance = first.told(verified.verdict.distance, second);
        verified.verdict.least_distance = verified.verdict.distance;
    }
    if (verified.verdict.is_exact) verified.source = weaker(first.source(), second.source());
    if (first.text() != nullptr && second.text() != nullptr)
        verified.inside = inside_shares(*first.text(), *second.text());
    return verified;
}

// Computes the distance as grouping does; records are not trusted.
ExplainedDocument describe(const Xapian::Database& db, const Schema& schema, const Model& model,
                           Xapian::docid did, const Facts& facts) {
    ExplainedDocument document;
    document.did = did;
    document.body_length = facts.length;
    document.ones = static_cast<std::uint32_t>(facts.ones.size());
    if (!schema.has(Slot::GROUP)) return document;
    document.group_key = db.get_document(did).get_value(schema.slot(Slot::GROUP));
    if (document.group_key.empty()) return document;
    const auto group = list_group(db, schema, document.group_key);
    if (!group) return document;
    document.head = group->members.front().document;
    if (document.head == did) return document;
    document.distance_to_head = verify(db, schema, model, document.head, did).verdict.distance;
    return document;
}

std::vector<unsigned> shared(const std::vector<std::uint64_t>& a,
                             const std::vector<std::uint64_t>& b) {
    std::vector<unsigned> bands;
    for (unsigned band = 0; band < std::min(a.size(), b.size()); ++band) {
        if (a[band] == b[band] && a[band] != NO_KEY) bands.push_back(band);
    }
    return bands;
}

std::vector<DifferingWord> differing_words(const Model& model, const Facts& a, const Facts& b) {
    std::vector<std::uint16_t> numbers;
    std::set_symmetric_difference(a.ones.begin(), a.ones.end(), b.ones.begin(), b.ones.end(),
                                  std::back_inserter(numbers));
    std::vector<DifferingWord> words;
    for (const std::uint16_t number : numbers) {
        const ModelWord& word = model.words()[number];
        const auto frequency = [&](const Facts& facts) {
            return facts.length == 0
                       ? 0.0
                       : static_cast<double>(wdf_of(facts.body.terms(), word.term)) / facts.length;
        };
        words.push_back({word.term, word.threshold / 4294967296.0, frequency(a), frequency(b)});
    }
    return words;
}

bool has_current_keys(const Xapian::Database& db, const Schema& schema, const Model& model,
                      Xapian::docid did) {
    return db.get_document(did).get_value(schema.slot(Slot::STATE)) == state_of_model(model.id());
}

GroupDecision decide(const Explanation& e, const Model& model, bool current) {
    const ModelParameters& parameters = model.parameters();
    if (!e.a.group_key.empty() && e.a.group_key == e.b.group_key) {
        const DistanceMillionths farther = std::max(e.a.distance_to_head, e.b.distance_to_head);
        return farther > std::max(e.limit, SAME_WORDS_DISTANCE) ? GroupDecision::OUTDATED_GROUP
                                                                : GroupDecision::SAME_GROUP;
    }
    if (e.a.did == e.b.did) return GroupDecision::SAME_GROUP;
    if (e.a.body_length == 0 || e.b.body_length == 0) return GroupDecision::EMPTY;
    if (!current) return GroupDecision::STALE;
    if (e.fields_differ && e.distance <= e.limit) return GroupDecision::OTHER_FIELDS;
    if (std::min(e.a.body_length, e.b.body_length) < parameters.min_short_length) {
        return GroupDecision::TOO_SHORT;
    }
    if (!model.stable_terms().empty() && e.shared_term_bands.empty()) {
        return GroupDecision::NO_SHARED_BAND;
    }
    if (e.order_differs) return GroupDecision::OTHER_ORDER;
    if (e.distance > std::max(e.limit, SAME_WORDS_DISTANCE)) return GroupDecision::TOO_FAR;
    if (e.is_far_by_words) return GroupDecision::FAR_BY_WORDS;
    if (parameters.keep_apart.numbers && e.numbers_differ) return GroupDecision::OTHER_NUMBERS;
    return GroupDecision::OTHER_HEADS;
}

}  // namespace

Explanation explain(const Xapian::Database& db, const Schema& schema, const Model& model,
                    Xapian::docid a, Xapian::docid b) {
    const Facts facts_a = read_facts(db, schema, model, a);
    const Facts facts_b = read_facts(db, schema, model, b);
    Explanation e;
    e.a = describe(db, schema, model, a, facts_a);
    e.b = describe(db, schema, model, b, facts_b);
    e.limit = model.parameters().grouping.distance;
    const auto [verdict, source, inside] = verify(db, schema, model, a, b);
    e.verified = source;
    e.bag_distance = verdict.bag_distance;
    e.is_far_by_words = verdict.is_far_by_words;
    e.distance = verdict.distance;
    e.least_distance = verdict.least_distance;
    e.same_content_hash = verdict.same_words;
    e.order_differs = verdict.order_differs;
    e.numbers_differ = verdict.numbers_differ;
    e.fields_differ = verdict.fields_differ;
    e.inside = inside;
    e.shared_term_bands = shared(facts_a.keys.bands, facts_b.keys.bands);
    e.shared_one_bands = shared(facts_a.one_bands, facts_b.one_bands);
    e.same_descriptive = facts_a.signatures.descriptive &&
                         facts_a.signatures.descriptive == facts_b.signatures.descriptive;
    e.same_descriptive_stable =
        facts_a.signatures.stable && facts_a.signatures.stable == facts_b.signatures.stable;
    e.differing_words = differing_words(model, facts_a, facts_b);
    e.decision = decide(
        e, model, has_current_keys(db, schema, model, a) && has_current_keys(db, schema, model, b));
    return e;
}

}  // namespace descry
