/** @file similar_classes.h
 *  @brief Pairs of documents whose sketches are equal or alike enough.
 */
#ifndef DESCRY_TOOLS_EVALUATION_METHODS_SIMILAR_CLASSES_H
#define DESCRY_TOOLS_EVALUATION_METHODS_SIMILAR_CLASSES_H

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "evaluation/gold/suggested_pairs.h"

namespace descry {

/// Documents with equal sketches are one class, so that only different sketches are compared: ten
/// thousand copies are one.
class SketchClasses {
  public:
    static constexpr std::uint32_t NONE = ~std::uint32_t{0};

    /// @param sketch its bytes; equal hashes of 64 bits are taken for equal sketches
    /// @return true for a sketch that is new; its class has the number size() - 1
    bool add(Xapian::docid document, std::string_view sketch);

    std::size_t size() const { return members_.size(); }
    /// Ascending, where documents were added so.
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

/// Two classes whose sketches are alike: first < second.
struct SimilarClass {
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    float similarity = 0;
};

/// The pairs within classes, and between classes that are alike.
/// Memory: 12 bytes a pair of classes, some 16 a document.
class SimilarPairs : public SuggestedPairs {
  public:
    /// @param similar each pair of classes once, in any order
    SimilarPairs(SketchClasses classes, std::vector<SimilarClass> similar);

    std::uint64_t count() const override { return pair_ends_.empty() ? 0 : pair_ends_.back(); }
    bool contains(const DocumentPair& pair) const override { return similarity(pair) > 0; }
    std::vector<DocumentPair> sample(std::size_t n, std::uint64_t seed) const override;

    /// 1 for equal sketches, 0 for documents that are no pair.
    double similarity(const DocumentPair& pair) const;

  private:
    DocumentPair pair_at(std::uint64_t number) const;

    SketchClasses classes_;
    std::vector<SimilarClass> similar_;  // ascending
    // Pairs up to and including each class, then each of similar_.
    std::vector<std::uint64_t> pair_ends_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_EVALUATION_METHODS_SIMILAR_CLASSES_H
