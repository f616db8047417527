/** @file dealt_inside.h
 *  @brief The steps by which several workers find documents inside longer ones (find_inside.h).
 */
#ifndef DESCRY_PYTHON_DEALT_INSIDE_H
#define DESCRY_PYTHON_DEALT_INSIDE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "engine/inside/inside_pairs.h"

namespace descry::python {

/// Of texts, in their order.
struct DealtShingles {
    std::vector<std::int64_t> words;
    /// Where the shingles of each end, after those of all before.
    std::vector<std::int32_t> ends;
    /// Ascending as unsigned numbers, and distinct.
    std::vector<std::int64_t> shingles;
};

/// @param texts a capsule of a column of SignedDocuments::texts @param min_words the shingles that
/// documents of so many words are looked for by (sought_shingles()); nullopt: all of each
DealtShingles shingles_of(const nanobind::capsule& texts, std::optional<std::uint32_t> min_words);

/// Verifies pairs that come sorted by container.
class DealtVerifier {
  public:
    explicit DealtVerifier(const InsideLimits& limits) : verifier_(limits) {}

    /// The share of each text in the last container before it; 0: none. @param containers bytes of
    /// an int64 each, 1: the text is one, which the next texts are looked for in
    std::vector<std::int64_t> shares(const nanobind::capsule& texts,
                                     const nanobind::bytes& containers);

  private:
    InsideVerifier verifier_;
    std::string container_;
};

/// longest_first() of documents that are numbered from 0 on, in their order. Each column is bytes of
/// an int64 a pair; a share is one of DealtVerifier::shares().
std::vector<InsidePair> longest_first(const nanobind::bytes& documents,
                                      const nanobind::bytes& containers,
                                      const nanobind::bytes& words, const nanobind::bytes& shares);

/// What descry.spark calls of this.
void bind_dealt_inside(nanobind::module_& module);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_DEALT_INSIDE_H
