#include "analyzers/long_words.h"

#include <algorithm>
#include <cstring>

#include "analyzers/encodings/utf8_reading.h"

namespace descry {

LongWord::LongWord(std::size_t max_bytes, bool is_capitalised, WordSink sink)
    : max_bytes_(std::min(max_bytes, MOST_BYTES)), is_capitalised_(is_capitalised), sink_(sink) {}

void LongWord::add(std::string_view folded) {
    for (std::size_t next = 0; next < folded.size();) {
        const std::size_t begin = next;
        last_[count_++ % last_.size()] = static_cast<std::uint32_t>(take_code_point(folded, next));
        add_character(folded.substr(begin, next - begin));
    }
}

void LongWord::add_character(std::string_view character) {
    if (character.size() > max_bytes_) {
        ++skipped_;
        return;
    }
    if (size_ + character.size() > max_bytes_) end_piece();
    std::memcpy(piece_.data() + size_, character.data(), character.size());
    size_ += character.size();
    if (size_ < LEAST_BYTES || count_ < last_.size()) return;
    std::uint32_t hash = 0;
    for (std::size_t i = 0; i < last_.size(); ++i)
        hash = (hash + last_[(count_ + i) % last_.size()]) * 0x9E3779B1U;
    constexpr unsigned ONE_IN_SIXTEEN = 28;
    if (hash >> ONE_IN_SIXTEEN == 0) end_piece();
}

void LongWord::end_piece() {
    if (size_ == 0) return;
    sink_.call(sink_.context, {piece_.data(), size_}, is_capitalised_);
    is_capitalised_ = false;
    size_ = 0;
}

std::size_t LongWord::finish() {
    end_piece();
    return skipped_;
}

std::size_t take_long_word(const AnalyzerRecipe& recipe, std::string_view folded,
                           bool is_capitalised, WordSink sink) {
    if (!cuts_long_words(recipe)) return 1;
    LongWord word(recipe.max_bytes, is_capitalised, sink);
    word.add(folded);
    return word.finish();
}

}  // namespace descry
