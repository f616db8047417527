#include "input/bytes/record_buffer.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "input/bytes/charset.h"

namespace descry {

namespace {

// What a longer record needed is given back after it.
constexpr std::size_t KEPT_CAPACITY = std::size_t{16} << 20;

// Whoever refuses a long record looks at its size in between.
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

void RecordBuffer::skip_byte_order_mark() {
    while (bytes().size() < UTF8_MARK.size() && UTF8_MARK.starts_with(bytes()) && fill()) {
    }
    if (bytes().starts_with(UTF8_MARK)) consume(UTF8_MARK.size());
}

}  // namespace descry
