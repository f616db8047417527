/** @file partition_inside.h
 *  @brief The steps in which several workers find documents inside longer ones (find_inside.h).
 */
#ifndef DESCRY_PYTHON_PARTITION_INSIDE_H
#define DESCRY_PYTHON_PARTITION_INSIDE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "engine/inside/inside_pairs.h"

namespace descry::python {

struct PartitionShingles {
    std::vector<std::int64_t> words;
    /// End of each text's shingles.
    std::vector<std::int32_t> ends;
    /// Ascending as unsigned numbers, and distinct.
    std::vector<std::int64_t> shingles;
};

/// @param texts a capsule of a column of SignedDocuments::texts @param min_words return the
///        shingles_to_find() of documents of at least so many words; nullopt: all shingles of each
PartitionShingles shingles_of(const nanobind::capsule& texts,
                              std::optional<std::uint32_t> min_words);

/// Verifies pairs sorted by container.
class PartitionVerifier {
  public:
    explicit PartitionVerifier(const InsideLimits& limits) : verifier_(limits) {}

    /// The share of each text in the last container before it; 0: not inside. @param containers
    /// bytes of an int64 each; 1: the text is a container for the texts after it
    std::vector<std::int64_t> shares(const nanobind::capsule& texts,
                                     const nanobind::bytes& containers);

  private:
    InsideVerifier verifier_;
    std::string container_;
};

/// longest_first() for documents numbered from 0 on, in their order. Each column is bytes of an
/// int64 per pair; a share is one of PartitionVerifier::shares().
std::vector<InsidePair> longest_first(const nanobind::bytes& documents,
                                      const nanobind::bytes& containers,
                                      const nanobind::bytes& words, const nanobind::bytes& shares);

void bind_partition_inside(nanobind::module_& module);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_PARTITION_INSIDE_H
