#include "engine/edits/character_numbers.h"

#include <algorithm>
#include <stdexcept>

namespace descry {

namespace {

constexpr std::size_t CHARACTERS = 0x110000;
constexpr std::size_t PAGE = 256;

}  // namespace

CharacterNumbers::CharacterNumbers() : page_of_(CHARACTERS / PAGE), numbers_(PAGE) {}

std::uint32_t& CharacterNumbers::number_of(char32_t character) {
    if (character >= CHARACTERS) {
        throw std::invalid_argument("edit_distance: a character above U+10FFFF");
    }
    std::uint32_t& page = page_of_[character / PAGE];
    if (page == 0) {
        page = static_cast<std::uint32_t>(numbers_.size() / PAGE);
        numbers_.resize(numbers_.size() + PAGE);
    }
    return numbers_[page * PAGE + character % PAGE];
}

void CharacterNumbers::assign(std::u32string_view a, std::u32string_view b) {
    a_.resize(a.size());
    b_.resize(b.size());
    surplus_.assign(1, 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::uint32_t& number = number_of(a[i]);
        if (number == 0) {
            number = static_cast<std::uint32_t>(surplus_.size());
            surplus_.push_back(0);
        }
        a_[i] = number;
        ++surplus_[number];
    }
    for (std::size_t i = 0; i < b.size(); ++i) {
        b_[i] = number_of(b[i]);
        --surplus_[b_[i]];
    }
    for (const char32_t character : a)
        number_of(character) = 0;
}

std::size_t CharacterNumbers::least_edits() const {
    std::int64_t more = 0;
    std::int64_t less = 0;
    for (const std::int64_t surplus : surplus_) {
        more += std::max<std::int64_t>(surplus, 0);
        less -= std::min<std::int64_t>(surplus, 0);
    }
    return static_cast<std::size_t>(std::max(more, less));
}

}  // namespace descry
