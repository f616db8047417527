#include <algorithm>
#include <utility>

#include "input/bytes/charset.h"
#include "input/formats/formats.h"
#include "input/parsing/mail_message.h"

namespace descry {

namespace {

std::string_view parse_file(std::string& bytes, InputDocument& document) {
    return parse_mail(bytes, document);
}

// The header fields that tell a mail from other files of `name: value` lines.
struct Seen {
    bool from = false;
    bool beside_from = false;
    int of_transport = 0;

    void add(std::string_view name) {
        auto is = [&](std::string_view other) { return equal_in_any_case(name, other); };
        from = from || is("From");
        beside_from =
            beside_from || is("Date") || is("Message-ID") || is("Received") || is("Subject");
        for (std::string_view transport : {"Received", "Return-Path", "Delivered-To", "Message-ID"})
            of_transport += is(transport) ? 1 : 0;
    }

    bool mail() const { return (from && beside_from) || of_transport >= 2; }
};

bool begins_with_mail_header(std::string_view bytes) {
    Seen seen;
    while (!bytes.empty()) {
        std::size_t end = bytes.find('\n');
        // The head may end within a line.
        if (end == std::string_view::npos) break;
        std::string_view line = bytes.substr(0, end);
        bytes.remove_prefix(end + 1);
        if (line.empty() || line == "\r") break;
        if (line.starts_with(' ') || line.starts_with('\t')) continue;
        std::string_view name = header_name(line);
        if (name.empty()) return false;
        seen.add(name);
    }
    return seen.mail();
}

}  // namespace

std::string_view header_name(std::string_view line) {
    std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return {};
    std::string_view name = line.substr(0, colon);
    auto allowed = [](char c) { return c > ' ' && c < '\x7f'; };
    return std::all_of(name.begin(), name.end(), allowed) ? name : std::string_view();
}

bool matches_mail(const FileHead& head) {
    if (has_extension(head.path, {".eml"})) return !header_name(head.bytes).empty();
    return begins_with_mail_header(head.bytes);
}

ReaderPointer open_mail(SourcePointer source, ReaderContext context) {
    return open_whole_file(std::move(source), std::move(context), parse_file);
}

}  // namespace descry
