#include "engine/edits/passage_index.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <descry/hashing/hash.h>

namespace descry {

namespace {

// Most copies of a passage that are examined.
constexpr unsigned MOST_REPETITIONS = 8;

bool is_chosen(const char* text) {
    std::uint64_t word = 0;
    std::memcpy(&word, text, sizeof word);
    return (word * 0x9e3779b97f4a7c15) >> 62 == 0;
}

std::uint32_t hash_of_passage(const char* text) {
    std::uint64_t words[PassageIndex::BYTES / 8];
    std::memcpy(words, text, PassageIndex::BYTES);
    std::uint64_t hash = words[0] * 0x9e3779b97f4a7c15;
    hash = (std::rotl(hash, 29) ^ words[1]) * 0xbf58476d1ce4e5b9;
    hash = (std::rotl(hash, 31) ^ words[2]) * 0x94d049bb133111eb;
    return static_cast<std::uint32_t>(hash >> 32);
}

}  // namespace

// Under a secret, so that nobody can craft a text whose passages collide.
std::size_t PassageIndex::slot_of(std::uint32_t hash) const {
    static const std::uint64_t SECRET = secret_hash("passages") | 1;
    return (hash * SECRET) >> 32 & (slots_.size() - 1);
}

void PassageIndex::assign(std::string_view text) {
    passages_.clear();
    for (std::size_t at = 0; at + BYTES <= text.size();) {
        if (is_chosen(text.data() + at)) {
            passages_.push_back(
                {hash_of_passage(text.data() + at), static_cast<std::uint32_t>(at)});
        }
        const std::size_t space = text.find(' ', at);
        if (space == std::string_view::npos) break;
        at = space + 1;
    }
    slots_.assign(std::bit_ceil(passages_.size() + passages_.size() / 2 + 1), NONE);
    for (std::uint32_t i = 0; i < passages_.size(); ++i)
        insert(i);
}

void PassageIndex::insert(std::uint32_t passage) {
    const std::size_t mask = slots_.size() - 1;
    const std::uint32_t hash = passages_[passage].hash;
    std::size_t slot = slot_of(hash);
    unsigned equal = 0;
    for (; slots_[slot] != NONE; slot = (slot + 1) & mask) {
        if (passages_[slots_[slot]].hash == hash && ++equal == MOST_REPETITIONS) return;
    }
    slots_[slot] = passage;
}

std::uint32_t PassageIndex::find_only(std::uint32_t hash, std::size_t begin,
                                      std::size_t end) const {
    if (slots_.empty()) return NONE;
    const std::size_t mask = slots_.size() - 1;
    std::uint32_t found = NONE;
    for (std::size_t slot = slot_of(hash); slots_[slot] != NONE; slot = (slot + 1) & mask) {
        const Passage& passage = passages_[slots_[slot]];
        if (passage.hash != hash || passage.position < begin || passage.position >= end) continue;
        if (found != NONE) return NONE;
        found = passage.position;
    }
    return found;
}

std::size_t PassageIndex::memory() const {
    return passages_.capacity() * sizeof(Passage) + slots_.capacity() * sizeof(std::uint32_t);
}

}  // namespace descry
