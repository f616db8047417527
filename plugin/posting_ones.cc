#include "posting_ones.h"

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
        const ModelWord& word = model_.words()[number];
        const Xapian::PostingIterator end = db_.postlist_end(word.term);
        Xapian::PostingIterator p = db_.postlist_begin(word.term);
        if (first > 1 && p != end) p.skip_to(first);
        for (; p != end; ++p) {
            const Xapian::docid did = *p;
            if (did >= last) break;
            if (!is_above(p.get_wdf(), word.threshold, lengths_[did])) continue;
            ones_[did - first].push_back(static_cast<std::uint16_t>(number));
        }
    }
    return ones_;
}

}  // namespace descry
