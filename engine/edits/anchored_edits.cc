#include "edits/anchored_edits.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "edits/common_ends.h"
#include "edits/utf8_characters.h"

namespace descry {

namespace {

constexpr std::size_t PASSAGE_BYTES = 24;
// What is between two anchors is compared exactly up to this length of the longer text.
constexpr std::size_t MAX_EXACT_GAP = 2048;

// One beginning of a word in four, the same in all texts: neighbouring passages overlap, and what
// is between anchors is compared anyhow.
bool is_chosen(const char* text) {
    std::uint64_t word = 0;
    std::memcpy(&word, text, sizeof word);
    return (word * 0x9e3779b97f4a7c15) >> 62 == 0;
}

std::uint64_t hash_of_passage(const char* text) {
    std::uint64_t words[PASSAGE_BYTES / 8];
    std::memcpy(words, text, PASSAGE_BYTES);
    std::uint64_t hash = words[0] * 0x9e3779b97f4a7c15;
    hash = (std::rotl(hash, 29) ^ words[1]) * 0xbf58476d1ce4e5b9;
    hash = (std::rotl(hash, 31) ^ words[2]) * 0x94d049bb133111eb;
    return hash ^ hash >> 32;
}

// Calls visit(position) for the chosen beginnings of words after which there is room for a passage.
template <typename Visit>
void for_each_passage(std::string_view text, const Visit& visit) {
    std::size_t at = 0;
    while (at + PASSAGE_BYTES <= text.size()) {
        if (is_chosen(text.data() + at)) visit(at);
        const auto* const space =
            static_cast<const char*>(std::memchr(text.data() + at, ' ', text.size() - at));
        if (space == nullptr) break;
        at = static_cast<std::size_t>(space - text.data()) + 1;
    }
}

// Where passages stand in a text that has them once.
class PassageTable {
  public:
    void assign(std::string_view text) {
        std::size_t words = 0;
        for_each_passage(text, [&](std::size_t) { ++words; });
        entries_.assign(std::bit_ceil(2 * words + 2), {});
        for_each_passage(text, [&](std::size_t at) {
            const std::uint64_t hash = hash_of_passage(text.data() + at);
            Entry& entry = find_entry(hash);
            entry = {static_cast<std::uint32_t>(hash),
                     entry.position == FREE ? static_cast<std::uint32_t>(at) : REPEATED};
        });
    }

    // FREE or REPEATED: it has none, or several.
    std::uint32_t position(std::uint64_t hash) { return find_entry(hash).position; }

    static constexpr std::uint32_t FREE = 0xffffffff;
    static constexpr std::uint32_t REPEATED = 0xfffffffe;

  private:
    struct Entry {
        std::uint32_t hash = 0;
        std::uint32_t position = FREE;
    };

    Entry& find_entry(std::uint64_t hash) {
        const std::size_t mask = entries_.size() - 1;
        std::size_t at = (hash >> 32) & mask;
        while (entries_[at].position != FREE &&
               entries_[at].hash != static_cast<std::uint32_t>(hash))
            at = (at + 1) & mask;
        return entries_[at];
    }

    std::vector<Entry> entries_;
};

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

std::optional<std::size_t> anchored_edits(std::string_view a, std::string_view b, bool is_ascii,
                                          std::size_t max_edits) {
    strip_common_characters(a, b);
    thread_local PassageTable passages_of_b;
    thread_local std::vector<Anchor> anchors;
    passages_of_b.assign(b);
    anchors.clear();
    for_each_passage(a, [&](std::size_t at) {
        const std::uint32_t in_b = passages_of_b.position(hash_of_passage(a.data() + at));
        if (in_b < PassageTable::REPEATED &&
            a.substr(at, PASSAGE_BYTES) == b.substr(in_b, PASSAGE_BYTES))
            anchors.push_back({static_cast<std::uint32_t>(at), in_b, NONE});
    });
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
