/** @file console.h
 *  @brief Messages beside the results: progress, notes, and timings.
 */
#ifndef DESCRY_TOOLS_MESSAGES_CONSOLE_H
#define DESCRY_TOOLS_MESSAGES_CONSOLE_H

#include <chrono>
#include <ctime>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <descry/mechanics/work.h>

namespace descry {

enum ExitCode : int {
    EXIT_DONE = 0,
    EXIT_NOTHING_FOUND = 1,
    EXIT_ERROR = 2,
};

enum class OutputFormat { TEXT, TSV, JSON };

/// Adds --format to @a command; the present value is the default.
void add_format_option(CLI::App& command, OutputFormat& format);

/// Call before writing anything else to the terminal. One progress line per process.
void clear_progress_line();

const std::string& program_name();
void set_program_name(std::string name);

/// Prints a line to standard error, after the program's name. Ignores write errors.
void say(std::string_view line);

/// Standard error, as configured by the options. Results never pass through here.
class Console {
  public:
    Console();

    void add_threads_option(CLI::App& command);

    void add_memory_option(CLI::App& command);

    void add_verbose_option(CLI::App& command);

    void add_quiet_option(CLI::App& command);

    unsigned threads() const { return threads_; }

    /// Prints a line unless --quiet is given.
    template <typename... Args>
    void note(fmt::format_string<Args...> format, Args&&... args) {
        if (!quiet_) say(fmt::format(format, std::forward<Args>(args)...));
    }

    /// Whether --quiet was given, so that messages need not be computed.
    bool is_quiet() const { return quiet_; }

    bool is_verbose() const { return verbose_; }

    /// Prints a line even with --quiet: something requested was not done.
    template <typename... Args>
    void error(fmt::format_string<Args...> format, Args&&... args) {
        say(fmt::format(format, std::forward<Args>(args)...));
    }

    /// Prints a line with --verbose.
    template <typename... Args>
    void detail(fmt::format_string<Args...> format, Args&&... args) {
        if (verbose_) say(fmt::format(format, std::forward<Args>(args)...));
    }

    /// Shows progress on a terminal: done, total, rate, and time left or taken, two to ten times a
    /// second, even without news of the phase.
    Progress progress();

    /// The command's threads, memory, and progress().
    Work work() { return {threads_, memory_mib_ << 20, progress()}; }

    /// The command line as called, and its local start time.
    void began_as(std::string command_line) { command_line_ = std::move(command_line); }
    const std::string& command_line() const { return command_line_; }
    std::string date() const;

    double seconds() const;

  private:
    void show(const Phase& phase);
    void show_again();

    using Clock = std::chrono::steady_clock;

    unsigned threads_;
    std::size_t memory_mib_ = Work().memory >> 20;
    bool quiet_ = false;
    bool verbose_ = false;
    bool terminal_;
    std::string command_line_;
    std::time_t date_;
    Clock::time_point begin_;
    // Displayed data, protected by the mutex of the line.
    std::string phase_name_;
    Phase phase_;
    Clock::time_point phase_begin_;
    Clock::time_point last_shown_;
    std::jthread again_;
};

/// The exit code after SIGINT, by the convention of shells.
inline constexpr int EXIT_INTERRUPTED = 130;

/// While it exists, SIGINT asks the work of this thread to end (StopFlag). If that takes longer
/// than 150 milliseconds, as when Xapian writes its tables, the process is ended: half-written data
/// is as after a kill, and the next run removes it. One per process.
class Interruption {
  public:
    /// @param leaves message for an interrupted run, without a line end
    explicit Interruption(std::string leaves);
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// Prints it once. @return EXIT_INTERRUPTED
    static int tell();

  private:
    StopScope scope_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_MESSAGES_CONSOLE_H
