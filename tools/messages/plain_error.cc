#include "messages/plain_error.h"

#include <filesystem>
#include <new>
#include <regex>
#include <string_view>

#include <fmt/format.h>
namespace descry {

namespace {

constexpr const char* NO_DATABASE = "this is no Xapian database";

// "Couldn't stat 'PATH' (No such file or directory)", "Couldn't detect type of database: PATH",
// "FILE:1: Bad line" of what was taken for a stub file.
std::string plain_opening(const std::string& message) {
    static const std::regex UNREACHABLE("Couldn't stat '(.*)' \\((.*)\\)");
    static const std::regex UNKNOWN_TYPE("Couldn't detect type of database(: )?(.*)");
    static const std::regex NO_STUB("(.*):[0-9]+: Bad line");
    static const std::regex UNMADE("(.*): mkdir failed(.*)");
    std::smatch match;
    if (std::regex_match(message, match, UNREACHABLE))
        return fmt::format("{}: {}", match.str(1), match.str(2));
    if (std::regex_match(message, match, UNKNOWN_TYPE))
        return match.length(2) > 0 ? fmt::format("{}: {}", match.str(2), NO_DATABASE) : NO_DATABASE;
    if (std::regex_match(message, match, NO_STUB))
        return fmt::format("{}: {}", match.str(1), NO_DATABASE);
    if (std::regex_match(message, match, UNMADE))
        return fmt::format("{}: cannot be made{}", match.str(1), match.str(2));
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
