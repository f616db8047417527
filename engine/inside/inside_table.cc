#include "engine/inside/inside_table.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "engine/distance/text_words.h"
#include "engine/inside/shingle_table.h"
#include "engine/mechanics/parallel.h"

namespace descry {

namespace {

// One shingle in so many is kept.
constexpr std::uint64_t SHINGLES_OF_ONE = 4;
// A candidate shares one in so many shingles of the inner text.
constexpr std::uint32_t CANDIDATE_PART = 4;
constexpr std::size_t TEXTS_AT_ONCE = 256;

std::vector<std::uint64_t> kept_shingles(std::string_view text) {
    std::vector<std::uint64_t> shingles = word_shingles(text);
    std::erase_if(shingles, [](std::uint64_t hash) { return hash % SHINGLES_OF_ONE != 0; });
    std::ranges::sort(shingles);
    shingles.erase(std::ranges::unique(shingles).begin(), shingles.end());
    return shingles;
}

// By the share of shingles not in common, in millionths.
using RankedCandidate = std::pair<std::uint64_t, DocumentNumber>;

RankedCandidate ranked(std::uint32_t common, std::uint32_t of, DocumentNumber document) {
    return {WHOLE_DISTANCE - std::uint64_t{common} * WHOLE_DISTANCE / of, document};
}

std::vector<DocumentNumber> likeliest(std::vector<RankedCandidate>& candidates, std::size_t most) {
    std::ranges::sort(candidates);
    if (candidates.size() > most) candidates.resize(most);
    std::vector<DocumentNumber> documents;
    for (const auto& [rank, document] : candidates)
        documents.push_back(document);
    return documents;
}

}  // namespace

InsideTable::InsideTable(const Collection& collection, std::span<const DocumentNumber> documents) {
    const std::size_t end = documents.empty() ? 0 : std::size_t{documents.back()} + 1;
    words_.resize(end);
    shingles_.resize(end);
    std::mutex mutex;
    SharedProgress progress(collection.progress(), "texts read", documents.size());
    parallel_ranges(collection.threads(), documents.size(), TEXTS_AT_ONCE, [&] {
        return [&, reader = collection.reader()](std::size_t begin, std::size_t last) {
            std::vector<PostingTable::Posting> postings;
            for (std::size_t i = begin; i < last; ++i) {
                const auto text = reader->read_text(documents[i]);
                if (!text) continue;
                words_[documents[i]] = count_words(text->utf8());
                for (const std::uint64_t hash : kept_shingles(text->utf8()))
                    postings.push_back(PostingTable::posting(hash, documents[i]));
            }
            const std::lock_guard lock(mutex);
            table_.add(postings);
            progress.step(last - begin);
        };
    });
    table_.close([this](std::span<PostingTable::Posting> of_hash) {
        if (of_hash.size() > ShingleTable::FREQUENT) {
            of_hash.front() =
                PostingTable::posting(of_hash.front(), 0);  // a posting without a document
            return std::size_t{1};
        }
        for (const PostingTable::Posting posting : of_hash)
            ++shingles_[PostingTable::number_of(posting)];
        return of_hash.size();
    });
}

InsideTable::Candidates InsideTable::find(std::string_view words, std::uint32_t min_words,
                                          std::size_t most, Scratch& scratch) const {
    scratch.common.resize(shingles_.size());
    scratch.touched.clear();
    std::uint32_t of_text = 0;
    for (const std::uint64_t hash : kept_shingles(words)) {
        const auto postings = table_.of(hash);
        if (!postings.empty() && PostingTable::number_of(postings.front()) == 0) continue;
        ++of_text;
        for (const PostingTable::Posting posting : postings) {
            const DocumentNumber document = PostingTable::number_of(posting);
            if (scratch.common[document]++ == 0) scratch.touched.push_back(document);
        }
    }
    const std::uint32_t own_words = count_words(words);
    std::vector<RankedCandidate> containers;
    std::vector<RankedCandidate> contents;
    for (const DocumentNumber document : scratch.touched) {
        const std::uint32_t common = std::exchange(scratch.common[document], 0);
        if (words_[document] > own_words && own_words >= min_words &&
            CANDIDATE_PART * common >= of_text)
            containers.push_back(ranked(common, of_text, document));
        if (words_[document] < own_words && words_[document] >= min_words &&
            CANDIDATE_PART * common >= shingles_[document])
            contents.push_back(ranked(common, shingles_[document], document));
    }
    return {likeliest(containers, most), likeliest(contents, most)};
}

}  // namespace descry
