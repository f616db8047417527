#include "engine/prepared/frame_reader.h"

#include <algorithm>
#include <new>

#include <zstd_errors.h>

#include "engine/hashing/coding.h"
#include "engine/prepared/prepared_file.h"

namespace descry {

namespace {

// A frame of PreparedWriter refers 2 MiB back; others could ask for any memory.
constexpr int MOST_WINDOW_LOG = 22;

[[noreturn]] void reject_frame() {
    throw PreparedFormatError("the prepared file is damaged");
}

}  // namespace

FrameReader::FrameReader(std::istream& file) : file_(file), context_(ZSTD_createDCtx()) {
    if (!context_) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, MOST_WINDOW_LOG);
}

std::string_view FrameReader::take(std::size_t size) {
    if (content_.size() - begin_ < size) {
        content_.erase(0, begin_);
        begin_ = 0;
        while (content_.size() < size)
            decompress(content_);
    }
    const std::string_view bytes = remaining_bytes().substr(0, size);
    begin_ += size;
    return bytes;
}

std::uint32_t FrameReader::take_number() {
    std::string bytes;
    do {
        bytes += take_byte();
    } while ((bytes.back() & 128) != 0 && bytes.size() < 5);
    std::string_view rest = bytes;
    const auto number = take_varint(rest);
    if (!number) reject_frame();
    return *number;
}

void FrameReader::take(std::size_t size, std::string& bytes) {
    bytes = remaining_bytes().substr(0, size);
    begin_ += bytes.size();
    while (bytes.size() + BYTES_AT_ONCE <= size)
        decompress(bytes);
    bytes += take(size - bytes.size());
}

bool FrameReader::is_at_end() {
    while (remaining_bytes().empty() && !is_frame_over_)
        decompress(content_);
    return remaining_bytes().empty() && left_.empty() && file_.peek() == EOF;
}

void FrameReader::begin_next_frame() {
    if (!remaining_bytes().empty()) reject_frame();
    is_frame_over_ = false;
}

void FrameReader::read_file() {
    file_.read(in_.data(), static_cast<std::streamsize>(in_.size()));
    left_ = {in_.data(), static_cast<std::size_t>(file_.gcount())};
    bytes_read_ += left_.size();
    if (left_.empty()) throw PreparedFormatError("the prepared file is cut short");
}

void FrameReader::decompress(std::string& to) {
    if (is_frame_over_) reject_frame();
    if (left_.empty()) read_file();
    ZSTD_inBuffer in{left_.data(), left_.size(), 0};
    ZSTD_outBuffer out{out_.data(), out_.size(), 0};
    const std::size_t next = ZSTD_decompressStream(context_.get(), &out, &in);
    if (ZSTD_isError(next)) {
        if (ZSTD_getErrorCode(next) == ZSTD_error_memory_allocation) throw std::bad_alloc();
        if (!has_content_) throw PreparedFormatError("not a prepared file");
        reject_frame();
    }
    left_.remove_prefix(in.pos);
    to.append(out_.data(), out.pos);
    has_content_ = has_content_ || out.pos > 0;
    is_frame_over_ = next == 0;
}

}  // namespace descry
