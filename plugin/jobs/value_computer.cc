#include "plugin/jobs/value_computer.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "engine/collection/document_keys.h"
#include "engine/collection/forward_index.h"
#include "engine/mechanics/parallel.h"
#include "plugin/reading/posting_signer.h"

namespace descry {

namespace {

constexpr std::size_t TERM_LISTS_AT_ONCE = 1024;

}  // namespace

std::string current_state(const Model* model) {
    return model == nullptr ? std::string(STATE_WITHOUT_MODEL) : state_of_model(model->id());
}

ValueComputer::ValueComputer(const IndexCollection& index, const Schema& schema, const Model* model,
                             Source source)
    : index_(index),
      schema_(schema),
      model_(model),
      from_postings_(source == Source::POSTINGS && model != nullptr && !needs_term_lists()) {
    if (from_postings_) lengths_ = index.documents().lengths();
}

bool ValueComputer::needs_term_lists() const {
    return needs_keys() || std::ranges::any_of(schema_.methods, [](Slot method) {
               return signature_method(method).source == SignatureSource::TERMS;
           });
}

std::vector<SlotValues> ValueComputer::compute(std::span<const Xapian::docid> batch) const {
    std::vector<SlotValues> values(batch.size());
    if (from_postings_) {
        sign_from_postings(batch, values);
    } else if (model_ != nullptr || needs_term_lists()) {
        sign_from_term_lists(batch, values);
    }
    for (SlotValues& value : values)
        value[Slot::STATE] = current_state(model_);
    return values;
}

void ValueComputer::sign_from_postings(std::span<const Xapian::docid> batch,
                                       std::vector<SlotValues>& values) const {
    const Xapian::docid first = batch.front();
    const std::size_t range = std::size_t{batch.back()} - first + 1;
    // No more pieces than threads: each must find its place in every posting list.
    const std::size_t length = std::min<std::size_t>(
        PostingSigner::MAX_RANGE, (range - 1) / std::max(index_.threads(), 1u) + 1);
    parallel_ranges(index_.threads(), range, length, [&] {
        return [&, first, postings = PostingSigner(index_.open(), *model_, lengths_),
                signer = DocumentSigner(schema_.methods, model_)](std::size_t begin,
                                                                  std::size_t end) mutable {
            const auto begins = std::ranges::lower_bound(batch, first + begin);
            const auto ends = std::ranges::lower_bound(batch, first + end);
            if (begins == ends) return;
            const auto vectors = postings.sign(static_cast<Xapian::docid>(first + begin),
                                               static_cast<Xapian::doccount>(end - begin));
            for (auto did = begins; did != ends; ++did) {
                signer.sign({.vector = &vectors[*did - first - begin]},
                            values[static_cast<std::size_t>(did - batch.begin())]);
            }
        };
    });
}

void ValueComputer::sign_from_term_lists(std::span<const Xapian::docid> batch,
                                         std::vector<SlotValues>& values) const {
    parallel_each(index_.threads(), batch.size(), TERM_LISTS_AT_ONCE, [&] {
        std::optional<DocumentKeySigner> key_signer;
        if (needs_keys()) key_signer.emplace(*model_);
        return [&, documents = index_.documents().reader(), key_signer = std::move(key_signer),
                signer = DocumentSigner(schema_.methods, model_),
                sequences = SequenceKeySigner(model_ == nullptr
                                                  ? ModelParameters()
                                                  : model_->parameters())](std::size_t i) mutable {
            documents->read(batch[i]);
            const auto terms = documents->terms();
            const auto hashes = documents->hashes();
            signer.sign({.terms = terms, .hashes = hashes}, values[i]);
            if (!key_signer || terms.empty()) return;
            const std::uint64_t content_hash = content_hash_of(terms, hashes);
            const auto sequence = documents->sequence_keys(batch[i], content_hash, sequences);
            if (sequence) {
                values[i][Slot::SEQUENCE_KEYS] = encode_sequence_keys(*sequence, content_hash);
            }
            values[i][Slot::TERM_BANDS] =
                encode_keys(key_signer->sign(terms, hashes, sequence,
                                             key_signer->apart_of(*documents, batch[i])),
                            model_->parameters());
        };
    });
}

}  // namespace descry
