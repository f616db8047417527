#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include <descry/distance/canonical_text.h>

#include "engine/edits/edit_distance.h"
#include "engine/edits/utf8_characters.h"

namespace descry {

namespace {

// If an alignment along anchors takes a quarter more edits than the limit, hardly any is within it.
constexpr std::size_t ANCHORED_SPARE = 4;

// Most characters times edits of an exact distance without a limit.
constexpr std::uint64_t MOST_STEPS_OF_WHOLE = 400'000ULL * 400'000ULL;

// Counts characters by class, in several tables, so that repeated characters do not wait.
class CharacterCounter {
  public:
    static constexpr std::size_t CLASSES = 64;

    void count(std::string_view utf8) {
        std::size_t i = 0;
        for (; i + AT_ONCE <= utf8.size(); i += AT_ONCE) {
            std::uint64_t bytes;
            std::memcpy(&bytes, utf8.data() + i, sizeof bytes);
            if ((bytes & NOT_ASCII) == 0) {
                count_ascii(bytes);
            } else {
                count_bytes(utf8, i, i + AT_ONCE);
            }
        }
        count_bytes(utf8, i, utf8.size());
    }

    std::uint64_t characters() const { return characters_; }

    std::uint64_t of(std::size_t number) const {
        std::uint64_t sum = 0;
        for (const auto& table : counts_)
            sum += table[number];
        return sum;
    }

  private:
    static constexpr std::size_t AT_ONCE = sizeof(std::uint64_t);
    static constexpr std::uint64_t EACH_BYTE = 0x0101010101010101;
    static constexpr std::uint64_t NOT_ASCII = 0x80 * EACH_BYTE;

    // Lower-case ASCII letters, digits and space have classes of their own: bytes from 0x60 on
    // (bits 5 and 6 are set) the first 32, the others the rest.
    static constexpr std::uint64_t ascii_classes(std::uint64_t bytes) {
        const std::uint64_t high = bytes & bytes >> 1 & (EACH_BYTE * 32);
        return (bytes & (EACH_BYTE * 31)) | (high ^ (EACH_BYTE * 32));
    }

    void count_ascii(std::uint64_t bytes) {
        const std::uint64_t classes = ascii_classes(bytes);
        for (std::size_t i = 0; i < AT_ONCE; ++i)
            ++counts_[i % TABLES][classes >> 8 * i & 63u];
        characters_ += AT_ONCE;
    }

    void count_bytes(std::string_view utf8, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto byte = static_cast<unsigned char>(utf8[i]);
            if (byte < 0x80) {
                ++counts_[i % TABLES][ascii_classes(byte) & 63u];
                ++characters_;
            } else if (byte < 0xc0 && (i + 1 == utf8.size() || !continues_character(utf8[i + 1]))) {
                // The lower bits of a character's last byte separate most characters of one script.
                ++counts_[i % TABLES][byte & 63u];
                ++characters_;
            }
        }
    }

    static constexpr std::size_t TABLES = 4;

    std::array<std::array<std::uint32_t, CLASSES>, TABLES> counts_{};
    std::uint64_t characters_ = 0;
};

// Rounded down. @param characters of the longer text, at least 1
DistanceMillionths part_of(std::uint64_t characters, std::uint64_t edits) {
    return static_cast<DistanceMillionths>(edits * WHOLE_DISTANCE / characters);
}

template <typename Edits>
std::optional<DistanceMillionths> in_millionths(const CanonicalText& a, const CanonicalText& b,
                                                DistanceMillionths limit, const Edits& edits_of) {
    const std::uint64_t longer = std::max(a.characters(), b.characters());
    if (longer == 0) return 0;
    const std::optional<std::size_t> edits = edits_of(longer * limit / WHOLE_DISTANCE);
    if (!edits) return std::nullopt;
    return part_of(longer, *edits);
}

}  // namespace

CanonicalText::CanonicalText(std::string utf8) : utf8_(std::move(utf8)) {
    static_assert(CLASSES == CharacterCounter::CLASSES);
    CharacterCounter counter;
    counter.count(utf8_);
    characters_ = counter.characters();
    for (std::size_t i = 0; i < CLASSES; ++i) {
        counts_[i] = static_cast<std::uint16_t>(
            std::min<std::uint64_t>(counter.of(i), std::numeric_limits<std::uint16_t>::max()));
    }
    if (is_long()) passages_ = std::make_shared<const PassageIndex>(utf8_);
}

std::size_t CanonicalText::memory() const {
    return sizeof(CanonicalText) + utf8_.capacity() + (passages_ ? passages_->memory() : 0);
}

bool CanonicalText::are_ascii(const CanonicalText& a, const CanonicalText& b) {
    return a.utf8_.size() == a.characters_ && b.utf8_.size() == b.characters_;
}

// One edit balances one surplus character in each text. Saturated counts only differ less.
std::size_t CanonicalText::least_edits(const CanonicalText& a, const CanonicalText& b) {
    const auto [shorter, longer] = std::minmax({a.characters(), b.characters()});
    std::int32_t apart = 0;
    std::int32_t more = 0;
    for (std::size_t i = 0; i < CLASSES; ++i) {
        const std::int32_t surplus = std::int32_t{a.counts_[i]} - std::int32_t{b.counts_[i]};
        apart += surplus < 0 ? -surplus : surplus;
        more += surplus;
    }
    return std::max(longer - shorter, static_cast<std::size_t>((apart + std::abs(more)) / 2));
}

std::optional<std::size_t> CanonicalText::edits_along_passages(const CanonicalText& a,
                                                               const CanonicalText& b,
                                                               std::size_t max_edits) {
    // One of the two may be short.
    thread_local std::array<PassageIndex, 2> made;
    const auto indexed = [](const CanonicalText& text, PassageIndex& own) -> IndexedText {
        if (text.passages_) return {text.utf8(), *text.passages_};
        own.assign(text.utf8());
        return {text.utf8(), own};
    };
    return anchored_edits(indexed(a, made[0]), indexed(b, made[1]), are_ascii(a, b), max_edits);
}

std::optional<std::size_t> edit_distance(const CanonicalText& a, const CanonicalText& b,
                                         std::size_t max_edits) {
    if (CanonicalText::least_edits(a, b) > max_edits) return std::nullopt;
    return utf8_distance(a.utf8(), b.utf8(), CanonicalText::are_ascii(a, b), max_edits);
}

std::optional<std::size_t> edits_at_most(const CanonicalText& a, const CanonicalText& b,
                                         std::size_t max_edits, Effort effort) {
    if (!a.is_long() && !b.is_long()) return edit_distance(a, b, max_edits);
    if (CanonicalText::least_edits(a, b) > max_edits) return std::nullopt;
    const bool is_quick = effort == Effort::QUICK || a.is_very_long() || b.is_very_long();
    const std::size_t spare = is_quick ? 0 : max_edits / ANCHORED_SPARE;
    const auto edits = CanonicalText::edits_along_passages(a, b, max_edits + spare);
    if (!edits || *edits <= max_edits) return edits;
    return utf8_distance(a.utf8(), b.utf8(), CanonicalText::are_ascii(a, b), max_edits);
}

std::optional<DistanceMillionths> canonical_distance(const CanonicalText& a, const CanonicalText& b,
                                                     DistanceMillionths limit) {
    return in_millionths(a, b, limit,
                         [&](std::size_t max_edits) { return edit_distance(a, b, max_edits); });
}

DistanceRange whole_distance(const CanonicalText& a, const CanonicalText& b) {
    const std::uint64_t longer = std::max(a.characters(), b.characters());
    if (longer == 0) return {};
    const std::uint64_t most = std::min(longer, MOST_STEPS_OF_WHOLE / longer);
    if (const auto edits = edit_distance(a, b, most))
        return {part_of(longer, *edits), part_of(longer, *edits)};
    const auto edits = CanonicalText::edits_along_passages(a, b, longer);
    return {part_of(longer, most + 1), part_of(longer, edits.value_or(longer))};
}

std::optional<DistanceMillionths> canonical_distance_at_most(const CanonicalText& a,
                                                             const CanonicalText& b,
                                                             DistanceMillionths limit,
                                                             Effort effort) {
    return in_millionths(
        a, b, limit, [&](std::size_t max_edits) { return edits_at_most(a, b, max_edits, effort); });
}

const char* name_of(WordSource source) {
    switch (source) {
        case WordSource::TEXT:
            return "text";
        case WordSource::POSITIONS:
            return "positions";
        case WordSource::NONE:
            break;
    }
    return "words";
}

}  // namespace descry
