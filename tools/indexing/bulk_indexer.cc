#include "indexing/bulk_indexer.h"

#include <numeric>
#include <utility>

#include <descry/hashing/hash.h>
#include <descry/schema/document_id.h>

#include "input/documents/document_size.h"

namespace descry {

BulkIndexer::BulkIndexer(DocumentQueue& document_queue, const Xapian::Database& db,
                         IndexingStage& stage, const BuildOptions& options, Diagnostics& problems)
    : intake_(document_queue),
      db_(db),
      is_empty_(db.get_doccount() == 0),
      schema_(stage.schema()),
      model_(stage.model()),
      chain_(stage.chain() ? std::optional(stage.chain()->options()) : std::nullopt),
      to_place_(stage.has_groups()),
      options_(options),
      problems_(problems),
      first_(db.get_lastdocid() + 1),
      next_(first_) {}

void BulkIndexer::build(IndexSegments& parts, unsigned threads) {
    IndexSegments::on_threads(threads, [&] { return [&] { build_all(parts); }; });
}

std::vector<Xapian::docid> BulkIndexer::documents() const {
    std::vector<Xapian::docid> documents(next_ - first_);
    std::iota(documents.begin(), documents.end(), first_);
    return documents;
}

void BulkIndexer::build_all(IndexSegments& parts) {
    DocumentBuilder builder(schema_, options_, problems_);
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

Xapian::Document BulkIndexer::make(const InputDocument& input, DocumentBuilder& builder,
                                   IndexingStage& signer, ChainMembers& members) const {
    Xapian::Document document = builder.build(input);
    if (to_place_) {
        signer.sign_to_place(document, input.text, members.read(input));
    } else {
        signer.sign(document, input.text, members.read(input));
    }
    document.add_boolean_term(builder.unique_term_of(input));
    return document;
}

std::optional<BulkIndexer::Batch> BulkIndexer::take() {
    const std::lock_guard lock(mutex_);
    Batch batch;
    std::size_t bytes = 0;
    while (!ended_ && bytes < IndexSegments::PART_BYTES &&
           batch.documents.size() < IndexSegments::PART_DOCUMENTS) {
        InputDocument document;
        ended_ = !intake_.next(document);
        if (ended_) break;
        if (is_known(document)) {
            give_back_unused(document);
            bytes_set_aside_ += memory_of(document);
            set_aside_.push_back(std::move(document));
            ended_ = bytes_set_aside_ > MAX_SET_ASIDE;
            continue;
        }
        give_back_unused(document);
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

// Two ids of one hash are taken for one: the later document is then added at the end.
bool BulkIndexer::is_known(const InputDocument& document) {
    const std::string term = unique_term(schema_.id_prefix, document.id);
    if (!ids_.insert(hash64(term)).second) return true;
    return !is_empty_ && db_.term_exists(term);
}

}  // namespace descry
