#include "engine/inside/find_inside.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/inside/inside_match.h"
#include "engine/inside/shingle_table.h"
#include "engine/mechanics/parallel.h"

namespace descry {

namespace {

constexpr std::size_t BYTES_OF_A_TEXT = 640;
constexpr std::size_t READ_AT_ONCE = 64;

std::uint32_t count_words(const CanonicalText& text) {
    if (text.empty()) return 0;
    return static_cast<std::uint32_t>(1 + std::ranges::count(text.utf8(), ' '));
}

// Pairs whose documents' shingles are alike, of unknown shares.
class CandidateSearch {
  public:
    CandidateSearch(const std::vector<DocumentNumber>& documents,
                    const std::function<ReadText()>& read_text, std::uint32_t min_words,
                    const Work& work)
        : documents_(documents), read_text_(read_text), min_words_(min_words), work_(work) {}

    std::vector<InsidePair> find() {
        count_all_words();
        const std::size_t at_once = std::max<std::size_t>(work_.memory / BYTES_OF_A_TEXT, 1024);
        std::vector<InsidePair> pairs;
        for (std::size_t begin = 0; begin < documents_.size();) {
            std::vector<std::size_t> texts;  // of documents_
            for (; begin < documents_.size() && texts.size() < at_once; ++begin)
                if (words_[begin] >= std::max<std::size_t>(min_words_, SHINGLE_WORDS))
                    texts.push_back(begin);
            if (!texts.empty()) look_up(texts, pairs);
        }
        return pairs;
    }

  private:
    void count_all_words() {
        words_.resize(documents_.size());
        parallel_each(work_.threads, documents_.size(), READ_AT_ONCE, [&] {
            return [&, read = read_text_()](std::size_t i) {
                const auto text = read(documents_[i]);
                words_[i] = text ? count_words(*text) : 0;
            };
        });
    }

    void look_up(const std::vector<std::size_t>& texts, std::vector<InsidePair>& pairs) {
        std::vector<std::vector<std::uint64_t>> shingles(texts.size());
        parallel_each(work_.threads, texts.size(), READ_AT_ONCE, [&] {
            return [&, read = read_text_()](std::size_t i) {
                shingles[i] = least_shingles(word_shingles(read(documents_[texts[i]])->utf8()));
            };
        });
        ShingleTable table;
        for (auto& of_text : shingles)
            table.add(of_text);
        shingles = {};
        table.close();
        std::vector<std::vector<InsidePair>> found((documents_.size() + READ_AT_ONCE - 1) /
                                                   READ_AT_ONCE);
        SharedProgress progress(work_.progress, "documents looked up", documents_.size());
        parallel_ranges(work_.threads, documents_.size(), READ_AT_ONCE, [&] {
            return [&, read = read_text_(), scratch = ShingleTable::Scratch()](
                       std::size_t begin, std::size_t end) mutable {
                for (std::size_t i = begin; i < end; ++i) {
                    if (words_[i] <= min_words_) continue;
                    const auto here = word_shingles(read(documents_[i])->utf8());
                    for (const std::uint32_t text : table.candidates(here, scratch)) {
                        const std::uint32_t words = words_[texts[text]];
                        if (words < words_[i])
                            found[begin / READ_AT_ONCE].push_back(
                                {documents_[texts[text]], documents_[i], words, 0});
                    }
                }
                progress.step(end - begin);
            };
        });
        for (const auto& of_piece : found)
            pairs.insert(pairs.end(), of_piece.begin(), of_piece.end());
    }

    const std::vector<DocumentNumber>& documents_;
    const std::function<ReadText()>& read_text_;
    std::uint32_t min_words_;
    const Work& work_;
    std::vector<std::uint32_t> words_;  // by place in documents_
};

}  // namespace

void verify_inside(std::vector<InsidePair>& pairs, const std::function<ReadText()>& read_text,
                   const InsideLimits& limits, const Work& work) {
    std::ranges::sort(
        pairs, {}, [](const InsidePair& pair) { return std::pair(pair.container, pair.document); });
    std::vector<std::size_t> begins;  // of each container's pairs
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (i == 0 || pairs[i].container != pairs[i - 1].container) begins.push_back(i);
    begins.push_back(pairs.size());
    SharedProgress progress(work.progress, "pairs compared", pairs.size());
    parallel_for(work.threads, begins.size() - 1, [&] {
        return [&, read = read_text(), container = ContainerText(),
                words = HashedWords()](std::size_t i) mutable {
            const auto text = read(pairs[begins[i]].container);
            if (text) container.assign(text->utf8());
            for (std::size_t p = begins[i]; p < begins[i + 1]; ++p) {
                pairs[p].share = 0;
                const auto inside = text ? read(pairs[p].document) : std::nullopt;
                if (!inside) continue;
                words.assign(inside->utf8());
                if (words.size() < limits.min_words) continue;
                const auto match = container.find(words, limits.share);
                if (match &&
                    !(limits.keep_apart_numbers && container.numbers_differ(words, *match)))
                    pairs[p].share = match->share();
            }
            progress.step(begins[i + 1] - begins[i]);
        };
    });
}

std::vector<InsidePair> find_inside(const std::vector<DocumentNumber>& documents,
                                    const std::function<ReadText()>& read_text,
                                    const InsideLimits& limits, const Work& work) {
    auto pairs = CandidateSearch(documents, read_text, limits.min_words, work).find();
    verify_inside(pairs, read_text, limits, work);
    std::erase_if(pairs, [](const InsidePair& pair) { return pair.share == 0; });
    return pairs;
}

}  // namespace descry
