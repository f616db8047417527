#include "messages/progress_line.h"

#include <cstdio>
#include <mutex>
#include <string>

namespace descry {

namespace {

// Back to the start of the line, and whatever stands there is erased.
constexpr const char* ERASE = "\r\x1b[K";

std::mutex mutex;
bool is_shown = false;

void write(const std::string& bytes) {
    std::fwrite(bytes.data(), 1, bytes.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

void show_progress_line(std::string_view text) {
    const std::lock_guard lock(mutex);
    write(ERASE + std::string(text));
    is_shown = true;
}

void clear_progress_line() {
    const std::lock_guard lock(mutex);
    if (is_shown) write(ERASE);
    is_shown = false;
}

}  // namespace descry
