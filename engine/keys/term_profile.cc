#include "engine/keys/term_profile.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <descry/solr/text_profile.h>

namespace descry {

namespace {

// A space, a digit and a line feed.
constexpr std::size_t LEAST_LINE = 3;

}  // namespace

std::string term_profile(std::span<const TermCount> terms, float quant_rate) {
    std::uint32_t highest = 0;
    for (const TermCount& term : terms)
        highest = std::max(highest, term.wdf);
    const std::uint32_t quantum = profile_quantum(highest, quant_rate);

    // Numbers sort faster than terms: the inverted count, then the term's place.
    std::vector<std::uint64_t> lines;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto& [term, wdf] = terms[i];
        if (wdf < quantum) continue;
        // The bytes of terms may be far apart: this waits for them together.
        __builtin_prefetch(term.data());
        lines.push_back(std::uint64_t{~(wdf / quantum * quantum)} << 32 | i);
        bytes += term.size() + LEAST_LINE;
    }
    const auto term_of = [&](std::uint64_t line) { return terms[line & ~std::uint32_t{0}].term; };
    const bool is_ascending =
        std::is_sorted(lines.begin(), lines.end(),
                       [&](std::uint64_t a, std::uint64_t b) { return term_of(a) < term_of(b); });
    std::sort(lines.begin(), lines.end(), [&](std::uint64_t a, std::uint64_t b) {
        if (is_ascending || a >> 32 != b >> 32) return a < b;
        return term_of(a) < term_of(b);
    });
    std::string profile;
    profile.reserve(bytes);
    for (const std::uint64_t line : lines) {
        const std::uint32_t count = ~static_cast<std::uint32_t>(line >> 32);
        if (!profile.empty()) profile += '\n';
        profile.append(term_of(line));
        profile += ' ';
        if (count < 10) {
            profile += static_cast<char>('0' + count);
        } else {
            profile += std::to_string(count);
        }
    }
    return profile;
}

std::optional<Md5Digest> term_profile_signature(std::span<const TermCount> terms,
                                                float quant_rate) {
    const std::string profile = term_profile(terms, quant_rate);
    if (profile.empty()) return std::nullopt;
    return md5(profile);
}

}  // namespace descry
