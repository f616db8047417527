#include "python/src/partition_keys.h"

#include <algorithm>
#include <stdexcept>

#include <descry/hashing/hash.h>
#include <descry/mechanics/work.h>

#include "engine/hashing/coding.h"
#include "python/arrow/arrow_writer.h"
#include "python/src/interruptible.h"

namespace descry::python {

namespace nb = nanobind;

namespace {

// Bytes kept of a key's hash; the target tells more bits, the more documents there are. Collisions,
// one in a million, only make components larger.
constexpr unsigned KEY_BYTES = 5;
constexpr unsigned NODE_BYTES = NODE_BITS / 8;

}  // namespace

void KeyPacker::add(std::string_view contents, std::string_view ends, std::string_view keys) {
    std::size_t key = 0;
    while (!ends.empty()) {
        const std::string_view node = contents.substr(0, NODE_BYTES);
        const std::uint64_t end = read_little_endian(ends.substr(0, sizeof(std::int32_t)));
        contents.remove_prefix(std::min(sizeof(std::int64_t), contents.size()));
        ends.remove_prefix(std::min(sizeof(std::int32_t), ends.size()));
        for (; key < end; ++key) {
            const std::uint64_t hash =
                hash64(keys.substr(key * sizeof(std::int64_t), sizeof(std::int64_t)));
            std::string& block = blocks_[(hash >> (8 * KEY_BYTES)) % blocks_.size()];
            append_little_endian(block, hash, KEY_BYTES);
            block += node;
            size_ += KEY_BYTES + NODE_BYTES;
        }
    }
}

std::vector<std::string> KeyPacker::take() {
    size_ = 0;
    return std::exchange(blocks_, std::vector<std::string>(blocks_.size()));
}

void KeyEdges::add(std::string_view block) {
    if (block.size() % (KEY_BYTES + NODE_BYTES) != 0)
        throw std::invalid_argument("bytes are no block of keys");
    for (; !block.empty(); block.remove_prefix(KEY_BYTES + NODE_BYTES)) {
        keyed_.emplace_back(read_little_endian(block.substr(0, KEY_BYTES)),
                            read_little_endian(block.substr(KEY_BYTES, NODE_BYTES)));
    }
}

std::vector<std::pair<std::int64_t, std::int64_t>> KeyEdges::edges() {
    std::ranges::sort(keyed_);
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    for (auto first = keyed_.begin(); first != keyed_.end();) {
        check_stop();
        auto next = first;
        for (; next != keyed_.end() && next->first == first->first; ++next) {
            if (next->second != first->second) found.emplace_back(next->second, first->second);
        }
        first = next;
    }
    keyed_ = {};
    std::ranges::sort(found);
    const auto same = std::ranges::unique(found);
    found.erase(same.begin(), same.end());
    return found;
}

void bind_partition_keys(nb::module_& module) {
    using namespace nb::literals;
    module.attr("NODE_BITS") = NODE_BITS;
    nb::class_<KeyPacker>(module, "KeyPacker")
        .def(nb::init<std::uint32_t>(), "targets"_a)
        .def(
            "add",
            [](KeyPacker& packer, const nb::bytes& contents, const nb::bytes& ends,
               const nb::bytes& keys) {
                packer.add(view_of(contents), view_of(ends), view_of(keys));
            },
            "contents"_a, "ends"_a, "keys"_a)
        .def("__len__", &KeyPacker::size)
        .def("take", [](KeyPacker& packer) {
            nb::list blocks;
            for (const std::string& block : packer.take())
                blocks.append(nb::bytes(block.data(), block.size()));
            return blocks;
        });
    nb::class_<KeyEdges>(module, "KeyEdges")
        .def(nb::init<>())
        .def(
            "add", [](KeyEdges& edges, const nb::bytes& block) { edges.add(view_of(block)); },
            "block"_a)
        .def("edges", [](KeyEdges& edges) {
            std::vector<std::int64_t> a;
            std::vector<std::int64_t> b;
            run_interruptible(nb::none(), [&](const Progress&) {
                for (const auto& [from, to] : edges.edges()) {
                    a.push_back(from);
                    b.push_back(to);
                }
            });
            return nb::make_tuple(bytes_of_numbers(a), bytes_of_numbers(b));
        });
}

}  // namespace descry::python
