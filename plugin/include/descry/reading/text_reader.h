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

/// The words of a document that is being built, joined by one space each, from the positions of its
/// terms; nullopt where a body term has none. Cost: a sort of its words.
std::optional<std::string> joined_words_of(const Xapian::Document& document,
                                           const TermSpace& space);

/// Reads one document after the other; one per thread.
class TextReader {
  public:
    /// @param schema says what made the terms: where descry's analyzer did, stored texts are cut
    ///        again
    TextReader(Xapian::Database db, const Schema& schema);
    TextReader(TextReader&&) noexcept;
    ~TextReader();

    /// The canonical text of a document, without the prefix of its terms; nullopt where neither a
    /// text nor positions of all its body terms are stored.
    /// A recipe that this ICU cannot repeat leaves positions.
    /// @exception Xapian::DocNotFoundError no such document
    /// Cost: the document's data and its analysis, 40 microseconds for 4 KB; from positions 3 to 6
    /// microseconds a term.
    std::optional<CanonicalText> read(Xapian::docid did);

    /// The text of a document for people: as it is stored, else its words; empty where nobody
    /// knows their order. @exception Xapian::DocNotFoundError no such document
    std::string read_as_written(Xapian::docid did);

    /// A number of the text as it is written (TermListReader::text_hash()): of the stored text,
    /// else of what was stored of it as the signature `exact`; 0 where there is neither.
    /// @exception Xapian::DocNotFoundError no such document
    std::uint64_t text_hash(Xapian::docid did);

    /// told_distance() of two documents. Cost: text_hash() of both, where the words are the same.
    DistanceMillionths told_distance(DistanceMillionths distance, Xapian::docid a, Xapian::docid b);

    /// What the last one was read from.
    WordSource source() const { return source_; }

    /// What read() reads it from; NONE also where it is too long to be compared. Cost: read()'s.
    WordSource find_source(Xapian::docid did);

  private:
    class RecordReader;

    bool has_analyzer();
    std::optional<std::string_view> stored_text(Xapian::docid did);
    std::optional<CanonicalText> read_positions(Xapian::docid did);

    Xapian::Database db_;
    TermSpace space_;
    std::string recipe_;                      // empty: texts are not looked at
    std::unique_ptr<WordAnalyzer> analyzer_;  // made with the first text
    std::unique_ptr<RecordReader> records_;
    Xapian::valueno exact_slot_;
    WordSource source_ = WordSource::NONE;
};

}  // namespace descry

#endif  // DESCRY_READING_TEXT_READER_H
