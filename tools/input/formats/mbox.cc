#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "tools/input/bytes/charset.h"
#include "tools/input/bytes/line_reader.h"
#include "tools/input/documents/document.h"
#include "tools/input/formats/formats.h"
#include "tools/input/mail/mail_lines.h"
#include "tools/input/mail/mail_message.h"

namespace descry {

namespace {

// Separates messages in MMDF files, before and after each.
constexpr std::string_view MMDF_LINE = "\x01\x01\x01\x01";

// mboxrd prefixes `>` to each line that begins with any number of `>` and `From `.
std::string_view unquoted(std::string_view line) {
    std::size_t marks = std::min(line.find_first_not_of('>'), line.size());
    if (marks != 0 && line.substr(marks).starts_with("From ")) line.remove_prefix(1);
    return line;
}

bool has_only_blanks(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// The remaining bytes of a message's body by its header line `Content-Length`. Programs that write
/// it (mboxcl2) may leave From lines in the body unescaped; others wrote wrong values, or the
/// length of another form of the message.
class BodyLength {
  public:
    /// @param line of the message, @a size its bytes in the file
    void add(std::string_view line, std::size_t size) {
        if (in_body_) {
            left_ -= std::min<std::uint64_t>(left_, size);
            return;
        }
        in_body_ = line.empty();
        constexpr std::string_view NAME = "Content-Length:";
        if (!begins_in_any_case(line, NAME)) return;
        line.remove_prefix(std::min(line.find_first_not_of(" \t", NAME.size()), line.size()));
        std::from_chars(line.data(), line.data() + line.size(), left_);
    }

    /// Bytes; 0 if unknown.
    std::uint64_t left() const { return in_body_ ? left_ : 0; }

  private:
    bool in_body_ = false;
    std::uint64_t left_ = 0;
};

class MboxReader : public RecordReader {
  public:
    MboxReader(SourcePointer source, ReaderContext context)
        : RecordReader(std::move(source), std::move(context)),
          lines_(*source_, context_.options.max_document_bytes) {}

    std::string location() const override {
        return number_ == 0 ? context_.location : fmt::format("{}({})", context_.location, number_);
    }

  private:
    bool next_record() override {
        if (has_ended_) return false;
        ++number_;
        begin_message();
        while (lines_.next()) {
            size_ = lines_.line_with_end().size();
            std::string_view line = lines_.line();
            if (lines_.number() == 1) line = without_byte_order_mark(line);
            // Looking ahead moves it.
            if (line.starts_with("From")) line = candidate_ = line;
            if (!parts_messages_here(line)) {
                add(line);
                continue;
            }
            const bool is_message = !is_nothing();
            has_begun_ = true;
            if (is_message) return true;
            begin_message();
        }
        has_ended_ = true;
        return !is_nothing();
    }

    // Text before the first From_ line, or between the lines of MMDF, may be empty.
    bool is_nothing() const {
        return (is_mmdf_ || !has_begun_) && !is_too_large_ && has_only_blanks(message_);
    }

    void begin_message() {
        message_.clear();
        is_too_large_ = false;
        after_blank_ = true;
        length_ = {};
    }

    bool parts_messages_here(std::string_view line) {
        if (line == MMDF_LINE && (is_mmdf_ || is_nothing())) return is_mmdf_ = true;
        if (is_mmdf_ || from_line(line) == FromLine::NONE) return false;
        return parts_messages(line, after_blank_, lines_.peek(MAIL_HEADER_SIZE)) &&
               !is_within_body();
    }

    // Whether the body continues after the From line: a correct length ends at another one, or the
    // end.
    bool is_within_body() {
        constexpr std::size_t MOST = std::size_t{16} << 20;
        constexpr std::size_t LINE = 256;
        if (length_.left() <= size_ || length_.left() > MOST) return false;
        const auto within = static_cast<std::size_t>(length_.left()) - size_;
        std::string_view behind = lines_.peek(within + LINE);
        if (behind.size() < within) return false;
        const bool ends = behind.size() < within + LINE;
        behind.remove_prefix(within);
        behind.remove_prefix(std::min(behind.find_first_not_of("\r\n"), behind.size()));
        return behind.empty() ? ends : from_line(cut_line(behind)) != FromLine::NONE;
    }

    void add(std::string_view line) {
        length_.add(line, size_);
        after_blank_ = !lines_.too_long() && has_only_blanks(line);
        line = unquoted(line);
        std::size_t most = context_.options.max_document_bytes;
        if (lines_.too_long() || message_.size() + line.size() >= most) is_too_large_ = true;
        if (is_too_large_) {
            message_ = std::string();
            return;
        }
        message_ += line;
        message_ += '\n';
    }

    std::string fill(InputDocument& document) override {
        if (is_too_large_) return too_large(context_.options.max_document_bytes);
        // Messages have different senders, and so encodings.
        InputEncoding encoding = context_.unnamed_encoding(location());
        const std::string_view rejection =
            parse_mail(without_mail_preamble(message_), encoding, document);
        document.id = fmt::format("{}/{}", id_of_path(context_.path), number_);
        return std::string(rejection);
    }

    LineReader lines_;
    std::size_t size_ = 0;  // of the line, with its end
    std::string candidate_;
    std::string message_;
    BodyLength length_;
    std::size_t number_ = 0;
    bool is_too_large_ = false;
    bool after_blank_ = true;
    bool is_mmdf_ = false;
    bool has_begun_ = false;
    bool has_ended_ = false;
};

}  // namespace

bool matches_mbox(const FileHead& head) {
    std::string_view bytes = without_byte_order_mark(head.bytes);
    bytes.remove_prefix(std::min(bytes.find_first_not_of("\r\n"), bytes.size()));
    const std::string_view first = cut_line(bytes);
    return first == MMDF_LINE || (!bytes.empty() && parts_messages(first, true, bytes));
}

ReaderPointer open_mbox(SourcePointer source, ReaderContext context) {
    return std::make_unique<MboxReader>(std::move(source), std::move(context));
}

}  // namespace descry
