/** @file document_check.h
 *  @brief Whether a document of a digest is one: all that grouping presumes of it.
 */
#ifndef DESCRY_ENGINE_DIGESTS_DOCUMENT_CHECK_H
#define DESCRY_ENGINE_DIGESTS_DOCUMENT_CHECK_H

#include <string_view>

#include <descry/digests/digest_file.h>
#include <descry/model/model.h>

#include "digests/word_contents.h"

namespace descry {

/// Checks one document after the other. Keeps a reference to the parameters.
class DocumentCheck {
  public:
    explicit DocumentCheck(const ModelParameters& parameters) : parameters_(parameters) {}

    /// What is wrong with it; empty where nothing is. A text is valid UTF-8, of words joined by one
    /// space each; the content hash and the histogram are those of its words, or terms. Terms are
    /// checked where they are read.
    /// Cost: that of WordContents.
    std::string_view damage_of(const DigestedDocument& document);

  private:
    bool has_its_content_hash(const DigestedDocument& document) const;

    const ModelParameters& parameters_;
    WordContents contents_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_DIGESTS_DOCUMENT_CHECK_H
