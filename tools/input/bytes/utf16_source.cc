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

std::optional<TextEncoding> utf16_of(std::string_view bytes) {
    if (bytes.starts_with("\xff\xfe")) return TextEncoding::named("UTF-16LE");
    if (bytes.starts_with("\xfe\xff")) return TextEncoding::named("UTF-16BE");
    if (bytes.size() < 4) return std::nullopt;
    const bool is_big_endian = bytes[0] == 0;
    const std::size_t first = is_big_endian ? 1 : 0;
    const bool is_json = (bytes[first] == '{' || bytes[first] == '[') && bytes[1 - first] == 0 &&
                         bytes[first + 2] != 0 && bytes[3 - first] == 0;
    if (!is_json) return std::nullopt;
    return TextEncoding::named(is_big_endian ? "UTF-16BE" : "UTF-16LE");
}

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
    const bool is_big_endian = encoding_.name() == "UTF-16BE";
    const std::size_t whole = size == 0 ? raw_.size() : whole_characters(raw_, is_big_endian);
    decoded_ = raw_.substr(0, whole);
    raw_.erase(0, whole);
    encoding_.decode(decoded_);
    if (is_first_ && whole > 0) {
        decoded_.insert(0, UTF8_MARK);
        is_first_ = false;
    }
    return true;
}

}  // namespace descry
