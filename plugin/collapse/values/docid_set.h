/** @file docid_set.h
 *  @brief A set of documents as bits by docid.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_VALUES_DOCID_SET_H
#define DESCRY_PLUGIN_COLLAPSE_VALUES_DOCID_SET_H

#include <bit>
#include <cstdint>
#include <vector>

#include <xapian.h>

#include "plugin/base/docids_end.h"

namespace descry {

/// Memory: a bit per docid up to the last.
class DocidSet {
  public:
    explicit DocidSet(Xapian::docid last) : words_(last / 64 + std::size_t{1}) {}

    /// @exception Xapian::DatabaseCorruptError @a did is beyond the last docid (and 63 more)
    void insert(Xapian::docid did) {
        if (did / 64 >= words_.size()) [[unlikely]]
            reject_docid(did, 64 * std::uint64_t{words_.size()});
        words_[did / 64] |= std::uint64_t{1} << (did % 64);
    }

    void insert_all(Xapian::docid last) {
        for (Xapian::docid did = 0; did < last / 64; ++did)
            words_[did] = ~std::uint64_t{0};
        for (std::uint64_t did = last / 64 * std::uint64_t{64}; did <= last; ++did)
            insert(static_cast<Xapian::docid>(did));
        words_[0] &= ~std::uint64_t{1};
    }

    bool contains(Xapian::docid did) const {
        return did / 64 < words_.size() && (words_[did / 64] >> (did % 64) & 1) != 0;
    }

    Xapian::doccount size() const {
        int count = 0;
        for (const std::uint64_t word : words_)
            count += std::popcount(word);
        return static_cast<Xapian::doccount>(count);
    }

    /// Calls @a visit with each docid, ascending.
    template <typename Visit>
    void for_each(Visit visit) const {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
                visit(static_cast<Xapian::docid>(64 * i) +
                      static_cast<Xapian::docid>(std::countr_zero(word)));
        }
    }

    /// Calls @a ask with each docid, ascending, until it returns true.
    template <typename Ask>
    bool any_of(Ask ask) const {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
                if (ask(static_cast<Xapian::docid>(64 * i) +
                        static_cast<Xapian::docid>(std::countr_zero(word))))
                    return true;
            }
        }
        return false;
    }

    std::vector<Xapian::docid> docids() const {
        std::vector<Xapian::docid> all;
        all.reserve(size());
        for_each([&](Xapian::docid did) { all.push_back(did); });
        return all;
    }

    // Both sets must have the same last docid.
    DocidSet& operator|=(const DocidSet& other) {
        return combine(other, [](std::uint64_t a, std::uint64_t b) { return a | b; });
    }
    DocidSet& operator&=(const DocidSet& other) {
        return combine(other, [](std::uint64_t a, std::uint64_t b) { return a & b; });
    }
    DocidSet& operator-=(const DocidSet& other) {
        return combine(other, [](std::uint64_t a, std::uint64_t b) { return a & ~b; });
    }
    DocidSet& operator^=(const DocidSet& other) {
        return combine(other, [](std::uint64_t a, std::uint64_t b) { return a ^ b; });
    }

  private:
    template <typename Operation>
    DocidSet& combine(const DocidSet& other, Operation operation) {
        for (std::size_t i = 0; i < words_.size(); ++i)
            words_[i] = operation(words_[i], other.words_[i]);
        return *this;
    }

    std::vector<std::uint64_t> words_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_VALUES_DOCID_SET_H
