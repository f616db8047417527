/** @file document_names.h
 *  @brief Finds repeated ids and gives their documents unique names.
 */
#ifndef DESCRY_TOOLS_SPOOLING_DOCUMENT_NAMES_H
#define DESCRY_TOOLS_SPOOLING_DOCUMENT_NAMES_H

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

/// Names documents by id; by `PLACE:ID` if several have the id, or another has it as its name; if
/// several also share the place, the second is followed by `#2`. Places are arbitrary bytes, and
/// empty if the id implies it. Memory: 16 bytes per document. A unique id is mistaken for a
/// repeated one with probability 2^-64 times their number.
class DocumentNames {
  public:
    /// Call first, for all documents.
    void add(const std::string& place, const std::string& id) {
        ids_.push_back(secret_hash(id));
        names_.push_back(secret_hash(with_place(place, id)));
    }

    /// Call after adding all, before the functions below. More may follow.
    void find() {
        repeated_ids_ = repeated(ids_);
        repeated_names_ = repeated(names_);
        counts_.clear();
        for (std::size_t known = 0; known < repeated_ids_.size();) {
            known = repeated_ids_.size();
            std::vector<std::uint64_t> given;
            for (std::size_t i = 0; i < ids_.size(); ++i) {
                if (holds(repeated_ids_, ids_[i]) && names_[i] != ids_[i])
                    given.push_back(names_[i]);
            }
            std::ranges::sort(given);
            for (const std::uint64_t id : ids_) {
                if (holds(given, id)) repeated_ids_.push_back(id);
            }
            std::ranges::sort(repeated_ids_);
            const auto rest = std::ranges::unique(repeated_ids_);
            repeated_ids_.erase(rest.begin(), rest.end());
        }
    }

    bool has_equal_places() const { return !repeated_names_.empty(); }

    /// For documents in order: how many had this place and id, including this one.
    std::size_t count(const std::string& place, const std::string& id) {
        std::string name = with_place(place, id);
        return holds(repeated_names_, secret_hash(name)) ? ++counts_[std::move(name)] : 1;
    }

    /// @param count from count()
    std::string name(const std::string& place, const std::string& id, std::size_t count) const {
        if (!holds(repeated_ids_, secret_hash(id))) return id;
        const std::string name = with_place(place, id);
        return count > 1 ? name + '#' + std::to_string(count) : name;
    }

  private:
    static std::string with_place(std::string place, const std::string& id) {
        if (place.empty()) return id;
        repair_utf8(place);
        return place.append(":").append(id);
    }

    // The repeated ones, ascending, each once.
    static std::vector<std::uint64_t> repeated(std::vector<std::uint64_t> hashes) {
        std::ranges::sort(hashes);
        std::vector<std::uint64_t> found;
        for (std::size_t i = 1; i < hashes.size(); ++i) {
            const bool is_known = !found.empty() && found.back() == hashes[i];
            if (hashes[i] == hashes[i - 1] && !is_known) found.push_back(hashes[i]);
        }
        return found;
    }

    static bool holds(const std::vector<std::uint64_t>& ascending, std::uint64_t hash) {
        return !ascending.empty() && std::ranges::binary_search(ascending, hash);
    }

    std::vector<std::uint64_t> ids_;    // by document
    std::vector<std::uint64_t> names_;  // the same, with places
    std::vector<std::uint64_t> repeated_ids_;
    std::vector<std::uint64_t> repeated_names_;
    std::unordered_map<std::string, std::size_t> counts_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SPOOLING_DOCUMENT_NAMES_H
