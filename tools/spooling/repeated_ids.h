/** @file repeated_ids.h
 *  @brief Which ids name several documents.
 */
#ifndef DESCRY_TOOLS_SPOOLING_REPEATED_IDS_H
#define DESCRY_TOOLS_SPOOLING_REPEATED_IDS_H

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <descry/hashing/hash.h>

namespace descry {

/// How a document is called whose id others have: `PLACE:ID`. @param place of any bytes; none: the
/// id says it
std::string id_with_place(std::string place, const std::string& id);

/// Memory: 8 bytes an id. Of other ids one in 2^64 times their number is taken for a repeated one.
class RepeatedIds {
  public:
    void add(std::string_view id) { hashes_.push_back(secret_hash(id)); }

    /// To be called when all are added, before contains(). More may follow.
    void find() {
        std::ranges::sort(hashes_);
        repeated_.clear();
        for (std::size_t i = 1; i < hashes_.size(); ++i) {
            const bool is_known = !repeated_.empty() && repeated_.back() == hashes_[i];
            if (hashes_[i] == hashes_[i - 1] && !is_known) repeated_.push_back(hashes_[i]);
        }
    }

    bool empty() const { return repeated_.empty(); }

    bool contains(std::string_view id) const {
        return !repeated_.empty() && std::ranges::binary_search(repeated_, secret_hash(id));
    }

  private:
    std::vector<std::uint64_t> hashes_;
    std::vector<std::uint64_t> repeated_;  // ascending, each once
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SPOOLING_REPEATED_IDS_H
