#include "base/checked_docid.h"

#include <fmt/format.h>

namespace descry {

void refuse_docid(Xapian::docid did, std::uint64_t docids) {
    if (did < docids) {
        throw Xapian::DatabaseCorruptError(
            fmt::format("the index is damaged: it names document {} out of order", did));
    }
    throw Xapian::DatabaseCorruptError(
        fmt::format("the index is damaged: it names document {}, and the last one is {}", did,
                    docids == 0 ? 0 : docids - 1));
}

}  // namespace descry
