#include "input/directory_walk.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

#include <sys/stat.h>

namespace descry {

DirectoryWalk::DirectoryWalk(const std::string& root, Diagnostics* problems) : problems_(problems) {
    enter(root);
}

void DirectoryWalk::enter(const std::string& directory) {
    Level level;
    level.prefix = directory.ends_with('/') ? directory : directory + '/';
    std::error_code error;
    std::filesystem::directory_iterator entry(directory, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        level.names.push_back(entry->path().filename().string());
    }
    if (error && problems_ != nullptr) {
        problems_->refuse(directory, "cannot read directory: " + error.message());
    }
    std::sort(level.names.begin(), level.names.end(), std::greater<>());
    levels_.push_back(std::move(level));
}

bool DirectoryWalk::next(std::string& path, std::uint64_t& size) {
    while (!levels_.empty()) {
        Level& level = levels_.back();
        if (level.names.empty()) {
            levels_.pop_back();
            continue;
        }
        path = level.prefix + level.names.back();
        level.names.pop_back();
        struct stat status = {};
        // A file that vanishes, or whose directory may be listed but not searched, is left to
        // whoever opens it, who reports why that fails.
        if (::lstat(path.c_str(), &status) != 0) {
            size = 0;
            return true;
        }
        if (S_ISDIR(status.st_mode)) {
            enter(path);
            continue;
        }
        bool is_link = S_ISLNK(status.st_mode);
        if (is_link && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) continue;
        if (S_ISREG(status.st_mode)) {
            size = static_cast<std::uint64_t>(status.st_size);
            return true;
        }
        if (problems_ != nullptr) problems_->count_skipped();
    }
    return false;
}

}  // namespace descry
