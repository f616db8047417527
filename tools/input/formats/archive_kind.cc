#include <algorithm>

#include "input/formats/formats.h"

namespace descry {

namespace {

// Of the header's 512 bytes, with those of the sum itself as blanks (POSIX, ustar).
bool has_tar_checksum(std::string_view bytes) {
    constexpr std::size_t TAR_BLOCK = 512;
    constexpr std::size_t SUM_AT = 148;
    constexpr std::size_t SUM_SIZE = 8;
    if (bytes.size() < TAR_BLOCK || bytes.front() == '\0') return false;
    unsigned expected = 0;
    std::string_view digits = bytes.substr(SUM_AT, SUM_SIZE);
    digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
    for (char c : digits) {
        if (c < '0' || c > '7') break;
        expected = expected * 8 + static_cast<unsigned>(c - '0');
    }
    unsigned sum = SUM_SIZE * ' ';
    for (std::size_t i = 0; i < TAR_BLOCK; ++i) {
        bool of_sum = i >= SUM_AT && i < SUM_AT + SUM_SIZE;
        if (!of_sum) sum += static_cast<unsigned char>(bytes[i]);
    }
    return sum == expected;
}

// Office documents, e-books and programs are zip files whose members are no documents.
bool is_application_zip(std::string_view bytes) {
    constexpr std::size_t NAME_AT = 30;
    std::string_view name = bytes.substr(std::min(NAME_AT, bytes.size()));
    for (std::string_view first : {"mimetype", "[Content_Types].xml", "_rels/", "META-INF/",
                                   "docProps/", "AndroidManifest.xml"}) {
        if (name.starts_with(first)) return true;
    }
    return false;
}

}  // namespace

bool matches_tar(const FileHead& head) {
    if (has_tar_checksum(head.bytes)) return true;
    // Damaged at its start, or without members.
    return has_extension(head.path, {".tar", ".tgz", ".txz", ".tbz2", ".tzst"}) &&
           (head.bytes.empty() || !binary_kind(head.bytes).empty());
}

bool matches_zip(const FileHead& head) {
    return head.bytes.starts_with("PK\x05\x06") ||
           (head.bytes.starts_with("PK\x03\x04") && !is_application_zip(head.bytes));
}

}  // namespace descry
