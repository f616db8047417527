#include "tools/input/parsing/input_encoding.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include <boost/algorithm/string/erase.hpp>
#include <fmt/format.h>
#include <simdjson.h>

#include "analyzers/utf8.h"

namespace descry {

namespace {

// With this many characters the file is UTF-8, regardless of invalid bytes in one sample.
constexpr std::size_t ENOUGH_WELL_FORMED = InputEncoding::SAMPLE;

std::size_t characters_above_ascii(std::string_view utf8) {
    return static_cast<std::size_t>(std::count_if(
        utf8.begin(), utf8.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xC0; }));
}

std::size_t decode_by(const TextEncoding& encoding, std::string& bytes) try {
    return encoding.decode(bytes);
} catch (const std::length_error& error) {
    throw InputError(error.what());
}

std::string told(const TextEncoding& encoding) {
    if (encoding.is_utf8())
        return "read as UTF-8 (detected, although not all of it is valid; use --encoding NAME for "
               "another)";
    if (encoding.name() == TextEncoding::UNKNOWN)
        return "no encoding detected: each byte above 127 is a letter (use --encoding NAME to name "
               "one)";
    return fmt::format("read as {} (detected; use --encoding NAME for another)", encoding.name());
}

}  // namespace

bool InputEncoding::concerns(std::string_view record) {
    if (!simdjson::validate_utf8(record.data(), record.size())) return true;
    const bool may_look_like_utf8 = chosen_ && !chosen_->is_utf8() && !chosen_->is_single_byte();
    if (!may_look_like_utf8 && well_formed_ >= ENOUGH_WELL_FORMED) return false;
    const std::size_t above_ascii = characters_above_ascii(record);
    well_formed_ += above_ascii;
    return may_look_like_utf8 && above_ascii != 0;
}

std::size_t InputEncoding::decode(std::string& bytes, std::string_view unread, ByteSource* source) {
    if (!chosen_) choose(bytes, unread, source);
    return decode_by(*chosen_, bytes);
}

std::size_t InputEncoding::decode_whole(std::string& bytes, std::string_view charset) {
    return decode_whole(bytes, TextEncoding::named(charset));
}

std::size_t InputEncoding::decode_whole(std::string& bytes,
                                        const std::optional<TextEncoding>& named) {
    if (named) return decode_by(*named, bytes);
    if (const auto marked = TextEncoding::marked(bytes)) return decode_by(*marked, bytes);
    return concerns(bytes) ? decode(bytes) : 0;
}

std::string in_utf8(std::string record, const TextEncoding& encoding) {
    // Follows each byte that repair_utf8() converts.
    constexpr std::string_view JOINER = "\u034F";
    if (!encoding.is_utf8()) {
        if (!encoding.is_single_byte() || !is_valid_utf8(record)) decode_by(encoding, record);
        return record;
    }
    if (is_valid_utf8(record)) return record;
    std::string repaired;
    for (std::size_t begin = 0; begin <= record.size();) {
        const std::size_t end = std::min(record.find(JOINER, begin), record.size());
        std::string part = record.substr(begin, end - begin);
        repair_utf8(part);
        boost::erase_all(part, JOINER);
        repaired += part;
        if (end < record.size()) repaired += JOINER;
        begin = end + JOINER.size();
    }
    return repaired;
}

void InputEncoding::choose(std::string_view bytes, std::string_view unread, ByteSource* source) {
    if (given_) {
        chosen_ = given_;
        return;
    }
    // For a long text, from its first invalid byte on.
    const std::size_t valid = valid_utf8_size(bytes);
    well_formed_ += characters_above_ascii(bytes.substr(0, valid));
    std::string sample(bytes.substr(valid, SAMPLE));
    sample.append("\n").append(unread.substr(0, SAMPLE));
    if (source != nullptr && sample.size() < SAMPLE) sample += source->look_ahead(SAMPLE);
    sample.resize(std::min(sample.size(), SAMPLE));
    chosen_ = TextEncoding::guess(sample, well_formed_);
    if (problems_ != nullptr) problems_->guessed_encoding(location_, told(*chosen_));
}

}  // namespace descry
