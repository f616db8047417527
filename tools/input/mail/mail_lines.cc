#include "tools/input/mail/mail_lines.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "tools/input/bytes/charset.h"

namespace descry {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// `1:05` anywhere.
bool has_time(std::string_view text) {
    for (std::size_t i = 1; i + 2 < text.size(); ++i) {
        if (text[i] == ':' && is_digit(text[i - 1]) && is_digit(text[i + 1]) &&
            is_digit(text[i + 2])) {
            return true;
        }
    }
    return false;
}

// A word 19xx or 20xx, or the first or last part of a date (`2026-07-08`, `08/07/2026`).
bool has_year(std::string_view text) {
    const auto is_year = [](std::string_view part) {
        return part.size() == 4 && std::ranges::all_of(part, is_digit) &&
               (part.starts_with("19") || part.starts_with("20"));
    };
    return std::ranges::any_of(std::views::split(text, ' '), [&](auto part) {
        const std::string_view word(part.begin(), part.end());
        const std::size_t first = word.find_first_of("-/.");
        const std::size_t last = word.find_last_of("-/.");
        return is_year(word.substr(0, first)) ||
               (last != std::string_view::npos && is_year(word.substr(last + 1)));
    });
}

bool is_weekday(std::string_view word) {
    return std::ranges::any_of(
        std::to_array<std::string_view>({"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}),
        [&](std::string_view day) { return word.starts_with(day); });
}

bool is_iso_date(std::string_view word) {
    return word.size() >= 10 && word[4] == '-' && word[7] == '-' && has_year(word);
}

// Removes the first word from a line, with the spaces around it.
std::string_view cut_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(word.size());
    return word;
}

class HeaderNames {
  public:
    void add(std::string_view name) {
        const auto is = [&](std::string_view other) { return equal_in_any_case(name, other); };
        from_ = from_ || is("From");
        beside_from_ =
            beside_from_ || is("Date") || is("Message-ID") || is("Received") || is("Subject");
        for (std::string_view transport : {"Received", "Return-Path", "Delivered-To", "Message-ID"})
            of_transport_ += is(transport) ? 1 : 0;
    }

    bool are_of_mail() const { return (from_ && beside_from_) || of_transport_ >= 2; }

  private:
    bool from_ = false;
    bool beside_from_ = false;
    int of_transport_ = 0;
};

bool is_blank_line(std::string_view line) {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

bool is_header_name(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) { return c > ' ' && c < '\x7f'; });
}

std::string_view header_name(std::string_view line) {
    std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return {};
    std::string_view name = line.substr(0, colon);
    return is_header_name(name) ? name : std::string_view();
}

std::string_view cut_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

bool begins_with_mail_header(std::string_view bytes) {
    HeaderNames names;
    while (bytes.find('\n') != std::string_view::npos) {
        const std::string_view line = cut_line(bytes);
        if (line.empty()) break;
        if (line.starts_with(' ') || line.starts_with('\t')) continue;
        const std::string_view name = header_name(line);
        if (name.empty()) return false;
        names.add(name);
    }
    return names.are_of_mail();
}

FromLine from_line(std::string_view line) {
    if (line == "From") return FromLine::WORDS;
    if (!line.starts_with("From ")) return FromLine::NONE;
    if (has_time(line) && has_year(line)) return FromLine::DATED;
    line.remove_prefix(std::string_view("From ").size());
    const std::string_view sender = cut_word(line);
    const std::string_view date = cut_word(line);
    const bool has_date = is_weekday(date) ? has_year(line) : is_iso_date(date);
    const bool is_sender =
        sender.empty() || sender == "-" || sender.find('@') != std::string_view::npos;
    return is_sender || has_date ? FromLine::SENDER : FromLine::WORDS;
}

bool parts_messages(std::string_view line, bool after_blank, std::string_view following) {
    const FromLine kind = from_line(line);
    const bool at_end = following.empty();
    std::string_view rest = following;
    const std::string_view next = cut_line(rest);
    const bool is_header = next.starts_with(">From ") || !header_name(next).empty();
    switch (kind) {
        case FromLine::NONE:
            return false;
        case FromLine::DATED:
            if (is_header) return true;
            return after_blank &&
                   (at_end || is_blank_line(next) || from_line(next) != FromLine::NONE);
        case FromLine::SENDER:
            return is_header && (after_blank || begins_with_mail_header(
                                                    next.starts_with(">From ") ? rest : following));
        case FromLine::WORDS:
            return after_blank &&
                   begins_with_mail_header(next.starts_with(">From ") ? rest : following);
    }
    return false;
}

std::string_view without_mail_preamble(std::string_view bytes) {
    std::string_view rest = without_byte_order_mark(bytes);
    while (!rest.empty()) {
        const std::string_view here = rest;
        const std::string_view line = cut_line(rest);
        if (!header_name(line).empty()) return here;
        const bool is_from = line.starts_with(">From ") || from_line(line) != FromLine::NONE;
        if (!is_blank_line(line) && !is_from) break;
    }
    return bytes;
}

}  // namespace descry
