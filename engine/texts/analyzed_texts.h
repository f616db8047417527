/** @file analyzed_texts.h
 *  @brief Texts in memory as the documents of a collection.
 */
#ifndef DESCRY_TEXTS_ANALYZED_TEXTS_H
#define DESCRY_TEXTS_ANALYZED_TEXTS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <descry/analyzers/words.h>
#include <descry/mechanics/work.h>
#include <descry/model/model.h>

#include "engine/collection/text_collection.h"
#include "engine/mechanics/pool.h"

namespace descry {

/// The recipe to cut texts for a model; AnalyzerRecipe() without one.
/// @exception std::invalid_argument the model is for words of another program, or of another ICU
AnalyzerRecipe recipe_of_texts(const Model* model);

/// Cuts texts into words, and keeps these in order. Memory: 12 bytes per text. Disk: the words of
/// all texts, if more than 16 MiB.
class AnalyzedTexts {
  public:
    struct Analyzed {
        std::string words;            ///< joined
        std::uint32_t count = 0;      ///< number of words
        std::uint64_t text_hash = 0;  ///< folded_text_hash()
    };

    /// @exception std::invalid_argument the recipe cannot be applied here
    explicit AnalyzedTexts(const AnalyzerRecipe& recipe = {}, const Work& work = {});

    /// Adds texts, which are not needed afterwards.
    /// @param texts UTF-8; ill-formed parts separate words
    /// @exception std::length_error more than 2^32 - 2 in all. @exception std::system_error the
    ///            disk is full. @exception Stopped
    /// Cost: the analysis of the texts, on all threads. Memory: the words of 4,096 texts.
    void add(std::span<const std::string_view> texts);

    /// The first half of add(), which changes nothing: may run beside another thread's add().
    std::vector<Analyzed> analyze(std::span<const std::string_view> texts);

    /// The other half, for texts of at least @a min_words words.
    /// @return their places in @a texts, ascending
    std::vector<std::size_t> add(std::span<const Analyzed> texts, std::uint32_t min_words = 0);

    /// Drops all texts but those that @a keeps, and renumbers them. Cost: a copy.
    void keep_only(const std::function<bool(DocumentNumber)>& keeps,
                   const std::vector<std::string>& apart_fields);

    /// Texts are numbered from 1 on.
    std::size_t size() const { return words_.size(); }
    const std::shared_ptr<TextCollection>& documents() const { return documents_; }
    std::uint64_t words_of(DocumentNumber number) const { return words_[number - 1]; }
    const AnalyzerRecipe& recipe() const { return recipe_; }

  private:
    AnalyzerRecipe recipe_;
    Pool<WordAnalyzer> analyzers_;
    std::shared_ptr<TextCollection> documents_;
    std::vector<std::uint32_t> words_;  // by number - 1
};

}  // namespace descry

#endif  // DESCRY_TEXTS_ANALYZED_TEXTS_H
