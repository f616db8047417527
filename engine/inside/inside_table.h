/** @file inside_table.h
 *  @brief Which documents may hold a text that comes along, or stand inside it.
 */
#ifndef DESCRY_ENGINE_INSIDE_INSIDE_TABLE_H
#define DESCRY_ENGINE_INSIDE_INSIDE_TABLE_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <descry/collection/collection.h>

#include "engine/mechanics/posting_table.h"

namespace descry {

/// Documents by a quarter of their shingles of four words (word_shingles()), in either direction;
/// shingles of more than 400 documents tell nothing. find_inside(), which has all texts at hand,
/// looks for the least shingles of each instead (ShingleTable): fewer bytes, but for one direction
/// and for documents that are there beforehand.
///
/// Memory: 2 bytes a word of the documents and 8 a document; twice as much while it is made.
class InsideTable {
  public:
    /// @param collection whose texts are read, on its threads
    /// @param documents those that there are
    /// Cost: a reading of their texts, and a sort.
    InsideTable(const Collection& collection, std::span<const DocumentNumber> documents);

    /// What a thread needs to look up texts.
    struct Scratch {
        std::vector<std::uint32_t> common;  // by document
        std::vector<DocumentNumber> touched;
    };

    struct Candidates {
        /// Longer documents that have a quarter of the text's shingles.
        std::vector<DocumentNumber> containers;
        /// Shorter ones of whose shingles the text has a quarter.
        std::vector<DocumentNumber> contents;
    };

    /// @param words of the text, joined by one space each
    /// @param min_words of what stands inside another
    /// @param most of either kind, the likeliest first
    /// Cost: some 50 nanoseconds a word, and as much for each document that shares a shingle.
    Candidates find(std::string_view words, std::uint32_t min_words, std::size_t most,
                    Scratch& scratch) const;

  private:
    PostingTable table_;
    std::vector<std::uint32_t> shingles_;  // by document: of its own in the table
    std::vector<std::uint32_t> words_;     // by document
};

}  // namespace descry

#endif  // DESCRY_ENGINE_INSIDE_INSIDE_TABLE_H
