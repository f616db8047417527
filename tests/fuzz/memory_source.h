/** @file memory_source.h
 *  @brief A byte source over memory, as a file that can be sought in or as a stream.
 */
#ifndef DESCRY_TESTS_FUZZ_MEMORY_SOURCE_H
#define DESCRY_TESTS_FUZZ_MEMORY_SOURCE_H

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tools/input/bytes/byte_source.h"

namespace descry::testing {

/// Gives @a bytes, which must outlive it, in pieces of @a piece bytes.
class MemorySource : public ByteSource {
  public:
    MemorySource(std::string_view bytes, std::size_t piece, bool seekable)
        : bytes_(bytes), piece_(piece), seekable_(seekable) {}

    std::size_t read(char* to, std::size_t size) override {
        const std::size_t taken = bytes_.copy(to, std::min(size, piece_), at_);
        at_ += taken;
        return taken;
    }

    std::optional<std::uint64_t> seekable_size() const override {
        if (!seekable_) return std::nullopt;
        return bytes_.size();
    }

    void seek(std::uint64_t offset) override { at_ = static_cast<std::size_t>(offset); }

  private:
    std::string_view bytes_;
    std::size_t piece_;
    bool seekable_;
    std::size_t at_ = 0;
};

}  // namespace descry::testing

#endif  // DESCRY_TESTS_FUZZ_MEMORY_SOURCE_H
