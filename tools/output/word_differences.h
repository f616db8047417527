/** @file word_differences.h
 *  @brief The ranges of words that differ between two documents.
 */
#ifndef DESCRY_TOOLS_OUTPUT_WORD_DIFFERENCES_H
#define DESCRY_TOOLS_OUTPUT_WORD_DIFFERENCES_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>
#include <xapian.h>

#include <descry/reading/text_reader.h>
#include <descry/schema/stored_format.h>

#include "engine/report/marked_texts.h"

namespace descry {

/// A range of differing words with a few common ones around it; "…" marks omitted text.
struct WordDifference {
    /// Number of the range's first word, from 1 on, or of the following word if the range is empty.
    std::uint32_t at_a = 0;
    std::uint32_t at_b = 0;
    std::string before;
    std::string a;
    std::string b;
    std::string after;
};

struct WordDifferences {
    /// OTHER_WORDS also if the words are equal and texts or order are unknown.
    TextLikeness likeness = TextLikeness::OTHER_WORDS;
    WordSource source = WordSource::NONE;
    /// False: only the first MAX_COMPARED_WORDS words were compared.
    bool is_complete = true;
    /// Number of differing ranges, and of words within them, per document. For texts with equal
    /// words: ranges of the texts, with the words they touch.
    std::uint64_t ranges = 0;
    std::uint64_t words_a = 0;
    std::uint64_t words_b = 0;
    std::vector<WordDifference> shown;
    /// The beginning of equal texts.
    std::string beginning;
    /// The first words found in only one document, ascending; if the order is unknown.
    std::vector<std::string> only_a;
    std::vector<std::string> only_b;
};

struct WrittenTexts {
    std::string_view a;
    std::string_view b;
};

inline constexpr std::size_t MAX_COMPARED_WORDS = 1000000;

/// Compares two texts word by word and, if all words are equal, as written. Cost:
/// differing_ranges(), and folded_text() of texts with equal words.
/// @param written the texts as written; nullopt: unknown
/// @param max_shown maximum number of ranges
WordDifferences compare_words(const CanonicalText& a, const CanonicalText& b,
                              const std::optional<WrittenTexts>& written, std::size_t max_shown);

/// Compares documents @a a and @a b by the words in the index. Cost: cutting the texts or reading
/// the positions, and differing_ranges().
/// @param max_shown maximum number of ranges, or words of either list
/// @exception Xapian::DocNotFoundError
WordDifferences compare_words(const Xapian::Database& db, const Schema& schema, Xapian::docid a,
                              Xapian::docid b, std::size_t max_shown);

nlohmann::ordered_json json_of(const WordDifferences& differences);

/// For people, in wdiff's notation: [-words of A-] {+words of B+}; for equal texts, their
/// beginning. Prints nothing if no place differs, or none is requested.
void print_differences(const WordDifferences& differences);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_WORD_DIFFERENCES_H
