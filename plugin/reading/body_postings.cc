#include "plugin/reading/body_postings.h"

#include <algorithm>

namespace descry {

namespace {

constexpr std::uint64_t POSTINGS_A_RANGE = 250000;
// Opening a posting list costs about as much as reading this many postings.
constexpr std::uint64_t OPENING_COST = 8;

}  // namespace

std::vector<TermRange> cut_term_ranges(const Xapian::Database& db, const TermSpace& space) {
    std::vector<TermRange> ranges;
    std::uint64_t work = POSTINGS_A_RANGE;
    for_each_body_term(db, space, {}, [&](const std::string& term, Xapian::doccount termfreq) {
        if (work >= POSTINGS_A_RANGE) {
            if (!ranges.empty()) ranges.back().last = term;
            ranges.push_back({term, {}});
            work = 0;
        }
        work += termfreq + OPENING_COST;
    });
    return ranges;
}

WordStatistics WordReader::read(const Xapian::Database& db, const std::string& term) {
    WordStatistics word;
    word.term = term;
    for_each_posting(db, term, classes_->documents(), [&](const Xapian::PostingIterator& p) {
        const Xapian::docid did = *p;
        const std::uint8_t length = classes_->length_class(did);
        const std::uint32_t wdf = p.get_wdf();
        if (length == DocumentClasses::NOT_COUNTED || wdf == 0) return;
        builder_.add(wdf, length);
        const std::uint16_t position = classes_->position(did);
        if (position != DocumentClasses::NOT_IN_SAMPLE) word.sample.push_back({position, wdf});
    });
    word.histogram = builder_.finish();
    // Already sorted if read in docid order.
    if (!std::ranges::is_sorted(word.sample, {}, &SampleOccurrence::position))
        std::ranges::sort(word.sample, {}, &SampleOccurrence::position);
    return word;
}

}  // namespace descry
