#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/edits/common_ends.h"
#include "engine/edits/edit_distance.h"
#include "engine/edits/utf8_characters.h"

namespace descry {

namespace {

// Gaps of up to this length, in the longer text, are compared exactly.
constexpr std::size_t MAX_EXACT_GAP = 2048;

struct Anchor {
    std::uint32_t in_a;
    std::uint32_t in_b;
    std::uint32_t before;  // index of the one before it in the sequence that ends here
};

constexpr std::uint32_t NONE = 0xffffffff;

// Keeps the longest sequence that ascends in the second text; anchors ascend in the first.
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

// The passages of a that b has once. @param a, b the texts without their common ends
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

// Corresponding parts of both texts between two anchors.
struct Gap {
    std::string_view a;
    std::string_view b;
    std::size_t least;  // edits, by lengths
    std::size_t most;

    std::size_t bytes() const { return std::max(a.size(), b.size()); }
    bool is_replaced() const { return a.empty() || b.empty() || bytes() > MAX_EXACT_GAP; }
};

// The gaps beside and between anchors, after extending these as far as both texts agree.
void find_gaps(std::string_view a, std::string_view b, std::span<const Anchor> anchors,
               bool is_ascii, std::vector<Gap>& gaps) {
    gaps.clear();
    std::size_t end_in_a = 0;
    std::size_t end_in_b = 0;
    const auto add = [&](std::size_t to_a, std::size_t to_b) {
        if (to_a == end_in_a && to_b == end_in_b) return;
        const std::string_view in_a = a.substr(end_in_a, to_a - end_in_a);
        const std::string_view in_b = b.substr(end_in_b, to_b - end_in_b);
        const auto [shorter, longer] =
            std::minmax({characters_of(in_a, is_ascii), characters_of(in_b, is_ascii)});
        gaps.push_back({in_a, in_b, longer - shorter, longer});
    };
    for (const Anchor& anchor : anchors) {
        if (anchor.in_a < end_in_a || anchor.in_b < end_in_b) continue;
        add(anchor.in_a, anchor.in_b);
        const std::size_t same = common_beginning(a.substr(anchor.in_a), b.substr(anchor.in_b));
        end_in_a = anchor.in_a + same;
        end_in_b = anchor.in_b + same;
        // Not within a character.
        while ((end_in_a < a.size() && continues_character(a[end_in_a])) ||
               (end_in_b < b.size() && continues_character(b[end_in_b]))) {
            --end_in_a;
            --end_in_b;
        }
    }
    add(a.size(), b.size());
}

// Narrow gaps first: their edits are cheap to find, and reject most far pairs.
std::optional<std::size_t> edits_of_gaps(std::vector<Gap>& gaps, bool is_ascii,
                                         std::size_t max_edits) {
    std::size_t edits = 0;
    std::size_t least_left = 0;  // edits of the remaining gaps, by lengths
    for (const Gap& gap : gaps) {
        if (gap.is_replaced()) {
            edits += gap.most;
        } else {
            least_left += gap.least;
        }
    }
    if (edits + least_left > max_edits) return std::nullopt;
    std::erase_if(gaps, std::mem_fn(&Gap::is_replaced));
    std::ranges::sort(gaps, {}, &Gap::bytes);
    for (const Gap& gap : gaps) {
        least_left -= gap.least;
        const auto more = utf8_distance(gap.a, gap.b, is_ascii, max_edits - edits - least_left);
        if (!more) return std::nullopt;
        edits += *more;
    }
    return edits;
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

    thread_local std::vector<Gap> gaps;
    find_gaps(a, b, anchors, is_ascii, gaps);
    return edits_of_gaps(gaps, is_ascii, max_edits);
}

}  // namespace descry
