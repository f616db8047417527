#include "input/bytes/line_reader.h"

namespace descry {

bool LineReader::next() {
    ++number_;
    too_long_ = false;
    line_ = {};
    std::size_t searched = 0;
    for (;;) {
        const std::string_view bytes = buffer_.bytes();
        const std::size_t end = bytes.find('\n', searched);
        if (end != std::string_view::npos) {
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
            take(searched);
            return searched != 0 || too_long_;
        }
    }
}

void LineReader::take(std::size_t size) {
    line_ = buffer_.bytes().substr(0, size);
    buffer_.consume(size);
    if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
    if (line_.size() > max_line_) too_long_ = true;
    if (too_long_) line_ = {};
}

}  // namespace descry
