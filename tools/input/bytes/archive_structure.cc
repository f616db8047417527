#include "tools/input/bytes/archive_structure.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "engine/hashing/coding.h"

namespace descry {

namespace {

constexpr std::size_t RECORD_SIZE = 22;
constexpr std::size_t DIRECTORY_SIZE_AT = 12;
constexpr std::size_t DIRECTORY_OFFSET_AT = 16;
constexpr std::size_t COMMENT_SIZE_AT = 20;
/// Of the record before it if sizes need 64 bits.
constexpr std::size_t LOCATOR_SIZE = 20;
/// With the longest comment.
constexpr std::size_t MOST_TAIL_BYTES = LOCATOR_SIZE + RECORD_SIZE + 65535;

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
    return static_cast<std::uint32_t>(read_little_endian(bytes.substr(at, size)));
}

}  // namespace

// Over the header's 512 bytes, with the sum's own bytes as spaces (POSIX, ustar).
bool has_tar_checksum(std::string_view bytes) {
    constexpr std::size_t TAR_BLOCK = 512;
    constexpr std::size_t SUM_AT = 148;
    constexpr std::size_t SUM_SIZE = 8;
    if (bytes.size() < TAR_BLOCK || bytes.front() == '\0') return false;
    unsigned expected = 0;
    std::string_view digits = bytes.substr(SUM_AT, SUM_SIZE);
    digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
    std::from_chars(digits.data(), digits.data() + digits.size(), expected, 8);
    std::string header(bytes.substr(0, TAR_BLOCK));
    header.replace(SUM_AT, SUM_SIZE, SUM_SIZE, ' ');
    const auto add = [](unsigned sum, char c) { return sum + static_cast<unsigned char>(c); };
    return std::accumulate(header.begin(), header.end(), 0U, add) == expected;
}

bool is_application_zip(std::string_view bytes) {
    constexpr std::size_t NAME_AT = 30;
    constexpr std::string_view FIRST_NAMES[] = {"mimetype",  "[Content_Types].xml",
                                                "_rels/",    "META-INF/",
                                                "docProps/", "AndroidManifest.xml"};
    const std::string_view name = bytes.substr(std::min(NAME_AT, bytes.size()));
    return std::ranges::any_of(FIRST_NAMES,
                               [&](std::string_view first) { return name.starts_with(first); });
}

ZipTail::ZipTail(ByteSource& source, std::uint64_t size)
    : bytes_(static_cast<std::size_t>(std::min<std::uint64_t>(size, MOST_TAIL_BYTES)), '\0'),
      size_(size) {
    source.seek(size - bytes_.size());
    for (std::size_t at = 0; at < bytes_.size();) {
        const std::size_t got = source.read(bytes_.data() + at, bytes_.size() - at);
        if (got == 0) break;  // the file has become shorter
        at += got;
    }
    source.seek(0);
}

void ZipTail::add(std::string_view bytes) {
    size_ += bytes.size();
    bytes.remove_prefix(bytes.size() - std::min(bytes.size(), MOST_TAIL_BYTES));
    const std::size_t kept = std::min(bytes_.size(), MOST_TAIL_BYTES - bytes.size());
    bytes_.erase(0, bytes_.size() - kept);
    bytes_ += bytes;
}

std::size_t ZipTail::end_record() const {
    if (bytes_.size() < RECORD_SIZE) return std::string::npos;
    return bytes_.rfind("PK\x05\x06", bytes_.size() - RECORD_SIZE);
}

bool ZipTail::is_preceded() const {
    const std::size_t record = end_record();
    if (record == std::string::npos) return false;
    const std::string_view before = std::string_view(bytes_).substr(0, record);
    const bool has_locator =
        record >= LOCATOR_SIZE && before.substr(record - LOCATOR_SIZE).starts_with("PK\x06\x07");
    // Some programs write only the lower 32 bits of larger numbers.
    const auto directory_end = static_cast<std::uint32_t>(size_ - bytes_.size() + record);
    return !has_locator && directory_end != number_at(bytes_, record + DIRECTORY_SIZE_AT, 4) +
                                                number_at(bytes_, record + DIRECTORY_OFFSET_AT, 4);
}

std::string_view ZipTail::problem() const {
    const std::size_t record = end_record();
    if (record == std::string::npos) return "damaged archive: the directory at its end is missing";
    const std::size_t end = record + RECORD_SIZE + number_at(bytes_, record + COMMENT_SIZE_AT, 2);
    if (is_preceded() || bytes_.find_first_not_of('\0', end) != std::string::npos)
        return "data after the end of the zip archive";
    return {};
}

}  // namespace descry
