/** @file partition_keys.h
 *  @brief Sends equal keys to one worker, and links the contents that share one.
 */
#ifndef DESCRY_PYTHON_PARTITION_KEYS_H
#define DESCRY_PYTHON_PARTITION_KEYS_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

namespace descry::python {

/// A node is the low bits of a content's hash; contents that share them are in one component.
inline constexpr unsigned NODE_BITS = 40;

/// Packs keys by target worker: 10 bytes per key. Memory: the keys not taken yet.
class KeyPacker {
  public:
    /// @param targets workers, or parts of them
    explicit KeyPacker(std::uint32_t targets) : blocks_(targets) {}

    /// @param contents an int64 each, 0: no words @param ends an int32 each: end of its keys
    /// @param keys SignedDocuments::keys
    void add(std::string_view contents, std::string_view ends, std::string_view keys);

    std::size_t size() const { return size_; }

    /// The keys since the last call, by target; may be empty.
    std::vector<std::string> take();

  private:
    std::vector<std::string> blocks_;
    std::size_t size_ = 0;
};

/// Links the contents that share a key to the least of them. Memory: 16 bytes per key and edge.
class KeyEdges {
  public:
    /// Adds a whole block of KeyPacker::take(). @exception std::invalid_argument it is not one
    void add(std::string_view block);

    /// Distinct pairs of nodes, ascending. Call once.
    std::vector<std::pair<std::int64_t, std::int64_t>> edges();

  private:
    std::vector<std::pair<std::uint64_t, std::uint64_t>> keyed_;  // key, node
};

void bind_partition_keys(nanobind::module_& module);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_PARTITION_KEYS_H
