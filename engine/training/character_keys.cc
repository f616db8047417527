#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/collection/collection_distances.h"
#include "engine/collection/document_keys.h"
#include "engine/mechanics/parallel.h"
#include "engine/training/candidate_pairs.h"
#include "engine/training/pair_sample.h"

namespace descry {

namespace {

// Documents whose beginnings are compared, and pairs that are verified, at most twice as many: if
// the first documents have fewer pairs, more are tried.
constexpr std::array<std::size_t, 2> DOCUMENTS_TRIED = {16'384, 131'072};
constexpr std::size_t LEARNED_PAIRS = 2000;
constexpr std::size_t DOCUMENTS_TRIED_AT_ONCE = 16;
constexpr std::size_t SKETCHES_A_PIECE = 512;
// Near texts begin alike.
constexpr std::size_t BYTES_OF_A_TEXT = 2048;
// Of CHARACTER_KEYS: a trial needs only some of the pairs.
constexpr unsigned KEYS_TRIED = 16;
// Documents farther apart often share no key of words.
constexpr DistanceMillionths FAR_FOR_WORDS = 200'000;
// The share, in thousandths, and least number of near pairs found by characters that share no key
// of words and are farther apart by words than by characters, by NOISE.
constexpr std::uint64_t NOISY_SHARE = 15;
constexpr std::uint64_t NOISY_AT_LEAST = 3;
constexpr DistanceMillionths NOISE = 100'000;

// Documents that rows are learned from, and most strangers that one may meet.
constexpr std::size_t SKETCHES_COMPARED = 1000;
constexpr double MOST_STRANGERS = 300;
// If nothing can be learned, or rows make no difference.
constexpr std::uint32_t USUAL_ROWS = 4;
// A model without words compares these all with each other (candidate_buckets()).
constexpr std::uint64_t FEW_DOCUMENTS = 4000;

// At most @a most documents of different contents: those of the least content hashes.
std::vector<DocumentNumber> sample_of(const std::vector<std::uint64_t>& hashes, std::size_t most) {
    std::vector<DocumentNumber> documents;
    for (DocumentNumber document = 1; document < hashes.size(); ++document) {
        if (hashes[document] != 0) documents.push_back(document);
    }
    const auto by_hash = [&](DocumentNumber document) {
        return std::pair(hashes[document], document);
    };
    const auto end =
        documents.begin() + static_cast<std::ptrdiff_t>(std::min(most, documents.size()));
    std::ranges::nth_element(documents, end, {}, by_hash);
    documents.erase(end, documents.end());
    std::ranges::sort(documents, {}, by_hash);
    const auto copies = std::ranges::unique(
        documents, {}, [&](DocumentNumber document) { return hashes[document]; });
    documents.erase(copies.begin(), copies.end());
    return documents;
}

// Only of documents that have one.
std::vector<std::optional<CharacterSketch>> sketches_of(const Collection& collection,
                                                        std::span<const DocumentNumber> documents) {
    std::vector<std::optional<CharacterSketch>> sketches(documents.size());
    parallel_each(collection.threads(), documents.size(), DOCUMENTS_TRIED_AT_ONCE, [&] {
        return [&, reader = collection.reader()](std::size_t i) {
            if (const auto text = reader->read_text(documents[i]))
                sketches[i] = character_sketch(text->utf8());
        };
    });
    return sketches;
}

// The probability that two sketches that agree in @a equal bins share a key.
double chance_to_meet(unsigned equal, unsigned rows) {
    const double share = static_cast<double>(equal) / CHARACTER_BINS;
    return 1 - std::pow(1 - std::pow(share, rows), CHARACTER_KEYS);
}

// How many pairs of unrelated documents of a sample agree in how many bins.
class UnrelatedPairs {
  public:
    UnrelatedPairs(const std::vector<std::optional<CharacterSketch>>& sketches,
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

    // Expected number that a document meets among @a others.
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

std::uint32_t rows_for(const Collection& collection, std::span<const DocumentNumber> sample,
                       DistanceMillionths limit, std::uint64_t documents) {
    const UnrelatedPairs strangers(
        sketches_of(collection, sample.first(std::min(SKETCHES_COMPARED, sample.size()))), limit);
    std::uint32_t rows = MIN_CHARACTER_ROWS;
    while (rows < MAX_CHARACTER_ROWS && strangers.met(rows, documents) > MOST_STRANGERS)
        ++rows;
    return rows;
}

// Beginnings of documents, and their keys.
struct KeyedBeginnings {
    KeyedBeginnings(std::span<const DocumentNumber> sample, std::size_t memory)
        : documents(sample.begin(), sample.end()), sketches(sample.size()), keys(memory) {
        std::ranges::sort(documents);
    }

    std::size_t rank_of(DocumentNumber document) const {
        const auto place = std::ranges::lower_bound(documents, document);
        return static_cast<std::size_t>(place - documents.begin());
    }

    const CharacterSketch& sketch_of(DocumentNumber document) const {
        return sketches[rank_of(document)];
    }

    std::vector<DocumentNumber> documents;  // ascending
    std::vector<CharacterSketch> sketches;  // of each
    SortedRuns<BandRecord> keys;
};

void key_beginnings(const Collection& collection, std::uint32_t rows, KeyedBeginnings& keyed) {
    const std::size_t end = keyed.documents.size();
    std::mutex mutex;
    const std::size_t pieces = (end + SKETCHES_A_PIECE - 1) / SKETCHES_A_PIECE;
    SharedProgress progress(collection.progress(), "beginnings read", end);
    parallel_for(collection.threads(), pieces, [&] {
        return [&, reader = collection.reader()](std::size_t piece) {
            std::vector<BandRecord> found;
            const std::size_t first = piece * SKETCHES_A_PIECE;
            const std::size_t last = std::min(first + SKETCHES_A_PIECE, end);
            for (std::size_t i = first; i < last; ++i) {
                const DocumentNumber document = keyed.documents[i];
                const auto text = reader->read_text(document);
                const auto sketch =
                    text ? character_sketch(text->utf8().substr(0, BYTES_OF_A_TEXT)) : std::nullopt;
                if (!sketch) continue;
                keyed.sketches[i] = *sketch;
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

// Compares documents by words; one per thread.
class WordReader {
  public:
    WordReader(const Collection& collection, const Model& model)
        : reader_(collection.reader()), signer_(std::make_unique<DocumentKeySigner>(model)) {}

    // Whether near-duplicates share no key of words, and seem much farther apart by words.
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

// Each document with the one that agrees with it in most bins, among those it meets, so that a
// group of many pairs counts no more than its documents. Of too many, PairSample's.
std::vector<VerifiedPair> nearest_pairs(KeyedBeginnings& keyed, const DocumentContents& contents,
                                        DistanceMillionths limit) {
    struct Nearest {
        unsigned equal = 0;
        DocumentNumber document = 0;
    };
    std::vector<Nearest> nearest(keyed.documents.size());
    const auto meet = [&](DocumentNumber document, DocumentNumber other, unsigned equal) {
        Nearest& best = nearest[keyed.rank_of(document)];
        if (equal > best.equal) best = {equal, other};
    };
    for_each_pair_of_buckets(keyed.keys, contents, [&](DocumentNumber a, DocumentNumber b) {
        const CharacterSketch& first = keyed.sketch_of(a);
        const CharacterSketch& second = keyed.sketch_of(b);
        if (!share_characters(first, second, limit)) return;
        const unsigned equal = equal_bins(first, second);
        meet(a, b, equal);
        meet(b, a, equal);
    });
    PairSample pairs(contents, LEARNED_PAIRS);
    for (std::size_t i = 0; i < nearest.size(); ++i) {
        if (nearest[i].equal == 0) continue;
        const auto [a, b] = std::minmax(keyed.documents[i], nearest[i].document);
        pairs.add(a, b);
    }
    return pairs.take();
}

// Near-duplicates found by characters.
struct FoundByCharacters {
    /// Pairs verified.
    std::size_t tried = 0;
    std::uint64_t near = 0;
    /// Those that words miss because of noise.
    std::uint64_t noisy = 0;

    bool pays() const { return noisy >= NOISY_AT_LEAST && noisy * 1000 > near * NOISY_SHARE; }
};

FoundByCharacters find_by_characters(const Collection& collection, const DocumentContents& contents,
                                     const Model& model, std::span<const DocumentNumber> sample,
                                     std::uint32_t rows) {
    PairLimits limits = pair_limits(model.parameters());
    limits.by_characters = true;
    KeyedBeginnings keyed(sample, collection.work().sorting_memory());
    key_beginnings(collection, rows, keyed);
    const std::vector<VerifiedPair> pairs = nearest_pairs(keyed, contents, limits.distance);

    const std::vector<DocumentNumber> documents = documents_of(pairs);
    const auto rank_of = [&](DocumentNumber document) {
        return static_cast<Rank>(std::ranges::lower_bound(documents, document) - documents.begin());
    };
    std::vector<CharacterSketch> sketches;
    for (const DocumentNumber document : documents)
        sketches.push_back(keyed.sketch_of(document));
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
    return {pairs.size(), near, noisy};
}

}  // namespace

std::uint32_t character_rows_for(const Collection& collection, const DocumentContents& contents,
                                 const Model& model, CharacterKeyChoice choice) {
    const ModelParameters& parameters = model.parameters();
    if (choice == CharacterKeyChoice::OFF || parameters.any_order) return 0;
    if (model.stable_terms().empty() && collection.end() <= FEW_DOCUMENTS) return USUAL_ROWS;
    const DistanceMillionths limit = parameters.grouping.distance;
    std::vector<DocumentNumber> sample = sample_of(contents.hashes, DOCUMENTS_TRIED.front());
    const std::uint32_t rows = rows_for(collection, sample, limit, collection.end());
    if (choice == CharacterKeyChoice::ON || limit > FAR_FOR_WORDS) return rows;
    FoundByCharacters found = find_by_characters(collection, contents, model, sample, rows);
    if (found.tried < LEARNED_PAIRS && contents.hashes.size() > DOCUMENTS_TRIED.front()) {
        sample = sample_of(contents.hashes, DOCUMENTS_TRIED.back());
        found = find_by_characters(collection, contents, model, sample, rows);
    }
    return found.pays() ? rows : 0;
}

std::uint32_t character_rows_without_texts(const ModelParameters& parameters,
                                           CharacterKeyChoice choice) {
    return choice == CharacterKeyChoice::ON && !parameters.any_order ? USUAL_ROWS : 0;
}

}  // namespace descry
