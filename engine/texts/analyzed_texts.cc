#include "engine/texts/analyzed_texts.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "engine/distance/text_words.h"
#include "engine/mechanics/parallel.h"
#include "engine/texts/joined_words.h"

namespace descry {

namespace {

// Texts analysed before they are kept, and taken by a thread at a time.
constexpr std::size_t TEXTS_OF_A_BATCH = 4096;
constexpr std::size_t ANALYZED_AT_ONCE = 16;

}  // namespace

AnalyzerRecipe recipe_of_texts(const Model* model) {
    if (model == nullptr) return {};
    const std::string& analyzer = model->parameters().analyzer;
    if (analyzer.empty())
        throw std::invalid_argument(
            "the model was made from another program's terms, not from texts");
    return AnalyzerRecipe::parse(analyzer);
}

AnalyzedTexts::AnalyzedTexts(const AnalyzerRecipe& recipe, const Work& work)
    : recipe_(recipe),
      analyzers_([recipe] { return std::make_unique<WordAnalyzer>(recipe); }),
      documents_(std::make_shared<TextCollection>(work)) {
    // Reports an invalid recipe before the first text.
    const Pool<WordAnalyzer>::Loan tried(analyzers_);
}

void AnalyzedTexts::add(std::span<const std::string_view> texts) {
    for (; !texts.empty(); texts = texts.subspan(std::min(TEXTS_OF_A_BATCH, texts.size())))
        add(analyze(texts.first(std::min(TEXTS_OF_A_BATCH, texts.size()))));
}

std::vector<AnalyzedTexts::Analyzed> AnalyzedTexts::analyze(
    std::span<const std::string_view> texts) {
    std::vector<Analyzed> analyzed(texts.size());
    parallel_each(documents_->threads(), texts.size(), ANALYZED_AT_ONCE, [&] {
        return
            [&, analyzer = std::make_unique<Pool<WordAnalyzer>::Loan>(analyzers_)](std::size_t i) {
                std::string words = joined_words_of(**analyzer, texts[i]);
                const std::uint32_t count = count_words(words);
                analyzed[i] = {std::move(words), count, folded_text_hash(texts[i])};
            };
    });
    return analyzed;
}

std::vector<std::size_t> AnalyzedTexts::add(std::span<const Analyzed> texts,
                                            std::uint32_t min_words) {
    if (texts.size() >= std::numeric_limits<DocumentNumber>::max() - size())
        throw std::length_error("more texts than documents can be numbered");
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i].count < min_words) continue;
        documents_->add(texts[i].words, texts[i].text_hash);
        words_.push_back(texts[i].count);
        kept.push_back(i);
    }
    return kept;
}

void AnalyzedTexts::keep_only(const std::function<bool(DocumentNumber)>& keeps,
                              const std::vector<std::string>& apart_fields) {
    auto kept = std::make_shared<TextCollection>(documents_->work());
    std::vector<std::uint32_t> words;
    const auto reader = documents_->reader();
    for (DocumentNumber number = 1; number <= size(); ++number) {
        if (!keeps(number)) continue;
        const DocumentNumber copy =
            kept->add(reader->read_text(number)->utf8(), reader->text_hash(number));
        if (!apart_fields.empty()) kept->set_apart(copy, reader->apart_value(number, apart_fields));
        words.push_back(words_[number - 1]);
    }
    documents_ = std::move(kept);
    words_ = std::move(words);
}

}  // namespace descry
