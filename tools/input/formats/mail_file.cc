#include <algorithm>
#include <utility>

#include "tools/input/bytes/charset.h"
#include "tools/input/formats/formats.h"
#include "tools/input/mail/mail_lines.h"
#include "tools/input/mail/mail_message.h"
#include "tools/input/mail/mail_repair.h"

namespace descry {

namespace {

constexpr std::string_view PROPERTY_LIST = "<?xml";

// The message in a file of Apple Mail (.emlx): after a line with its size, and before a property
// list, which is searched by its beginning if the size is wrong. For other files all of @a file.
std::string_view without_apple_frame(std::string_view file) {
    std::string_view message = file;
    std::string_view line = cut_line(message);
    line = line.substr(0, line.find_last_not_of(' ') + 1);
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (line.empty() || line.size() > 10 || !std::ranges::all_of(line, is_digit)) return file;
    const std::size_t size = std::stoull(std::string(line));
    if (size >= message.size()) return message;
    if (message.substr(size).starts_with(PROPERTY_LIST)) return message.substr(0, size);
    const std::size_t list = message.rfind(PROPERTY_LIST);
    const bool is_list = message.find("plist", list) != std::string_view::npos;
    return is_list ? message.substr(0, list) : message;
}

std::string_view message_in(std::string_view file) {
    return without_mail_preamble(without_apple_frame(without_byte_order_mark(file)));
}

std::string_view parse_file(std::string& bytes, InputEncoding& encoding,
                            const InputOptions& /*options*/, InputDocument& document) {
    decode_utf16(bytes);
    repair_line_ends(bytes);
    return parse_mail(message_in(bytes), encoding, document);
}

}  // namespace

bool matches_mail(const FileHead& head) {
    std::string converted;
    std::string_view bytes = head.bytes;
    if (has_utf16_mark(bytes) || has_old_line_ends(bytes)) {
        converted = bytes;
        decode_utf16(converted);
        repair_line_ends(converted);
        bytes = converted;
    }
    bytes = message_in(bytes);
    if (begins_with_mail_header(bytes)) return true;
    return has_extension(head.path, {".eml", ".emlx"}) && !header_name(cut_line(bytes)).empty();
}

ReaderPointer open_mail(SourcePointer source, ReaderContext context) {
    return open_whole_file(std::move(source), std::move(context), parse_file);
}

}  // namespace descry
