
#include <atomic>
#include <csignal>
#include <utility>

#include <sys/time.h>
#include <unistd.h>

#include "tools/messages/console.h"
#include "tools/messages/printable.h"

namespace descry {

namespace {

constexpr suseconds_t MICROSECONDS_TO_END = 150'000;

StopFlag stop;
std::string line;  // as written; not changed while signals are handled
std::atomic<bool> is_told = false;

// Also called by a signal handler.
void write_line() {
    if (is_told.exchange(true)) return;
    if (::write(STDERR_FILENO, line.data(), line.size()) < 0) return;
}

void end_now(int /*signal*/) {
    write_line();
    std::_Exit(EXIT_INTERRUPTED);
}

void request_stop(int /*signal*/) {
    stop.request();
    const itimerval once{{0, 0}, {0, MICROSECONDS_TO_END}};
    ::setitimer(ITIMER_REAL, &once, nullptr);
}

}  // namespace

// The first characters erase a progress line.
Interruption::Interruption(std::string leaves) : scope_(&stop) {
    line = (::isatty(STDERR_FILENO) == 1 ? "\r\x1b[K" : "") + program_name() + ": stopped; " +
           printable(leaves) + "\n";
    std::signal(SIGALRM, end_now);
    // Background programs may be started with SIGINT ignored.
    if (std::signal(SIGINT, request_stop) == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}

Interruption::~Interruption() {
    if (std::signal(SIGINT, SIG_DFL) == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}

int Interruption::tell() {
    write_line();
    return EXIT_INTERRUPTED;
}

}  // namespace descry
