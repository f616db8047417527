/** @file similar_classes.h
 *  @brief Pairs of documents with equal or similar sketches.
 */
#ifndef DESCRY_TOOLS_LAB_METHODS_SIMILAR_CLASSES_H
#define DESCRY_TOOLS_LAB_METHODS_SIMILAR_CLASSES_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tools/lab/gold/suggested_pairs.h"
#include "tools/lab/sets/lsh.h"

namespace descry {

/// Groups documents with equal sketches, so that only different sketches are compared.
class SketchClasses {
  public:
    static constexpr std::uint32_t NONE = ~std::uint32_t{0};

    /// @param sketch its bytes; equal 64-bit hashes count as equal sketches
    /// @return true for a new sketch; its class is number size() - 1
    bool add(Xapian::docid document, std::string_view sketch);

    std::size_t size() const { return members_.size(); }
    /// Ascending if documents were added in ascending order.
    const std::vector<Xapian::docid>& members(std::uint32_t number) const {
        return members_[number];
    }
    /// NONE for a document that was not added.
    std::uint32_t class_of(Xapian::docid document) const {
        return document < class_of_.size() ? class_of_[document] : NONE;
    }

  private:
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
    std::vector<std::vector<Xapian::docid>> members_;
    std::vector<std::uint32_t> class_of_;  // by docid
};

/// Two classes with similar sketches: first < second.
struct SimilarClass {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    float similarity = 0;
};

/// The shape with the longest rows that misses no pair differing in at most @a disagreeing of @a
/// values values: these affect at most as many bands, so one more band agrees. At least 1 row.
LshShape complete_shape(std::size_t values, std::size_t disagreeing);

/// All pairs of @a sketches (concatenated, @a values values each) that agree in at least the share
/// @a threshold of their values, by the bands of complete_shape(). Misses nothing. Cost: a
/// comparison for each two that share a band. Memory: the pairs, and 8 bytes per band.
std::vector<SimilarClass> similar_sketches(std::span<const std::uint32_t> sketches,
                                           std::size_t values, double threshold);
std::vector<SimilarClass> similar_sketches(std::span<const std::uint64_t> sketches,
                                           std::size_t values, double threshold);

/// Pairs within classes, and between similar ones. Memory: 12 bytes per pair of classes, some 16
/// per document.
class SimilarPairs : public SuggestedPairs {
  public:
    /// @param similar each pair of classes once, in any order
    SimilarPairs(SketchClasses classes, std::vector<SimilarClass> similar);

    std::uint64_t count() const override { return pair_ends_.empty() ? 0 : pair_ends_.back(); }
    bool contains(const DocumentPair& pair) const override { return similarity(pair) > 0; }
    std::vector<DocumentPair> sample(std::size_t n, std::uint64_t seed) const override;

    /// 1 for equal sketches, 0 for documents that are not a pair.
    double similarity(const DocumentPair& pair) const;

  private:
    DocumentPair pair_at(std::uint64_t number) const;

    SketchClasses classes_;
    std::vector<SimilarClass> similar_;  // ascending
    // Pairs up to and including each class, then each of similar_.
    std::vector<std::uint64_t> pair_ends_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_METHODS_SIMILAR_CLASSES_H
