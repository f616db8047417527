/** @file piece_run.h
 *  @brief One run of `descry uniq --by`: documents in, their repeated paragraphs or lines.
 */
#ifndef DESCRY_TOOLS_UNIQUE_PIECE_RUN_H
#define DESCRY_TOOLS_UNIQUE_PIECE_RUN_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <descry/texts/group_texts.h>

#include "tools/messages/diagnostics.h"
#include "tools/spooling/spooled_input.h"

namespace descry {

/// What a run took out of documents.
struct CutCounts {
    std::uint64_t pieces = 0;
    std::uint64_t bytes = 0;  // of the texts, in UTF-8
    std::uint64_t documents = 0;
    std::uint64_t emptied = 0;  // of those
};

/// Reads the inputs once, into temporary files, and groups the pieces of their documents. Of each
/// group one piece is kept; the others repeat it.
class PieceRun {
  public:
    /// @param spool with SpoolOptions::pieces and texts; outlives this
    /// @param grouping outlives this
    PieceRun(const SpoolOptions& spool, const GroupingOptions& grouping);

    void read(const std::vector<std::string>& inputs, Diagnostics& problems) {
        input_.read(inputs, true, problems);
    }

    /// @param exact_distances UniqueOptions::exact_distances
    void group(bool exact_distances);

    /// Writes a line for each piece that repeats another: the id of its document, the first byte of
    /// the piece in the document's text and the one behind it; the same of the kept piece; their
    /// similarity; and how many pieces the kept one stands for, itself among them.
    void write_pieces(const std::string& path) const;

    /// Writes all documents as RecordOutput does, as they came.
    void write_all(const std::string& path) const;

    /// The same without the pieces that repeat others (cut_record()). Documents whose record does
    /// not hold their text as it is are refused: they are written as they came, and counted.
    /// @param drops_emptied  does not write documents of which nothing but white space is left
    CutCounts write_cut(const std::string& path, bool drops_emptied, Diagnostics& problems) const;

    const SpooledInput& input() const { return input_; }
    /// After group(). Its documents are pieces.
    const GroupedTexts& grouped() const { return *grouped_; }

  private:
    const SpoolOptions& spool_;
    const GroupingOptions& grouping_;
    SpooledInput input_;
    std::optional<GroupedTexts> grouped_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_PIECE_RUN_H
