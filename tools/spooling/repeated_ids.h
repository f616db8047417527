/** @file repeated_ids.h
 *  @brief Which ids name several documents, and what these are called.
 */
#ifndef DESCRY_TOOLS_SPOOLING_REPEATED_IDS_H
#define DESCRY_TOOLS_SPOOLING_REPEATED_IDS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <descry/hashing/hash.h>

#include "analyzers/utf8.h"

namespace descry {

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

/// What documents are called: by their ids; `PLACE:ID` where several have an id; where several have
/// that place as well, the second one has `#2` behind it. Places are of any bytes, and empty where
/// the id says it.
class DocumentNames {
  public:
    /// First, of all documents.
    void add(const std::string& place, const std::string& id) {
        ids_.add(id);
        places_.add(with_place(place, id));
    }
    /// To be called when all are added, before what follows. More may follow.
    void find() {
        ids_.find();
        places_.find();
        counts_.clear();
    }

    bool has_equal_places() const { return !places_.empty(); }

    /// Of the documents in their order: how many of this place and id there were with this one.
    std::size_t count(const std::string& place, const std::string& id) {
        std::string name = with_place(place, id);
        return places_.contains(name) ? ++counts_[std::move(name)] : 1;
    }

    /// @param count  of the function above
    std::string name(const std::string& place, const std::string& id, std::size_t count) const {
        if (!ids_.contains(id)) return id;
        const std::string name = with_place(place, id);
        return count > 1 ? name + '#' + std::to_string(count) : name;
    }

  private:
    static std::string with_place(std::string place, const std::string& id) {
        if (place.empty()) return id;
        repair_utf8(place);
        return place.append(":").append(id);
    }

    RepeatedIds ids_;
    RepeatedIds places_;
    std::unordered_map<std::string, std::size_t> counts_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SPOOLING_REPEATED_IDS_H
