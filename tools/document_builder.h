/** @file document_builder.h
 *  @brief From a document of the input to a Xapian document: terms, data, unique term.
 */
#ifndef DESCRY_TOOLS_DOCUMENT_BUILDER_H
#define DESCRY_TOOLS_DOCUMENT_BUILDER_H

#include <string>

#include <xapian.h>

#include <descry/stored_format.h>
#include <descry/words.h>

#include "input/document.h"

namespace descry {

/// Builds documents; one per thread.
class DocumentBuilder {
  public:
    /// @param store_text keep the text in the document's data, beside id and fields
    /// @throws std::invalid_argument when this ICU cannot repeat the analyzer recipe of the index
    DocumentBuilder(const Schema& schema, bool store_text);

    /// The document, to be signed and added. Every word is a term with its positions.
    Xapian::Document build(const InputDocument& input);

    /// The unique term under which build()'s document is added.
    std::string unique_term_of(const InputDocument& input) const;

    /// Words that were too long for a term, so far.
    std::size_t skipped_words() const { return words_.skipped_words(); }

  private:
    std::string id_prefix_;
    WordAnalyzer words_;
    bool store_text_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_DOCUMENT_BUILDER_H
