#include <algorithm>
#include <vector>

#include <descry/term_profile.h>
#include <descry/text_profile.h>

namespace descry {

std::string term_profile(std::span<const TermCount> terms, float quant_rate) {
    std::uint32_t highest = 0;
    for (const TermCount& term : terms)
        highest = std::max(highest, term.wdf);
    const std::uint32_t quantum = profile_quantum(highest, quant_rate);

    std::vector<TermCount> lines;
    std::size_t bytes = 0;
    for (const TermCount& term : terms) {
        if (term.wdf < quantum) continue;
        lines.push_back({term.term, term.wdf / quantum * quantum});
        bytes += term.term.size() + 4;
    }
    const auto by_term = [](const TermCount& a, const TermCount& b) { return a.term < b.term; };
    if (!std::is_sorted(lines.begin(), lines.end(), by_term)) {
        std::sort(lines.begin(), lines.end(), by_term);
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const TermCount& a, const TermCount& b) { return a.wdf > b.wdf; });
    std::string profile;
    profile.reserve(bytes);
    for (const TermCount& line : lines) {
        if (!profile.empty()) profile += '\n';
        profile.append(line.term);
        profile += ' ';
        if (line.wdf < 10) {
            profile += static_cast<char>('0' + line.wdf);
        } else {
            profile += std::to_string(line.wdf);
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
