/** @file document_check.h
 *  @brief Whether a document of a prepared file is one: all that grouping presumes of it.
 */
#ifndef DESCRY_ENGINE_PREPARED_DOCUMENT_CHECK_H
#define DESCRY_ENGINE_PREPARED_DOCUMENT_CHECK_H

#include <string_view>

#include <descry/model/model.h>
#include <descry/prepared/prepared_file.h>

#include "prepared/word_contents.h"

namespace descry {

/// Checks one document after the other. Keeps a reference to the parameters.
class DocumentCheck {
  public:
    explicit DocumentCheck(const ModelParameters& parameters) : parameters_(parameters) {}

    /// What is wrong with it; empty where nothing is. A text is valid UTF-8, of words joined by one
    /// space each; the content hash and the histogram are those of its words, or terms. Terms are
    /// checked where they are read.
    /// Cost: that of WordContents.
    std::string_view damage_of(const PreparedDocument& document);

  private:
    bool has_its_content_hash(const PreparedDocument& document) const;

    const ModelParameters& parameters_;
    WordContents contents_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_PREPARED_DOCUMENT_CHECK_H
