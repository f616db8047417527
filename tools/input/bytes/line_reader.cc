#include "tools/input/bytes/line_reader.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "tools/input/bytes/charset.h"

namespace descry {

namespace {

// A longer record's memory is released after it.
constexpr std::size_t KEPT_CAPACITY = std::size_t{16} << 20;

// Readers check the size of a long record between reads, to reject it.
constexpr std::size_t MOST_AT_ONCE = std::size_t{4} << 20;

}  // namespace

bool RecordBuffer::fill() {
    if (begin_ != 0) {
        std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    if (end_ == 0 && capacity_ > KEPT_CAPACITY) resize(first_capacity_);
    if (end_ == capacity_) resize(2 * capacity_);
    std::size_t got = source_.read(buffer_.get() + end_, std::min(capacity_ - end_, MOST_AT_ONCE));
    end_ += got;
    return got != 0;
}

void RecordBuffer::resize(std::size_t capacity) {
    void* const resized = std::realloc(buffer_.get(), capacity + PADDING);
    if (resized == nullptr) throw std::bad_alloc();
    (void)buffer_.release();
    buffer_.reset(static_cast<char*>(resized));
    capacity_ = capacity;
}

bool RecordBuffer::skip_byte_order_mark() {
    while (bytes().size() < UTF8_MARK.size() && UTF8_MARK.starts_with(bytes()) && fill()) {
    }
    const bool is_there = bytes().starts_with(UTF8_MARK);
    if (is_there) consume(UTF8_MARK.size());
    return is_there;
}

bool LineReader::next() {
    ++number_;
    too_long_ = false;
    line_ = {};
    std::size_t searched = 0;
    for (;;) {
        const std::string_view bytes = buffer_.bytes();
        const std::size_t end = bytes.find('\n', searched);
        if (end != std::string_view::npos) {
            line_with_end_ = bytes.substr(0, end + 1);
            take(end);
            buffer_.consume(1);
            return true;
        }
        // One more for a '\r', which may belong to the line's end.
        if (bytes.size() > max_line_ && bytes.size() - max_line_ > 1) {
            too_long_ = true;
            buffer_.consume(bytes.size());
        }
        searched = buffer_.bytes().size();
        if (!buffer_.fill()) {
            line_with_end_ = buffer_.bytes();
            take(searched);
            return searched != 0 || too_long_;
        }
    }
}

std::string_view LineReader::peek(std::size_t wanted) {
    line_ = line_with_end_ = {};
    try {
        while (buffer_.bytes().size() < wanted && buffer_.fill()) {
        }
    } catch (const InputError&) {
    }
    return buffer_.bytes();
}

void LineReader::take(std::size_t size) {
    line_ = buffer_.bytes().substr(0, size);
    buffer_.consume(size);
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    if (line_.size() > max_line_) too_long_ = true;
    if (too_long_) line_ = {};
}

}  // namespace descry
