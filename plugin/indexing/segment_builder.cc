#include "plugin/indexing/segment_builder.h"

#include <numeric>
#include <utility>

#include <descry/hashing/hash.h>
#include <descry/schema/document_id.h>

#include "engine/mechanics/parallel.h"
#include "engine/texts/input_contents.h"

namespace descry {

SegmentBuilder::SegmentBuilder(DocumentQueue& queue, const Xapian::Database& db,
                               IndexingStage& stage, const BuildOptions& options,
                               ProblemListener skipped)
    : queue_(queue),
      db_(db),
      is_empty_(db.get_doccount() == 0),
      schema_(stage.schema()),
      model_(stage.model()),
      chain_(stage.chain() ? std::optional(stage.chain()->options()) : std::nullopt),
      unassigned_(stage.has_groups()),
      options_(options),
      skipped_(std::move(skipped)),
      first_(db.get_lastdocid() + 1),
      next_(first_) {}

void SegmentBuilder::build(IndexSegments& parts, unsigned threads) {
    parallel_for(threads, threads, [&] { return [&](std::size_t) { build_all(parts); }; });
}

std::vector<Xapian::docid> SegmentBuilder::documents() const {
    std::vector<Xapian::docid> documents(next_ - first_);
    std::iota(documents.begin(), documents.end(), first_);
    return documents;
}

void SegmentBuilder::build_all(IndexSegments& parts) {
    DocumentBuilder builder(schema_, options_, skipped_);
    IndexingStage signer(schema_, model_, chain_);
    ChainMembers members(options_.names, chain_);
    try {
        while (const auto batch = take()) {
            parts.build(batch->number, batch->first, batch->documents.size(), [&](std::size_t i) {
                return make(batch->documents[i], builder, signer, members);
            });
        }
    } catch (...) {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        throw;
    }
    skipped_words_ += builder.skipped_words();
}

Xapian::Document SegmentBuilder::make(const InputDocument& input, DocumentBuilder& builder,
                                      IndexingStage& signer, ChainMembers& members) const {
    Xapian::Document document = builder.build(input);
    if (unassigned_) {
        signer.sign_for_groups(document, input.text, members.read(input), builder.words());
    } else {
        signer.sign(document, input.text, members.read(input), builder.words());
    }
    document.add_boolean_term(builder.unique_term_of(input));
    return document;
}

std::optional<SegmentBuilder::Batch> SegmentBuilder::take() {
    const std::lock_guard lock(mutex_);
    Batch batch;
    std::size_t bytes = 0;
    while (!ended_ && bytes < IndexSegments::PART_BYTES &&
           batch.documents.size() < IndexSegments::PART_DOCUMENTS) {
        InputDocument document;
        ended_ = !queue_.next(document);
        if (ended_) break;
        give_back_unused(document);
        if (is_known(document)) {
            bytes_set_aside_ += memory_of(document);
            deferred_.push_back(std::move(document));
            ended_ = bytes_set_aside_ > MAX_SET_ASIDE;
            continue;
        }
        bytes += memory_of(document);
        numbers_.push_back(document.number);
        batch.documents.push_back(std::move(document));
    }
    if (batch.documents.empty()) return std::nullopt;
    batch.number = next_number_++;
    batch.first = next_;
    next_ += static_cast<Xapian::docid>(batch.documents.size());
    return batch;
}

// Ids with equal hashes count as one: the later document is then added at the end.
bool SegmentBuilder::is_known(const InputDocument& document) {
    const std::string term = unique_term(schema_.id_prefix, document.id);
    if (!ids_.insert(hash64(term)).second) return true;
    return !is_empty_ && db_.term_exists(term);
}

}  // namespace descry
