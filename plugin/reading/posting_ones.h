/** @file posting_ones.h
 *  @brief The ones of all documents of a range of docids, from the posting lists of the words.
 */
#ifndef DESCRY_PLUGIN_READING_POSTING_ONES_H
#define DESCRY_PLUGIN_READING_POSTING_ONES_H

#include <cstdint>
#include <vector>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/reading/index_collection.h>

#include "base/checked_docid.h"

namespace descry {

/// Calls visit(docid, is_above) for each document of docids [first, last) that holds a word,
/// ascending, with whether the word is above its threshold. @pre last is at most one more than the
/// last docid of @a lengths. @exception Xapian::DatabaseCorruptError as for_each_posting()
template <typename Visit>
void for_each_holder(const Xapian::Database& db, const ModelWord& word, const BodyLengths& lengths,
                     Xapian::docid first, std::uint64_t last, Visit&& visit) {
    const std::uint32_t threshold = word.threshold;
    for_each_posting(db, word.term, first, last, lengths.size(),
                     [&](const Xapian::PostingIterator& p) {
                         const Xapian::docid did = *p;
                         visit(did, is_above(p.get_wdf(), threshold, lengths[did]));
                     });
}

/// Calls visit(docid) for each of those in which the word is above its threshold.
template <typename Visit>
void for_each_one(const Xapian::Database& db, const ModelWord& word, const BodyLengths& lengths,
                  Xapian::docid first, std::uint64_t last, Visit&& visit) {
    for_each_holder(db, word, lengths, first, last, [&](Xapian::docid did, bool is_above) {
        if (is_above) visit(did);
    });
}

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

#endif  // DESCRY_PLUGIN_READING_POSTING_ONES_H
