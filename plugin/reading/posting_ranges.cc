#include "reading/posting_ranges.h"

#include <cstdint>

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

}  // namespace descry
