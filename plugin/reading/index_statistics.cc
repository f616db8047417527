#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>

#include <descry/hashing/hash.h>
#include <descry/reading/forward_index.h>
#include <descry/reading/index_statistics.h>

#include "base/checked_docid.h"
#include <descry/mechanics/parallel.h>
#include "reading/posting_ranges.h"
#include "reading/word_counts.h"
#include "reading/word_reader.h"

namespace descry {

namespace {

// Adds to a number that other threads may be adding to; sums do not depend on the order.
template <typename Integer>
void add(Integer& sum, Integer summand, bool shared) {
    if (shared) {
        std::atomic_ref(sum).fetch_add(summand, std::memory_order_relaxed);
    } else {
        sum += summand;
    }
}

// Counts finished pieces and reports them from whichever thread finished one.
class SharedProgress {
  public:
    SharedProgress(const Progress& progress, std::string_view phase, std::size_t total)
        : progress_(progress), phase_(phase), total_(total) {}

    void step() {
        if (!progress_) return;
        const std::lock_guard lock(mutex_);
        progress_(phase_, ++done_, total_);
    }

  private:
    const Progress& progress_;
    std::string_view phase_;
    std::uint64_t total_;
    std::uint64_t done_ = 0;
    std::mutex mutex_;
};

// Calls visit(db, term, termfreq) for all body terms of the index, on several threads; each thread
// visits with a visitor of its own.
template <typename MakeVisitor>
void for_each_term_parallel(const ReadOptions& options, std::string_view phase,
                            MakeVisitor&& make_visitor) {
    const std::vector<TermRange> ranges = cut_term_ranges(options.open(), options.space);
    SharedProgress progress(options.progress, phase, ranges.size());
    parallel_for(options.threads, ranges.size(), [&]() -> Worker {
        return [&, db = options.open(), visitor = make_visitor()](std::size_t i) mutable {
            for_each_body_term(db, options.space, ranges[i],
                               [&](const std::string& term, Xapian::doccount termfreq) {
                                   visitor(db, term, termfreq);
                               });
            progress.step();
        };
    });
}

// True when the document lengths that Xapian keeps count body terms only: no other term occurs.
bool lengths_are_body_lengths(const Xapian::Database& db, const TermSpace& space) {
    const Xapian::TermIterator end = db.allterms_end();
    Xapian::TermIterator term = db.allterms_begin();
    for (space.skip_body_terms(term, end); term != end; space.skip_body_terms(term, end)) {
        if (db.get_collection_freq(*term) > 0) return false;
        ++term;
    }
    return true;
}

}  // namespace

BodyLengths read_body_lengths(const ReadOptions& options) {
    if (options.term_lists) return options.term_lists->contents().lengths;
    const Xapian::Database db = options.open();
    BodyLengths lengths(std::size_t{db.get_lastdocid()} + 1, 0);
    if (lengths_are_body_lengths(db, options.space)) {
        for_each_posting(db, "", lengths.size(), [&](const Xapian::PostingIterator& p) {
            lengths[*p] = p.get_doclength();
        });
        return lengths;
    }
    const bool shared = options.threads > 1;
    for_each_term_parallel(options, "body lengths", [&] {
        return [&lengths, shared](const Xapian::Database& reader, const std::string& term,
                                  Xapian::doccount) {
            for_each_posting(reader, term, lengths.size(), [&](const Xapian::PostingIterator& p) {
                add(lengths[*p], std::uint32_t{p.get_wdf()}, shared);
            });
        };
    });
    return lengths;
}

std::uint64_t content_hash_part(std::uint64_t term_hash, std::uint32_t wdf) {
    // The finaliser of splitmix64: every input bit reaches every bit of the sum's summand.
    std::uint64_t x = term_hash ^ (wdf * 0x9e3779b97f4a7c15u);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

DocumentContents read_document_contents(const ReadOptions& options) {
    if (options.term_lists) return options.term_lists->contents();
    const std::size_t docids = std::size_t{options.open().get_lastdocid()} + 1;
    DocumentContents contents{BodyLengths(docids, 0), std::vector<std::uint64_t>(docids, 0)};
    const bool shared = options.threads > 1;
    for_each_term_parallel(options, "body lengths", [&] {
        return [&contents, shared](const Xapian::Database& db, const std::string& term,
                                   Xapian::doccount) {
            const std::uint64_t term_hash = hash64(term);
            for_each_posting(
                db, term, contents.lengths.size(), [&](const Xapian::PostingIterator& p) {
                    const std::uint32_t wdf = p.get_wdf();
                    if (wdf == 0) return;
                    add(contents.lengths[*p], wdf, shared);
                    add(contents.hashes[*p], content_hash_part(term_hash, wdf), shared);
                });
        };
    });
    return contents;
}

std::vector<Xapian::docid> sample_documents(const DocumentContents& contents,
                                            std::uint32_t min_body_length) {
    const auto before = [&](Xapian::docid a, Xapian::docid b) {
        return contents.hashes[a] != contents.hashes[b] ? contents.hashes[a] < contents.hashes[b]
                                                        : a < b;
    };
    // A heap of the smallest so far, the largest of them on top.
    std::vector<Xapian::docid> sample;
    for (std::size_t i = 1; i < contents.lengths.size(); ++i) {
        const auto did = static_cast<Xapian::docid>(i);
        if (contents.lengths[did] < std::max(min_body_length, 1u)) continue;
        if (sample.size() == SELECTION_SAMPLE) {
            if (!before(did, sample.front())) continue;
            std::pop_heap(sample.begin(), sample.end(), before);
            sample.pop_back();
        }
        sample.push_back(did);
        std::push_heap(sample.begin(), sample.end(), before);
    }
    std::sort(sample.begin(), sample.end());
    return sample;
}

CollectionStatistics collection_statistics(const BodyLengths& lengths,
                                           std::uint32_t min_body_length) {
    CollectionStatistics collection;
    for (const std::uint32_t length : lengths) {
        if (length >= std::max(min_body_length, 1u)) collection.add(length);
    }
    return collection;
}

WordsAndSample read_words(const ReadOptions& options, const BodyLengths& lengths,
                          std::span<const Xapian::docid> sample,
                          const CollectionStatistics& collection,
                          const CandidateOptions& candidates) {
    if (options.term_lists && options.term_lists->is_whole()) {
        return count_words(options, lengths, sample, collection, candidates);
    }
    const DocumentClasses classes(lengths, sample, candidates.min_body_length);
    WordsAndSample result;
    result.collection = collection;
    for (const Xapian::docid did : sample)
        result.sample_lengths.push_back(lengths[did]);

    const ModelledFlips flips(candidates.change);
    std::mutex mutex;
    for_each_term_parallel(options, "words", [&] {
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
    const auto by_term = [](const auto& a, const auto& b) { return a.term < b.term; };
    std::sort(result.words.begin(), result.words.end(), by_term);
    std::sort(result.frequencies.begin(), result.frequencies.end(), by_term);
    return result;
}

}  // namespace descry
