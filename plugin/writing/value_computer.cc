#include "writing/value_computer.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <descry/collection/document_keys.h>
#include <descry/collection/forward_index.h>
#include <descry/mechanics/parallel.h>
#include <descry/reading/posting_signer.h>

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
    return needs_keys() ||
           std::any_of(schema_.methods.begin(), schema_.methods.end(), [](Slot method) {
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
    const std::uint64_t range = std::uint64_t{batch.back()} - first + 1;
    // As few as there are threads for: each piece finds its place in every posting list.
    const auto length = static_cast<Xapian::doccount>(std::min<std::uint64_t>(
        PostingSigner::MAX_RANGE, (range - 1) / std::max(index_.threads(), 1u) + 1));
    const std::size_t pieces = static_cast<std::size_t>((range - 1) / length + 1);
    parallel_for(index_.threads(), pieces, [&]() -> Worker {
        struct Reader {
            PostingSigner postings;
            DocumentSigner signer;
        };
        const auto reader = std::make_shared<Reader>(
            Reader{{index_.open(), *model_, lengths_}, {schema_.methods, model_}});
        return [&, reader, first, length](std::size_t piece) {
            const auto begin = static_cast<Xapian::docid>(first + std::uint64_t{piece} * length);
            const auto count = static_cast<Xapian::doccount>(
                std::min<std::uint64_t>(length, std::uint64_t{batch.back()} - begin + 1));
            auto doc = std::lower_bound(batch.begin(), batch.end(), begin);
            if (doc == batch.end() || *doc - begin >= count) return;
            const auto vectors = reader->postings.sign(begin, count);
            for (; doc != batch.end() && *doc - begin < count; ++doc) {
                reader->signer.sign({.vector = &vectors[*doc - begin]},
                                    values[static_cast<std::size_t>(doc - batch.begin())]);
            }
        };
    });
}

void ValueComputer::sign_from_term_lists(std::span<const Xapian::docid> batch,
                                         std::vector<SlotValues>& values) const {
    parallel_ranges(index_.threads(), batch.size(), TERM_LISTS_AT_ONCE, [&]() -> RangeWorker {
        struct Reader {
            std::unique_ptr<TermListReader> documents;
            DocumentSigner signer;
            std::optional<DocumentKeySigner> key_signer = std::nullopt;
        };
        const auto reader = std::make_shared<Reader>(
            Reader{index_.documents().reader(), DocumentSigner(schema_.methods, model_)});
        if (needs_keys()) reader->key_signer.emplace(*model_, schema_.has_histograms());
        return [&, reader](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                reader->documents->read(batch[i]);
                const auto terms = reader->documents->terms();
                const auto hashes = reader->documents->hashes();
                reader->signer.sign({.terms = terms, .hashes = hashes}, values[i]);
                if (reader->key_signer && !terms.empty()) {
                    values[i][Slot::TERM_BANDS] =
                        encode_keys(reader->key_signer->sign(terms, hashes),
                                    model_->parameters().band_key_bits);
                }
            }
        };
    });
}

}  // namespace descry
