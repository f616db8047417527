#include "plugin/jobs/bulk_addition.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "plugin/base/open_database.h"
#include "plugin/base/transaction.h"
#include "plugin/documents/chain_members.h"
#include "plugin/documents/document_builder.h"
#include "plugin/groups/group_writer.h"
#include "plugin/indexing/index_segments.h"
#include "plugin/indexing/segment_builder.h"
#include "plugin/jobs/refresh.h"
#include "plugin/schema/groups_info.h"

namespace descry {

namespace {

// Less text is added as quickly document by document.
constexpr std::uint64_t MIN_TEXT_FOR_SEGMENTS = std::uint64_t{1} << 20;
// Merging copies the whole index: requires a byte of text per this many bytes of its files.
constexpr std::uint64_t FILE_BYTES_A_TEXT_BYTE = 16;
// Disk space for segments and their merged copy, per byte of text; usually less.
constexpr std::uint64_t ROOM_A_TEXT_BYTE = 12;

std::optional<SignatureChainOptions> options_of(const IndexingStage& stage) {
    if (!stage.chain()) return std::nullopt;
    return stage.chain()->options();
}

bool is_there(const Xapian::Database& db, Xapian::docid did) {
    Xapian::PostingIterator p = db.postlist_begin("");
    if (p != db.postlist_end("")) p.skip_to(did);
    return p != db.postlist_end("") && *p == did;
}

}  // namespace

// Documents added in segments before others that came earlier in the input.
class LaterDocuments {
  public:
    LaterDocuments() = default;
    LaterDocuments(Xapian::docid first, std::span<const std::uint64_t> numbers)
        : first_(first), numbers_(numbers) {}

    // Whether one of them has the same signature as document @a number and came after it.
    bool have_one_after(std::uint64_t number, const Xapian::Database& db, IndexingStage& stage,
                        const Xapian::Document& document,
                        std::span<const SignatureField> members) const {
        if (numbers_.empty() || numbers_.back() < number || !stage.overwrites()) return false;
        const std::string term = stage.signature_term(document, members);
        if (term.empty()) return false;
        for (auto p = db.postlist_begin(term); p != db.postlist_end(term); ++p) {
            if (*p >= first_ && *p - first_ < numbers_.size() && numbers_[*p - first_] > number)
                return true;
        }
        return false;
    }

  private:
    Xapian::docid first_ = 0;
    std::span<const std::uint64_t> numbers_;
};

BulkAddition::BulkAddition(const BulkIndexingOptions& options, std::string path,
                           DocumentSource& source, DocumentQueue::Check check)
    : options_(options),
      path_(std::move(path)),
      queue_(
          source, std::move(check),
          [this](const InputDocument& document, std::string_view reason) {
              const std::lock_guard lock(mutex_);
              ++report_.rejected;
              if (options_.rejected) options_.rejected(document, reason);
          },
          options.work.progress) {}

BulkIndexingReport BulkAddition::run(Xapian::WritableDatabase& db) {
    IndexSwap::remove_remains(path_);
    IndexingStage stage(db, options_.indexing);
    db.commit();
    if (const auto swap = swap_for_segments()) {
        if (add_as_segments(db, stage, *swap)) return report_;
    }
    add_documents(db, stage, {});
    refresh_values(db, stage.schema(), path_);
    return report_;
}

// Null if documents are to be added one by one.
std::unique_ptr<IndexSwap> BulkAddition::swap_for_segments() {
    const std::uint64_t text = queue_.estimate_text();
    const std::uint64_t files = index_bytes(path_);
    if (text < MIN_TEXT_FOR_SEGMENTS || text < files / FILE_BYTES_A_TEXT_BYTE) return nullptr;
    return IndexSwap::begin(path_, 2 * files + ROOM_A_TEXT_BYTE * text);
}

// False if all documents were replacements: they are put back.
bool BulkAddition::add_as_segments(const Xapian::Database& db, IndexingStage& stage,
                                   IndexSwap& swap) {
    SegmentBuilder builder(queue_, db, stage, options_.build, count_skipped());
    std::vector<Xapian::docid> documents = build_segments(builder, swap);
    if (documents.empty()) return false;

    Xapian::WritableDatabase merged = open_database_to_write(swap.path(), Xapian::DB_OPEN);
    IndexingOptions options;
    options.use_chain = options_.indexing.use_chain;
    IndexingStage merged_stage(merged, options);
    merged_stage.overwrite(builder.first_document());
    finish(merged, merged_stage, stage.has_groups(), swap.path(), std::move(documents));
    report_.documents += builder.numbers().size();
    report_.skipped_words += builder.skipped_words();
    add_documents(merged, merged_stage, {builder.first_document(), builder.numbers()});
    try {
        refresh_values(merged, merged_stage.schema(), swap.path());
    } catch (...) {
        // The documents are complete; the next run adds what is missing.
        merged.close();
        swap.take_over();
        throw;
    }
    merged.close();
    swap.take_over();
    return true;
}

// Builds and merges. @return the new documents; none if all were set aside
std::vector<Xapian::docid> BulkAddition::build_segments(SegmentBuilder& builder, IndexSwap& swap) {
    IndexSegments segments(swap.folder());
    builder.build(segments, options_.work.threads);
    queue_.put_back(builder.take_deferred());
    std::vector<Xapian::docid> documents = builder.documents();
    if (documents.empty()) return documents;
    done(Step::SEGMENTS_BUILT);
    segments.merge(path_, swap.path());
    done(Step::SEGMENTS_MERGED);
    return documents;
}

// Puts documents that were not overwritten into groups, or makes all groups if they are many.
void BulkAddition::finish(Xapian::WritableDatabase& merged, IndexingStage& stage, bool has_groups,
                          const std::string& path, std::vector<Xapian::docid> documents) {
    if (stage.overwritten() > 0) {
        std::erase_if(documents, [&](Xapian::docid did) { return !is_there(merged, did); });
        done(Step::OVERWRITTEN, stage.overwritten());
    }
    if (!has_groups) return;
    const Model& model = *stage.model();
    const auto info = read_groups_info(merged);
    if (are_few(documents.size(), merged.get_doccount()) || model.stable_terms().empty() ||
        (info && info->is_shard)) {
        stage.assign_groups(documents, open_paths({path}), options_.work.threads);
    } else {
        merged.commit();
        Transaction transaction(merged);
        const IndexCollection index(open_paths({path}), stage.schema(), options_.work);
        regroup(merged, transaction, index, stage.schema(), model, true, {.work = options_.work});
    }
    done(Step::GROUPED, documents.size());
}

// Adds all documents of the queue, in transactions: Xapian's own commits could separate a
// document's value from its group's record.
void BulkAddition::add_documents(Xapian::WritableDatabase& db, IndexingStage& stage,
                                 const LaterDocuments& later) {
    ChainMembers members(options_.build.names, options_of(stage));
    DocumentBuilder builder(stage.schema(), options_.build, count_skipped());
    Xapian::docid last = db.get_lastdocid();
    const std::uint64_t every = options_.documents_a_commit;
    std::uint64_t added = 0;
    InputDocument input;
    db.begin_transaction();
    while (queue_.next(input)) {
        const std::string unique_term = builder.unique_term_of(input);
        const Xapian::Document document = builder.build(input);
        const auto fields = members.read(input);
        Xapian::docid did = 0;
        if (later.have_one_after(input.number, db, stage, document, fields)) {
            // It had replaced its predecessor, and was overwritten then.
            stage.delete_document(unique_term);
            ++overwritten_later_;
        } else {
            did =
                stage.replace_document(unique_term, document, input.text, fields, builder.words());
        }
        if (++added % every == 0) {
            db.commit_transaction();
            db.begin_transaction();
        }
        if (did <= last && did > 0) ++report_.replaced;
        last = std::max(last, did);
    }
    db.commit_transaction();
    report_.documents += added;
    report_.skipped_words += builder.skipped_words();
    report_.overwritten = stage.overwritten() + overwritten_later_;
}

void BulkAddition::refresh_values(Xapian::WritableDatabase& db, const Schema& schema,
                                  const std::string& path) {
    const IndexGroupingOptions options{.grouping = options_.grouping,
                                       .methods = options_.methods,
                                       .work = options_.work,
                                       .made_model = options_.made_model};
    const DatabaseOpener open = open_paths({path});
    refresh({{db, open, schema}}, open, options, RefreshGoal::ADDITION);
    report_.held = db.get_doccount();
}

void BulkAddition::done(Step step, std::uint64_t documents) const {
    if (options_.step) options_.step(step, documents);
}

ProblemListener BulkAddition::count_skipped() {
    return [this](const InputDocument& document, std::string_view reason) {
        const std::lock_guard lock(mutex_);
        ++report_.values_left_out;
        if (options_.skipped) options_.skipped(document, reason);
    };
}

}  // namespace descry
