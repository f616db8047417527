#include "posting_signer.h"

#include <algorithm>

namespace descry {

PostingSigner::PostingSigner(Xapian::Database db, const Model& model, const BodyLengths& lengths)
    : db_(std::move(db)), model_(model), lengths_(lengths), signer_(model) {}

std::vector<DescriptiveSignatures> PostingSigner::sign(Xapian::docid first, Xapian::doccount count,
                                                       double* change) {
    const std::uint64_t last =
        std::min<std::uint64_t>(std::uint64_t{first} + count, lengths_.size());
    if (change != nullptr) *change = 0;
    found_.clear();
    begin_.assign(std::size_t{count} + 2, 0);
    // Counts are gathered two places on, so that they turn into first places below.
    std::uint32_t* const counts = begin_.data() + 2;
    const std::vector<ModelWord>& words = model_.words();
    for (std::size_t word = 0; word < words.size(); ++word) {
        const std::uint32_t threshold = words[word].threshold;
        const Xapian::PostingIterator end = db_.postlist_end(words[word].term);
        Xapian::PostingIterator p = db_.postlist_begin(words[word].term);
        if (first > 1 && p != end) p.skip_to(first);
        for (; p != end; ++p) {
            const Xapian::docid did = *p;
            if (did >= last) break;
            if (!is_above(p.get_wdf(), threshold, lengths_[did])) continue;
            const auto offset = static_cast<std::uint16_t>(did - first);
            found_.push_back({offset, static_cast<std::uint16_t>(word)});
            ++counts[offset];
        }
    }

    // A counting sort turns the ones of each word into the ones of each document.
    for (std::size_t i = 1; i < begin_.size(); ++i)
        begin_[i] += begin_[i - 1];
    ones_.resize(found_.size());
    for (const One& one : found_)
        ones_[begin_[one.offset + 1u]++] = one.word;

    std::vector<DescriptiveSignatures> signatures(count);
    for (std::uint64_t did = first; did < last; ++did) {
        const std::size_t i = did - first;
        const auto ones = std::span(ones_).subspan(begin_[i], begin_[i + 1] - begin_[i]);
        signatures[i] = signer_.sign(ones, lengths_[did]);
        if (change != nullptr && signatures[i].descriptive) *change += change_probability(ones);
    }
    return signatures;
}

double PostingSigner::change_probability(std::span<const std::uint16_t> ones) const {
    double unchanged = 1;
    for (const std::uint16_t word : ones) {
        unchanged *= 1 - std::min(1.0, model_.words()[word].flip_rate.value());
    }
    return 1 - unchanged;
}

}  // namespace descry
