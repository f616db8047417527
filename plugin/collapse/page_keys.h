/** @file page_keys.h
 *  @brief Finds the keys of a page among all values of a slot.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_PAGE_KEYS_H
#define DESCRY_PLUGIN_COLLAPSE_PAGE_KEYS_H

#include <bitset>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace descry {

/// A few keys, each with a number. Checks the first two bytes before hashing, as most values
/// differ.
class PageKeys {
  public:
    static constexpr std::uint32_t NONE = ~std::uint32_t{0};

    /// The number of @a key (not empty): its own, or the next number for a new key.
    std::uint32_t insert(const std::string& key) {
        beginnings_.set(beginning(key));
        return numbers_.emplace(key, static_cast<std::uint32_t>(numbers_.size())).first->second;
    }

    bool empty() const { return numbers_.empty(); }

    std::uint32_t find(const std::string& key) const {
        if (!beginnings_.test(beginning(key))) return NONE;
        const auto found = numbers_.find(key);
        return found == numbers_.end() ? NONE : found->second;
    }

  private:
    static std::size_t beginning(const std::string& key) {
        const auto byte = [&](std::size_t i) {
            return i < key.size() ? static_cast<unsigned char>(key[i]) : 0u;
        };
        return byte(0) * 256 + byte(1);
    }

    std::bitset<65536> beginnings_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_PAGE_KEYS_H
