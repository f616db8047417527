#include "plugin/reading/posting_signer.h"

#include <algorithm>

#include "plugin/reading/body_postings.h"

namespace descry {

PostingSigner::PostingSigner(Xapian::Database db, const Model& model, const BodyLengths& lengths)
    : db_(std::move(db)), model_(model), lengths_(lengths), signer_(model) {}

std::vector<DescriptiveSignatures> PostingSigner::sign(Xapian::docid first, Xapian::doccount count,
                                                       double* change) {
    const std::uint64_t last =
        std::min<std::uint64_t>(std::uint64_t{first} + count, lengths_.size());
    states_.assign(count, VectorState());
    unchanged_.assign(change != nullptr ? count : 0, 1.0);
    for (const std::uint16_t number : signer_.by_stability()) {
        const ModelWord& word = model_.words()[number];
        const auto add = signer_.adder(number);
        VectorState* const states = states_.data();
        if (change == nullptr) {
            for_each_holder(
                db_, word, lengths_, first, last,
                [=](Xapian::docid did, bool is_above) { add(states[did - first], is_above); });
            continue;
        }
        const double stays = 1 - std::min(1.0, word.flip_rate.value());
        for_each_one(db_, word, lengths_, first, last, [&](Xapian::docid did) {
            add(states[did - first], true);
            unchanged_[did - first] *= stays;
        });
    }

    std::vector<DescriptiveSignatures> signatures(count);
    for (std::uint64_t did = first; did < last; ++did) {
        const std::size_t i = did - first;
        signatures[i] = signer_.finish(states_[i], lengths_[did]);
    }
    if (change != nullptr) {
        *change = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (signatures[i].descriptive) *change += 1 - unchanged_[i];
        }
    }
    return signatures;
}

}  // namespace descry
