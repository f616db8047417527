#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "tools/input/bytes/charset.h"
#include "tools/input/formats/formats.h"
#include "tools/input/parsing/json_element.h"
#include "tools/input/parsing/member_path.h"

namespace descry {

namespace {

enum class Layout { NONE, LINES, VALUES };

constexpr std::string_view JSON_SPACE = " \t\r\n\x1e";

// Removes and returns the first nonempty line, trimmed.
std::string_view cut_first_line(std::string_view& text) {
    skip_json_blanks(text);
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    return line.substr(0, line.find_last_not_of(JSON_SPACE) + 1);
}

// Some lines of documents may be bad, also the first; in a text that quotes JSON, few are JSON.
bool are_half_of_the_lines_objects(std::string_view text) {
    std::size_t objects = 0;
    std::size_t others = 0;
    while (!text.empty()) {
        const std::string_view line = cut_first_line(text);
        if (line.empty()) continue;
        ++(begins_with_member(line) ? objects : others);
    }
    return objects != 0 && objects >= others;
}

// For a text that begins with an object. If the object continues on other lines, or another follows
// on its line, it is not JSON lines; a damaged line is.
Layout layout_of_objects(std::string_view text) {
    std::string_view rest = text;
    const std::string_view line = cut_first_line(rest);
    JsonElement object(false);
    if (object.read(line)) {
        std::string_view behind = line.substr(object.size());
        skip_json_blanks(behind);
        return begins_with_member(behind) ? Layout::VALUES : Layout::LINES;
    }
    skip_json_blanks(rest);
    return rest.empty() || rest.starts_with('{') ? Layout::LINES : Layout::VALUES;
}

// Archives and mails may contain lines of JSON.
bool begins_like_another_format(const FileHead& head) {
    return !binary_kind(head.bytes).empty() || matches_tar(head) || matches_zip(head) ||
           matches_warc(head) || matches_mbox(head) || matches_mail(head) || matches_html(head);
}

Layout layout_of_content(const FileHead& head) {
    std::string_view text = without_byte_order_mark(head.bytes);
    skip_json_blanks(text);
    if (begins_with_array_of_objects(text)) return Layout::VALUES;
    if (begins_with_member(text)) return layout_of_objects(text);
    const bool are_lines = are_half_of_the_lines_objects(text) && !begins_like_another_format(head);
    return are_lines ? Layout::LINES : Layout::NONE;
}

// For a path, its first name.
bool holds_member(std::string_view text, const std::string& path) {
    const auto holds = [text](std::string_view name) {
        return text.find(fmt::format("\"{}\"", name)) != std::string_view::npos;
    };
    return holds(path) || holds(MemberPath(path).first_name());
}

// Directories also contain programs' data: files are documents if the names of id and text occur.
bool holds_names(const FileHead& head, Layout layout) {
    const bool makes_ids = head.options.id_from != IdFrom::MEMBER;
    const bool has_id = makes_ids || holds_member(head.bytes, head.options.id_field);
    const bool needs_text = makes_ids || layout == Layout::VALUES;
    const auto is_there = [&](const std::string& path) { return holds_member(head.bytes, path); };
    return has_id && (!needs_text || std::ranges::any_of(head.options.text_fields, is_there));
}

Layout layout_of(const FileHead& head) {
    if (has_extension(head.path, {".jsonl", ".ndjson"})) return Layout::LINES;
    const Layout layout = layout_of_content(head);
    if (head.origin == Origin::WALKED) return holds_names(head, layout) ? layout : Layout::NONE;
    const bool is_called_so = has_extension(head.path, {".json"});
    return layout == Layout::NONE && is_called_so ? Layout::VALUES : layout;
}

}  // namespace

bool matches_json(const FileHead& head) {
    return layout_of(head) == Layout::VALUES;
}

bool matches_json_lines(const FileHead& head) {
    return layout_of(head) == Layout::LINES;
}

}  // namespace descry
