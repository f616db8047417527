#include "input/input_reader.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/decompress.h"

namespace descry {

namespace {

// The bytes to recognise a format by. A stream of JSON lines is known by its first line: waiting
// for more would stall a program that writes a line and waits for the answer.
std::string_view read_head(BufferedSource& source) {
    std::string_view head = source.peek(1);
    while (head.size() < FileHead::HEAD_SIZE) {
        if (head.starts_with('{') && head.find('\n') != std::string_view::npos) break;
        std::size_t before = head.size();
        head = source.peek(before + 1);
        if (head.size() == before) break;
    }
    return head.substr(0, FileHead::HEAD_SIZE);
}

}  // namespace

InputReader::InputReader(std::vector<std::string> inputs, InputOptions options, Problems& problems)
    : inputs_(std::move(inputs)), options_(std::move(options)), problems_(problems) {
    if (options_.format.empty()) return;
    forced_format_ = find_format(options_.format);
    if (forced_format_ == nullptr) {
        throw std::invalid_argument(
            fmt::format("no input format is called \"{}\"", options_.format));
    }
}

InputReader::~InputReader() = default;

bool InputReader::next(InputDocument& document) {
    for (;;) {
        if (reader_ != nullptr) {
            try {
                if (reader_->next(document)) {
                    problems_.count_replacements(document.replacements);
                    return true;
                }
            } catch (const InputError& error) {
                problems_.refuse(reader_->place(), error.what());
            }
            close();
        }
        if (!open_next()) return false;
    }
}

void InputReader::close() {
    reader_.reset();
    finished_bytes_ += std::max(file_bytes_, file_size_);
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
    try {
        std::unique_ptr<ByteSource> source;
        if (origin == Origin::STANDARD_INPUT) {
            source = std::make_unique<FileSource>(STDIN_FILENO, file_bytes_);
        } else {
            source = std::make_unique<FileSource>(path, file_bytes_);
        }
        recognise(decompress(std::move(source)), path, origin);
    } catch (const InputError& error) {
        problems_.refuse(path, error.what());
    }
    if (reader_ == nullptr) close();
}

void InputReader::recognise(std::unique_ptr<ByteSource> source, const std::string& path,
                            Origin origin) {
    auto buffered = std::make_unique<BufferedSource>(std::move(source));
    std::string_view bytes = read_head(*buffered);
    if (bytes.empty() && origin == Origin::STANDARD_INPUT) return;
    const Format* format = forced_format_;
    if (format == nullptr) {
        format = recognise_format(
            {without_compression_extension(path), bytes, origin, options_.id_field});
    }
    if (format != nullptr) {
        reader_ = format->open(std::move(buffered), {path, options_, problems_});
    } else if (origin == Origin::WALKED) {
        problems_.count_skipped();
    } else {
        problems_.refuse(path, fmt::format("not text: {}", binary_kind(bytes)));
    }
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

}  // namespace descry
