#include "engine/inside/inside_match.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <ranges>
#include <string>
#include <utility>

#include <descry/hashing/hash.h>

#include "engine/distance/pair_checks.h"
#include "engine/distance/text_words.h"

namespace descry {

namespace {

constexpr std::uint32_t NO_PLACE = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t CHAIN_WORDS = 3;
constexpr std::size_t MOST_PLACES = 16;
constexpr std::size_t MOST_LOOKED_AT = 128;
constexpr std::size_t LONGEST_GAP = 64;

std::uint64_t triple_at(const HashedWords& words, std::size_t i) {
    const std::uint64_t mixed =
        (words.hash(i) * 0x9e3779b97f4a7c15 + words.hash(i + 1)) * 0xc2b2ae3d27d4eb4f +
        words.hash(i + 2);
    return mixed ^ (mixed >> 32);
}

bool are_equal_triples(const HashedWords& a, std::size_t i, const HashedWords& b, std::size_t j) {
    return a.hash(i) == b.hash(j) && a.hash(i + 1) == b.hash(j + 1) &&
           a.hash(i + 2) == b.hash(j + 2);
}

// Words examined on both sides of a gap, as words of a text stand near their neighbours.
std::uint32_t words_around(std::uint32_t gap) {
    return 2 * gap + 4;
}

}  // namespace

void HashedWords::assign(std::string_view text) {
    words_.clear();
    hashes_.clear();
    for_each_word(text, [this](std::string_view word) {
        words_.push_back(word);
        hashes_.push_back(secret_hash(word));
    });
}

void InsideMatch::take(std::uint32_t place) {
    begin = matched == 0 ? place : std::min(begin, place);
    end = std::max(end, place + 1);
    ++matched;
}

DistanceMillionths InsideMatch::share() const {
    if (words == 0) return 0;
    return static_cast<DistanceMillionths>(std::uint64_t{matched} * WHOLE_DISTANCE / words);
}

void ContainerText::assign(std::string_view text) {
    words_.assign(text);
    const std::size_t triples = words_.size() < CHAIN_WORDS ? 0 : words_.size() - CHAIN_WORDS + 1;
    mask_ = std::bit_ceil(std::max<std::size_t>(2 * words_.size(), 16)) - 1;
    first_.assign(mask_ + 1, NO_PLACE);
    next_.resize(triples);
    for (std::size_t j = triples; j-- > 0;) {
        std::uint32_t& first = first_[triple_at(words_, j) & mask_];
        next_[j] = first;
        first = static_cast<std::uint32_t>(j);
    }
    vocabulary_.assign(mask_ + 1, 0);
    for (std::size_t j = 0; j < words_.size(); ++j) {
        std::size_t slot = words_.hash(j) & mask_;
        while (vocabulary_[slot] != 0 && vocabulary_[slot] != words_.hash(j))
            slot = (slot + 1) & mask_;
        vocabulary_[slot] = words_.hash(j);
    }
}

bool ContainerText::has_word(std::uint64_t hash) const {
    std::size_t slot = hash & mask_;
    while (vocabulary_[slot] != 0 && vocabulary_[slot] != hash)
        slot = (slot + 1) & mask_;
    return vocabulary_[slot] == hash;
}

// The places of triple @a i here, ascending: all of them or, for a frequent one, those that
// continue the triple before, else the first after the chain so far.
void ContainerText::find_places(const HashedWords& text, std::size_t i) {
    before_.swap(here_);
    here_.clear();
    std::uint32_t j = first_[triple_at(text, i) & mask_];
    for (; j != NO_PLACE && here_.size() <= MOST_PLACES; j = next_[j])
        if (are_equal_triples(text, i, words_, j)) here_.push_back(j);
    if (here_.size() <= MOST_PLACES) return;
    j = here_.front();
    here_.clear();
    for (const std::uint32_t place : before_) {
        if (place + CHAIN_WORDS < words_.size() && are_equal_triples(text, i, words_, place + 1))
            here_.push_back(place + 1);
    }
    if (!here_.empty()) return;
    const std::uint32_t end = tails_.empty() ? 0 : anchors_[tails_.back()].b + 1;
    std::size_t review_source = 0;
    for (; j != NO_PLACE && here_.size() < MOST_PLACES && review_source < MOST_LOOKED_AT;
         j = next_[j], ++review_source)
        if (j >= end && are_equal_triples(text, i, words_, j)) here_.push_back(j);
}

// The longest ascending subsequence of the places of common triples: Hunt and Szymanski, "A fast
// algorithm for computing longest common subsequences", 1977.
void ContainerText::find_chain(const HashedWords& text) {
    here_.clear();
    anchors_.clear();
    tails_.clear();
    chain_.clear();
    for (std::size_t i = 0; i + CHAIN_WORDS <= text.size(); ++i) {
        find_places(text, i);
        for (const std::uint32_t j : here_ | std::views::reverse) {
            const auto tail = std::ranges::lower_bound(
                tails_, j, {}, [this](std::uint32_t anchor) { return anchors_[anchor].b; });
            const auto anchor = static_cast<std::uint32_t>(anchors_.size());
            anchors_.push_back({static_cast<std::uint32_t>(i), j,
                                tail == tails_.begin() ? NO_PLACE : *std::prev(tail)});
            if (tail == tails_.end()) {
                tails_.push_back(anchor);
            } else {
                *tail = anchor;
            }
        }
    }
    for (std::uint32_t anchor = tails_.empty() ? NO_PLACE : tails_.back(); anchor != NO_PLACE;
         anchor = anchors_[anchor].before)
        chain_.push_back(anchor);
    std::ranges::reverse(chain_);
}

// Bit-parallel: H. Hyyrö, "Bit-parallel LCS-length computation revisited", 2004.
void ContainerText::fill(const HashedWords& text, const DifferingRange& gap, InsideMatch& match) {
    auto [begin_a, end_a, begin_b, end_b] = gap;
    // Extends the chain over triples that are too frequent to begin one.
    for (; begin_a < end_a && begin_b < end_b && text.hash(begin_a) == words_.hash(begin_b);
         ++begin_a, ++begin_b)
        match.take(begin_b);
    for (; begin_a < end_a && begin_b < end_b && text.hash(end_a - 1) == words_.hash(end_b - 1);
         --end_a, --end_b)
        match.take(end_b - 1);
    const std::uint32_t size = end_a - begin_a;
    if (size == 0) return;
    if (size > LONGEST_GAP || begin_b == end_b) {
        match.differing.push_back({begin_a, end_a, begin_b, end_b});
        return;
    }
    here_.clear();
    const std::uint32_t beside = words_around(size);
    for (std::uint32_t j = begin_b; j < end_b; ++j) {
        if (j == begin_b + beside && end_b - j > beside) j = end_b - beside;
        here_.push_back(j);
    }
    std::uint64_t ones = ~std::uint64_t{0};
    rows_.clear();
    for (const std::uint32_t j : here_) {
        std::uint64_t equal = 0;
        for (std::uint32_t i = 0; i < size; ++i)
            equal |= std::uint64_t{text.hash(begin_a + i) == words_.hash(j)} << i;
        const std::uint64_t common = ones & equal;
        ones = (ones + common) | (ones - common);
        rows_.push_back(ones);
    }
    // Backtracks: word i matches at the row where it grew the subsequence.
    const auto grew = [&](std::size_t row, std::uint32_t i) { return (rows_[row] >> i & 1) == 0; };
    const std::size_t first = match.differing.size();
    std::uint32_t next_b = end_b;
    bool is_open = false;  // the place here of the last differing words is unknown
    const auto close_at = [&](std::uint32_t place) {
        if (is_open) match.differing.back().begin_b = place;
        is_open = false;
    };
    std::size_t row = here_.size();
    for (std::uint32_t i = size; i-- > 0;) {
        while (row > 1 && grew(row - 1, i) && grew(row - 2, i))
            --row;
        if (row > 0 && grew(row - 1, i)) {
            next_b = here_[--row];
            match.take(next_b);
            close_at(next_b + 1);
            continue;
        }
        if (!is_open) match.differing.push_back({0, begin_a + i + 1, 0, next_b});
        is_open = true;
        match.differing.back().begin_a = begin_a + i;
    }
    close_at(begin_b);
    std::reverse(match.differing.begin() + static_cast<std::ptrdiff_t>(first),
                 match.differing.end());
}

std::optional<InsideMatch> ContainerText::find(const HashedWords& text, DistanceMillionths least) {
    if (text.size() < CHAIN_WORDS) return std::nullopt;
    const auto is_enough = [&](std::uint64_t matched) {
        return matched * WHOLE_DISTANCE >= std::uint64_t{least} * text.size();
    };
    std::size_t known = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        known += has_word(text.hash(i)) ? 1U : 0U;
    if (!is_enough(known)) return std::nullopt;
    find_chain(text);
    if (chain_.empty()) return std::nullopt;

    InsideMatch match;
    match.words = static_cast<std::uint32_t>(text.size());
    DifferingRange gap{0, 0, 0, 0};
    std::uint32_t lost = 0;
    for (const std::uint32_t number : chain_) {
        const Anchor& anchor = anchors_[number];
        // Of triples that overlap in one of the texts, the later one yields.
        const std::uint32_t over_a = gap.begin_a > anchor.a ? gap.begin_a - anchor.a : 0;
        const std::uint32_t over_b = gap.begin_b > anchor.b ? gap.begin_b - anchor.b : 0;
        const std::uint32_t over = std::max(over_a, over_b);
        if (over >= CHAIN_WORDS) continue;
        gap.end_a = anchor.a + over;
        gap.end_b = anchor.b + over;
        if (match.matched == 0)  // nothing before it: its neighbourhood
            gap.begin_b = gap.end_b - std::min(gap.end_b, words_around(gap.end_a));
        const std::uint32_t before = match.matched;
        fill(text, gap, match);
        lost += gap.end_a - gap.begin_a - (match.matched - before);
        if (!is_enough(text.size() - lost)) return std::nullopt;
        for (std::uint32_t i = over; i < CHAIN_WORDS; ++i)
            match.take(anchor.b + i);
        gap.begin_a = anchor.a + static_cast<std::uint32_t>(CHAIN_WORDS);
        gap.begin_b = anchor.b + static_cast<std::uint32_t>(CHAIN_WORDS);
    }
    gap.end_a = match.words;
    gap.end_b = static_cast<std::uint32_t>(
        std::min<std::size_t>(words_.size(), gap.begin_b + words_around(gap.end_a - gap.begin_a)));
    fill(text, gap, match);
    if (!is_enough(match.matched)) return std::nullopt;
    return match;
}

bool ContainerText::numbers_differ(const HashedWords& text, const InsideMatch& match) const {
    std::string own;
    std::string here;
    std::uint32_t next = 0;
    const auto add = [](std::string& words, const HashedWords& from, std::uint32_t begin,
                        std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i)
            append_word(words, from.word(i));
    };
    for (const DifferingRange& range : match.differing) {
        add(here, text, next, range.begin_a);
        // Words inserted between quoted lines do not change numbers.
        if (range.end_b - range.begin_b <= 2 * (range.end_a - range.begin_a) + 2)
            add(here, words_, range.begin_b, range.end_b);
        next = range.end_a;
    }
    add(here, text, next, static_cast<std::uint32_t>(text.size()));
    add(own, text, 0, static_cast<std::uint32_t>(text.size()));
    return descry::numbers_differ(CanonicalText(std::move(own)), CanonicalText(std::move(here)));
}

}  // namespace descry
