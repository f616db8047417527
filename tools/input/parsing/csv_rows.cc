#include "input/parsing/csv_rows.h"

namespace descry {

bool CsvRows::next() {
    do {
        leave();
        if (!read()) return false;
    } while (!too_long_ && row_.is_blank());
    return true;
}

void CsvRows::read_again(char separator) {
    row_ = CsvRow(separator);
    read();
}

void CsvRows::leave() {
    if (!found_) return;
    if (!too_long_ && !row_.problem().empty()) {
        buffer_.consume(row_.first_line_size());
        ++line_;
    } else {
        buffer_.consume(row_.size_with_end());
        line_ += row_.lines();
    }
    row_.clear();
    found_ = too_long_ = false;
}

bool CsvRows::read() {
    while (!row_.read(buffer_.bytes(), false)) {
        drop_too_long();
        if (buffer_.fill()) continue;
        if (buffer_.bytes().empty() && !too_long_) return false;
        row_.read(buffer_.bytes(), true);
        break;
    }
    if (row_.size() > max_row_) too_long_ = true;
    found_ = true;
    return true;
}

void CsvRows::drop_too_long() {
    const std::size_t held = buffer_.bytes().size();
    // One more for a '\r', which may belong to the row's end.
    if (held <= max_row_ || held - max_row_ == 1) return;
    too_long_ = true;
    buffer_.consume(row_.scanned());
    row_.drop_scanned();
}

}  // namespace descry
