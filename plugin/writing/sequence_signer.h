/** @file sequence_signer.h
 *  @brief The keys of a document's words in order, while it is indexed.
 */
#ifndef DESCRY_PLUGIN_WRITING_SEQUENCE_SIGNER_H
#define DESCRY_PLUGIN_WRITING_SEQUENCE_SIGNER_H

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <xapian.h>

#include <descry/keys/word_keys.h>
#include <descry/reading/text_reader.h>

namespace descry {

/// One per thread.
class SequenceSigner {
  public:
    explicit SequenceSigner(const Schema& schema)
        : space_(schema.term_prefix), recipe_(schema.term_prefix.empty() ? schema.analyzer : "") {}

    /// From the text where descry's analyzer makes the terms of it, which costs less than their
    /// positions; else from these. nullopt where there are none.
    /// @param text of the document, where it is at hand
    std::optional<SequenceKeys> sign(const Xapian::Document& document,
                                     std::optional<std::string_view> text) {
        if (!text || recipe_.empty()) {
            const auto placed = text_by_position(document, space_);
            return placed ? std::optional(keys_.sign(placed->utf8())) : std::nullopt;
        }
        if (!analyzer_) analyzer_.emplace(AnalyzerRecipe::parse(recipe_));
        return keys_.sign(joined_words_of(*analyzer_, *text));
    }

  private:
    TermSpace space_;
    std::string recipe_;
    std::optional<WordAnalyzer> analyzer_;  // made with the first text
    SequenceKeySigner keys_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_WRITING_SEQUENCE_SIGNER_H
