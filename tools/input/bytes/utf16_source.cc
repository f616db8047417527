#include "input/bytes/utf16_source.h"

#include <algorithm>
#include <utility>

#include "input/bytes/charset.h"

namespace descry {

namespace {

constexpr std::size_t PIECE = std::size_t{64} << 10;

// How many bytes are whole characters: a unit, or the first of two, may be cut.
std::size_t whole_characters(std::string_view bytes, bool is_big_endian) {
    const std::size_t units = bytes.size() / 2 * 2;
    if (units == 0) return 0;
    const auto high = static_cast<unsigned char>(bytes[units - (is_big_endian ? 2 : 1)]);
    return high >= 0xD8 && high <= 0xDB ? units - 2 : units;
}

}  // namespace

std::size_t Utf16Source::read(char* to, std::size_t size) {
    while (taken_ == decoded_.size()) {
        if (!fill()) return 0;
    }
    const std::size_t copied = decoded_.copy(to, size, taken_);
    taken_ += copied;
    return copied;
}

// False at the end.
bool Utf16Source::fill() {
    const std::size_t before = raw_.size();
    raw_.resize(before + PIECE);
    const std::size_t size = source_->read(raw_.data() + before, PIECE);
    raw_.resize(before + size);
    decoded_.clear();
    taken_ = 0;
    if (size == 0 && raw_.empty()) return false;
    const bool is_first = !encoding_;
    if (is_first) {
        if (raw_.size() < 2 && size != 0) return true;
        encoding_ = TextEncoding::named(raw_.starts_with("\xfe\xff") ? "UTF-16BE" : "UTF-16LE");
        raw_.erase(0, 2);
    }
    const bool is_big_endian = encoding_->name() == "UTF-16BE";
    const std::size_t whole = size == 0 ? raw_.size() : whole_characters(raw_, is_big_endian);
    decoded_ = raw_.substr(0, whole);
    raw_.erase(0, whole);
    encoding_->decode(decoded_);
    if (is_first) decoded_.insert(0, UTF8_MARK);
    return true;
}

}  // namespace descry
