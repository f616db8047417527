#include "training/character_keys.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include <descry/collection/collection_distances.h>
#include <descry/collection/document_keys.h>
#include <descry/mechanics/parallel.h>

#include "training/pair_sample.h"

namespace descry {

namespace {

constexpr std::size_t LEARNED_PAIRS = 1000;
constexpr std::size_t DOCUMENTS_TRIED_AT_ONCE = 16;
constexpr std::uint64_t SKETCHES_A_PIECE = 2048;
// Texts that are near begin alike.
constexpr std::size_t BYTES_OF_A_TEXT = 2048;
// Of CHARACTER_KEYS: what is tried needs some of the pairs only.
constexpr unsigned KEYS_TRIED = 16;
// Documents farther apart share no key of words often enough.
constexpr DistanceMillionths FAR_FOR_WORDS = 200'000;
// Of near pairs that characters bring, in percent, and so many at least, share no key of words and
// are farther apart by words than by characters, by so much.
constexpr std::uint64_t NOISY_SHARE = 3;
constexpr std::uint64_t NOISY_AT_LEAST = 3;
constexpr DistanceMillionths NOISE = 100'000;

// Documents that rows are learned from, and strangers that one may meet.
constexpr std::size_t SKETCHES_COMPARED = 1000;
constexpr double MOST_STRANGERS = 300;
// Where nothing can be learned, or rows make no difference.
constexpr std::uint32_t USUAL_ROWS = 4;
// Of a model without words these are all compared with each other (candidate_buckets()).
constexpr std::uint64_t FEW_DOCUMENTS = 4000;

// 0 for documents whose content an earlier one has: one of each is enough.
std::vector<std::uint64_t> first_of_each(std::vector<std::uint64_t> hashes) {
    boost::unordered_flat_set<std::uint64_t> seen;
    for (std::uint64_t& hash : hashes) {
        if (!seen.insert(hash).second) hash = 0;
    }
    return hashes;
}

// The sketches of documents that have one.
std::vector<std::optional<CharacterSketch>> sketches_of(
    const Collection& collection, const std::vector<DocumentNumber>& documents) {
    std::vector<std::optional<CharacterSketch>> sketches(documents.size());
    parallel_each(collection.threads(), documents.size(), DOCUMENTS_TRIED_AT_ONCE, [&] {
        return [&, reader = collection.reader()](std::size_t i) {
            if (const auto text = reader->read_text(documents[i]))
                sketches[i] = character_sketch(text->utf8());
        };
    });
    return sketches;
}

// Those of least content hashes, which are the same however documents are numbered.
std::vector<DocumentNumber> documents_to_compare(const std::vector<std::uint64_t>& hashes) {
    std::vector<DocumentNumber> documents;
    for (DocumentNumber document = 1; document < hashes.size(); ++document) {
        if (hashes[document] != 0) documents.push_back(document);
    }
    const std::size_t few = std::min(SKETCHES_COMPARED, documents.size());
    std::ranges::nth_element(documents, documents.begin() + static_cast<std::ptrdiff_t>(few), {},
                             [&](DocumentNumber document) { return hashes[document]; });
    documents.resize(few);
    return documents;
}

// How likely two sketches that agree in so many bins share a key.
double chance_to_meet(unsigned equal, unsigned rows) {
    const double share = static_cast<double>(equal) / CHARACTER_BINS;
    return 1 - std::pow(1 - std::pow(share, rows), CHARACTER_KEYS);
}

// How many pairs of a sample that are no near-duplicates agree in so many bins, of how many.
class Strangers {
  public:
    Strangers(const std::vector<std::optional<CharacterSketch>>& sketches,
              DistanceMillionths limit) {
        for (std::size_t i = 0; i < sketches.size(); ++i) {
            for (std::size_t j = 0; sketches[i] && j < i; ++j) {
                if (!sketches[j]) continue;
                ++pairs_;
                if (!share_characters(*sketches[i], *sketches[j], limit))
                    ++agreeing_[equal_bins(*sketches[i], *sketches[j])];
            }
        }
    }

    // That a document meets of so many others.
    double met(unsigned rows, std::uint64_t others) const {
        double met = 0;
        for (unsigned equal = 0; equal < agreeing_.size(); ++equal)
            met += static_cast<double>(agreeing_[equal]) * chance_to_meet(equal, rows);
        return pairs_ == 0 ? 0 : met / static_cast<double>(pairs_) * static_cast<double>(others);
    }

  private:
    std::uint64_t pairs_ = 0;
    std::array<std::uint64_t, CHARACTER_BINS + 1> agreeing_ = {};
};

std::uint32_t rows_for(const Collection& collection, const std::vector<std::uint64_t>& hashes,
                       DistanceMillionths limit, std::uint64_t documents) {
    const Strangers strangers(sketches_of(collection, documents_to_compare(hashes)), limit);
    std::uint32_t rows = MIN_CHARACTER_ROWS;
    while (rows < MAX_CHARACTER_ROWS && strangers.met(rows, documents) > MOST_STRANGERS)
        ++rows;
    return rows;
}

// Beginnings of documents, and their keys.
struct KeyedBeginnings {
    explicit KeyedBeginnings(std::size_t memory) : keys(memory) {}

    std::vector<CharacterSketch> sketches;  // by document
    SortedRuns<BandRecord> keys;
};

void key_beginnings(const Collection& collection, const std::vector<std::uint64_t>& hashes,
                    std::uint32_t rows, KeyedBeginnings& keyed) {
    const std::uint64_t end = hashes.size();
    keyed.sketches.resize(end, CharacterSketch{});
    std::mutex mutex;
    const std::size_t pieces = (end + SKETCHES_A_PIECE - 1) / SKETCHES_A_PIECE;
    SharedProgress progress(collection.progress(), "beginnings read", end);
    parallel_for(collection.threads(), pieces, [&] {
        return [&, reader = collection.reader()](std::size_t piece) {
            std::vector<BandRecord> found;
            const std::uint64_t first = piece * SKETCHES_A_PIECE;
            const std::uint64_t last = std::min(first + SKETCHES_A_PIECE, end);
            for (auto document = static_cast<DocumentNumber>(first); document < last; ++document) {
                if (hashes[document] == 0) continue;
                const auto text = reader->read_text(document);
                const auto sketch =
                    text ? character_sketch(text->utf8().substr(0, BYTES_OF_A_TEXT)) : std::nullopt;
                if (!sketch) continue;
                keyed.sketches[document] = *sketch;
                for (unsigned number = 0; number < KEYS_TRIED; ++number)
                    found.push_back(
                        {band_key(number, character_key(*sketch, number, rows)), document});
            }
            const std::lock_guard lock(mutex);
            for (const BandRecord& record : found)
                keyed.keys.add(record);
            progress.step(last - first);
        };
    });
}

// What words tell of documents; one per thread.
class WordReader {
  public:
    WordReader(const Collection& collection, const Model& model)
        : reader_(collection.reader()), signer_(std::make_unique<DocumentKeySigner>(model)) {}

    // Whether two near-duplicates share no key of words, and by words are much farther apart than
    // they are.
    bool miss(DocumentNumber a, DocumentNumber b, DistanceMillionths distance) {
        const DocumentKeys keys = read(a);
        const Bag bag = bag_read();
        return !share_key(keys, read(b)) && bag_distance(bag, bag_read()) > distance + NOISE;
    }

  private:
    const DocumentKeys& read(DocumentNumber document) {
        reader_->read(document);
        return signer_->sign_read(*reader_, document, sequences_);
    }
    Bag bag_read() const { return Bag(reader_->terms(), reader_->hashes(), reader_->marks()); }

    std::unique_ptr<TermListReader> reader_;
    std::unique_ptr<DocumentKeySigner> signer_;
    SequenceKeySigner sequences_;
};

// Whether characters find enough that words miss. @param hashes one document of each content
bool do_they_pay(const Collection& collection, const DocumentContents& contents, const Model& model,
                 const std::vector<std::uint64_t>& hashes, std::uint32_t rows) {
    PairLimits limits = pair_limits(model.parameters());
    limits.by_characters = true;
    KeyedBeginnings keyed(collection.work().memory / 2);
    key_beginnings(collection, hashes, rows, keyed);
    const std::vector<VerifiedPair> pairs = pairs_of_buckets(
        keyed.keys, contents, LEARNED_PAIRS, [&](DocumentNumber a, DocumentNumber b) {
            return share_characters(keyed.sketches[a], keyed.sketches[b], limits.distance);
        });

    const std::vector<DocumentNumber> documents = documents_of(pairs);
    const auto rank_of = [&](DocumentNumber document) {
        return static_cast<Rank>(std::ranges::lower_bound(documents, document) - documents.begin());
    };
    std::vector<CharacterSketch> sketches;
    for (const DocumentNumber document : documents)
        sketches.push_back(keyed.sketches[document]);
    const std::uint32_t min_words = model.parameters().min_short_length;
    CollectionDistances distances(collection, documents, limits, collection.work().memory / 2,
                                  collection.threads(), {}, std::move(sketches));
    std::atomic<std::uint64_t> near = 0;
    std::atomic<std::uint64_t> noisy = 0;
    parallel_each(collection.threads(), pairs.size(), DOCUMENTS_TRIED_AT_ONCE, [&] {
        return [&, words = WordReader(collection, model)](std::size_t i) mutable {
            const auto [a, b, unknown] = pairs[i];
            if (std::min(contents.lengths[a], contents.lengths[b]) < min_words) return;
            const auto distance = distances.match(rank_of(a), rank_of(b));
            if (!distance) return;
            ++near;
            if (words.miss(a, b, *distance)) ++noisy;
        };
    });
    return noisy >= NOISY_AT_LEAST && noisy * 100 > near * NOISY_SHARE;
}

}  // namespace

std::uint32_t character_rows_for(const Collection& collection, const DocumentContents& contents,
                                 const Model& model, CharacterKeyChoice choice) {
    const ModelParameters& parameters = model.parameters();
    if (choice == CharacterKeyChoice::OFF || parameters.any_order) return 0;
    if (model.stable_terms().empty() && collection.end() <= FEW_DOCUMENTS) return USUAL_ROWS;
    const DistanceMillionths limit = parameters.grouping.distance;
    const std::vector<std::uint64_t> hashes = first_of_each(contents.hashes);
    const std::uint32_t rows = rows_for(collection, hashes, limit, collection.end());
    if (choice == CharacterKeyChoice::ON || limit > FAR_FOR_WORDS) return rows;
    return do_they_pay(collection, contents, model, hashes, rows) ? rows : 0;
}

std::uint32_t character_rows_without_texts(const ModelParameters& parameters,
                                           CharacterKeyChoice choice) {
    return choice == CharacterKeyChoice::ON && !parameters.any_order ? USUAL_ROWS : 0;
}

}  // namespace descry
