/** @file word_differences.h
 *  @brief The words that differ between two stored documents, in their ranges.
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

/// A range where one document has other words than the other, with a few that both have around it.
/// Words are joined by blanks; "…" stands where more follow or went before than are shown.
struct WordDifference {
    /// Numbers of the first word of the range, from 1 on; of the next one where there is none.
    std::uint32_t at_a = 0;
    std::uint32_t at_b = 0;
    std::string before;
    std::string a;
    std::string b;
    std::string after;
};

struct WordDifferences {
    /// OTHER_WORDS also where the words are the same and texts or order are not known.
    TextLikeness likeness = TextLikeness::OTHER_WORDS;
    WordSource source = WordSource::NONE;
    /// False: the documents have more than MAX_COMPARED_WORDS words, and these alone were compared.
    bool is_complete = true;
    /// How many ranges differ, and words within them, of either document. Of texts of the same
    /// words: ranges of the texts, whose words come with what touches them.
    std::uint64_t ranges = 0;
    std::uint64_t words_a = 0;
    std::uint64_t words_b = 0;
    /// The first of the ranges.
    std::vector<WordDifference> shown;
    /// How texts that are equal begin.
    std::string beginning;
    /// The first words that one has and the other has not, ascending; where the order is not known.
    std::vector<std::string> only_a;
    std::vector<std::string> only_b;
};

/// Two texts.
struct WrittenTexts {
    std::string_view a;
    std::string_view b;
};

/// Words of a document that are compared at most.
inline constexpr std::size_t MAX_COMPARED_WORDS = 1000000;

/// Compares two texts word by word, and where all words are the same, the texts as they are
/// written.
/// @param written the texts as they are written; nothing: not known
/// @param max_shown ranges that are told
/// Cost: differing_ranges(), and folded_text() of texts of the same words.
WordDifferences compare_words(const CanonicalText& a, const CanonicalText& b,
                              const std::optional<WrittenTexts>& written, std::size_t max_shown);

/// Compares documents @a a and @a b word by word, as the terms of the index have the words.
/// @param max_shown ranges, or words of either list, that are told
/// @exception Xapian::DocNotFoundError
/// Cost: cutting the texts or reading the positions, and differing_ranges().
WordDifferences compare_words(const Xapian::Database& db, const Schema& schema, Xapian::docid a,
                              Xapian::docid b, std::size_t max_shown);

/// For scripts.
nlohmann::ordered_json json_of(const WordDifferences& differences);

/// For people, in the notation of wdiff: [-words of A-] {+words of B+}. Of equal texts, how they
/// begin. Nothing where no place differs, or none is asked for.
void print_differences(const WordDifferences& differences);

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_WORD_DIFFERENCES_H
