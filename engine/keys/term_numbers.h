/** @file term_numbers.h
 *  @brief Fast look-up of term numbers, for every word of every signed document.
 */
#ifndef DESCRY_KEYS_TERM_NUMBERS_H
#define DESCRY_KEYS_TERM_NUMBERS_H

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <descry/hashing/hash.h>

namespace descry {

/// Terms numbered from 0 on, found by their 64-bit hashes alone: one unknown term in 10^14 is
/// mistaken for one of them. Open addressing: a third of the cost of a map of strings.
class TermNumbers {
  public:
    /// @param expected most terms that will be added
    explicit TermNumbers(std::size_t expected)
        : slots_(std::bit_ceil(2 * expected + 1), Slot{0, NONE}),
          filter_(slots_.size() * FILTER_BITS / 64 + 1, 0) {}

    /// Gives @a term the next number. @pre not added before; fewer than expected were added
    void add(std::string_view term) {
        const std::uint64_t hash = hash64(term);
        std::size_t i = hash & (slots_.size() - 1);
        while (slots_[i].number != NONE)
            i = (i + 1) & (slots_.size() - 1);
        slots_[i] = {hash, size_++};
        const std::size_t bit = filter_bit(hash);
        filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }

    std::optional<std::uint32_t> find(std::string_view term) const { return find(hash64(term)); }

    std::optional<std::uint32_t> find(std::uint64_t hash) const {
        for (std::size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
            if (slots_[i].number == NONE) return std::nullopt;
            if (slots_[i].hash == hash) return slots_[i].number;
        }
    }

    /// False for most hashes that find() would not find; branch-free and small in memory, as
    /// whether a term is known is hard to predict.
    bool may_hold(std::uint64_t hash) const {
        const std::size_t bit = filter_bit(hash);
        return (filter_[bit / 64] >> (bit % 64) & 1) != 0;
    }

    /// The indexes of such @a hashes, ascending. @param places buffer for them
    std::span<const std::uint32_t> may_hold(std::span<const std::uint64_t> hashes,
                                            std::vector<std::uint32_t>& places) const {
        places.resize(hashes.size());
        std::size_t end = 0;
        for (std::size_t i = 0; i < hashes.size(); ++i) {
            places[end] = static_cast<std::uint32_t>(i);
            end += may_hold(hashes[i]) ? 1u : 0u;
        }
        return std::span(places).first(end);
    }

    /// Prefetches the slot of this hash64(), so that several look-ups wait for memory together.
    void prefetch(std::uint64_t hash) const {
        __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
    }

  private:
    static constexpr std::uint32_t NONE = 0xffffffff;
    struct Slot {
        std::uint64_t hash;
        std::uint32_t number;
    };

    // Bits per slot; of 16 bits at most one is set.
    static constexpr std::size_t FILTER_BITS = 8;

    // From the middle of the hash: slots take its last bits.
    std::size_t filter_bit(std::uint64_t hash) const {
        return hash >> 32 & (slots_.size() * FILTER_BITS - 1);
    }

    std::vector<Slot> slots_;
    std::vector<std::uint64_t> filter_;
    std::uint32_t size_ = 0;
};

}  // namespace descry

#endif  // DESCRY_KEYS_TERM_NUMBERS_H
