#include "input/bytes/expansion.h"

#include <fmt/format.h>

#include "input/bytes/byte_source.h"

namespace descry {

void Expansion::unpacked(std::size_t bytes) {
    unpacked_ += bytes;
    const std::uint64_t stored = stored_ - stored_before_;
    if (unpacked_ <= MOST_UNPACKED || unpacked_ / MOST_TIMES <= stored) return;
    throw InputError(
        fmt::format("{} bytes expand to more than {} without a document: not read any further",
                    stored, MOST_UNPACKED));
}

}  // namespace descry
