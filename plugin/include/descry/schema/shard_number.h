/** @file shard_number.h
 *  @brief Which of several databases one is.
 */
#ifndef DESCRY_SCHEMA_SHARD_NUMBER_H
#define DESCRY_SCHEMA_SHARD_NUMBER_H

#include <cstddef>

#include <xapian.h>

namespace descry {

/// One of several databases that are opened as one, which Xapian deals the docids out to in turn.
struct ShardNumber {
    /// From 0 on.
    std::size_t number = 0;
    std::size_t count = 1;

    bool has(Xapian::docid did) const { return (did - 1) % count == number; }
    /// The docid in this database. @pre has(did)
    Xapian::docid own(Xapian::docid did) const {
        return static_cast<Xapian::docid>((did - 1) / count + 1);
    }
    /// The docid in all of them.
    Xapian::docid of_all(Xapian::docid own) const {
        return static_cast<Xapian::docid>((own - 1) * count + number + 1);
    }
};

}  // namespace descry

#endif  // DESCRY_SCHEMA_SHARD_NUMBER_H
