/** @file sequence_signer.h
 *  @brief The keys of a document's words in order, while it is indexed.
 */
#ifndef DESCRY_PLUGIN_INDEXING_SEQUENCE_SIGNER_H
#define DESCRY_PLUGIN_INDEXING_SEQUENCE_SIGNER_H

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/reading/text_reader.h>

#include "engine/keys/word_keys.h"
#include "engine/texts/joined_words.h"

namespace descry {

/// One per thread.
class SequenceSigner {
  public:
    /// @param model of the index; null if it has none
    SequenceSigner(const Schema& schema, const Model* model)
        : space_(schema.term_prefix),
          recipe_(schema.term_prefix.empty() ? schema.analyzer : ""),
          keys_(model == nullptr ? ModelParameters() : model->parameters()) {}

    /// Signs the text if descry's analyzer makes its terms, which is cheaper than using their
    /// positions; else the positions. nullopt if there are none.
    /// @param text of the document, if available
    /// @param words of the text, joined by single spaces, if already analysed
    std::optional<SequenceKeys> sign(const Xapian::Document& document,
                                     std::optional<std::string_view> text,
                                     std::optional<std::string_view> words) {
        words_ = words_of(document, text, words);
        return words_ ? std::optional(keys_.sign(*words_)) : std::nullopt;
    }

    /// The words that sign() used last; valid as long as its arguments.
    std::optional<std::string_view> words() const { return words_; }

  private:
    std::optional<std::string_view> words_of(const Xapian::Document& document,
                                             std::optional<std::string_view> text,
                                             std::optional<std::string_view> words) {
        const bool is_own_text = text && !recipe_.empty();
        if (is_own_text && words) return words;
        if (!is_own_text) {
            made_ = joined_words_of(document, space_);
            return made_;
        }
        if (!analyzer_) analyzer_.emplace(AnalyzerRecipe::parse(recipe_));
        made_ = joined_words_of(*analyzer_, *text);
        return made_;
    }

    TermSpace space_;
    std::string recipe_;
    std::optional<WordAnalyzer> analyzer_;  // made for the first text
    SequenceKeySigner keys_;
    std::optional<std::string> made_;  // words that were not given
    std::optional<std::string_view> words_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_INDEXING_SEQUENCE_SIGNER_H
