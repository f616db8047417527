#include "collection/forward_words.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <ranges>
#include <vector>

#include <descry/collection/contents.h>
#include <descry/mechanics/parallel.h>

namespace descry {

namespace {

constexpr std::size_t COUNTED_AT_ONCE = 4096;
constexpr std::size_t WORDS_FINISHED_AT_ONCE = 64;
constexpr std::uint32_t NO_WORD = std::numeric_limits<std::uint32_t>::max();

class WordCounting {
  public:
    WordCounting(const ForwardIndex& lists, const BodyLengths& lengths,
                 const DocumentClasses& classes)
        : lists_(lists), lengths_(lengths), classes_(classes) {}

    // By number: counted documents that hold the term.
    std::vector<std::uint32_t> documents() const {
        std::vector<std::uint32_t> documents(lists_.terms());
        for (std::uint32_t number = 0; number < documents.size(); ++number)
            documents[number] = lists_.documents(number);
        // Documents that are not counted are short and few.
        ForwardIndex::Reader reader(lists_);
        for (DocumentNumber did = 0; did < lengths_.size(); ++did) {
            if (lengths_[did] == 0 || classes_.length_class(did) != DocumentClasses::NOT_COUNTED)
                continue;
            for (const auto& [number, wdf] : reader.read_numbers(did))
                --documents[number];
        }
        return documents;
    }

    // The cells of words, one for each document that holds one, from begins[word] on in no order.
    // @param word_of by number: NO_WORD or an index in begins
    std::vector<std::uint16_t> cells(const std::vector<std::uint32_t>& word_of,
                                     const std::vector<std::uint32_t>& begins) const {
        std::vector<std::uint16_t> cells(begins.back());
        std::vector<std::uint32_t> next = begins;
        for_each_document([&](ForwardIndex::Reader& reader, DocumentNumber did) {
            const unsigned length = classes_.length_class(did);
            for (const auto& [number, wdf] : reader.read_numbers(did)) {
                if (word_of[number] == NO_WORD) continue;
                cells[increase(next[word_of[number]])] = cell_of(wdf, length);
            }
        });
        return cells;
    }

  private:
    template <typename Visit>
    void for_each_document(Visit&& visit) const {
        parallel_each(lists_.threads(), lengths_.size(), COUNTED_AT_ONCE, [&] {
            return [&, reader = ForwardIndex::Reader(lists_)](std::size_t i) mutable {
                const auto did = static_cast<DocumentNumber>(i);
                if (classes_.length_class(did) == DocumentClasses::NOT_COUNTED) return;
                visit(reader, did);
            };
        });
    }

    std::uint32_t increase(std::uint32_t& number) const {
        if (lists_.threads() <= 1) return number++;
        return std::atomic_ref(number).fetch_add(1, std::memory_order_relaxed);
    }

    const ForwardIndex& lists_;
    const BodyLengths& lengths_;
    const DocumentClasses& classes_;
};

// The sample is ascending, so that each word's positions in it ascend.
void add_sample(const ForwardIndex& lists, std::span<const DocumentNumber> sample,
                const std::vector<std::uint32_t>& word_of, std::vector<WordStatistics>& words) {
    ForwardIndex::Reader reader(lists);
    for (std::size_t position = 0; position < sample.size(); ++position) {
        for (const auto& [number, wdf] : reader.read_numbers(sample[position])) {
            if (word_of[number] == NO_WORD) continue;
            words[word_of[number]].sample.push_back({static_cast<std::uint16_t>(position), wdf});
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
    const WordCounting counting(lists, lengths, classes);
    WordsAndSample result;
    result.collection = collection;
    for (const DocumentNumber did : sample)
        result.sample_lengths.push_back(lengths[did]);

    std::vector<std::uint32_t> numbers;  // of the words
    std::vector<std::uint32_t> holders;  // documents that hold each
    {
        const std::vector<std::uint32_t> documents = counting.documents();
        const auto is_frequent = [&](std::uint32_t number) {
            return documents[number] >= candidates.limits.min_documents;
        };
        const auto all = std::views::iota(std::uint32_t{0}, lists.terms());
        result.frequencies.reserve(
            static_cast<std::size_t>(std::ranges::count_if(all, is_frequent)));
        for (const std::uint32_t number : all | std::views::filter(is_frequent)) {
            result.frequencies.push_back({std::string(lists.term(number)), documents[number]});
            if (!is_candidate_word(documents[number], collection.documents, candidates.limits))
                continue;
            numbers.push_back(number);
            holders.push_back(documents[number]);
            result.words.push_back({result.frequencies.back().term, {}, {}, {}});
        }
    }
    std::vector<std::uint32_t> word_of(lists.terms(), NO_WORD);
    const ModelledFlips flips(candidates.change);
    const auto finish_word = [&](std::span<const std::uint16_t> cells, WordStatistics& word,
                                 HistogramBuilder& builder) {
        for (const std::uint16_t cell : cells)
            builder.add(cell);
        word.histogram = builder.finish();
        word.thresholds = modelled_thresholds(word.histogram, collection, flips, candidates.limits);
    };
    std::mutex mutex;
    std::size_t done = 0;
    for (std::size_t first = 0; first < numbers.size();) {
        std::vector<std::uint32_t> begins = {0};
        std::size_t end = first;
        for (; end < numbers.size() && begins.back() < cells_at_once; ++end) {
            word_of[numbers[end]] = static_cast<std::uint32_t>(end - first);
            begins.push_back(begins.back() + holders[end]);
        }
        const std::vector<std::uint16_t> cells = counting.cells(word_of, begins);
        parallel_ranges(lists.threads(), end - first, WORDS_FINISHED_AT_ONCE, [&] {
            return [&, builder = HistogramBuilder()](std::size_t begin, std::size_t last) mutable {
                for (std::size_t i = begin; i < last; ++i) {
                    finish_word(std::span(cells).subspan(begins[i], begins[i + 1] - begins[i]),
                                result.words[first + i], builder);
                }
                const std::lock_guard lock(mutex);
                done += last - begin;
                if (lists.progress()) lists.progress()("words", done, numbers.size());
            };
        });
        for (; first < end; ++first)
            word_of[numbers[first]] = NO_WORD;
    }

    for (std::size_t i = 0; i < numbers.size(); ++i)
        word_of[numbers[i]] = static_cast<std::uint32_t>(i);
    add_sample(lists, sample, word_of, result.words);
    std::ranges::sort(result.words, {}, &WordStatistics::term);
    std::ranges::sort(result.frequencies, {}, &TermFrequency::term);
    return result;
}

WordsAndSample ForwardIndex::count_words(const BodyLengths& lengths,
                                         std::span<const DocumentNumber> sample,
                                         const CollectionStatistics& collection,
                                         const CandidateOptions& candidates) const {
    if (!is_whole()) return source_->count_words(lengths, sample, collection, candidates);
    return count_forward_words(*this, lengths, sample, collection, candidates);
}

}  // namespace descry
