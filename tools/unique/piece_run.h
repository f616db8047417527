/** @file piece_run.h
 *  @brief A run of `descry uniq --by`: finds repeated paragraphs or lines in documents.
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

struct CutCounts {
    std::uint64_t pieces = 0;
    std::uint64_t bytes = 0;  // of the texts, in UTF-8
    std::uint64_t documents = 0;
    std::uint64_t emptied = 0;  // documents emptied by that
};

/// Reads the inputs once, into temporary files, and groups the pieces of their documents. One piece
/// of each group is kept; the others repeat it.
class PieceRun {
  public:
    /// @param spool with SpoolOptions::pieces and texts; outlives this object
    /// @param grouping outlives this object
    PieceRun(const SpoolOptions& spool, const GroupingOptions& grouping);

    void read(const std::vector<std::string>& inputs, Diagnostics& problems) {
        input_.read(inputs, true, problems);
    }

    /// @param exact_distances UniqueOptions::exact_distances
    void group(bool exact_distances);

    /// Writes a line for each repeated piece: its document's id, its first byte in the document's
    /// text and the one after its last; the same for the kept piece; their similarity; and how many
    /// pieces the kept one stands for, including itself.
    void write_pieces(const std::string& path) const;

    /// Writes all documents unchanged, as RecordOutput does.
    void write_all(const std::string& path) const;

    /// The same without the repeated pieces (cut_record()). Documents whose record does not contain
    /// their text unchanged are written unchanged, reported as rejected, and counted.
    /// @param drops_emptied omits documents of which only whitespace is left
    CutCounts write_cut(const std::string& path, bool drops_emptied, Diagnostics& problems) const;

    const SpooledInput& input() const { return input_; }
    /// Call after group(). Its documents are pieces.
    const GroupedTexts& grouped() const { return *grouped_; }

  private:
    const SpoolOptions& spool_;
    const GroupingOptions& grouping_;
    SpooledInput input_;
    std::optional<GroupedTexts> grouped_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_PIECE_RUN_H
