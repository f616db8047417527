/** @file word_reader.h
 *  @brief The postings of one term, counted: its histogram, and where it stands in the sample.
 */
#ifndef DESCRY_PLUGIN_READING_WORD_READER_H
#define DESCRY_PLUGIN_READING_WORD_READER_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/reading/index_statistics.h>

namespace descry {

/// What counting needs to know of each document: its class of body length, and its place in the
/// sample. Shared by threads. 3 bytes a docid.
class DocumentClasses {
  public:
    static constexpr std::uint8_t NOT_COUNTED = 255;
    static constexpr std::uint16_t NOT_IN_SAMPLE = 65535;

    /// @param sample documents by place in the sample
    /// @param min_body_length shorter documents are not counted
    DocumentClasses(const BodyLengths& lengths, std::span<const Xapian::docid> sample,
                    std::uint32_t min_body_length);

    std::size_t docids() const { return length_class_.size(); }
    /// Of a docid below docids().
    std::uint8_t length_class(Xapian::docid did) const { return length_class_[did]; }
    std::uint16_t position(Xapian::docid did) const { return position_[did]; }

  private:
    std::vector<std::uint8_t> length_class_;
    std::vector<std::uint16_t> position_;
};

/// Counts one term after the other. For one thread; keeps a pointer to the classes.
class WordReader {
  public:
    explicit WordReader(const DocumentClasses& classes) : classes_(&classes) {}

    /// The statistics of a term, without thresholds. Cost: one pass over its postings.
    WordStatistics read(const Xapian::Database& db, const std::string& term);

  private:
    const DocumentClasses* classes_;
    HistogramBuilder builder_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_READING_WORD_READER_H
