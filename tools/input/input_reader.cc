#include "input/input_reader.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <descry/base/open_database.h>
#include <descry/documents/document_size.h>
#include <descry/mechanics/work.h>

#include "input/bytes/decompress.h"

namespace descry {

InputReader::InputReader(std::vector<std::string> inputs, InputOptions options,
                         Diagnostics& problems)
    : inputs_(std::move(inputs)),
      options_(std::move(options)),
      problems_(problems),
      documents_(inputs_.size()) {
    if (!options_.format.empty() && find_format(options_.format) == nullptr) {
        throw std::invalid_argument(
            fmt::format("no input format is called \"{}\"", options_.format));
    }
}

bool InputReader::next(InputDocument& document) {
    check_stop();
    for (;;) {
        if (reader_ != nullptr) {
            try {
                if (reader_->next(document)) {
                    expansion_.start_anew();
                    if (content_bytes(document) > options_.max_content_bytes) {
                        problems_.refuse(
                            document.location,
                            fmt::format("more than {} bytes of text and fields in one document",
                                        options_.max_content_bytes));
                        continue;
                    }
                    problems_.accept();
                    problems_.count_strays(document.stray_bytes);
                    ++documents_[next_input_ - 1];
                    return true;
                }
            } catch (const InputError& error) {
                problems_.give_up(reader_->location(), error.what(), true);
            }
            close();
        }
        if (!open_next()) return false;
    }
}

std::uint64_t InputReader::bytes_read() const {
    // The directory of a zip file is read twice.
    return finished_bytes_ + (file_size_ != 0 ? std::min(file_bytes_, file_size_) : file_bytes_);
}

void InputReader::close() {
    reader_.reset();
    finished_bytes_ += file_size_ != 0 ? file_size_ : file_bytes_;
    file_bytes_ = 0;
    file_size_ = 0;
}

bool InputReader::open_next() {
    std::string path;
    if (walk_) {
        if (walk_->next(path, file_size_)) {
            open(path, Origin::WALKED);
            return true;
        }
        walk_.reset();
    }
    if (next_input_ == inputs_.size()) return false;
    path = inputs_[next_input_++];
    struct stat status = {};
    if (path == "-") {
        open(path, Origin::STANDARD_INPUT);
    } else if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
        walk_.emplace(path, &problems_);
    } else {
        if (S_ISREG(status.st_mode)) file_size_ = static_cast<std::uint64_t>(status.st_size);
        open(path, Origin::NAMED);
    }
    return true;
}

void InputReader::open(const std::string& path, Origin origin) {
    expansion_.start_anew();
    try {
        SourcePointer source = origin == Origin::STANDARD_INPUT
                                   ? std::make_unique<FileSource>(STDIN_FILENO, file_bytes_)
                                   : std::make_unique<FileSource>(path, file_bytes_);
        reader_ = open_documents(decompress(std::move(source), &expansion_),
                                 {path, path, options_, problems_, origin, 0, &expansion_});
    } catch (const InputError& error) {
        problems_.give_up(path, error.what(), false);
    }
    if (reader_ == nullptr) close();
}

std::optional<std::uint64_t> InputReader::total_bytes() const {
    std::uint64_t total = 0;
    for (const std::string& input : inputs_) {
        struct stat status = {};
        if (input == "-") return std::nullopt;
        // What cannot be opened has no bytes to read.
        if (::stat(input.c_str(), &status) != 0) continue;
        if (S_ISDIR(status.st_mode)) {
            DirectoryWalk walk(input, nullptr);
            std::string path;
            std::uint64_t size = 0;
            while (walk.next(path, size))
                total += size;
        } else if (S_ISREG(status.st_mode)) {
            total += static_cast<std::uint64_t>(status.st_size);
        } else {
            return std::nullopt;
        }
    }
    return total;
}

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
        problems_->give_up(directory, "cannot read directory: " + error.message(), false);
    }
    const DatabaseKind kind = database_kind(directory);
    if (kind == DatabaseKind::GLASS || kind == DatabaseKind::CHERT) {
        if (problems_ == nullptr) return;
        if (!levels_.empty()) return problems_->count_skipped();
        return problems_->give_up(
            directory, "a Xapian database, not files: descry groups, report, deduplicate read it",
            false);
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
