#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>

#include <descry/collection/contents.h>
#include <descry/distance/term_count.h>
#include <descry/hashing/hash.h>
#include <descry/reading/index_collection.h>
#include <descry/reading/text_reader.h>

#include "engine/collection/forward_index.h"
#include "engine/keys/word_keys.h"
#include "engine/mechanics/parallel.h"
#include "plugin/base/docids_end.h"
#include "plugin/documents/fields_of.h"
#include "plugin/reading/body_postings.h"

namespace descry {

namespace {

// Adds to a number shared by threads; sums do not depend on the order.
template <typename Integer>
void add(Integer& sum, Integer summand, bool shared) {
    if (shared) {
        std::atomic_ref(sum).fetch_add(summand, std::memory_order_relaxed);
    } else {
        sum += summand;
    }
}

// Adds to a body length, saturating at 2^32 - 1.
void add_to_length(std::uint32_t& length, std::uint32_t wdf) {
    std::atomic_ref shared(length);
    std::uint32_t before = shared.load(std::memory_order_relaxed);
    while (!shared.compare_exchange_weak(before, saturated_sum(before, wdf),
                                         std::memory_order_relaxed)) {
    }
}

// Calls visit(db, term, termfreq) for all body terms, on several threads with own visitors.
template <typename MakeVisitor>
void for_each_term_parallel(const IndexCollection& index, std::string_view phase,
                            MakeVisitor&& make_visitor) {
    const std::vector<TermRange> ranges = cut_term_ranges(index.open(), index.space());
    SharedProgress progress(index.progress(), phase, ranges.size());
    parallel_for(index.threads(), ranges.size(), [&] {
        return [&, db = index.open(), visitor = make_visitor()](std::size_t i) mutable {
            for_each_body_term(db, index.space(), ranges[i],
                               [&](const std::string& term, Xapian::doccount termfreq) {
                                   visitor(db, term, termfreq);
                               });
            progress.step();
        };
    });
}

// True if Xapian's document lengths count only body terms: no other term occurs.
bool lengths_are_body_lengths(const Xapian::Database& db, const TermSpace& space) {
    const Xapian::TermIterator end = db.allterms_end();
    Xapian::TermIterator term = db.allterms_begin();
    for (space.skip_body_terms(term, end); term != end; space.skip_body_terms(term, end)) {
        if (db.get_collection_freq(*term) > 0) return false;
        ++term;
    }
    return true;
}

// Numbers of the words above their thresholds in [first, last), ascending, by docid - first.
void read_ones(const Xapian::Database& db, const Model& model, const BodyLengths& lengths,
               Xapian::docid first, std::uint64_t last,
               std::vector<std::vector<std::uint16_t>>& ones_of) {
    ones_of.resize(last - first);
    for (auto& ones : ones_of)
        ones.clear();
    for (std::size_t number = 0; number < model.words().size(); ++number) {
        for_each_one(db, model.words()[number], lengths, first, last, [&](Xapian::docid did) {
            ones_of[did - first].push_back(static_cast<std::uint16_t>(number));
        });
    }
}

class IndexReader final : public TermListReader {
  public:
    IndexReader(Xapian::Database db, const Schema& schema)
        : db_(std::move(db)),
          terms_(TermSpace(schema.term_prefix)),
          texts_(db_, schema),
          sequence_slot_(schema.slot(Slot::SEQUENCE_KEYS)) {}

    void read_range(DocumentNumber first, std::uint64_t last, std::uint64_t end,
                    const std::function<void(DocumentNumber)>& visit) override {
        for_each_posting(db_, "", first, last, end, [&](const Xapian::PostingIterator& p) {
            read(*p);
            visit(*p);
        });
    }

    std::optional<CanonicalText> read_text(DocumentNumber document) override {
        return texts_.read(document);
    }
    std::uint64_t text_hash(DocumentNumber document) override { return texts_.text_hash(document); }

    std::optional<SequenceKeys> sequence_keys(DocumentNumber document, std::uint64_t content_hash,
                                              SequenceKeySigner& signer) override {
        if (!signer.needs_text()) {
            const std::string stored = db_.get_document(document).get_value(sequence_slot_);
            if (auto keys = decode_sequence_keys(stored, content_hash)) return keys;
        }
        return TermListReader::sequence_keys(document, content_hash, signer);
    }

    std::uint64_t apart_value(DocumentNumber document,
                              std::span<const std::string> fields) override {
        return apart_value_of(fields_of_data(db_.get_document(document).get_data()), fields);
    }

  private:
    std::span<const TermCount> read_terms(DocumentNumber document) override {
        terms_.read(db_, document);
        return terms_.terms();
    }

    Xapian::Database db_;
    BodyTerms terms_;
    TextReader texts_;
    Xapian::valueno sequence_slot_;
};

}  // namespace

void IndexCollection::copy_documents() {
    copy_.reset();
    // 600 MiB of terms; a larger index is read several times.
    constexpr std::uint32_t MOST_TERMS = 1 << 24;
    copy_ = std::make_shared<const ForwardIndex>(std::make_shared<const IndexCollection>(*this),
                                                 MOST_TERMS);
}

std::uint64_t IndexCollection::end() const {
    return docids_end(open());
}

std::unique_ptr<TermListReader> IndexCollection::reader() const {
    return std::make_unique<IndexReader>(open(), schema_);
}

BodyLengths IndexCollection::lengths() const {
    const Xapian::Database db = open();
    BodyLengths lengths(docids_end(db), 0);
    if (lengths_are_body_lengths(db, space_)) {
        for_each_posting(db, "", lengths.size(), [&](const Xapian::PostingIterator& p) {
            lengths[*p] = p.get_doclength();
        });
        return lengths;
    }
    for_each_term_parallel(*this, "body lengths", [&] {
        return [&lengths](const Xapian::Database& reader, const std::string& term,
                          Xapian::doccount) {
            for_each_posting(reader, term, lengths.size(), [&](const Xapian::PostingIterator& p) {
                add_to_length(lengths[*p], p.get_wdf());
            });
        };
    });
    return lengths;
}

std::shared_ptr<const DocumentContents> IndexCollection::contents() const {
    const std::size_t docids = docids_end(open());
    DocumentContents contents{BodyLengths(docids, 0), std::vector<std::uint64_t>(docids, 0)};
    const bool shared = threads() > 1;
    for_each_term_parallel(*this, "body lengths", [&] {
        return [&contents, shared](const Xapian::Database& db, const std::string& term,
                                   Xapian::doccount) {
            const std::uint64_t term_hash = hash64(term);
            for_each_posting(
                db, term, contents.lengths.size(), [&](const Xapian::PostingIterator& p) {
                    const std::uint32_t wdf = p.get_wdf();
                    if (wdf == 0) return;
                    add_to_length(contents.lengths[*p], wdf);
                    add(contents.hashes[*p], content_hash_part(term_hash, wdf), shared);
                });
        };
    });
    return std::make_shared<const DocumentContents>(std::move(contents));
}

WordsAndSample IndexCollection::count_words(const BodyLengths& lengths,
                                            std::span<const DocumentNumber> sample,
                                            const CollectionStatistics& collection,
                                            const CandidateOptions& candidates) const {
    const DocumentClasses classes(lengths, sample, candidates.min_body_length);
    WordsAndSample result;
    result.collection = collection;
    for (const Xapian::docid did : sample)
        result.sample_lengths.push_back(lengths[did]);

    const ModelledFlips flips(candidates.change);
    std::mutex mutex;
    for_each_term_parallel(*this, "words", [&] {
        return
            [&, reader = WordReader(classes)](const Xapian::Database& db, const std::string& term,
                                              Xapian::doccount termfreq) mutable {
                if (termfreq < candidates.limits.min_documents) return;
                WordStatistics word = reader.read(db, term);
                const std::uint64_t documents = word.histogram.documents();
                if (documents < candidates.limits.min_documents) return;
                const bool is_candidate =
                    is_candidate_word(documents, collection.documents, candidates.limits);
                if (is_candidate) {
                    word.thresholds =
                        modelled_thresholds(word.histogram, collection, flips, candidates.limits);
                }
                const std::lock_guard lock(mutex);
                result.frequencies.push_back({term, documents});
                if (is_candidate) result.words.push_back(std::move(word));
            };
    });
    std::ranges::sort(result.words, {}, &WordStatistics::term);
    std::ranges::sort(result.frequencies, {}, &TermFrequency::term);
    return result;
}

void IndexCollection::visit_vectors(
    const Model& model, const BodyLengths& lengths,
    const std::function<std::unique_ptr<VectorVisitor>()>& make_visitor) const {
    constexpr std::size_t RANGE = 65536;
    parallel_ranges(threads(), lengths.size(), RANGE, [&] {
        return [&, visitor = make_visitor(), db = open(),
                ones_of = std::vector<std::vector<std::uint16_t>>()](std::size_t first,
                                                                     std::size_t last) mutable {
            read_ones(db, model, lengths, static_cast<Xapian::docid>(first), last, ones_of);
            for (std::size_t did = first; did < last; ++did) {
                if (lengths[did] > 0)
                    visitor->visit(static_cast<Xapian::docid>(did), ones_of[did - first],
                                   lengths[did]);
            }
            visitor->end_piece();
        };
    });
}

}  // namespace descry
