#include "engine/collection/term_table.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace descry {

std::uint32_t TermTable::add(const Key& key) {
    const std::uint32_t number = size_;
    if (number % ENTRIES_A_BLOCK == 0)
        entries_.push_back(std::make_unique_for_overwrite<Entry[]>(ENTRIES_A_BLOCK));
    entry(number) = {.hash = key.hash,
                     .mark = key.mark,
                     .begin = keep(key.term),
                     .size = static_cast<std::uint32_t>(key.term.size()),
                     .documents = 0};
    ++size_;
    numbers_.insert(number);
    return number;
}

// @return Entry::begin
std::uint32_t TermTable::keep(std::string_view term) {
    if (BYTES_A_BLOCK - bytes_used_ < term.size()) {
        // A term longer than a block gets its own.
        const std::size_t size = std::max(term.size(), BYTES_A_BLOCK);
        bytes_.push_back(std::make_unique_for_overwrite<char[]>(size));
        bytes_used_ = 0;
    }
    const std::size_t begin = (bytes_.size() - 1) * BYTES_A_BLOCK + bytes_used_;
    if (begin / BYTES_A_UNIT > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("more than 16 GiB of different terms");
    term.copy(bytes_.back().get() + bytes_used_, term.size());
    const std::size_t units = (term.size() + BYTES_A_UNIT - 1) / BYTES_A_UNIT;
    bytes_used_ = std::min(BYTES_A_BLOCK, bytes_used_ + units * BYTES_A_UNIT);
    return static_cast<std::uint32_t>(begin / BYTES_A_UNIT);
}

}  // namespace descry
