#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <descry/collection/text_collection.h>
#include <descry/mechanics/parallel.h>
#include <descry/mechanics/pool.h>
#include <descry/texts/group_texts.h>
#include <descry/texts/joined_words.h>

namespace descry {

namespace {

// Texts that are analysed before they are kept, and that a thread takes at a time.
constexpr std::size_t TEXTS_OF_A_BATCH = 4096;
constexpr std::size_t ANALYZED_AT_ONCE = 16;

AnalyzerRecipe recipe_of(const UniqueOptions& options) {
    if (!options.model) return {};
    const std::string& analyzer = options.model->parameters().analyzer;
    if (analyzer.empty())
        throw std::invalid_argument("the model is of words that another program made");
    return AnalyzerRecipe::parse(analyzer);
}

std::uint64_t words_in(std::string_view joined) {
    if (joined.empty()) return 0;
    return 1 + static_cast<std::uint64_t>(std::ranges::count(joined, ' '));
}

}  // namespace

UniqueDocuments group_texts(std::span<const std::string_view> texts,
                            const TextGroupingOptions& options) {
    const std::size_t count = texts.size();
    if (count >= std::numeric_limits<DocumentNumber>::max())
        throw std::length_error("more texts than documents can be numbered");
    const AnalyzerRecipe recipe = recipe_of(options.unique);
    Pool<WordAnalyzer> analyzers([&recipe] { return std::make_unique<WordAnalyzer>(recipe); });
    const auto collection = std::make_shared<TextCollection>(options.threads, options.progress);
    std::vector<std::uint64_t> words;
    words.reserve(count);
    std::vector<std::string> batch;
    for (std::size_t begin = 0; begin < count; begin += TEXTS_OF_A_BATCH) {
        batch.resize(std::min(TEXTS_OF_A_BATCH, count - begin));
        parallel_each(options.threads, batch.size(), ANALYZED_AT_ONCE, [&] {
            return [&, analyzer = std::make_unique<Pool<WordAnalyzer>::Loan>(analyzers)](
                       std::size_t i) { batch[i] = joined_words_of(**analyzer, texts[begin + i]); };
        });
        for (const std::string& joined : batch) {
            collection->add(joined);
            words.push_back(words_in(joined));
        }
        if (options.progress) options.progress("texts read", collection->size(), count);
    }

    std::vector<DocumentNumber> ordered(count);
    std::iota(ordered.begin(), ordered.end(), DocumentNumber{1});
    if (options.order == TextOrder::LONGEST) {
        std::ranges::stable_sort(ordered, std::ranges::greater(),
                                 [&](DocumentNumber number) { return words[number - 1]; });
    }
    UniqueOptions unique = options.unique;
    unique.training.analyzer = recipe.to_string();
    return find_unique(collection, ordered, 0, unique);
}

}  // namespace descry
