#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include <descry/annotator.h>
#include <descry/index_statistics.h>
#include <descry/model_store.h>

#include "parallel.h"
#include "posting_signer.h"
#include "slot_values.h"
#include "unfinished.h"

namespace descry {

namespace {

// Documents computed before they are written: bounds the memory for their values.
constexpr std::size_t BATCH = 131072;
// Below this share of the index, reading the term lists of the documents to be done is cheaper
// than reading the posting lists of all.
constexpr std::size_t FEW = 8;
constexpr std::size_t TERM_LISTS_A_PIECE = 1024;

using Docids = std::span<const Xapian::docid>;

std::string current_state(const Model* model) {
    return model == nullptr ? std::string(STATE_WITHOUT_MODEL) : state_of_model(model->id());
}

// Computes the values of documents, batch by batch, from handles of its own.
class ValueComputer {
  public:
    ValueComputer(const DatabaseOpener& open, const Schema& schema, const Model* model,
                  unsigned threads, const Progress& progress, bool from_postings)
        : open_(open),
          schema_(schema),
          model_(model),
          threads_(threads),
          from_postings_(from_postings && model != nullptr) {
        if (from_postings_) {
            lengths_ = read_body_lengths({open, TermSpace(schema.term_prefix), threads, progress});
        }
    }

    // The values of documents @a batch (ascending), in the same order.
    std::vector<SlotValues> compute(Docids batch) const {
        std::vector<SlotValues> values(batch.size());
        if (from_postings_) sign_from_postings(batch, values);
        if (!from_postings_ || schema_.has(Slot::TERM_PROFILE)) sign_from_term_lists(batch, values);
        for (SlotValues& value : values)
            value[Slot::STATE] = current_state(model_);
        return values;
    }

  private:
    void sign_from_postings(Docids batch, std::vector<SlotValues>& values) const {
        const Xapian::docid first = batch.front();
        const std::uint64_t range = std::uint64_t{batch.back()} - first + 1;
        const std::size_t pieces =
            static_cast<std::size_t>((range - 1) / PostingSigner::MAX_RANGE + 1);
        parallel_for(threads_, pieces, [&]() -> Worker {
            const auto signer = std::make_shared<PostingSigner>(open_(), *model_, lengths_);
            return [&, signer, first](std::size_t piece) {
                const auto begin = static_cast<Xapian::docid>(first + std::uint64_t{piece} *
                                                                          PostingSigner::MAX_RANGE);
                const auto count = static_cast<Xapian::doccount>(std::min<std::uint64_t>(
                    PostingSigner::MAX_RANGE, std::uint64_t{batch.back()} - begin + 1));
                auto doc = std::lower_bound(batch.begin(), batch.end(), begin);
                if (doc == batch.end() || *doc - begin >= count) return;
                const auto signatures = signer->sign(begin, count);
                for (; doc != batch.end() && *doc - begin < count; ++doc) {
                    values[static_cast<std::size_t>(doc - batch.begin())].set_descriptive(
                        model_->id(), signatures[*doc - begin]);
                }
            };
        });
    }

    void sign_from_term_lists(Docids batch, std::vector<SlotValues>& values) const {
        const std::size_t pieces = (batch.size() - 1) / TERM_LISTS_A_PIECE + 1;
        parallel_for(threads_, pieces, [&]() -> Worker {
            struct Reader {
                Xapian::Database db;
                BodyTerms terms;
                std::optional<DescriptiveSigner> signer;
            };
            const auto reader =
                std::make_shared<Reader>(open_(), BodyTerms(TermSpace(schema_.term_prefix)));
            if (model_ != nullptr && !from_postings_) reader->signer.emplace(*model_);
            return [&, reader](std::size_t piece) {
                const std::size_t begin = piece * TERM_LISTS_A_PIECE;
                const std::size_t end = std::min(begin + TERM_LISTS_A_PIECE, batch.size());
                for (std::size_t i = begin; i < end; ++i) {
                    reader->terms.read(reader->db, batch[i]);
                    const auto terms = reader->terms.terms();
                    if (reader->signer) {
                        values[i].set_descriptive(model_->id(), reader->signer->sign_terms(terms));
                    }
                    if (schema_.has(Slot::TERM_PROFILE)) {
                        values[i][Slot::TERM_PROFILE] = term_profile_key(terms);
                    }
                }
            };
        });
    }

    const DatabaseOpener& open_;
    const Schema& schema_;
    const Model* model_;
    unsigned threads_;
    bool from_postings_;
    BodyLengths lengths_;
};

// Writes values into documents and commits from time to time.
class ValueWriter {
  public:
    // @a note: what to leave in the index while a run over every document is under way.
    ValueWriter(Xapian::WritableDatabase& db, const Schema& schema, Xapian::doccount commit_every,
                std::optional<Unfinished> note)
        : db_(db), schema_(schema), commit_every_(commit_every), note_(std::move(note)) {
        slots_.push_back(Slot::STATE);
        for (const Slot method : schema.methods) {
            if (needs_no_text(method)) slots_.push_back(method);
        }
        for (const Slot slot : slots_)
            valuenos_.push_back(schema.slot(slot));
    }

    ValueWriter(const ValueWriter&) = delete;
    ValueWriter& operator=(const ValueWriter&) = delete;

    // What was not committed is given up, as after a kill.
    ~ValueWriter() {
        if (!in_transaction_) return;
        try {
            db_.cancel_transaction();
        } catch (const Xapian::Error&) {
            // The reason for leaving early is on its way to the caller already.
        }
    }

    // Writes the values of documents @a batch that differ from what the index holds.
    Xapian::doccount write(const DatabaseOpener& open, Docids batch,
                           const std::vector<SlotValues>& values) {
        // Compared before the first commit: a handle does not survive two.
        const std::vector<std::size_t> changed = find_changed(open(), batch, values);
        for (const std::size_t i : changed) {
            if (!in_transaction_) begin();
            // Only the document opened last by this very writer is replaced without touching its
            // terms and positions.
            Xapian::Document document = db_.get_document(batch[i]);
            for (std::size_t s = 0; s < slots_.size(); ++s) {
                document.add_value(valuenos_[s], values[i][slots_[s]]);
            }
            db_.replace_document(batch[i], document);
            if (note_) note_->next = batch[i] + 1;
            if (++uncommitted_ == commit_every_) commit();
        }
        return static_cast<Xapian::doccount>(changed.size());
    }

    // The last commit. An index that is as it should be is left alone, to the byte.
    void finish() {
        const bool note_stands = read_unfinished(db_).has_value();
        if (!in_transaction_ && !note_stands && read_schema(db_) == schema_) return;
        if (!in_transaction_) begin();
        note_.reset();
        commit();
    }

  private:
    std::vector<std::size_t> find_changed(const Xapian::Database& reader, Docids batch,
                                          const std::vector<SlotValues>& values) const {
        std::vector<bool> differs(batch.size(), false);
        for (std::size_t s = 0; s < slots_.size(); ++s) {
            Xapian::ValueIterator stored = reader.valuestream_begin(valuenos_[s]);
            const Xapian::ValueIterator end = reader.valuestream_end(valuenos_[s]);
            for (std::size_t i = 0; i < batch.size(); ++i) {
                if (stored != end && stored.get_docid() < batch[i]) stored.skip_to(batch[i]);
                const bool has_value = stored != end && stored.get_docid() == batch[i];
                const std::string& wanted = values[i][slots_[s]];
                if (has_value ? *stored != wanted : !wanted.empty()) differs[i] = true;
            }
        }
        std::vector<std::size_t> changed;
        for (std::size_t i = 0; i < differs.size(); ++i) {
            if (differs[i]) changed.push_back(i);
        }
        return changed;
    }

    void begin() {
        db_.begin_transaction();
        in_transaction_ = true;
        write_schema(db_, schema_);
    }

    void commit() {
        write_unfinished(db_, note_);
        db_.commit_transaction();
        in_transaction_ = false;
        uncommitted_ = 0;
    }

    Xapian::WritableDatabase& db_;
    const Schema& schema_;
    Xapian::doccount commit_every_;
    std::optional<Unfinished> note_;
    std::vector<Slot> slots_;
    std::vector<Xapian::valueno> valuenos_;
    Xapian::doccount uncommitted_ = 0;
    bool in_transaction_ = false;
};

// The documents a run over everything still has to look at: those from its note on, and the stale.
std::vector<Xapian::docid> all_documents_from(const Xapian::Database& db, Xapian::docid next,
                                              const std::vector<Xapian::docid>& stale) {
    std::vector<Xapian::docid> docids(stale.begin(),
                                      std::lower_bound(stale.begin(), stale.end(), next));
    const Xapian::PostingIterator end = db.postlist_end("");
    Xapian::PostingIterator p = db.postlist_begin("");
    if (p != end) p.skip_to(next);
    for (; p != end; ++p)
        docids.push_back(*p);
    return docids;
}

}  // namespace

std::vector<Xapian::docid> find_stale_documents(const Xapian::Database& db, const Schema& schema,
                                                const Model* model) {
    const std::string wanted = current_state(model);
    const Xapian::valueno slot = schema.slot(Slot::STATE);
    Xapian::ValueIterator state = db.valuestream_begin(slot);
    const Xapian::ValueIterator no_state = db.valuestream_end(slot);
    std::vector<Xapian::docid> stale;
    const Xapian::PostingIterator end = db.postlist_end("");
    for (Xapian::PostingIterator p = db.postlist_begin(""); p != end; ++p) {
        const Xapian::docid did = *p;
        while (state != no_state && state.get_docid() < did)
            ++state;
        const bool current = state != no_state && state.get_docid() == did && *state == wanted;
        if (!current) stale.push_back(did);
    }
    return stale;
}

AnnotateReport annotate(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema& schema,
                        const Model* model, const AnnotateOptions& options) {
    bool all = options.all;
    for (const Slot method : options.methods) {
        if (!needs_no_text(method)) {
            throw Xapian::InvalidArgumentError(
                "the values of " + std::string(slot_name(method)) +
                " are made from the text, which an annotation does not read");
        }
        all = all || !schema.has(method);
        schema.add(method);
    }
    if (model != nullptr) check_model_fits(*model, schema);

    const std::string state = current_state(model);
    std::optional<Unfinished> unfinished = read_unfinished(db);
    if (unfinished && unfinished->state == state) {
        all = true;
    } else {
        unfinished = all ? std::optional(Unfinished{state, 1}) : std::nullopt;
    }

    const std::vector<Xapian::docid> stale = find_stale_documents(open(), schema, model);
    const std::vector<Xapian::docid> docids =
        all ? all_documents_from(open(), unfinished->next, stale) : stale;

    AnnotateReport report;
    report.documents = db.get_doccount();
    report.examined = static_cast<Xapian::doccount>(docids.size());
    const ValueComputer computer(open, schema, model, options.threads, options.progress,
                                 docids.size() >= report.documents / FEW);
    ValueWriter writer(db, schema, options.commit_every, unfinished);
    for (std::size_t begin = 0; begin < docids.size(); begin += BATCH) {
        const Docids batch = Docids(docids).subspan(begin, std::min(BATCH, docids.size() - begin));
        const std::vector<SlotValues> values = computer.compute(batch);
        for (const SlotValues& value : values) {
            if (!value[Slot::DESCRIPTIVE].empty()) ++report.with_descriptive;
        }
        report.written += writer.write(open, batch, values);
        if (options.progress) {
            options.progress("documents signed", begin + batch.size(), docids.size());
        }
    }
    writer.finish();
    return report;
}

}  // namespace descry
