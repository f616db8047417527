/** @file posting_ones.h
 *  @brief The ones of all documents of a range of docids, from the posting lists of the words.
 */
#ifndef DESCRY_PLUGIN_POSTING_ONES_H
#define DESCRY_PLUGIN_POSTING_ONES_H

#include <cstdint>
#include <vector>

#include <xapian.h>

#include <descry/index_statistics.h>
#include <descry/model.h>

namespace descry {

/// Reads ranges of docids; one per thread. Keeps references to model and lengths.
class PostingOnes {
  public:
    /// Docids in one call at most: bounds the memory.
    static constexpr Xapian::doccount MAX_RANGE = 65536;

    PostingOnes(Xapian::Database db, const Model& model, const BodyLengths& lengths)
        : db_(std::move(db)), model_(model), lengths_(lengths) {}

    /// The numbers of the words above their thresholds in docids [first, first + count), ascending,
    /// by docid - first. @pre count <= MAX_RANGE. Valid until the next call.
    const std::vector<std::vector<std::uint16_t>>& read(Xapian::docid first,
                                                        Xapian::doccount count);

  private:
    Xapian::Database db_;
    const Model& model_;
    const BodyLengths& lengths_;
    std::vector<std::vector<std::uint16_t>> ones_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_POSTING_ONES_H
