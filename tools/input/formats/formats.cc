#include "tools/input/formats/formats.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <utility>

#include <fmt/format.h>

#include "tools/input/bytes/charset.h"
#include "tools/input/bytes/utf16_source.h"
#include "tools/input/parsing/json_element.h"

namespace descry {

namespace {

// Plain text last: it accepts everything that is not binary.
constexpr std::array<Format, 13> FORMATS = {{
    {"csv", matches_csv, open_csv, true},
    {"tsv", matches_tsv, open_tsv, true},
    {"json", matches_json, open_json, true},
    {"jsonl", matches_json_lines, open_json_lines, true},
    {"lines", matches_lines, open_lines, true},
    {"tar", matches_tar, open_archive},
    {"zip", matches_zip, open_archive},
    {"warc", matches_warc, open_warc},
    {"mbox", matches_mbox, open_mbox},
    {"html", matches_html, open_html},
    {"xml", matches_xml, open_xml},
    {"mail", matches_mail, open_mail},
    {"text", matches_plain_text, open_plain_text},
}};

const Format* recognise_format(const FileHead& head) {
    const auto* const found =
        std::ranges::find_if(FORMATS, [&](const Format& format) { return format.matches(head); });
    return found != FORMATS.end() ? found : nullptr;
}

// Whether the line's ends are those of a JSON object.
bool is_line_of_json(std::string_view line) {
    line.remove_suffix(line.size() - line.find_last_not_of(" \t\r") - 1);
    return begins_with_member(line) && line.ends_with('}');
}

// The bytes for recognising a format. For a stream of JSON lines only the first line: waiting for
// more would stall a program that writes a line and waits for the answer.
std::string_view read_head(BufferedSource& source) {
    std::string_view head = source.peek(1);
    while (head.size() < FileHead::HEAD_SIZE) {
        const std::size_t end = head.find('\n');
        if (end != std::string_view::npos && is_line_of_json(head.substr(0, end))) break;
        std::size_t before = head.size();
        head = source.peek(before + 1);
        if (head.size() == before) break;
    }
    return head.substr(0, FileHead::HEAD_SIZE);
}

// Saves a file that is not text, unless it is too large for memory.
void save_rest(BufferedSource& source, const ReaderContext& context) {
    if (!context.options.take_rejected) return context.save(source.peek(1), {});
    try {
        context.save(read_all(source, context.options.max_document_bytes), {});
    } catch (const InputError& error) {
        context.problems.give_up(context.location, error.what(), true);
    }
}

}  // namespace

bool RecordReader::next(InputDocument& document) {
    while (next_record()) {
        const std::string rejection = fill(document);
        if (encoding_.chosen() && encoding_name_->empty())
            *encoding_name_ = encoding_.chosen()->name();
        if (rejection.empty()) {
            if (!document.record.empty()) document.record_encoding = encoding_name_;
            document.location = location();
            return true;
        }
        context_.problems.reject(location(), rejection);
        context_.save(record(), header());
    }
    return false;
}

ReaderPointer open_documents(SourcePointer source, ReaderContext context) {
    auto buffered = std::make_unique<BufferedSource>(std::move(source));
    std::string_view bytes = read_head(*buffered);
    if (bytes.empty() && context.origin == Origin::STANDARD_INPUT) return nullptr;
    const Format* format = context.depth == 0 ? find_format(context.options.format) : nullptr;
    const bool is_named = format != nullptr;
    const auto head = [&](std::string_view of) {
        return FileHead{without_compression_extension(context.path), of, context.origin,
                        context.options};
    };
    const auto utf16 = utf16_of(bytes);
    if (const auto kind = utf16 ? binary_kind(bytes) : std::string_view();
        utf16 && (kind.empty() || kind == NUL_BYTES)) {
        std::string decoded(bytes.substr(0, whole_characters(bytes, *utf16)));
        utf16->decode(decoded);
        const Format* const of_utf8 = is_named ? format : recognise_format(head(decoded));
        if (of_utf8 != nullptr) {
            using Mark = Utf16Source::Mark;
            // Readers of whole texts need a byte order mark for UTF-8.
            auto utf8 = std::make_unique<Utf16Source>(
                std::move(buffered), *utf16, of_utf8->is_of_utf8 ? Mark::KEPT : Mark::ADDED);
            context.problems.detail(context.location,
                                    utf16->name().substr(0, utf16->name().size() - 2));
            return of_utf8->open(std::make_unique<BufferedSource>(std::move(utf8)),
                                 std::move(context));
        }
    }
    if (!is_named) format = recognise_format(head(bytes));
    const bool is_one_of_lines =
        format != nullptr && format->open == open_plain_text && bytes.find('\n') < bytes.size() - 1;
    if (!is_named && is_one_of_lines && context.origin == Origin::STANDARD_INPUT) {
        context.problems.hint(context.location,
                              "read as one document of plain text; use --input-format lines for "
                              "one document per line, csv for one per row of a table");
    }
    if (format != nullptr) return format->open(std::move(buffered), std::move(context));
    const std::string reason = fmt::format("not text: {}", binary_kind(bytes));
    if (context.origin == Origin::WALKED) {
        context.problems.skip(context.location, reason);
    } else {
        context.problems.give_up(context.location, reason, false);
        save_rest(*buffered, context);
    }
    return nullptr;
}

const Format* find_format(std::string_view name) {
    const auto* const found = std::ranges::find(FORMATS, name, &Format::name);
    return found != FORMATS.end() ? found : nullptr;
}

std::vector<std::string> format_names() {
    const auto names = FORMATS | std::views::transform(&Format::name);
    return {names.begin(), names.end()};
}

bool has_extension(std::string_view path, std::initializer_list<std::string_view> extensions) {
    return std::ranges::any_of(
        extensions, [&](std::string_view extension) { return ends_in_any_case(path, extension); });
}

}  // namespace descry
