/** @file inside_table.h
 *  @brief Looks up documents that may hold a new text, or stand inside it.
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

/// Finds documents by a quarter of their shingles of four words (word_shingles()), in both
/// directions; shingles of more than 400 documents are ignored. find_inside(), which has all texts,
/// uses the smaller ShingleTable, which works in one direction only.
///
/// Memory: 2 bytes per word of the documents and 8 per document; twice as much during construction.
class InsideTable {
  public:
    /// @param collection whose texts are read, on its threads
    /// @param documents that exist
    /// Cost: reads their texts, and sorts.
    InsideTable(const Collection& collection, std::span<const DocumentNumber> documents);

    struct Scratch {
        std::vector<std::uint32_t> common;  // by document
        std::vector<DocumentNumber> touched;
    };

    struct Candidates {
        /// Longer documents that have a quarter of the text's shingles.
        std::vector<DocumentNumber> containers;
        /// Shorter documents of whose shingles the text has a quarter.
        std::vector<DocumentNumber> contents;
    };

    /// @param words of the text, joined by one space each
    /// @param min_words of the inner document
    /// @param most results of either kind, the likeliest first
    /// Cost: some 50 nanoseconds per word, and per document that shares a shingle.
    Candidates find(std::string_view words, std::uint32_t min_words, std::size_t most,
                    Scratch& scratch) const;

  private:
    PostingTable table_;
    std::vector<std::uint32_t> shingles_;  // by document: how many of its own are in the table
    std::vector<std::uint32_t> words_;     // by document
};

}  // namespace descry

#endif  // DESCRY_ENGINE_INSIDE_INSIDE_TABLE_H
