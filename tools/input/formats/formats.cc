#include "input/formats/formats.h"

#include <array>

#include <fmt/format.h>
#include <strings.h>

#include <descry/analyzers/utf8.h>

namespace descry {

namespace {

// Plain text last: it takes whatever is not binary.
constexpr std::array<Format, 11> FORMATS = {{
    {"csv", matches_csv, open_csv},
    {"tsv", matches_tsv, open_tsv},
    {"json", matches_json, open_json},
    {"jsonl", matches_json_lines, open_json_lines},
    {"tar", matches_tar, open_archive},
    {"zip", matches_zip, open_archive},
    {"warc", matches_warc, open_warc},
    {"mbox", matches_mbox, open_mbox},
    {"html", matches_html, open_html},
    {"mail", matches_mail, open_mail},
    {"text", matches_plain_text, open_plain_text},
}};

}  // namespace

const Format* recognise_format(const FileHead& head) {
    for (const Format& format : FORMATS) {
        if (format.matches(head)) return &format;
    }
    return nullptr;
}

const Format* find_format(std::string_view name) {
    for (const Format& format : FORMATS) {
        if (format.name == name) return &format;
    }
    return nullptr;
}

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    names.reserve(FORMATS.size());
    for (const Format& format : FORMATS)
        names.emplace_back(format.name);
    return names;
}

bool has_extension(std::string_view path, std::initializer_list<std::string_view> extensions) {
    for (std::string_view extension : extensions) {
        if (path.size() < extension.size()) continue;
        std::string_view last = path.substr(path.size() - extension.size());
        if (::strncasecmp(last.data(), extension.data(), extension.size()) == 0) return true;
    }
    return false;
}

}  // namespace descry
