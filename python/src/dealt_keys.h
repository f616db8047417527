/** @file dealt_keys.h
 *  @brief Keys on their way to the worker that has all that are equal, and the edges between
 *         contents that share one.
 */
#ifndef DESCRY_PYTHON_DEALT_KEYS_H
#define DESCRY_PYTHON_DEALT_KEYS_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

namespace descry::python {

/// A node stands for a content by the low bits of its hash: contents that differ in the others
/// only are one node, and so in one component, which is no harm.
inline constexpr unsigned NODE_BITS = 40;

/// Packs the keys of many documents by the worker that is to have them: 10 bytes a key. Memory: the
/// keys that nobody took yet.
class KeyPacker {
  public:
    /// @param targets workers, or parts of them
    explicit KeyPacker(std::uint32_t targets) : blocks_(targets) {}

    /// @param contents an int64 each, 0: no words @param ends an int32 each: where the keys of each
    /// end @param keys SignedDocuments::keys
    void add(std::string_view contents, std::string_view ends, std::string_view keys);

    /// Bytes that nobody took yet.
    std::size_t size() const { return size_; }

    /// What has come since the last call, by target; empty: nothing for it.
    std::vector<std::string> take();

  private:
    std::vector<std::string> blocks_;
    std::size_t size_ = 0;
};

/// Links the contents that share a key, each to the least of them: a star a key. Memory: 16 bytes a
/// key and an edge.
class KeyEdges {
  public:
    /// Takes one of KeyPacker::take()'s blocks, whole. @exception std::invalid_argument it is none
    void add(std::string_view block);

    /// Two nodes each, ascending, each pair once. Once.
    std::vector<std::pair<std::int64_t, std::int64_t>> edges();

  private:
    std::vector<std::pair<std::uint64_t, std::uint64_t>> keyed_;  // key, node
};

/// What descry.spark calls of this.
void bind_dealt_keys(nanobind::module_& module);

}  // namespace descry::python

#endif  // DESCRY_PYTHON_DEALT_KEYS_H
