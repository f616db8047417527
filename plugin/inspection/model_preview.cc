#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include <descry/collapse/collapse.h>
#include <descry/inspection/model_preview.h>

#include "engine/mechanics/merged.h"
#include "engine/mechanics/parallel.h"
#include "plugin/groups/index_groups.h"
#include "plugin/reading/posting_signer.h"

namespace descry {

namespace {

// Set bits are counted exactly up to here; more count as this many.
constexpr std::size_t MAX_ONES_COUNTED = 4096;
constexpr Xapian::doccount PIECE = 65536;
static_assert(PIECE <= PostingSigner::MAX_RANGE);

std::size_t pieces_of(const BodyLengths& lengths) {
    return (lengths.size() + PIECE - 1) / PIECE;
}

Xapian::docid first_of(std::size_t piece) {
    return static_cast<Xapian::docid>(piece * PIECE);
}

std::uint32_t percentile(const std::vector<std::uint64_t>& counts, std::uint64_t total,
                         double share) {
    const auto rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(total)));
    std::uint64_t seen = 0;
    for (std::size_t value = 0; value < counts.size(); ++value) {
        seen += counts[value];
        if (seen >= rank && seen > 0) return static_cast<std::uint32_t>(value);
    }
    return 0;
}

}  // namespace

ModelCoverage measure_coverage(const IndexCollection& index, const Model& model) {
    const BodyLengths lengths = index.documents().lengths();
    const std::uint32_t min_length = std::max(model.parameters().min_body_length, 1u);

    struct Sums {
        ModelCoverage coverage;
        std::vector<std::uint64_t> by_ones = std::vector<std::uint64_t>(MAX_ONES_COUNTED + 1);
        std::vector<double> change;  // by piece, so that the order of addition is fixed
    } sums;
    sums.change.resize(pieces_of(lengths));
    std::mutex mutex;
    parallel_for(index.threads(), pieces_of(lengths), [&] {
        return
            [&, signer = PostingSigner(index.open(), model, lengths)](std::size_t piece) mutable {
                const Xapian::docid first = first_of(piece);
                double change = 0;
                const auto signatures = signer.sign(first, PIECE, &change);
                const std::lock_guard lock(mutex);
                sums.change[piece] = change;
                for (std::size_t i = 0; i < signatures.size(); ++i) {
                    const std::size_t did = first + i;
                    if (did >= lengths.size() || lengths[did] < min_length) continue;
                    ++sums.coverage.documents;
                    if (signatures[i].descriptive) ++sums.coverage.with_descriptive;
                    if (signatures[i].stable) ++sums.coverage.with_stable;
                    ++sums.by_ones[std::min<std::size_t>(signatures[i].ones, MAX_ONES_COUNTED)];
                }
            };
    });

    ModelCoverage& coverage = sums.coverage;
    coverage.ones_p5 = percentile(sums.by_ones, coverage.documents, 0.05);
    coverage.ones_median = percentile(sums.by_ones, coverage.documents, 0.50);
    coverage.ones_p95 = percentile(sums.by_ones, coverage.documents, 0.95);
    double change = 0;
    for (const double part : sums.change)
        change += part;
    if (coverage.with_descriptive > 0) {
        coverage.mean_change_probability = change / static_cast<double>(coverage.with_descriptive);
    }
    return coverage;
}

ModelDifference compare_models(const Model& before, const Model& after) {
    ModelDifference difference;
    for_each_of_both(before.words(), after.words(), &ModelWord::term,
                     [&](const ModelWord* a, const ModelWord* b) {
                         if (b == nullptr) {
                             difference.leaving.push_back(a->term);
                         } else if (a == nullptr) {
                             difference.entering.push_back(b->term);
                         } else if (a->threshold != b->threshold) {
                             difference.moved.push_back(b->term);
                         }
                     });
    return difference;
}

SignatureChanges count_signature_changes(const IndexCollection& index, const Model& before,
                                         const Model& after) {
    const BodyLengths lengths = index.documents().lengths();
    SignatureChanges changes;
    std::mutex mutex;
    parallel_for(index.threads(), pieces_of(lengths), [&] {
        return
            [&, old_signer = PostingSigner(index.open(), before, lengths),
             new_signer = PostingSigner(index.open(), after, lengths)](std::size_t piece) mutable {
                const Xapian::docid first = first_of(piece);
                const auto old_signatures = old_signer.sign(first, PIECE);
                const auto new_signatures = new_signer.sign(first, PIECE);
                const std::lock_guard lock(mutex);
                for (std::size_t i = 0; i < old_signatures.size(); ++i) {
                    const std::size_t did = first + i;
                    if (did < lengths.size() && lengths[did] > 0) ++changes.documents;
                    if (old_signatures[i].descriptive != new_signatures[i].descriptive) {
                        ++changes.descriptive;
                    }
                    if (old_signatures[i].stable != new_signatures[i].stable) ++changes.stable;
                }
            };
    });
    return changes;
}

GroupChanges count_group_changes(const IndexCollection& index, const Schema& schema,
                                 const Model& after) {
    const CollectionGroups groups = group_index(index, after, std::nullopt, schema.id_prefix);
    GroupChanges changes;
    changes.groups_after = groups.groups;
    changes.grouped_after = groups.grouped_documents;
    const Xapian::Database db = index.open();

    // Identifies the set of documents grouped with a document, as the sum of a hash of each.
    const std::size_t docids = groups.head_of.size();
    std::vector<std::uint64_t> together(docids, 0);
    for (std::size_t did = 1; did < docids; ++did)
        together[groups.head_of[did]] += content_hash_part(did, 0);
    std::vector<std::uint64_t> before(docids, 0);
    for (const KeyGroup& group : groups_by_key(db, schema.slot(Slot::GROUP))) {
        ++changes.groups_before;
        changes.grouped_before += group.members.size();
        std::uint64_t sum = 0;
        for (const Xapian::docid did : group.members)
            sum += content_hash_part(did, 0);
        for (const Xapian::docid did : group.members)
            if (did < docids) before[did] = sum;
    }
    for (std::size_t did = 1; did < docids; ++did) {
        if (groups.head_of[did] == 0) continue;
        const std::uint64_t alone = content_hash_part(did, 0);
        const std::uint64_t was = before[did] == 0 ? alone : before[did];
        if (was != together[groups.head_of[did]]) ++changes.documents;
    }
    return changes;
}

}  // namespace descry
