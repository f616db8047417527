/** @file term_table.h
 *  @brief Numbers the distinct terms of a collection.
 */
#ifndef DESCRY_COLLECTION_TERM_TABLE_H
#define DESCRY_COLLECTION_TERM_TABLE_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include <descry/distance/term_count.h>

namespace descry {

/// Terms numbered from 0 on in the order added, with the number of documents of each.
///
/// Memory: 24 bytes per term and its bytes, rounded up to four; 6 to 12 more per term until
/// finish(). Growing moves nothing, so it never needs twice the size.
class TermTable {
  public:
    /// A term with its hashes, which callers compute in parallel.
    struct Key {
        std::string_view term;
        std::uint64_t hash;  // hash64()
        TermMark mark;
    };

    TermTable() = default;
    TermTable(const TermTable&) = delete;
    TermTable& operator=(const TermTable&) = delete;

    /// The number of a term; nullopt if unknown. Not after finish().
    std::optional<std::uint32_t> find(const Key& key) const {
        const auto found = numbers_.find(key);
        if (found == numbers_.end()) return std::nullopt;
        return *found;
    }

    /// Adds a new term, with no documents. Not after finish().
    /// @return its number. @exception std::length_error all terms together exceed 16 GiB
    std::uint32_t add(const Key& key);

    void count_document(std::uint32_t number) { ++entry(number).documents; }

    /// Call when all terms are added: frees what find() and add() need.
    void finish() { numbers_ = Numbers(0, HashTerm{this}, EqualTerms{this}); }

    std::uint32_t size() const { return size_; }

    /// Properties of a term. @pre number < size()
    std::string_view term(std::uint32_t number) const {
        const Entry& own = entry(number);
        const std::size_t begin = own.begin * BYTES_A_UNIT;
        return {bytes_[begin / BYTES_A_BLOCK].get() + begin % BYTES_A_BLOCK, own.size};
    }
    std::uint64_t hash(std::uint32_t number) const { return entry(number).hash; }
    TermMark mark(std::uint32_t number) const { return entry(number).mark; }
    std::uint32_t documents(std::uint32_t number) const { return entry(number).documents; }
    void prefetch(std::uint32_t number) const { __builtin_prefetch(&entry(number)); }

  private:
    struct Entry {
        std::uint64_t hash;
        TermMark mark;
        std::uint32_t begin;  // of the bytes, in units of BYTES_A_UNIT
        std::uint32_t size;
        std::uint32_t documents;
    };
    static constexpr std::size_t ENTRIES_A_BLOCK = std::size_t{1} << 14;
    static constexpr std::size_t BYTES_A_BLOCK = std::size_t{1} << 20;
    static constexpr std::size_t BYTES_A_UNIT = 4;

    struct HashTerm {
        using is_transparent = void;
        using is_avalanching = void;  // Boost's name for "needs no mixing"
        const TermTable* table;
        // From the entry alone, so that growing hashes no term: the table uses the first bits of a
        // hash for the place and stores the last ones.
        static std::size_t twice(TermMark mark) { return std::uint64_t{mark} << 32 | mark; }
        std::size_t operator()(std::uint32_t number) const {
            return twice(table->entry(number).mark);
        }
        std::size_t operator()(const Key& key) const { return twice(key.mark); }
    };
    struct EqualTerms {
        using is_transparent = void;
        const TermTable* table;
        bool operator()(std::uint32_t a, std::uint32_t b) const { return a == b; }
        bool operator()(const Key& key, std::uint32_t number) const {
            const Entry& own = table->entry(number);
            return own.hash == key.hash && own.mark == key.mark;
        }
        bool operator()(std::uint32_t number, const Key& key) const { return (*this)(key, number); }
    };
    using Numbers = boost::unordered_flat_set<std::uint32_t, HashTerm, EqualTerms>;

    const Entry& entry(std::uint32_t number) const {
        return entries_[number / ENTRIES_A_BLOCK][number % ENTRIES_A_BLOCK];
    }
    Entry& entry(std::uint32_t number) {
        return entries_[number / ENTRIES_A_BLOCK][number % ENTRIES_A_BLOCK];
    }
    std::uint32_t keep(std::string_view term);

    std::uint32_t size_ = 0;
    std::vector<std::unique_ptr<Entry[]>> entries_;
    std::vector<std::unique_ptr<char[]>> bytes_;
    std::size_t bytes_used_ = BYTES_A_BLOCK;  // of the last block
    Numbers numbers_{0, HashTerm{this}, EqualTerms{this}};
};

}  // namespace descry

#endif  // DESCRY_COLLECTION_TERM_TABLE_H
