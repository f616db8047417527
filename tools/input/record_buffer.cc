#include "input/record_buffer.h"

#include <cstring>

namespace descry {

bool RecordBuffer::fill() {
    if (begin_ != 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    std::size_t capacity = buffer_.size() - PADDING;
    if (end_ == capacity) {
        capacity *= 2;
        buffer_.resize(capacity + PADDING);
    }
    std::size_t got = source_.read(buffer_.data() + end_, capacity - end_);
    end_ += got;
    return got != 0;
}

void RecordBuffer::skip_byte_order_mark() {
    constexpr std::string_view MARK = "\xef\xbb\xbf";
    while (bytes().size() < MARK.size() && MARK.starts_with(bytes()) && fill()) {
    }
    if (bytes().starts_with(MARK)) consume(MARK.size());
}

}  // namespace descry
