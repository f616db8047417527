/** @file word_reader.h
 *  @brief The postings of one term, counted: its histogram, and where it stands in the sample.
 */
#ifndef DESCRY_PLUGIN_READING_WORD_READER_H
#define DESCRY_PLUGIN_READING_WORD_READER_H

#include <string>

#include <xapian.h>

#include <descry/collection/document_classes.h>
#include <descry/model/word_statistics.h>

namespace descry {

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
