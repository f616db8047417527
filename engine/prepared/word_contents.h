/** @file word_contents.h
 *  @brief What the terms of a document come to, counted again.
 */
#ifndef DESCRY_ENGINE_PREPARED_WORD_CONTENTS_H
#define DESCRY_ENGINE_PREPARED_WORD_CONTENTS_H

#include <cstdint>
#include <string_view>
#include <vector>

#include <descry/distance/bag_histogram.h>

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

}  // namespace descry

#endif  // DESCRY_ENGINE_PREPARED_WORD_CONTENTS_H
