#include <algorithm>
#include <utility>

#include <descry/analyzers/html_text.h>

#include "tools/input/bytes/charset.h"
#include "tools/input/formats/formats.h"

namespace descry {

namespace {

std::string_view to_first_element(std::string_view text) {
    text = without_byte_order_mark(text);
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\f"), text.size()));
        std::string_view end;
        if (begins_in_any_case(text, "<!--")) {
            end = "-->";
        } else if (begins_in_any_case(text, "<?xml")) {
            end = "?>";
        } else {
            return text;
        }
        std::size_t at = text.find(end);
        if (at == std::string_view::npos) return {};
        text.remove_prefix(at + end.size());
    }
}

std::string_view parse_html(std::string& bytes, InputEncoding& encoding,
                            const InputOptions& options, InputDocument& document) {
    document.stray_bytes = encoding.decode_whole(bytes, html_encoding(bytes));
    document.text = html_to_text(bytes, UTF8_NAME, options.page_parts);
    return {};
}

}  // namespace

bool matches_html(const FileHead& head) {
    if (has_extension(head.path, {".html", ".htm", ".xhtml"})) {
        return binary_kind(head.bytes).empty();
    }
    std::string_view element = to_first_element(head.bytes);
    return begins_in_any_case(element, "<!doctype html") || begins_in_any_case(element, "<html");
}

ReaderPointer open_html(SourcePointer source, ReaderContext context) {
    return open_whole_file(std::move(source), std::move(context), parse_html);
}

}  // namespace descry
