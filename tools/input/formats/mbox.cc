#include <algorithm>
#include <ranges>
#include <utility>

#include <fmt/format.h>

#include "input/bytes/line_reader.h"
#include "input/documents/document.h"
#include "input/formats/formats.h"
#include "input/parsing/mail_message.h"

namespace descry {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// `1:05` somewhere.
bool has_time(std::string_view text) {
    for (std::size_t i = 1; i + 2 < text.size(); ++i) {
        if (text[i] == ':' && is_digit(text[i - 1]) && is_digit(text[i + 1]) &&
            is_digit(text[i + 2])) {
            return true;
        }
    }
    return false;
}

// A word of four digits, beginning with 19 or 20.
bool has_year(std::string_view text) {
    return std::ranges::any_of(std::views::split(text, ' '), [](auto part) {
        const std::string_view word(part.begin(), part.end());
        return word.size() == 4 && std::ranges::all_of(word, is_digit) &&
               (word.starts_with("19") || word.starts_with("20"));
    });
}

// mboxrd writes one `>` more before each line that begins with `From ` behind any number of them.
std::string_view unquoted(std::string_view line) {
    std::size_t marks = std::min(line.find_first_not_of('>'), line.size());
    if (marks != 0 && line.substr(marks).starts_with("From ")) line.remove_prefix(1);
    return line;
}

class MboxReader : public RecordReader {
  public:
    MboxReader(SourcePointer source, ReaderContext context)
        : RecordReader(std::move(source), std::move(context)),
          lines_(*source_, context_.options.max_document_bytes) {}

    std::string location() const override {
        return number_ == 0 ? context_.location : fmt::format("{}({})", context_.location, number_);
    }

  private:
    // Reads up to the next From_ line, which belongs to the message after.
    bool next_record() override {
        message_.clear();
        too_large_ = false;
        if (number_ == 0) {
            if (!lines_.next()) return false;
            if (!is_from_line(lines_.line())) add(lines_.line());
        } else if (!more_) {
            return false;
        }
        ++number_;
        more_ = false;
        while (!more_ && lines_.next()) {
            more_ = is_from_line(lines_.line());
            if (!more_) add(unquoted(lines_.line()));
        }
        return true;
    }

    std::string fill(InputDocument& document) override {
        if (too_large_) return too_large(context_.options.max_document_bytes);
        const std::string_view refusal = parse_mail(message_, document);
        document.id = fmt::format("{}/{}", id_of_path(context_.path), number_);
        return std::string(refusal);
    }

    void add(std::string_view line) {
        std::size_t most = context_.options.max_document_bytes;
        if (lines_.too_long() || message_.size() + line.size() >= most) too_large_ = true;
        if (too_large_) {
            message_ = std::string();
            return;
        }
        message_ += line;
        message_ += '\n';
    }

    LineReader lines_;
    std::string message_;
    std::size_t number_ = 0;
    bool more_ = false;
    bool too_large_ = false;
};

}  // namespace

bool is_from_line(std::string_view line) {
    return line.starts_with("From ") && has_time(line) && has_year(line);
}

bool matches_mbox(const FileHead& head) {
    if (!head.bytes.starts_with("From ")) return false;
    std::size_t end = head.bytes.find('\n');
    if (end == std::string_view::npos) return false;
    std::string_view second = head.bytes.substr(end + 1);
    second = second.substr(0, second.find('\n'));
    std::string_view first = head.bytes.substr(0, end);
    if (first.ends_with('\r')) first.remove_suffix(1);
    return is_from_line(first) && (second.starts_with(">From ") || !header_name(second).empty());
}

ReaderPointer open_mbox(SourcePointer source, ReaderContext context) {
    return std::make_unique<MboxReader>(std::move(source), std::move(context));
}

}  // namespace descry
