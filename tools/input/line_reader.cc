#include "input/line_reader.h"

#include <cstring>

namespace descry {

bool LineReader::next() {
    ++number_;
    too_long_ = false;
    line_ = {};
    std::size_t searched = 0;
    for (;;) {
        const char* start = buffer_.data() + begin_;
        std::size_t pending = end_ - begin_;
        const void* found = std::memchr(start + searched, '\n', pending - searched);
        if (found != nullptr) {
            auto size = static_cast<std::size_t>(static_cast<const char*>(found) - start);
            take(size);
            ++begin_;
            return true;
        }
        // One more for a '\r', which may belong to the line's end.
        if (pending > max_line_ && pending - max_line_ > 1) {
            too_long_ = true;
            begin_ = end_;
            pending = 0;
        }
        searched = pending;
        if (!fill()) {
            take(pending);
            return pending != 0 || too_long_;
        }
    }
}

void LineReader::take(std::size_t size) {
    line_ = {buffer_.data() + begin_, size};
    begin_ += size;
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    if (line_.size() > max_line_) too_long_ = true;
    if (too_long_) line_ = {};
}

bool LineReader::fill() {
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

}  // namespace descry
