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

/// The recipe by which texts are cut that a model is for: AnalyzerRecipe() where there is none.
/// @exception std::invalid_argument the model is of words that another program made, or that this
/// ICU does not cut so
AnalyzerRecipe recipe_of_texts(const Model* model);

/// Cuts texts into words, in the order in which they come, and keeps these.
///
/// Memory: 12 bytes a text. Disk: the words of all texts, where they are more than 16 MiB.
class AnalyzedTexts {
  public:
    /// A text as it is kept.
    struct Analyzed {
        std::string words;            ///< joined
        std::uint32_t count = 0;      ///< of these
        std::uint64_t text_hash = 0;  ///< folded_text_hash()
    };

    /// @exception std::invalid_argument texts cannot be cut by this recipe here
    explicit AnalyzedTexts(const AnalyzerRecipe& recipe = {}, const Work& work = {});

    /// Takes more texts, which are not needed afterwards.
    /// @param texts UTF-8; what is none is read as U+FFFD
    /// @exception std::length_error more than 2^32 - 2 in all. @exception std::system_error the
    /// disk is full. @exception Stopped
    /// Cost: the analysis of the texts, on all threads. Memory: the words of 4,096 texts.
    void add(std::span<const std::string_view> texts);

    /// The first half of add(), which changes nothing: one thread may add() others meanwhile.
    std::vector<Analyzed> analyze(std::span<const std::string_view> texts);

    /// The other half, of texts that have @a min_words or more.
    /// @return their places in @a texts, ascending
    std::vector<std::size_t> add(std::span<const Analyzed> texts, std::uint32_t min_words = 0);

    /// Keeps those that @a keeps, which are numbered anew. Cost: a copy.
    void keep_only(const std::function<bool(DocumentNumber)>& keeps,
                   const std::vector<std::string>& apart_fields);

    /// They are numbered from 1 on.
    std::size_t size() const { return words_.size(); }
    const std::shared_ptr<TextCollection>& documents() const { return documents_; }
    std::uint64_t words_of(DocumentNumber number) const { return words_[number - 1]; }
    const AnalyzerRecipe& recipe() const { return recipe_; }

  private:
    AnalyzerRecipe recipe_;
    Pool<WordAnalyzer> analyzers_;
    std::shared_ptr<TextCollection> documents_;
    std::vector<std::uint32_t> words_;  // by number less one
};

}  // namespace descry

#endif  // DESCRY_TEXTS_ANALYZED_TEXTS_H
