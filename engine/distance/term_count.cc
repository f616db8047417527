#include <algorithm>
#include <limits>

#include <descry/distance/term_count.h>
#include <descry/hashing/hash.h>

namespace descry {

std::uint32_t body_length_of(std::span<const TermCount> terms) {
    std::uint64_t sum = 0;
    for (const TermCount& term : terms)
        sum += term.wdf;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(sum, std::numeric_limits<std::uint32_t>::max()));
}

void hash_terms(std::span<const TermCount> terms, std::vector<std::uint64_t>& hashes) {
    hashes.clear();
    hashes.reserve(terms.size());
    for (const TermCount& term : terms)
        hashes.push_back(hash64(term.term));
}

TermMark mark_of(std::string_view term) {
    return static_cast<TermMark>(secret_hash(term));
}

void mark_terms(std::span<const TermCount> terms, std::vector<TermMark>& marks) {
    marks.clear();
    marks.reserve(terms.size());
    for (const TermCount& term : terms)
        marks.push_back(mark_of(term.term));
}

}  // namespace descry
