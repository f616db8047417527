/** @file text_reader.h
 *  @brief The words of a stored document in order: from its text, or from the positions of its
 *         terms.
 */
#ifndef DESCRY_READING_TEXT_READER_H
#define DESCRY_READING_TEXT_READER_H

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <xapian.h>

#include <descry/distance/canonical_text.h>
#include <descry/schema/body_terms.h>
#include <descry/schema/stored_format.h>

namespace descry {

class WordAnalyzer;

/// The words of a document under construction, joined by single spaces, from the positions of its
/// terms; nullopt if a body term has none. Cost: a sort of its words.
std::optional<std::string> joined_words_of(const Xapian::Document& document,
                                           const TermSpace& space);

/// Reads one document after another; one per thread.
class TextReader {
  public:
    /// @param schema if descry's analyzer made the terms, stored texts are analysed again
    TextReader(Xapian::Database db, const Schema& schema);
    TextReader(TextReader&&) noexcept;
    ~TextReader();

    /// The canonical text of a document, without the prefix of its terms; nullopt if neither its
    /// text nor positions of all its body terms are stored. If this ICU cannot repeat the recipe,
    /// only positions are used. Cost: the document's data and its analysis, 40 microseconds per 4
    /// KB; from positions 3 to 6 microseconds per term.
    /// @exception Xapian::DocNotFoundError no such document
    std::optional<CanonicalText> read(Xapian::docid did);

    /// The text of a document for people: as stored, else its words; empty if their order is
    /// unknown. @exception Xapian::DocNotFoundError no such document
    std::string read_as_written(Xapian::docid did);

    /// A hash of the text as written (TermListReader::text_hash()): of the stored text, else taken
    /// from the signature `exact`; 0 if neither exists.
    /// @exception Xapian::DocNotFoundError no such document
    std::uint64_t text_hash(Xapian::docid did);

    /// reported_distance() of two documents. Cost: text_hash() of both if their words are equal.
    DistanceMillionths reported_distance(DistanceMillionths distance, Xapian::docid a,
                                         Xapian::docid b);

    /// Source of the last text read.
    WordSource source() const { return source_; }

    /// What read() would use; NONE also if the text is too long for comparisons. Cost: read()'s.
    WordSource find_source(Xapian::docid did);

  private:
    class RecordReader;

    bool has_analyzer();
    std::optional<std::string_view> stored_text(Xapian::docid did);
    std::optional<CanonicalText> read_positions(Xapian::docid did);

    Xapian::Database db_;
    TermSpace space_;
    std::string recipe_;                      // empty: texts are not used
    std::unique_ptr<WordAnalyzer> analyzer_;  // made for the first text
    std::unique_ptr<RecordReader> records_;
    Xapian::valueno exact_slot_;
    WordSource source_ = WordSource::NONE;
};

}  // namespace descry

#endif  // DESCRY_READING_TEXT_READER_H
