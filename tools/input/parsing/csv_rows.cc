#include "tools/input/parsing/csv_rows.h"

#include <algorithm>

namespace descry {

void CsvRow::clear() {
    state_ = State::CELL_START;
    at_ = size_ = first_line_size_ = 0;
    lines_ = 1;
    after_return_ = false;
    problem_ = {};
    cell_ = {};
    cells_.clear();
}

void CsvRow::drop_scanned() {
    at_ = 0;
    cell_ = {};
    cells_.clear();
}

bool CsvRow::read(std::string_view bytes, bool at_end) {
    while (at_ < bytes.size()) {
        switch (state_) {
            case State::CELL_START: {
                if (dialect_.skips_blanks && bytes[at_] == ' ') {
                    ++at_;
                    break;
                }
                const bool quoted = dialect_.has_quotes && bytes[at_] == '"';
                if (quoted) ++at_;
                cell_ = {at_, at_, false, quoted};
                state_ = quoted ? State::QUOTED : State::BARE;
                break;
            }
            case State::BARE:
                if (read_bare(bytes, at_end)) return true;
                if (state_ == State::BARE) return false;
                break;
            case State::QUOTED:
                read_quoted(bytes);
                break;
            case State::AFTER_QUOTE:
                if (after_quote(bytes, at_end)) return true;
                if (state_ == State::AFTER_QUOTE) return false;
                break;
        }
    }
    if (!at_end) return false;
    if (state_ == State::QUOTED) problem_ = "a quote that does not end";
    if (state_ == State::CELL_START) cell_ = {at_, at_, false, false};
    if (state_ != State::AFTER_QUOTE) cell_.end = at_;
    return finish(at_, at_);
}

bool CsvRow::read_bare(std::string_view bytes, bool at_end) {
    const auto is_end = [this](char c) {
        return c == dialect_.separator || c == '\n' || c == '\r';
    };
    const auto end =
        std::find_if(bytes.begin() + static_cast<std::ptrdiff_t>(at_), bytes.end(), is_end);
    at_ = static_cast<std::size_t>(end - bytes.begin());
    cell_.end = at_;
    if (at_ == bytes.size()) return at_end && finish(at_, at_);
    return end_cell(bytes, at_, at_end);
}

void CsvRow::read_quoted(std::string_view bytes) {
    const std::size_t quote = std::min(bytes.find('"', at_), bytes.size());
    count_lines(bytes, at_, quote);
    at_ = quote;
    if (at_ == bytes.size()) return;
    cell_.end = at_++;
    after_return_ = false;
    state_ = State::AFTER_QUOTE;
}

bool CsvRow::after_quote(std::string_view bytes, bool at_end) {
    const char c = bytes[at_];
    if (c == '"') {
        cell_.has_doubled_quotes = true;
        ++at_;
        state_ = State::QUOTED;
        return false;
    }
    if (c == dialect_.separator || c == '\n' || c == '\r') return end_cell(bytes, at_, at_end);
    // Continues as Python's module does, so that the row ends at the same place.
    problem_ = "text after a closing quote (within quotes a quote is written twice)";
    state_ = State::BARE;
    return false;
}

// At a separator or the end of the line. False if more bytes are needed, or the row continues.
bool CsvRow::end_cell(std::string_view bytes, std::size_t end, bool at_end) {
    if (bytes[end] == dialect_.separator) {
        add_cell();
        ++at_;
        state_ = State::CELL_START;
        return false;
    }
    if (bytes[end] == '\n') return finish(end, end + 1);
    if (end + 1 == bytes.size() && !at_end) return false;
    return finish(end, end + (end + 1 < bytes.size() && bytes[end + 1] == '\n' ? 2 : 1));
}

// `\r\n` is one line end, even if a piece ends within it.
void CsvRow::count_lines(std::string_view bytes, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        const char c = bytes[i];
        const bool ends = c == '\r' || (c == '\n' && !after_return_);
        if (ends) ++lines_;
        if (lines_ == 2 && (ends || c == '\n')) first_line_size_ = i + 1;
        after_return_ = c == '\r';
    }
}

bool CsvRow::finish(std::size_t size, std::size_t size_with_end) {
    add_cell();
    size_ = size;
    at_ = size_with_end;
    if (lines_ == 1) first_line_size_ = at_;
    return true;
}

void CsvRow::add_cell() {
    if (cells_.size() < MOST_CELLS) {
        cells_.push_back(cell_);
    } else {
        problem_ = "more than 65536 cells";
    }
}

std::string CsvRow::cell(std::string_view bytes, std::size_t number) const {
    const Cell& cell = cells_[number];
    std::string_view raw = bytes.substr(cell.begin, cell.end - cell.begin);
    if (!cell.has_doubled_quotes) return std::string(raw);
    std::string value;
    value.reserve(raw.size());
    while (!raw.empty()) {
        const std::size_t end = std::min(raw.find('"'), raw.size());
        value.append(raw.substr(0, end + 1));
        raw.remove_prefix(std::min(end + 2, raw.size()));
    }
    return value;
}

bool CsvRows::next() {
    do {
        leave();
        if (!read()) return false;
    } while (!too_long_ && row_.is_blank());
    return true;
}

void CsvRows::read_again(CsvDialect dialect) {
    row_ = CsvRow(dialect);
    read();
}

void CsvRows::leave() {
    if (!found_) return;
    line_ += !too_long_ && !row_.problem().empty() ? 1 : row_.lines();
    buffer_.consume(size_of_row());
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
