/** @file posting_table.h
 *  @brief Many postings of numbers by hash, in one sorted piece of memory.
 */
#ifndef DESCRY_MECHANICS_POSTING_TABLE_H
#define DESCRY_MECHANICS_POSTING_TABLE_H

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace descry {

/// Numbers by the upper 32 bits of uniform hashes: one pair of hashes in 2^32 collides. Memory: 8.5
/// bytes per posting, twice that until close().
class PostingTable {
  public:
    /// The upper half is the hash's, the lower half the number.
    using Posting = std::uint64_t;

    static constexpr Posting posting(std::uint64_t hash, std::uint32_t number) {
        return (hash & HASH) | number;
    }
    static constexpr std::uint32_t number_of(Posting posting) {
        return static_cast<std::uint32_t>(posting);
    }

    void add(Posting posting) { postings_.push_back(posting); }
    void add(std::span<const Posting> postings) {
        postings_.insert(postings_.end(), postings.begin(), postings.end());
    }

    /// Sorts the postings and removes repeats. Call after the last add().
    /// @param keep gets each hash's postings, ascending, may change them, and returns how many to
    ///        keep
    template <typename Keep>
    void close(const Keep& keep) {
        std::ranges::sort(postings_);
        postings_.erase(std::ranges::unique(postings_).begin(), postings_.end());
        std::size_t kept = 0;
        for (std::size_t begin = 0, end = 0; begin < postings_.size(); begin = end) {
            while (end < postings_.size() && (postings_[end] & HASH) == (postings_[begin] & HASH))
                ++end;
            const std::size_t most = keep(std::span(postings_).subspan(begin, end - begin));
            for (std::size_t i = begin; i < begin + most; ++i)
                postings_[kept++] = postings_[i];
        }
        postings_.resize(kept);
        postings_.shrink_to_fit();
        const int bits = std::max(1, static_cast<int>(std::bit_width(kept / POSTINGS_OF_A_STEP)));
        shift_ = 64 - bits;
        steps_.assign((std::size_t{1} << bits) + 1, kept);
        for (std::size_t i = kept; i-- > 0;)
            steps_[postings_[i] >> shift_] = i;
        for (std::size_t i = steps_.size() - 1; i-- > 0;)
            steps_[i] = std::min(steps_[i], steps_[i + 1]);
    }

    /// The postings of a hash, ascending by number. @pre close(). Cost: two cache misses.
    std::span<const Posting> of(std::uint64_t hash) const {
        const std::size_t step = hash >> shift_;
        const std::span all(postings_);
        const auto near = all.subspan(steps_[step], steps_[step + 1] - steps_[step]);
        const auto found = std::ranges::equal_range(near, hash & HASH, {},
                                                    [](Posting posting) { return posting & HASH; });
        return {found.begin(), found.end()};
    }

  private:
    static constexpr Posting HASH = ~Posting{0} << 32;
    static constexpr std::size_t POSTINGS_OF_A_STEP = 16;

    std::vector<Posting> postings_;
    std::vector<std::size_t> steps_;  // by the highest bits of a hash: the first of its postings
    int shift_ = 0;
};

}  // namespace descry

#endif  // DESCRY_MECHANICS_POSTING_TABLE_H
