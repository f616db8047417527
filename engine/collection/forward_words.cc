#include "engine/collection/forward_words.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include <descry/collection/contents.h>

#include "engine/mechanics/compact_lists.h"
#include "engine/mechanics/number_subset.h"
#include "engine/mechanics/parallel.h"
#include "engine/model/flip_rates.h"
#include "engine/model/word_statistics.h"

namespace descry {

namespace {

// Blocks per thread, so that none waits long for the last.
constexpr std::uint64_t BLOCKS_A_THREAD = 8;
constexpr std::size_t WORDS_FINISHED_AT_ONCE = 64;

// Documents [begin, end).
struct DocumentBlock {
    DocumentNumber begin;
    DocumentNumber end;
};

// Counted terms of at least min_documents documents.
class FrequentTerms {
  public:
    FrequentTerms(const ForwardIndex& lists, const BodyLengths& lengths,
                  const DocumentClasses& classes, std::uint64_t min_documents)
        : terms_(lists.terms(), [&](std::uint32_t number) {
              const std::uint32_t documents = lists.documents(number);
              if (documents < min_documents) return false;
              documents_.push_back(documents);
              return true;
          }) {
        // Documents that are not counted are short and few.
        ForwardIndex::Reader reader(lists);
        for (DocumentNumber did = 0; did < lengths.size(); ++did) {
            if (lengths[did] == 0 || classes.length_class(did) != DocumentClasses::NOT_COUNTED)
                continue;
            for (const auto& [number, wdf] : reader.read_numbers(did)) {
                if (const auto place = terms_.place_of(number)) --documents_[*place];
            }
        }
    }

    std::uint32_t size() const { return terms_.size(); }

    // The number of counted documents that hold a term; 0 unless min_documents of all do.
    std::uint32_t documents(std::uint32_t number) const {
        const auto place = terms_.place_of(number);
        return place ? documents_[*place] : 0;
    }

  private:
    std::vector<std::uint32_t> documents_;  // by place
    NumberSubset terms_;
};

// The cells of each word in a block, contiguous so that counting stays in cache.
CompactLists<std::uint16_t> cells_of(const DocumentBlock& block, ForwardIndex::Reader& reader,
                                     const DocumentClasses& classes, const NumberSubset& words) {
    return {words.size(), [&](const auto& add) {
                for (DocumentNumber did = block.begin; did < block.end; ++did) {
                    const unsigned length_class = classes.length_class(did);
                    if (length_class == DocumentClasses::NOT_COUNTED) continue;
                    for (const auto& [number, wdf] : reader.read_numbers(did)) {
                        const auto word = words.place_of(number);
                        if (word) add(*word, cell_of(wdf, length_class));
                    }
                }
            }};
}

// Blocks of at most @a terms terms each, unless one document has more.
std::vector<DocumentBlock> blocks_of(const BodyLengths& lengths, std::uint64_t terms) {
    std::vector<DocumentBlock> blocks;
    std::uint64_t in_block = 0;
    for (DocumentNumber did = 0; did < lengths.size(); ++did) {
        // No document has more distinct terms than its length.
        if (blocks.empty() || in_block + lengths[did] > terms) {
            blocks.push_back({did, did});
            in_block = 0;
        }
        in_block += lengths[did];
        blocks.back().end = did + 1;
    }
    return blocks;
}

// The histograms of words, by place, in one pass over blocks of documents.
void count_histograms(const ForwardIndex& lists, const DocumentClasses& classes,
                      const NumberSubset& places, std::span<const DocumentBlock> blocks,
                      std::vector<WordStatistics>& words) {
    std::mutex mutex;  // of words
    SharedProgress progress(lists.progress(), "documents counted", lists.end() - 1);
    parallel_each(lists.threads(), blocks.size(), 1, [&] {
        return [&, reader = ForwardIndex::Reader(lists), builder = HistogramBuilder(),
                counted = std::vector<TermHistogram>(words.size())](std::size_t i) mutable {
            const auto cells = cells_of(blocks[i], reader, classes, places);
            for (std::size_t word = 0; word < counted.size(); ++word) {
                for (const std::uint16_t cell : cells.of(word))
                    builder.add(cell);
                counted[word] = builder.finish();
            }
            const std::lock_guard lock(mutex);
            for (std::size_t word = 0; word < counted.size(); ++word)
                words[word].histogram.merge(counted[word]);
            progress.step(blocks[i].end - blocks[i].begin);
        };
    });
}

// The sample is ascending, so each word's positions ascend.
void add_sample(const ForwardIndex& lists, std::span<const DocumentNumber> sample,
                const NumberSubset& places, std::vector<WordStatistics>& words) {
    ForwardIndex::Reader reader(lists);
    for (std::size_t position = 0; position < sample.size(); ++position) {
        for (const auto& [number, wdf] : reader.read_numbers(sample[position])) {
            const auto word = places.place_of(number);
            if (word) words[*word].sample.push_back({static_cast<std::uint16_t>(position), wdf});
        }
    }
}

}  // namespace

WordsAndSample count_forward_words(const ForwardIndex& lists, const BodyLengths& lengths,
                                   std::span<const DocumentNumber> sample,
                                   const CollectionStatistics& collection,
                                   const CandidateOptions& candidates,
                                   std::uint64_t cells_at_once) {
    const DocumentClasses classes(lengths, sample, candidates.min_body_length);
    WordsAndSample result;
    result.collection = collection;
    for (const DocumentNumber did : sample)
        result.sample_lengths.push_back(lengths[did]);

    const std::uint64_t min_documents = candidates.limits.min_documents;
    const FrequentTerms frequent(lists, lengths, classes, min_documents);
    result.frequencies.reserve(frequent.size());
    const NumberSubset places(lists.terms(), [&](std::uint32_t number) {
        const std::uint32_t documents = frequent.documents(number);
        if (documents < min_documents) return false;
        result.frequencies.push_back({std::string(lists.term(number)), documents});
        if (!is_candidate_word(documents, collection.documents, candidates.limits)) return false;
        result.words.push_back({result.frequencies.back().term, {}, {}, {}});
        return true;
    });
    const std::uint64_t share =
        collection.occurrences / (std::max(lists.threads(), 1u) * BLOCKS_A_THREAD);
    count_histograms(lists, classes, places, blocks_of(lengths, std::min(cells_at_once, share + 1)),
                     result.words);
    const ModelledFlips flips(candidates.change);
    parallel_each(lists.threads(), result.words.size(), WORDS_FINISHED_AT_ONCE, [&] {
        return [&](std::size_t i) {
            WordStatistics& word = result.words[i];
            word.thresholds =
                modelled_thresholds(word.histogram, collection, flips, candidates.limits);
        };
    });
    add_sample(lists, sample, places, result.words);
    std::ranges::sort(result.words, {}, &WordStatistics::term);
    std::ranges::sort(result.frequencies, {}, &TermFrequency::term);
    return result;
}

WordsAndSample ForwardIndex::count_words(const BodyLengths& lengths,
                                         std::span<const DocumentNumber> sample,
                                         const CollectionStatistics& collection,
                                         const CandidateOptions& candidates) const {
    if (!is_whole()) return counting_source().count_words(lengths, sample, collection, candidates);
    return count_forward_words(*this, lengths, sample, collection, candidates);
}

}  // namespace descry
