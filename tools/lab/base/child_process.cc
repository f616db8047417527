#include "tools/lab/base/child_process.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xapian.h>

#include "tools/messages/console.h"
#include "tools/messages/printable.h"

namespace descry {

namespace {

// The first byte of a child's output.
constexpr char RESULT = 'R';
constexpr char FAILURE = 'F';

std::string outcome(const std::function<std::string()>& work) try {
    return RESULT + work();
} catch (const Xapian::Error& error) {
    return FAILURE + plain_message(error);
} catch (const std::exception& error) {
    return FAILURE + plain_message(error);
}

void write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) return;
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

std::string read_all(int descriptor) {
    std::string bytes;
    char buffer[4096];
    for (;;) {
        const ssize_t got = ::read(descriptor, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return bytes;
        bytes.append(buffer, static_cast<std::size_t>(got));
    }
}

[[noreturn]] void fail(const char* what) {
    throw std::runtime_error(fmt::format("{}: {}", what, std::strerror(errno)));
}

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

std::string run_in_child(const std::function<std::string()>& work) {
    // Neither freed memory nor buffered output may pass to the child; the progress line does.
    clear_progress_line();
    ::malloc_trim(0);
    std::fflush(nullptr);
    int ends[2];
    if (::pipe(ends) != 0) fail("pipe");
    const pid_t child = ::fork();
    if (child < 0) {
        ::close(ends[0]);
        ::close(ends[1]);
        fail("fork");
    }
    if (child == 0) {
        ::close(ends[0]);
        const std::string answer = outcome(work);
        // The parent does not know of it, and will print the answer.
        clear_progress_line();
        write_all(ends[1], answer);
        std::fflush(nullptr);
        ::_exit(0);
    }
    ::close(ends[1]);
    const std::string bytes = read_all(ends[0]);
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) {
        throw ChildError(fmt::format("ended by signal {} ({})", WTERMSIG(status),
                                     ::strsignal(WTERMSIG(status))));
    }
    if (bytes.empty()) throw ChildError("ended without a result");
    if (bytes.front() == FAILURE) throw ChildError(bytes.substr(1));
    return bytes.substr(1);
}

ResourceUse resource_use() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return {std::chrono::duration<double>(now).count(),
            seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
            static_cast<double>(usage.ru_maxrss) / 1024};
}

}  // namespace descry
