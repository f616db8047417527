#include "tools/input/bytes/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <descry/mechanics/work.h>

namespace descry {

namespace {

constexpr std::size_t BUFFER_SIZE = std::size_t{128} << 10;

InputError system_error(const char* what) {
    return InputError(fmt::format("{}: {}", what, std::generic_category().message(errno)));
}

// Opening a pipe without a writer blocks silently; this reports it.
int open_file(const std::string& path, const std::function<void()>& waits) {
    constexpr int SECOND = 1000;
    struct stat status = {};
    const bool is_pipe = ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
    const int descriptor =
        ::open(path.c_str(), O_RDONLY | O_CLOEXEC | (is_pipe && waits ? O_NONBLOCK : 0));
    if (descriptor < 0 || !is_pipe || !waits) return descriptor;
    pollfd poll_of{descriptor, POLLIN, 0};
    if (::poll(&poll_of, 1, SECOND) == 0) {
        waits();
        while (::poll(&poll_of, 1, SECOND) <= 0)
            check_stop();
    }
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    return descriptor;
}

// Allocates exactly, since thousands of small files may be kept, and frees each piece after
// copying, so that a large text exists once.
std::string join(std::vector<std::string>& pieces, std::size_t size) {
    std::string all;
    all.reserve(size);
    for (std::string& piece : pieces) {
        all += piece;
        piece = std::string();
    }
    return all;
}

std::size_t read_or_cut(ByteSource& source, char* to, std::size_t size, std::string* cut) try {
    return source.read(to, size);
} catch (const InputError& error) {
    if (cut == nullptr) throw;
    *cut = error.what();
    return 0;
}

}  // namespace

void ByteSource::seek(std::uint64_t /*offset*/) {
    throw std::logic_error("a source that cannot seek was asked to");
}

FileSource::FileSource(const std::string& path, std::uint64_t& counter,
                       const std::function<void()>& waits)
    : descriptor_(open_file(path, waits)), owned_(true), counter_(counter) {
    if (descriptor_ < 0) throw system_error("cannot open");
}

FileSource::FileSource(int descriptor, std::uint64_t& counter)
    : descriptor_(descriptor), owned_(false), counter_(counter) {}

FileSource::~FileSource() {
    if (owned_) ::close(descriptor_);
}

std::size_t FileSource::read(char* to, std::size_t size) {
    for (;;) {
        ssize_t got = ::read(descriptor_, to, size);
        if (got >= 0) {
            counter_ += static_cast<std::uint64_t>(got);
            return static_cast<std::size_t>(got);
        }
        if (errno != EINTR) throw system_error("cannot read");
    }
}

std::optional<std::uint64_t> FileSource::seekable_size() const {
    struct stat status = {};
    if (!owned_ || ::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return {};
    return static_cast<std::uint64_t>(status.st_size);
}

void FileSource::seek(std::uint64_t offset) {
    if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0) {
        throw system_error("cannot seek");
    }
}

void BufferedSource::seek(std::uint64_t offset) {
    source_->seek(offset);
    begin_ = 0;
    end_ = 0;
    error_ = nullptr;
}

std::size_t BufferedSource::read_source(char* to, std::size_t size) {
    if (error_) std::rethrow_exception(error_);
    try {
        return source_->read(to, size);
    } catch (const InputError&) {
        error_ = std::current_exception();
        throw;
    }
}

std::string_view BufferedSource::peek(std::size_t wanted) {
    if (end_ - begin_ < wanted) {
        if (begin_ != 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
        if (buffer_.size() < wanted) buffer_.resize(std::max(wanted, BUFFER_SIZE));
    }
    while (end_ < wanted) {
        try {
            std::size_t got = read_source(buffer_.data() + end_, buffer_.size() - end_);
            if (got == 0) break;
            end_ += got;
        } catch (const InputError&) {
            if (end_ == 0) throw;
            break;
        }
    }
    return {buffer_.data() + begin_, end_ - begin_};
}

std::string_view BufferedSource::look_ahead(std::size_t wanted) {
    try {
        return peek(wanted).substr(0, wanted);
    } catch (const InputError&) {
        return {};
    }
}

std::size_t BufferedSource::read(char* to, std::size_t size) {
    if (begin_ == end_) return read_source(to, size);
    std::size_t taken = std::min(size, end_ - begin_);
    std::memcpy(to, buffer_.data() + begin_, taken);
    begin_ += taken;
    return taken;
}

std::string read_all(ByteSource& source, std::size_t max_size, std::string* cut) {
    // In pieces that are joined: a string growing by doubling could take three times the size.
    std::vector<std::string> pieces;
    std::size_t size = 0;
    for (;;) {
        std::string piece(BUFFER_SIZE, '\0');
        std::size_t filled = 0;
        std::size_t got = 1;
        while (got != 0 && filled < piece.size() && size <= max_size) {
            got = read_or_cut(source, piece.data() + filled, piece.size() - filled, cut);
            filled += got;
            size += got;
        }
        if (size > max_size) throw InputError(too_large(max_size));
        piece.resize(filled);
        pieces.push_back(std::move(piece));
        if (got == 0) return join(pieces, size);
    }
}

std::string too_large(std::size_t max_size) {
    return fmt::format("more than {} bytes in one document", max_size);
}

}  // namespace descry
