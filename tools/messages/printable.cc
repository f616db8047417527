#include "tools/messages/printable.h"

#include <cstdint>
#include <filesystem>
#include <new>
#include <regex>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>
#include <xapian.h>

namespace descry {

namespace {

// Controls, and invisible characters that change or hide text around them: direction marks,
// joiners, zero-width marks, fillers, tags. Visible signs of this kind, such as Arabic's year sign,
// and variation selectors, as in emoji, are text.
bool is_unseen(UChar32 c) {
    constexpr std::uint32_t UNSEEN = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK;
    const auto has = [c](UProperty property) { return u_hasBinaryProperty(c, property) != 0; };
    if ((U_GET_GC_MASK(c) & UNSEEN) != 0) return !has(UCHAR_PREPENDED_CONCATENATION_MARK);
    return has(UCHAR_DEFAULT_IGNORABLE_CODE_POINT) && !has(UCHAR_VARIATION_SELECTOR);
}

std::string escaped(UChar32 c) {
    if (c == '\n') return "\\n";
    if (c == '\t') return "\\t";
    if (c < 0x80) return fmt::format("\\x{:02x}", c);
    return c < 0x10000 ? fmt::format("\\u{:04x}", c) : fmt::format("\\U{:08x}", c);
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
        } else if (is_unseen(c)) {
            out += escaped(c);
        } else {
            out += text.substr(begin, i - begin);
        }
    }
    return out;
}

namespace {

// "FILE:1: Bad line" of a file mistaken for a stub, and similar messages.
std::string plain_opening(const std::string& message) {
    static const std::pair<std::regex, const char*> FORMS[] = {
        {std::regex("(.*):[0-9]+: Bad line"), "$1: not a Xapian database"},
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
