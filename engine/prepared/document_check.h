/** @file document_check.h
 *  @brief Checks a document of a prepared file for all that grouping presumes.
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

/// Computes the content hash and histogram of a bag of words, from text or encoded terms; one per
/// thread.
class WordContents {
  public:
    /// @param text words joined by one space each
    /// Cost: a sort of the words' hashes. Memory: 8 bytes per word.
    void read_words(std::string_view text);

    /// @param encoded EncodedTerms::bytes(), distinct
    void read_terms(std::string_view encoded);

    /// The sum of content_hash_part().
    std::uint64_t content_hash() const { return content_hash_; }
    const BagHistogramBuilder& histogram() const { return histogram_; }

  private:
    std::vector<std::uint64_t> hashes_;
    std::uint64_t content_hash_ = 0;
    BagHistogramBuilder histogram_;
};

/// Checks documents one by one. The parameters must outlive it.
class DocumentCheck {
  public:
    explicit DocumentCheck(const ModelParameters& parameters) : parameters_(parameters) {}

    /// The document's first fault; empty if it has none. A text must be valid UTF-8, words joined
    /// by one space each, with the given content hash and histogram, as must the terms. Terms are
    /// checked where they are read. Cost: that of WordContents.
    std::string_view damage_of(const PreparedDocument& document);

  private:
    bool has_its_content_hash(const PreparedDocument& document) const;

    const ModelParameters& parameters_;
    WordContents contents_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_PREPARED_DOCUMENT_CHECK_H
