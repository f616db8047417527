#include "edits/anchored_edits.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "edits/common_ends.h"
#include "edits/utf8_characters.h"

namespace descry {

namespace {

// What is between two anchors is compared exactly up to this length of the longer text.
constexpr std::size_t MAX_EXACT_GAP = 2048;

struct Anchor {
    std::uint32_t in_a;
    std::uint32_t in_b;
    std::uint32_t before;  // index of the one before it in the sequence that ends here
};

constexpr std::uint32_t NONE = 0xffffffff;

// The longest sequence that is ascending in both texts, of anchors that are ascending in the first.
void keep_longest_ascending(std::vector<Anchor>& anchors) {
    thread_local std::vector<std::uint32_t> last_of_length;
    last_of_length.clear();
    for (std::uint32_t i = 0; i < anchors.size(); ++i) {
        const auto at =
            std::ranges::lower_bound(last_of_length, anchors[i].in_b, {},
                                     [&](std::uint32_t anchor) { return anchors[anchor].in_b; });
        anchors[i].before = at == last_of_length.begin() ? NONE : at[-1];
        if (at == last_of_length.end()) {
            last_of_length.push_back(i);
        } else {
            *at = i;
        }
    }
    if (last_of_length.empty()) return;
    thread_local std::vector<Anchor> kept;
    kept.clear();
    for (std::uint32_t i = last_of_length.back(); i != NONE; i = anchors[i].before)
        kept.push_back(anchors[i]);
    std::ranges::reverse(kept);
    anchors.swap(kept);
}

// The passages of a that b has once. @param a, b what is left of the texts where both differ
void find_anchors(std::string_view a, const IndexedText& whole_a, std::string_view b,
                  const IndexedText& whole_b, std::vector<Anchor>& anchors) {
    anchors.clear();
    constexpr std::size_t BYTES = PassageIndex::BYTES;
    if (a.size() < BYTES || b.size() < BYTES) return;
    const auto begin_of_a = static_cast<std::size_t>(a.data() - whole_a.utf8.data());
    const auto begin_of_b = static_cast<std::size_t>(b.data() - whole_b.utf8.data());
    const std::size_t last_of_a = begin_of_a + a.size() - BYTES;
    const std::span<const PassageIndex::Passage> passages = whole_a.passages.passages();
    for (auto passage =
             std::ranges::lower_bound(passages, begin_of_a, {}, &PassageIndex::Passage::position);
         passage != passages.end() && passage->position <= last_of_a; ++passage) {
        const std::uint32_t in_b = whole_b.passages.find_only(passage->hash, begin_of_b,
                                                              begin_of_b + b.size() - BYTES + 1);
        if (in_b == PassageIndex::NONE) continue;
        const Anchor anchor{static_cast<std::uint32_t>(passage->position - begin_of_a),
                            static_cast<std::uint32_t>(in_b - begin_of_b), NONE};
        if (a.substr(anchor.in_a, BYTES) == b.substr(anchor.in_b, BYTES)) anchors.push_back(anchor);
    }
}

std::size_t characters_of(std::string_view text, bool is_ascii) {
    if (is_ascii) return text.size();
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char byte) { return !continues_character(byte); }));
}

std::optional<std::size_t> edits_of_gap(std::string_view a, std::string_view b, bool is_ascii,
                                        std::size_t max_edits) {
    if (a.empty() || b.empty() || std::max(a.size(), b.size()) > MAX_EXACT_GAP) {
        const std::size_t longer = std::max(characters_of(a, is_ascii), characters_of(b, is_ascii));
        return longer > max_edits ? std::nullopt : std::optional(longer);
    }
    return utf8_distance(a, b, is_ascii, max_edits);
}

}  // namespace

std::optional<std::size_t> anchored_edits(const IndexedText& whole_a, const IndexedText& whole_b,
                                          bool is_ascii, std::size_t max_edits) {
    std::string_view a = whole_a.utf8;
    std::string_view b = whole_b.utf8;
    strip_common_characters(a, b);
    thread_local std::vector<Anchor> anchors;
    find_anchors(a, whole_a, b, whole_b, anchors);
    keep_longest_ascending(anchors);

    std::size_t edits = 0;
    std::size_t end_in_a = 0;
    std::size_t end_in_b = 0;
    const auto add_gap = [&](std::size_t to_a, std::size_t to_b) {
        const auto more =
            edits_of_gap(a.substr(end_in_a, to_a - end_in_a), b.substr(end_in_b, to_b - end_in_b),
                         is_ascii, max_edits - edits);
        if (more) edits += *more;
        return more.has_value();
    };
    for (const Anchor& anchor : anchors) {
        if (anchor.in_a < end_in_a || anchor.in_b < end_in_b) continue;
        if (!add_gap(anchor.in_a, anchor.in_b)) return std::nullopt;
        std::size_t same = common_beginning(a.substr(anchor.in_a), b.substr(anchor.in_b));
        end_in_a = anchor.in_a + same;
        end_in_b = anchor.in_b + same;
        // Not within a character.
        while ((end_in_a < a.size() && continues_character(a[end_in_a])) ||
               (end_in_b < b.size() && continues_character(b[end_in_b]))) {
            --end_in_a;
            --end_in_b;
        }
    }
    if (!add_gap(a.size(), b.size())) return std::nullopt;
    return edits;
}

}  // namespace descry
