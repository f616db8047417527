#include "tools/input/input_reader.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <descry/mechanics/work.h>

#include "engine/texts/input_contents.h"
#include "plugin/base/open_database.h"
#include "tools/input/bytes/decompress.h"

namespace descry {

namespace {

// Standard input may be a file as well.
FoundFile named_file(const std::string& path) {
    FoundFile file{path};
    struct stat own = {};
    if (path == "-") {
        if (::fstat(STDIN_FILENO, &file.status) != 0) file.status = {};
    } else if (::stat(path.c_str(), &file.status) != 0) {
        file.status = {};
    } else {
        file.is_link = ::lstat(path.c_str(), &own) == 0 && S_ISLNK(own.st_mode);
    }
    return file;
}

}  // namespace

void visit_files(const std::vector<std::string>& inputs,
                 const std::function<void(const FoundFile&)>& visit) {
    for (const std::string& input : inputs) {
        FoundFile file = named_file(input);
        if (!S_ISDIR(file.status.st_mode)) {
            visit(file);
            continue;
        }
        DirectoryWalk walk(input, nullptr);
        while (walk.next(file))
            visit(file);
    }
}

std::string common_file(const std::vector<std::string>& inputs,
                        const std::vector<std::string>& others) {
    FileSet files;
    visit_files(others, [&](const FoundFile& file) {
        if (file.is_regular()) files.insert(file);
    });
    std::string common;
    visit_files(inputs, [&](const FoundFile& file) {
        if (common.empty() && file.is_regular() && files.contains(file)) common = file.path;
    });
    return common;
}

InputReader::InputReader(std::vector<std::string> inputs, InputOptions options,
                         Diagnostics& problems)
    : inputs_(std::move(inputs)),
      options_(std::move(options)),
      problems_(problems),
      documents_(inputs_.size()) {
    if (!options_.format.empty() && find_format(options_.format) == nullptr) {
        throw std::invalid_argument(fmt::format("unknown input format \"{}\"", options_.format));
    }
}

bool InputReader::next(InputDocument& document) {
    check_stop();
    for (;;) {
        if (reader_ != nullptr) {
            try {
                if (reader_->next(document)) {
                    expansion_.restart();
                    if (content_bytes(document) > options_.max_content_bytes) {
                        problems_.reject(
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
    // A zip file's directory is read twice.
    return finished_bytes_ + (file_size_ != 0 ? std::min(file_bytes_, file_size_) : file_bytes_);
}

void InputReader::close() {
    reader_.reset();
    finished_bytes_ += file_size_ != 0 ? file_size_ : file_bytes_;
    file_bytes_ = 0;
    file_size_ = 0;
}

bool InputReader::open_next() {
    FoundFile file;
    Origin origin = Origin::WALKED;
    if (!walk_ || !walk_->next(file)) {
        walk_.reset();
        if (next_input_ == inputs_.size()) return false;
        file = named_file(inputs_[next_input_++]);
        if (S_ISDIR(file.status.st_mode)) {
            walk_.emplace(file.path, &problems_);
            return true;
        }
        origin = file.path == "-" ? Origin::STANDARD_INPUT : Origin::NAMED;
    }
    file_size_ = origin == Origin::STANDARD_INPUT ? 0 : file.size();
    if (is_repeated(file)) {
        problems_.count_repeated(file.path);
        close();
    } else {
        open(file.path, origin);
    }
    return true;
}

// A file with one link is remembered only if several inputs could contain it.
bool InputReader::is_repeated(const FoundFile& file) {
    if (!file.is_regular()) return false;
    if (file.is_link) {
        if (!files_) {
            files_.emplace();
            visit_files(inputs_, [this](const FoundFile& other) {
                if (other.is_regular() && !other.is_link) files_->insert(other);
            });
        }
        if (files_->contains(file)) return true;
    }
    const bool may_come_again = file.is_link || file.status.st_nlink > 1 || inputs_.size() > 1;
    return may_come_again && !met_.insert(file);
}

void InputReader::open(const std::string& path, Origin origin) {
    expansion_.restart();
    try {
        const auto tell_of_waiting = [&] {
            problems_.hint(path, "waits for a program to write into this pipe");
        };
        SourcePointer source =
            origin == Origin::STANDARD_INPUT
                ? std::make_unique<FileSource>(STDIN_FILENO, file_bytes_)
                : std::make_unique<FileSource>(path, file_bytes_, tell_of_waiting);
        reader_ = open_documents(decompress(std::move(source), &expansion_),
                                 {path, path, options_, problems_, origin, 0, &expansion_});
    } catch (const InputError& error) {
        problems_.give_up(path, error.what(), false);
    }
    if (reader_ == nullptr) close();
}

std::optional<std::uint64_t> InputReader::total_bytes() const {
    std::uint64_t total = 0;
    bool is_known = true;
    visit_files(inputs_, [&](const FoundFile& file) {
        total += file.size();
        // Unreadable files contribute no bytes.
        is_known = is_known && file.path != "-" && (file.is_regular() || file.status.st_mode == 0);
    });
    return is_known ? std::optional(total) : std::nullopt;
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
        if (!levels_.empty()) return problems_->skip(directory, "a Xapian database, not files");
        return problems_->give_up(
            directory, "a Xapian database, not files: descry groups, report, deduplicate read it",
            false);
    }
    std::sort(level.names.begin(), level.names.end(), std::greater<>());
    levels_.push_back(std::move(level));
}

bool DirectoryWalk::next(FoundFile& file) {
    while (!levels_.empty()) {
        Level& level = levels_.back();
        if (level.names.empty()) {
            levels_.pop_back();
            continue;
        }
        file = {level.prefix + level.names.back()};
        level.names.pop_back();
        const std::string& path = file.path;
        struct stat& status = file.status;
        // A file that vanished or may not be reached; opening it will report the reason.
        if (::lstat(path.c_str(), &status) != 0) {
            status = {};
            return true;
        }
        if (S_ISDIR(status.st_mode)) {
            enter(path);
            continue;
        }
        file.is_link = S_ISLNK(status.st_mode);
        if (file.is_link && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) continue;
        if (file.is_regular()) return true;
        if (problems_ != nullptr)
            problems_->skip(path, file.is_link
                                      ? "a broken link, or a link to something other than a file"
                                      : "not a regular file");
    }
    return false;
}

}  // namespace descry
