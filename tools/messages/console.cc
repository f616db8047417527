#include "tools/messages/console.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <stop_token>
#include <thread>

#include <pthread.h>
#include <unistd.h>

#include "tools/messages/printable.h"

namespace descry {

namespace {

// In the order of OutputFormat.
constexpr std::string_view FORMAT_NAMES[] = {"text", "tsv", "json"};

constexpr auto SHOW_EVERY = std::chrono::milliseconds(100);
constexpr auto SHOW_AGAIN_AFTER = std::chrono::milliseconds(400);

double seconds_between(std::chrono::steady_clock::time_point a,
                       std::chrono::steady_clock::time_point b) {
    return std::chrono::duration<double>(b - a).count();
}

// Returns to the start of the line and erases it.
constexpr const char* ERASE = "\r\x1b[K";

std::string own_name = "descry";

std::mutex progress_mutex;
bool is_progress_shown = false;

std::string line_of(const Phase& phase, double elapsed) {
    const auto& [name, done, total, documents] = phase;
    std::string line = printable(name) + ": ";
    if (documents > 0) line += fmt::format("{} documents, ", documents);
    line += fmt::format("{}", done);
    if (total > 0) line += fmt::format(" of {} ({}%)", total, 100 * done / total);
    if (elapsed < 1) return line;
    const double rate = static_cast<double>(done) / elapsed;
    line += fmt::format(", {:.0f}/s", rate);
    line += total > done && rate > 0
                ? fmt::format(", {:.0f} s left", static_cast<double>(total - done) / rate)
                : fmt::format(", {:.0f} s", elapsed);
    return line;
}

// Ignores write errors, for which fmt::print would throw.
void write_message(const std::string& bytes) {
    std::fwrite(bytes.data(), 1, bytes.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

const std::string& program_name() {
    return own_name;
}

void set_program_name(std::string name) {
    own_name = std::move(name);
}

void clear_progress_line() {
    const std::lock_guard lock(progress_mutex);
    if (is_progress_shown) write_message(ERASE);
    is_progress_shown = false;
}

void say(std::string_view line) {
    clear_progress_line();
    write_message(fmt::format("{}: {}\n", own_name, printable(line)));
}

void add_format_option(CLI::App& command, OutputFormat& format) {
    const auto read = [&format](const std::string& name) {
        const auto* found = std::find(std::begin(FORMAT_NAMES), std::end(FORMAT_NAMES), name);
        if (found == std::end(FORMAT_NAMES)) {
            throw CLI::ValidationError("--format", "\"" + name + "\" is not text, tsv or json");
        }
        format = static_cast<OutputFormat>(found - std::begin(FORMAT_NAMES));
    };
    command
        .add_option_function<std::string>(
            "--format", read,
            fmt::format("Output format: text (not stable), tsv, json [default: {}]",
                        FORMAT_NAMES[static_cast<std::size_t>(format)]))
        ->type_name("text|tsv|json");
}

Console::Console()
    : threads_(std::max(1u, std::thread::hardware_concurrency())),
      terminal_(isatty(STDERR_FILENO) == 1),
      date_(std::time(nullptr)),
      begin_(Clock::now()) {}

void Console::add_threads_option(CLI::App& command) {
    command.add_option("--threads", threads_, "Number of threads [default: all cores]")
        ->check(CLI::Range(1, 1024))
        ->type_name("N");
}

void Console::add_memory_option(CLI::App& command) {
    command
        .add_option("--memory", memory_mib_,
                    "Memory for sorting and comparing, in MiB; larger inputs use temporary files")
        ->capture_default_str()
        ->type_name("MIB")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1048576}));
}

void Console::add_verbose_option(CLI::App& command) {
    command.add_flag("--verbose", verbose_, "Print progress, timings and skipped files");
}

void Console::add_quiet_option(CLI::App& command) {
    command.add_flag("--quiet", quiet_, "Print only results and errors");
}

Progress Console::progress() {
    if (quiet_ || !terminal_) return {};
    if (!again_.joinable()) {
        // A child of fork() has one thread, and must not find the line locked by another.
        pthread_atfork([] { progress_mutex.lock(); }, [] { progress_mutex.unlock(); },
                       [] { progress_mutex.unlock(); });
        again_ = std::jthread([this](const std::stop_token& end) {
            std::mutex none;
            std::unique_lock lock(none);
            std::condition_variable_any ended;
            while (
                !ended.wait_for(lock, end, SHOW_AGAIN_AFTER, [&] { return end.stop_requested(); }))
                show_again();
        });
    }
    return [this](const Phase& phase) { show(phase); };
}

std::string Console::date() const {
    std::tm local{};
    localtime_r(&date_, &local);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M %Z", &local)};
}

double Console::seconds() const {
    return seconds_between(begin_, Clock::now());
}

void Console::show(const Phase& phase) {
    const auto now = Clock::now();
    const std::lock_guard lock(progress_mutex);
    if (phase.name != phase_name_) {
        phase_name_ = phase.name;
        phase_begin_ = now;
    } else if (now - last_shown_ < SHOW_EVERY && phase.done != phase.total) {
        return;
    }
    phase_ = phase;
    phase_.name = phase_name_;
    last_shown_ = now;
    write_message(ERASE + line_of(phase_, seconds_between(phase_begin_, now)));
    is_progress_shown = true;
}

void Console::show_again() {
    const auto now = Clock::now();
    const std::lock_guard lock(progress_mutex);
    if (!is_progress_shown || now - last_shown_ < SHOW_AGAIN_AFTER / 2) return;
    write_message(ERASE + line_of(phase_, seconds_between(phase_begin_, now)));
}

}  // namespace descry
