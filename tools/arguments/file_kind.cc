#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include <descry/model/model.h>

#include "analyzers/utf8.h"
#include "engine/prepared/prepared_file.h"
#include "engine/report/page.h"
#include "tools/arguments/command_files.h"
#include "tools/output/text.h"

namespace descry {

namespace {

constexpr std::size_t HEAD_BYTES = std::size_t{1} << 16;

std::string head_of(std::istream& file, std::size_t size) {
    std::string head(size, '\0');
    file.read(head.data(), static_cast<std::streamsize>(size));
    head.resize(static_cast<std::size_t>(file.gcount()));
    return head;
}

bool begins_with(std::istream& file, std::string_view beginning) {
    return head_of(file, beginning.size()) == beginning;
}

bool is_model(std::istream& file) {
    return begins_with(file, Model::MAGIC);
}

// In GroupLine's form, with any key.
bool is_group(std::istream& file) {
    return begins_with(file, "{\"key\":");
}

std::vector<std::string> first_fields(std::istream& file) {
    constexpr std::string_view LINE_ENDS = "\r\n";
    const std::string head = head_of(file, HEAD_BYTES);
    std::string_view line = head;
    if (line.starts_with(UTF8_MARK)) line.remove_prefix(UTF8_MARK.size());
    line.remove_prefix(std::min(line.find_first_not_of(LINE_ENDS), line.size()));
    const auto fields = split_list(line.substr(0, line.find_first_of(LINE_ENDS)), '\t');
    return {fields.begin(), fields.end()};
}

// Empty unless it is the last field, or followed by words of --dropped or --kept-apart.
std::string third_field(std::istream& file) {
    const auto fields = first_fields(file);
    const bool is_last =
        fields.size() == 3 || (fields.size() > 3 && (fields[3] == "near" || fields[3] == "inside" ||
                                                     fields[3] == "holds" || fields[3] == "apart"));
    return is_last ? fields[2] : std::string();
}

bool is_share(const std::string& text) {
    const auto number = number_of<double>(text);
    return number && *number >= 0 && *number <= 1;
}

bool is_pair(std::istream& file) {
    return is_share(third_field(file));
}

bool is_piece(std::istream& file) {
    const auto fields = first_fields(file);
    return fields.size() == 8 && is_share(fields[6]) && number_of<std::uint64_t>(fields[7]);
}

bool is_held(std::istream& file) {
    const auto fields = first_fields(file);
    return fields.size() == 7 && is_share(fields[2]) && number_of<std::uint64_t>(fields[3]) &&
           number_of<std::uint64_t>(fields[4]);
}

bool is_decision(std::istream& file) {
    const std::string decision = third_field(file);
    return decision == "keep" || decision == "drop";
}

bool is_page(std::istream& file) {
    return head_of(file, HEAD_BYTES).find(PAGE_MARK) != std::string::npos;
}

}  // namespace

const FileKind MODEL_FILE{"a model", is_model};
const FileKind PREPARED_FILE{"a prepared file", PreparedReader::is_prepared};
const FileKind GROUP_FILE{"a groups file", is_group};
const FileKind PAIR_FILE{"a dropped-documents file", is_pair};
const FileKind HELD_FILE{"a held-references file", is_held};
const FileKind PIECE_FILE{"a pieces file", is_piece};
const FileKind DECISION_FILE{"a decisions file", is_decision};
const FileKind PAGE_FILE{"a report of descry", is_page};

std::string reason_to_keep(const std::string& path, const FileKind& kind) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return {};
    if (std::filesystem::file_size(path, ignored) == 0) return {};
    std::ifstream file(path, std::ios::binary);
    if (!file) return fmt::format("exists but cannot be read: {}", std::strerror(errno));
    return kind.matches(file) ? std::string() : fmt::format("exists and is not {}", kind.name);
}

}  // namespace descry
