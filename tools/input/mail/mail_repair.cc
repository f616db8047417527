#include "tools/input/mail/mail_repair.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <regex>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmime/gmime.h>

#include "tools/input/bytes/charset.h"
#include "tools/input/mail/mail_lines.h"

namespace descry {

namespace {

constexpr std::string_view BLANKS = " \t\r\n";

std::string_view without_blanks_at_end(std::string_view text) {
    return text.substr(0, text.find_last_not_of(BLANKS) + 1);
}

// RFC 5322 once allowed blanks before the colon (4.5).
bool is_header_line(std::string_view line) {
    const std::size_t colon = line.find(':');
    return colon != std::string_view::npos &&
           is_header_name(without_blanks_at_end(line.substr(0, colon)));
}

bool describes_body(std::string_view line) {
    constexpr auto NAMES = std::to_array<std::string_view>(
        {"MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Content-Disposition"});
    const std::string_view name = header_name(line);
    return std::ranges::any_of(
        NAMES, [&](std::string_view other) { return equal_in_any_case(name, other); });
}

// The value of `boundary=` in a line of a header; empty if none.
std::string_view boundary_in(std::string_view line) {
    constexpr std::string_view NAME = "boundary=";
    if (line.find('=') == std::string_view::npos) return {};
    const auto same = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
    const auto found = std::ranges::search(line, NAME, same);
    if (found.empty()) return {};
    line.remove_prefix(static_cast<std::size_t>(found.end() - line.begin()));
    const bool is_quoted = line.starts_with('"');
    if (is_quoted) line.remove_prefix(1);
    return without_blanks_at_end(line.substr(0, line.find_first_of(is_quoted ? "\"" : "; \t")));
}

/// Finds the places where an empty line is missing.
class HeaderEnds {
  public:
    explicit HeaderEnds(std::string_view message) : message_(message) {
        if (message.empty()) return;
        if (header_name(line_at(0)).empty()) {
            if (!line_at(0).empty()) missing_.push_back(0);
            return;
        }
        at_ = 0;
        skip_header();
        while (skip_to_part())
            skip_header();
    }

    const std::vector<std::size_t>& missing() const { return missing_; }

  private:
    std::string_view line_at(std::size_t begin) const {
        std::string_view rest = message_.substr(begin);
        return cut_line(rest);
    }

    std::size_t next_line(std::size_t begin) const {
        return std::min(message_.find('\n', begin), message_.size() - 1) + 1;
    }

    bool is_boundary(std::string_view line) const {
        if (!line.starts_with("--")) return false;
        line = without_blanks_at_end(line.substr(2));
        if (boundaries_.contains(std::string(line))) return true;
        return line.ends_with("--") &&
               boundaries_.contains(std::string(line.substr(0, line.size() - 2)));
    }

    // Moves behind the next line that begins a part, or ends the last one.
    bool skip_to_part() {
        if (boundaries_.empty()) return false;
        while (at_ < message_.size()) {
            const std::size_t begin = at_;
            if (is_boundary(line_at(begin))) {
                at_ = next_line(begin);
                if (!without_blanks_at_end(line_at(begin)).ends_with("--")) return true;
                continue;
            }
            const std::size_t end = message_.find("\n--", begin);
            if (end == std::string_view::npos) return false;
            at_ = end + 1;
        }
        return false;
    }

    // Moves behind the header and its empty line, or to the line that should follow that.
    void skip_header() {
        bool holds_message = false;
        bool names_boundary = false;
        for (bool is_first = true; at_ < message_.size(); is_first = false) {
            const std::string_view line = line_at(at_);
            if (is_boundary(line)) {
                // GMime ends the header of a part there, but not one that names the boundary.
                if (names_boundary) missing_.push_back(at_);
                return;
            }
            if (line.empty()) {
                at_ = next_line(at_);
                if (!std::exchange(holds_message, false)) return;
                names_boundary = false;
                is_first = true;
                continue;
            }
            const bool continues = !is_first && (line.starts_with(' ') || line.starts_with('\t'));
            if (!continues && !is_header_line(line) && !is_skipped(line)) {
                missing_.push_back(at_);
                return;
            }
            if (const std::string_view boundary = boundary_in(line); !boundary.empty()) {
                boundaries_.emplace(boundary);
                names_boundary = true;
            }
            holds_message =
                holds_message || (describes_body(line) && line.find("message/rfc822") != line.npos);
            at_ = next_line(at_);
        }
    }

    // Whether GMime skips the line, and the header continues after it.
    bool is_skipped(std::string_view line) {
        if (line.starts_with(">From ") || from_line(line) == FromLine::DATED) return true;
        for (std::size_t at = std::max(at_, description_); at < message_.size();
             at = next_line(at)) {
            const std::string_view other = line_at(at);
            if (other.empty() || other.starts_with("--")) return false;
            if (!describes_body(other)) continue;
            description_ = at;
            return true;
        }
        return false;
    }

    std::string_view message_;
    std::size_t at_ = 0;
    std::size_t description_ = 0;  // the last line found that describes a body
    std::unordered_set<std::string> boundaries_;
    std::vector<std::size_t> missing_;
};

/// `=?utf-8?b?0L8=?=`
struct EncodedWord {
    std::string_view charset;
    bool is_base64 = false;
    std::string_view payload;
};

// Removes an encoded word from the beginning of a text.
std::optional<EncodedWord> cut_encoded_word(std::string_view& text) {
    if (!text.starts_with("=?")) return std::nullopt;
    const std::size_t encoding = text.find('?', 2) + 1;
    const std::size_t payload = encoding + 2;
    const std::size_t end = text.find('?', std::min(payload, text.size()));
    if (encoding == 0 || end == std::string_view::npos) return std::nullopt;
    const std::string_view word = text.substr(0, end + 2);
    const bool is_base64 = word[encoding] == 'b' || word[encoding] == 'B';
    const bool is_quoted = word[encoding] == 'q' || word[encoding] == 'Q';
    if (!(is_base64 || is_quoted) || word[encoding + 1] != '?' || !word.ends_with("?=") ||
        word.find_first_of(BLANKS) != std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(word.size());
    // A language may follow the charset (RFC 2231, 5).
    const std::string_view charset = word.substr(2, encoding - 3);
    return EncodedWord{charset.substr(0, charset.find('*')), is_base64,
                       word.substr(payload, end - payload)};
}

std::string decoded_payload(std::string payload, bool is_base64) {
    if (is_base64) {
        while (payload.size() % 4 != 0)
            payload += '=';
    } else {
        for (char& c : payload)
            if (c == '_') c = ' ';
    }
    GMimeEncoding encoding;
    ::g_mime_encoding_init_decode(&encoding, is_base64 ? GMIME_CONTENT_ENCODING_BASE64
                                                       : GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
    std::string bytes(::g_mime_encoding_outlen(&encoding, payload.size()), '\0');
    bytes.resize(::g_mime_encoding_flush(&encoding, payload.data(), payload.size(), bytes.data()));
    return bytes;
}

// The bytes of several words. A word without padding may end within four digits, or within `=D0`.
std::string decoded_words(const std::vector<EncodedWord>& words) {
    std::string bytes;
    std::string payload;
    for (std::size_t i = 0; i < words.size(); ++i) {
        payload += words[i].payload;
        const bool continues = i + 1 < words.size() &&
                               words[i + 1].is_base64 == words[i].is_base64 &&
                               !(words[i].is_base64 && payload.ends_with('='));
        if (continues) continue;
        bytes += decoded_payload(std::exchange(payload, {}), words[i].is_base64);
    }
    return bytes;
}

bool joined_by_gmime(const std::vector<EncodedWord>& words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i - 1].is_base64 && words[i - 1].payload.ends_with('=')) return false;
        if (words[i].is_base64 != words[0].is_base64 || words[i].charset != words[0].charset)
            return false;
    }
    return true;
}

// Removes adjacent encoded words of one charset from the beginning of a text.
std::vector<EncodedWord> cut_encoded_words(std::string_view& text) {
    std::vector<EncodedWord> words;
    for (std::string_view rest = text;;) {
        const auto word = cut_encoded_word(rest);
        if (!word || (!words.empty() && !equal_in_any_case(word->charset, words[0].charset)))
            return words;
        words.push_back(*word);
        text = rest;
        rest.remove_prefix(std::min(rest.find_first_not_of(BLANKS), rest.size()));
    }
}

// `10:00:00 +0000`, as nearly all dates have it, and perhaps a comment; spares slow expressions.
bool ends_in_usual_time(std::string_view date) {
    const std::size_t zone = date.find_first_of("+-.");
    if (zone == std::string_view::npos || zone < 4 || date.size() < zone + 5) return false;
    return date[zone] != '.' && date[zone - 1] == ' ' && date[zone - 4] == ':' &&
           date.find_first_of(":.", zone) == std::string_view::npos &&
           (date.size() == zone + 5 || date[zone + 5] == ' ');
}

// `8:05 PM`, also with a narrow space, or `p.m.`
std::string with_24_hours(std::string date) {
    static const std::regex TIME(
        "\\b(\\d\\d?)(:\\d\\d(?::\\d\\d)?)?(?:\\s|\u202f|\u00a0)*"
        "([AaPp])[.]?[Mm]\\b[.]?");
    std::smatch match;
    if (!std::regex_search(date, match, TIME)) return date;
    int hour = std::stoi(match[1]);
    const bool is_morning = match[3] == "A" || match[3] == "a";
    if (is_morning && hour == 12) hour = 0;
    if (!is_morning && hour < 12) hour += 12;
    const std::string minutes = match[2].matched ? match[2].str() : ":00";
    return fmt::format("{}{}{}{}", match.prefix().str(), hour, minutes, match.suffix().str());
}

// `+09:00`, `GMT+0900 (Japan Standard Time)`, `UTC+9`
std::string with_numeric_zone(std::string date) {
    static const std::regex ZONE(
        R"((:\d\d) ?(?:GMT|UTC)? ?([+-])(0?\d|1[0-4])(?::?([0-5]\d))?(?!\d))");
    std::smatch match;
    if (!std::regex_search(date, match, ZONE)) return date;
    const std::string minutes = match[4].matched ? match[4].str() : "00";
    return fmt::format("{}{} {}{:02}{}{}", match.prefix().str(), match[1].str(), match[2].str(),
                       std::stoi(match[3]), minutes, match.suffix().str());
}

}  // namespace

bool has_old_line_ends(std::string_view text) {
    const std::size_t end = text.find_first_of("\r\n");
    if (end == std::string_view::npos) return false;
    const std::size_t next = text.find_first_not_of('\r', end);
    return text[end] == '\r' && next != std::string_view::npos && text[next] != '\n';
}

void repair_line_ends(std::string& text) {
    if (!has_old_line_ends(text)) return;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')) text[i] = '\n';
}

std::string with_ended_headers(std::string_view message) {
    const HeaderEnds ends(message);
    if (ends.missing().empty()) return {};
    std::string repaired;
    repaired.reserve(message.size() + ends.missing().size());
    std::size_t copied = 0;
    for (const std::size_t end : ends.missing()) {
        repaired.append(message.substr(copied, end - copied)).append("\n");
        copied = end;
    }
    return repaired.append(message.substr(copied));
}

std::string with_joined_words(std::string_view value) {
    if (value.find("=?") == value.rfind("=?")) return {};
    bool is_repaired = false;
    std::string repaired;
    while (!value.empty()) {
        const std::string_view before = value;
        const std::vector<EncodedWord> words = cut_encoded_words(value);
        if (words.empty()) {
            const std::size_t next = std::min(value.find("=?", 1), value.size());
            repaired += value.substr(0, next);
            value.remove_prefix(next);
        } else if (joined_by_gmime(words)) {
            repaired += before.substr(0, before.size() - value.size());
        } else {
            is_repaired = true;
            const std::string bytes = decoded_words(words);
            // GLib's bytes are unsigned.
            const std::unique_ptr<char, void (*)(gpointer)> base64(
                ::g_base64_encode(reinterpret_cast<const guchar*>(bytes.data()), bytes.size()),
                ::g_free);
            repaired += fmt::format("=?{}?b?{}?=", words[0].charset, base64.get());
        }
    }
    return is_repaired ? repaired : std::string();
}

std::string with_regular_time(std::string_view date) {
    constexpr std::size_t MOST = 256;  // std::regex is recursive
    std::string regular(date);
    if (ends_in_usual_time(date) || date.size() > MOST) return regular;
    static const std::regex ISO_TIME(R"((\d{4}-\d\d?-\d\d?)[Tt](\d))");
    static const std::regex FRACTION(R"((:\d\d:\d\d)[.,]\d+)");
    static const std::regex ZULU(R"((:\d\d)[Zz]\b)");
    regular = std::regex_replace(regular, ISO_TIME, "$1 $2");
    regular = std::regex_replace(regular, FRACTION, "$1");
    regular = std::regex_replace(regular, ZULU, "$1");
    return with_numeric_zone(with_24_hours(std::move(regular)));
}

}  // namespace descry
