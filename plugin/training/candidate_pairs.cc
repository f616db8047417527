#include "training/candidate_pairs.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_set>

#include <descry/keys/term_bands.h>
#include <descry/keys/term_numbers.h>
#include <descry/reading/forward_index.h>

#include <descry/mechanics/parallel.h>
#include <descry/mechanics/sorted_runs.h>
#include "candidates/band_record.h"
#include "groups/bag_store.h"
#include "reading/posting_ones.h"

namespace descry {

namespace {

// Pairs whose distances are computed together, before those are counted one by one.
constexpr std::size_t BLOCK = 2048;
constexpr std::size_t PAIRS_A_PIECE = 64;
constexpr std::size_t DOCIDS_A_PIECE = 4096;

// The bands of documents, added to the records a piece at a time.
class BandSigner {
  public:
    BandSigner(const Model& model, SortedRuns<BandRecord>& records, std::mutex& mutex)
        : signer_(model), records_(records), mutex_(mutex) {}

    void sign(Xapian::docid did, std::span<const std::uint16_t> ones, std::uint32_t body_length) {
        const auto keys = signer_.sign(ones, body_length);
        for (unsigned band = 0; band < keys.size(); ++band)
            found_.push_back({band_key(band, keys[band]), did});
    }

    void end_piece() {
        const std::lock_guard lock(mutex_);
        for (const BandRecord& record : found_)
            records_.add(record);
        found_.clear();
    }

  private:
    OneBandSigner signer_;
    SortedRuns<BandRecord>& records_;
    std::mutex& mutex_;
    std::vector<BandRecord> found_;
};

// The words of a model by the numbers that terms have in a copy.
class NumberedWords {
  public:
    NumberedWords(const ForwardIndex& lists, const Model& model)
        : model_(model), word_of_(lists.terms(), NO_WORD) {
        TermNumbers numbers(model.words().size());
        for (const ModelWord& word : model.words())
            numbers.add(word.term);
        for (std::uint32_t number = 0; number < lists.terms(); ++number) {
            const auto word = numbers.find(lists.term(number));
            if (word) word_of_[number] = static_cast<std::uint16_t>(*word);
        }
    }

    void find_ones(std::span<const TermListReader::NumberedTerm> terms, std::uint32_t body_length,
                   std::vector<std::uint16_t>& ones) const {
        ones.clear();
        for (const auto& [number, wdf] : terms) {
            const std::uint16_t word = word_of_[number];
            if (word == NO_WORD) continue;
            if (is_above(wdf, model_.words()[word].threshold, body_length)) ones.push_back(word);
        }
    }

  private:
    static constexpr std::uint16_t NO_WORD = std::numeric_limits<std::uint16_t>::max();

    const Model& model_;
    std::vector<std::uint16_t> word_of_;
};

// @pre the copy is whole
void add_from_term_lists(const ReadOptions& read, const BodyLengths& lengths, const Model& model,
                         SortedRuns<BandRecord>& records) {
    const NumberedWords words(*read.term_lists, model);
    const std::size_t pieces = (lengths.size() + DOCIDS_A_PIECE - 1) / DOCIDS_A_PIECE;
    std::mutex mutex;
    parallel_for(read.threads, pieces, [&]() -> Worker {
        struct Reader {
            TermListReader terms;
            BandSigner bands;
            std::vector<std::uint16_t> ones = {};
        };
        const auto reader =
            std::make_shared<Reader>(Reader{TermListReader(read), {model, records, mutex}});
        return [&, reader](std::size_t piece) {
            const std::size_t end = std::min((piece + 1) * DOCIDS_A_PIECE, lengths.size());
            for (std::size_t i = piece * DOCIDS_A_PIECE; i < end; ++i) {
                if (lengths[i] == 0) continue;
                const auto did = static_cast<Xapian::docid>(i);
                words.find_ones(reader->terms.read_numbers(did), lengths[i], reader->ones);
                reader->bands.sign(did, reader->ones, lengths[i]);
            }
            reader->bands.end_piece();
        };
    });
}

void add_from_postings(const ReadOptions& read, const BodyLengths& lengths, const Model& model,
                       SortedRuns<BandRecord>& records) {
    const std::size_t pieces =
        (lengths.size() + PostingOnes::MAX_RANGE - 1) / PostingOnes::MAX_RANGE;
    std::mutex mutex;
    parallel_for(read.threads, pieces, [&]() -> Worker {
        const auto ones = std::make_shared<PostingOnes>(read.open(), model, lengths);
        const auto bands = std::make_shared<BandSigner>(model, records, mutex);
        return [&, ones, bands](std::size_t piece) {
            const auto first = static_cast<Xapian::docid>(piece * PostingOnes::MAX_RANGE);
            const auto& of_range = ones->read(first, PostingOnes::MAX_RANGE);
            for (std::size_t i = 0; i < of_range.size() && first + i < lengths.size(); ++i) {
                const auto did = static_cast<Xapian::docid>(first + i);
                bands->sign(did, of_range[i], lengths[did]);
            }
            bands->end_piece();
        };
    });
}

void add_band_records(const ReadOptions& read, const BodyLengths& lengths, const Model& model,
                      SortedRuns<BandRecord>& records) {
    if (read.term_lists && read.term_lists->is_whole()) {
        add_from_term_lists(read, lengths, model, records);
    } else {
        add_from_postings(read, lengths, model, records);
    }
}

std::uint64_t pair_number(Xapian::docid a, Xapian::docid b) {
    return (std::uint64_t{a} << 32) | b;
}

// Each distinct pair of a bucket's first document and its followers, in the order of the buckets.
std::vector<VerifiedPair> pairs_of_buckets(SortedRuns<BandRecord>& records,
                                           const DocumentContents& contents,
                                           const LearningLimits& limits) {
    std::vector<VerifiedPair> pairs;
    std::unordered_set<std::uint64_t> seen;
    std::uint64_t key = 0;
    Xapian::docid first = 0;
    std::uint32_t followers = 0;
    records.for_each([&](const BandRecord& record) {
        if (first == 0 || record.key != key) {
            key = record.key;
            first = record.did;
            followers = 0;
            return;
        }
        if (followers++ >= limits.followers) return;
        if (contents.hashes[first] == contents.hashes[record.did]) return;
        if (seen.insert(pair_number(first, record.did)).second) {
            pairs.push_back({first, record.did, 0});
        }
    });
    return pairs;
}

// The documents of the pairs, ascending.
std::vector<Xapian::docid> documents_of(std::span<const VerifiedPair> pairs) {
    std::vector<Xapian::docid> documents;
    for (const VerifiedPair& pair : pairs) {
        documents.push_back(pair.a);
        documents.push_back(pair.b);
    }
    std::sort(documents.begin(), documents.end());
    documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
    return documents;
}

// The distances of pairs, as far as they are within a limit. A document is in many of them.
class PairDistances {
  public:
    PairDistances(const ReadOptions& read, std::span<const VerifiedPair> candidates,
                  std::size_t memory)
        : read_(read),
          documents_(documents_of(candidates)),
          bags_(read, documents_, {.same_order = false}, memory) {}

    void measure(std::span<VerifiedPair> pairs, DistanceMillionths limit) {
        std::vector<Rank> ranks;
        for (const Xapian::docid did : documents_of(pairs))
            ranks.push_back(rank_of(did));
        bags_.expect(ranks, true);
        const std::size_t pieces = (pairs.size() + PAIRS_A_PIECE - 1) / PAIRS_A_PIECE;
        parallel_for(read_.threads, pieces, [&]() -> Worker {
            return [&](std::size_t piece) {
                const std::size_t end = std::min((piece + 1) * PAIRS_A_PIECE, pairs.size());
                for (std::size_t i = piece * PAIRS_A_PIECE; i < end; ++i) {
                    pairs[i].distance =
                        bags_.distance(rank_of(pairs[i].a), rank_of(pairs[i].b), limit);
                }
            };
        });
    }

  private:
    Rank rank_of(Xapian::docid did) const {
        return static_cast<Rank>(std::lower_bound(documents_.begin(), documents_.end(), did) -
                                 documents_.begin());
    }

    const ReadOptions& read_;
    std::vector<Xapian::docid> documents_;
    BagStore bags_;
};

}  // namespace

std::vector<VerifiedPair> find_near_duplicates(const ReadOptions& read,
                                               const DocumentContents& contents,
                                               const Model& first_set, std::size_t memory,
                                               const LearningLimits& limits) {
    std::vector<VerifiedPair> candidates;
    {
        SortedRuns<BandRecord> records(memory);
        add_band_records(read, contents.lengths, first_set, records);
        candidates = pairs_of_buckets(records, contents, limits);
    }
    PairDistances distances(read, candidates, memory / 2);

    std::vector<VerifiedPair> verified;
    std::vector<std::uint8_t> used(contents.lengths.size(), 0);
    const auto used_up = [&](const VerifiedPair& pair) {
        return used[pair.a] >= limits.per_document && used[pair.b] >= limits.per_document;
    };
    for (auto next = candidates.begin(); next != candidates.end();) {
        std::vector<VerifiedPair> block;
        for (; next != candidates.end() && block.size() < BLOCK; ++next) {
            if (!used_up(*next)) block.push_back(*next);
        }
        distances.measure(block, limits.most);
        for (const VerifiedPair& pair : block) {
            if (pair.distance <= limits.least || pair.distance > limits.most) continue;
            if (used_up(pair)) continue;
            ++used[pair.a];
            ++used[pair.b];
            verified.push_back(pair);
        }
        if (read.progress) {
            read.progress("near-duplicates to learn from",
                          static_cast<std::uint64_t>(next - candidates.begin()), candidates.size());
        }
    }
    return verified;
}

}  // namespace descry
