#include "reading/posting_ones.h"

#include <algorithm>

namespace descry {

const std::vector<std::vector<std::uint16_t>>& PostingOnes::read(Xapian::docid first,
                                                                 Xapian::doccount count) {
    const std::uint64_t last =
        std::min<std::uint64_t>(std::uint64_t{first} + count, lengths_.size());
    ones_.resize(count);
    for (auto& ones : ones_)
        ones.clear();
    for (std::size_t number = 0; number < model_.words().size(); ++number) {
        for_each_one(db_, model_.words()[number], lengths_, first, last, [&](Xapian::docid did) {
            ones_[did - first].push_back(static_cast<std::uint16_t>(number));
        });
    }
    return ones_;
}

}  // namespace descry
