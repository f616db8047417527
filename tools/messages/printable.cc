#include "messages/printable.h"

#include <cstdint>
#include <filesystem>
#include <new>
#include <regex>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unicode/utf8.h>

namespace descry {

namespace {

bool is_control(UChar32 c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0);
}

std::string escaped_control(UChar32 c) {
    if (c == '\n') return "\\n";
    if (c == '\t') return "\\t";
    return c < 0x80 ? fmt::format("\\x{:02x}", c) : fmt::format("\\u{:04x}", c);
}

}  // namespace

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        UChar32 c = 0;
        U8_NEXT(bytes, i, text.size(), c);
        if (c < 0) {
            for (std::size_t j = begin; j < i; ++j)
                out += fmt::format("\\x{:02x}", bytes[j]);
        } else if (is_control(c)) {
            out += escaped_control(c);
        } else {
            out += text.substr(begin, i - begin);
        }
    }
    return out;
}

namespace {

// "Couldn't stat 'PATH' (No such file or directory)", "Couldn't detect type of database: PATH",
// "FILE:1: Bad line" of what was taken for a stub file.
std::string plain_opening(const std::string& message) {
    static const std::pair<std::regex, const char*> FORMS[] = {
        {std::regex("Couldn't stat '(.*)' \\((.*)\\)"), "$1: $2"},
        {std::regex("Couldn't detect type of database(: )?"), "this is no Xapian database"},
        {std::regex("Couldn't detect type of database(: )?(.*)"), "$2: this is no Xapian database"},
        {std::regex("(.*):[0-9]+: Bad line"), "$1: this is no Xapian database"},
        {std::regex("(.*): mkdir failed(.*)"), "$1: cannot be made$2"},
    };
    for (const auto& [form, words] : FORMS) {
        if (std::regex_match(message, form)) return std::regex_replace(message, form, words);
    }
    return message;
}

std::string plain_file_error(const std::filesystem::filesystem_error& error) {
    std::string message = error.path1().string();
    if (!error.path2().empty()) message += (message.empty() ? "" : ", ") + error.path2().string();
    return fmt::format("{}{}{}", message, message.empty() ? "" : ": ", error.code().message());
}

}  // namespace

std::string plain_message(const Xapian::Error& error) {
    const char* const reason = error.get_error_string();
    std::string message = error.get_msg();
    if (reason != nullptr && message.find(reason) == std::string::npos)
        message += fmt::format(" ({})", reason);
    if (!error.get_context().empty()) message += fmt::format(" [{}]", error.get_context());
    if (std::string_view(error.get_type()) == "DatabaseModifiedError")
        return "another program changed the index again and again while it was read; try again";
    return plain_opening(message);
}

std::string plain_message(const std::exception& error) {
    if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
        return plain_file_error(*file);
    if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "out of memory";
    return error.what();
}

}  // namespace descry
