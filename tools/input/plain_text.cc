#include <algorithm>
#include <utility>

#include <unicode/ucnv.h>

#include <descry/utf8.h>

#include "input/formats.h"
#include "input/whole_file.h"

namespace descry {

namespace {

constexpr std::string_view UTF8_MARK = "\xef\xbb\xbf";

bool has_utf16_mark(std::string_view bytes) {
    return bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff");
}

// ICU replaces what is ill-formed by U+FFFD itself: that many more of them come out than went in.
// Counting them is not worth a callback, so UTF-16 counts no replacements.
void utf16_to_utf8(std::string& bytes) {
    // A code unit of 2 bytes becomes at most 3.
    std::string text(bytes.size() / 2 * 3 + 16, '\0');
    constexpr std::size_t ICU_MOST = std::size_t{1} << 30;
    if (text.size() > ICU_MOST) throw InputError("too large for UTF-16: convert it to UTF-8");
    UErrorCode error = U_ZERO_ERROR;
    int32_t size = ::ucnv_convert("UTF-8", "UTF-16", text.data(), static_cast<int32_t>(text.size()),
                                  bytes.data(), static_cast<int32_t>(bytes.size()), &error);
    if (U_FAILURE(error)) throw InputError(std::string("UTF-16: ") + ::u_errorName(error));
    text.resize(static_cast<std::size_t>(size));
    bytes = std::move(text);
}

std::size_t to_utf8(std::string& bytes) {
    if (has_utf16_mark(bytes)) {
        utf16_to_utf8(bytes);
        return repair_utf8(bytes);
    }
    if (bytes.starts_with(UTF8_MARK)) bytes.erase(0, UTF8_MARK.size());
    return repair_utf8(bytes);
}

// The head may end inside a character, which is no fault of it.
std::string_view without_cut_character(std::string_view head) {
    if (head.size() < FileHead::HEAD_SIZE) return head;
    for (int i = 0; i < 3; ++i) {
        auto last = static_cast<unsigned char>(head.back());
        if (last < 0x80) break;
        head.remove_suffix(1);
        if (last >= 0xc0) break;
    }
    return head;
}

}  // namespace

std::string_view binary_kind(std::string_view head) {
    struct Kind {
        std::string_view magic;
        std::string_view name;
    };
    static constexpr Kind KINDS[] = {
        {"%PDF-", "PDF document"},
        {"PK\x03\x04", "zip archive"},
        {"\x89PNG", "PNG image"},
        {"\xff\xd8\xff", "JPEG image"},
        {"GIF8", "GIF image"},
        {"\x7f"
         "ELF",
         "ELF program"},
        {"\x1f\x8b", "gzip data"},
        {"\x28\xb5\x2f\xfd", "zstd data"},
        {"!<arch>\n", "ar archive"},
    };
    for (const Kind& kind : KINDS) {
        if (head.starts_with(kind.magic)) return kind.name;
    }
    if (has_utf16_mark(head)) return {};
    auto nul_bytes = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\0'));
    if (nul_bytes == 0) return {};
    if (nul_bytes > head.size() / 10 || !is_valid_utf8(without_cut_character(head))) {
        return "NUL bytes";
    }
    return {};
}

bool matches_plain_text(const FileHead& head) {
    return binary_kind(head.bytes).empty();
}

std::unique_ptr<DocumentReader> open_plain_text(std::unique_ptr<ByteSource> source,
                                                ReaderContext context) {
    return open_whole_file(std::move(source), std::move(context), to_utf8);
}

}  // namespace descry
