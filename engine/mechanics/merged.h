/** @file merged.h
 *  @brief Walks two sorted lists together.
 */
#ifndef DESCRY_ENGINE_MECHANICS_MERGED_H
#define DESCRY_ENGINE_MECHANICS_MERGED_H

#include <functional>
#include <vector>

namespace descry {

/// Calls visit(const Entry*, const Entry*) for each key of either list, ascending; null if a list
/// lacks the key. @param key_of of an entry; strictly ascending in each list
template <typename Entry, typename KeyOf, typename Visit>
void for_each_of_both(const std::vector<Entry>& a, const std::vector<Entry>& b, KeyOf key_of,
                      Visit&& visit) {
    const Entry* const none = nullptr;
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() || j != b.end()) {
        if (j == b.end() || (i != a.end() && std::invoke(key_of, *i) < std::invoke(key_of, *j))) {
            visit(&*i++, none);
        } else if (i == a.end() || std::invoke(key_of, *j) < std::invoke(key_of, *i)) {
            visit(none, &*j++);
        } else {
            visit(&*i++, &*j++);
        }
    }
}

}  // namespace descry

#endif  // DESCRY_ENGINE_MECHANICS_MERGED_H
