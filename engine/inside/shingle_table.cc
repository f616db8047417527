#include "engine/inside/shingle_table.h"

#include <algorithm>
#include <array>
#include <bit>

#include <descry/hashing/hash.h>

#include "engine/distance/text_words.h"

namespace descry {

namespace {

// Per text, before the frequent ones are dropped.
constexpr std::size_t POSTED = 24;
// Filter bits per hash.
constexpr std::size_t FILTER_BITS = 16;

std::uint64_t mix_words(std::uint64_t hash) {
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
    return hash ^ (hash >> 31);
}

}  // namespace

std::vector<std::uint64_t> word_shingles(std::string_view text) {
    std::vector<std::uint64_t> shingles;
    std::array<std::uint64_t, SHINGLE_WORDS> words{};
    std::size_t count = 0;
    for_each_word(text, [&](std::string_view word) {
        std::ranges::rotate(words, words.begin() + 1);
        words.back() = hash64(word);
        if (++count < SHINGLE_WORDS) return;
        std::uint64_t hash = 0;
        for (const std::uint64_t w : words)
            hash = hash * 0x9e3779b97f4a7c15 + w;
        shingles.push_back(mix_words(hash));
    });
    return shingles;
}

std::vector<std::uint64_t> least_shingles(std::vector<std::uint64_t> shingles) {
    std::ranges::sort(shingles);
    shingles.erase(std::ranges::unique(shingles).begin(), shingles.end());
    if (shingles.size() > POSTED) shingles.resize(POSTED);
    shingles.shrink_to_fit();
    return shingles;
}

std::vector<std::uint64_t> shingles_to_find(std::string_view text, std::uint32_t min_words) {
    if (count_words(text) < min_words) return {};
    return least_shingles(word_shingles(text));
}

void ShingleTable::add(std::span<const std::uint64_t> shingles) {
    for (const std::uint64_t hash : shingles)
        postings_.push_back({hash, size()});
    wanted_.push_back(0);
}

void ShingleTable::close() {
    std::ranges::sort(postings_, [](const Posting& a, const Posting& b) {
        return a.hash != b.hash ? a.hash < b.hash : a.text < b.text;
    });
    // Ascending, so that the first ones a text keeps are its least.
    std::vector<std::uint32_t> kept(wanted_.size(), 0);
    for (auto begin = postings_.begin(); begin != postings_.end();) {
        const auto end = std::find_if(begin, postings_.end(), [&](const Posting& other) {
            return other.hash != begin->hash;
        });
        if (static_cast<std::size_t>(end - begin) <= FREQUENT) {
            const std::size_t before = texts_.size();
            for (auto at = begin; at != end; ++at)
                if (kept[at->text]++ < LEAST) texts_.push_back(at->text);
            if (texts_.size() > before) {
                hashes_.push_back(begin->hash);
                ends_.push_back(static_cast<std::uint32_t>(texts_.size()));
            }
        }
        begin = end;
    }
    postings_ = {};
    for (std::size_t text = 0; text < wanted_.size(); ++text)
        wanted_[text] = wanted(std::min<std::size_t>(kept[text], LEAST));
    const unsigned bits = static_cast<unsigned>(std::bit_width(hashes_.size() | 1));
    shift_ = 64 - bits;
    first_of_.assign((std::size_t{1} << bits) + 1, static_cast<std::uint32_t>(hashes_.size()));
    for (std::size_t i = hashes_.size(); i-- > 0;)
        first_of_[hashes_[i] >> shift_] = static_cast<std::uint32_t>(i);
    for (std::size_t i = first_of_.size() - 1; i-- > 0;)
        first_of_[i] = std::min(first_of_[i], first_of_[i + 1]);
    seen_.assign(std::bit_ceil(std::max<std::size_t>(1, hashes_.size() * FILTER_BITS / 64)), 0);
    for (const std::uint64_t hash : hashes_)
        seen_[hash / 64 % seen_.size()] |= std::uint64_t{1} << hash % 64;
}

std::size_t ShingleTable::find(std::uint64_t hash) const {
    if ((seen_[hash / 64 % seen_.size()] >> hash % 64 & 1) == 0) return hashes_.size();
    for (std::size_t i = first_of_[hash >> shift_]; i < hashes_.size() && hashes_[i] <= hash; ++i)
        if (hashes_[i] == hash) return i;
    return hashes_.size();
}

std::vector<std::uint32_t> ShingleTable::candidates(std::span<const std::uint64_t> shingles,
                                                    Scratch& scratch) const {
    scratch.stamps.resize(hashes_.size(), 0);
    scratch.common.resize(wanted_.size(), 0);
    scratch.touched.clear();
    ++scratch.stamp;
    for (const std::uint64_t hash : shingles) {
        const std::size_t found = find(hash);
        if (found == hashes_.size() || scratch.stamps[found] == scratch.stamp) continue;
        scratch.stamps[found] = scratch.stamp;
        for (std::uint32_t i = found == 0 ? 0 : ends_[found - 1]; i < ends_[found]; ++i) {
            if (scratch.common[texts_[i]]++ == 0) scratch.touched.push_back(texts_[i]);
        }
    }
    std::vector<std::uint32_t> found;
    for (const std::uint32_t text : scratch.touched) {
        if (scratch.common[text] >= wanted_[text]) found.push_back(text);
        scratch.common[text] = 0;
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace descry
