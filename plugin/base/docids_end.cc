#include "plugin/base/docids_end.h"

#include <cstdint>

#include <fmt/format.h>

namespace descry {

std::size_t docids_end(const Xapian::Database& db) {
    constexpr std::uint64_t FREE = std::uint64_t{1} << 22;
    constexpr std::uint64_t DOCIDS_A_DOCUMENT = 256;
    const std::uint64_t last = db.get_lastdocid();
    if (last > FREE + DOCIDS_A_DOCUMENT * db.get_doccount()) {
        throw Xapian::InvalidOperationError(
            fmt::format("the last docid is {}, of {} documents: memory is taken for each docid up "
                        "to the last; copydatabase of xapian-tools makes a copy with docids from 1",
                        last, db.get_doccount()));
    }
    return static_cast<std::size_t>(last + 1);
}

void reject_docid(Xapian::docid did, std::uint64_t docids) {
    if (did < docids) {
        throw Xapian::DatabaseCorruptError(
            fmt::format("the index is damaged: it names document {} out of order", did));
    }
    throw Xapian::DatabaseCorruptError(
        fmt::format("the index is damaged: it names document {}, and the last one is {}", did,
                    docids == 0 ? 0 : docids - 1));
}

}  // namespace descry
