/** @file document_check.h
 *  @brief Whether a document of a prepared file is one: all that grouping presumes of it.
 */
#ifndef DESCRY_ENGINE_PREPARED_DOCUMENT_CHECK_H
#define DESCRY_ENGINE_PREPARED_DOCUMENT_CHECK_H

#include <cstdint>
#include <string_view>
#include <vector>

#include <descry/model/model.h>

#include "engine/distance/bag_histogram.h"
#include "engine/prepared/prepared_file.h"

namespace descry {

/// Content hash and histogram of a bag of words, of its canonical text or its encoded terms; one
/// per thread.
class WordContents {
  public:
    /// Those of the words of a text. @param text words joined by one space each
    /// Cost: a sort of the words' hashes. Memory: 8 bytes a word.
    void read_words(std::string_view text);

    /// Those of EncodedTerms::bytes(), each once.
    void read_terms(std::string_view encoded);

    /// The sum of content_hash_part().
    std::uint64_t content_hash() const { return content_hash_; }
    const BagHistogramBuilder& histogram() const { return histogram_; }

  private:
    std::vector<std::uint64_t> hashes_;
    std::uint64_t content_hash_ = 0;
    BagHistogramBuilder histogram_;
};

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
