/** @file console.h
 *  @brief What the program says beside its results: progress, notes, and how long it took.
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

/// What every command tells the shell.
enum ExitCode : int {
    EXIT_DONE = 0,
    EXIT_NOTHING_FOUND = 1,
    EXIT_ERROR = 2,
};

/// How results are printed.
enum class OutputFormat { TEXT, TSV, JSON };

/// Adds --format to @a command; what @a format holds now is the default.
void add_format_option(CLI::App& command, OutputFormat& format);

/// Erases the line of the terminal in which progress is shown, where there is one; there is one a
/// process. To be called: before anything else is written to the terminal.
void clear_progress_line();

/// The name that the program's messages begin with; "descry" until it is set, at the start.
const std::string& program_name();
void set_program_name(std::string name);

/// Prints a line that begins with the program's name to standard error. One that nobody takes stops
/// nothing.
void say(std::string_view line);

/// Standard error, as the options ask for it. Results never pass through here.
class Console {
  public:
    Console();

    /// Adds --threads to @a command, which takes so many as it says.
    void add_threads_option(CLI::App& command);

    /// Adds --memory to @a command, which sorts or compares.
    void add_memory_option(CLI::App& command);

    /// Adds --verbose to @a command, which has details to tell.
    void add_verbose_option(CLI::App& command);

    /// Adds --quiet to @a command.
    void add_quiet_option(CLI::App& command);

    unsigned threads() const { return threads_; }

    /// A line for everybody who did not ask for quiet.
    template <typename... Args>
    void note(fmt::format_string<Args...> format, Args&&... args) {
        if (!quiet_) say(fmt::format(format, std::forward<Args>(args)...));
    }

    /// Whether --quiet was given, so that what is only said need not be found out.
    bool is_quiet() const { return quiet_; }

    /// Whether --verbose was given.
    bool is_verbose() const { return verbose_; }

    /// A line that --quiet leaves, too: something that was asked for was not done.
    template <typename... Args>
    void error(fmt::format_string<Args...> format, Args&&... args) {
        say(fmt::format(format, std::forward<Args>(args)...));
    }

    /// A line for those who asked for more.
    template <typename... Args>
    void detail(fmt::format_string<Args...> format, Args&&... args) {
        if (verbose_) say(fmt::format(format, std::forward<Args>(args)...));
    }

    /// Shows progress on a terminal: done, total, rate, and time left or taken, from two to ten
    /// times a second, also while nothing is told of the phase.
    Progress progress();

    /// For what a command does: its threads, its memory, and progress().
    Work work() { return {threads_, memory_mib_ << 20, progress()}; }

    /// The command line, as the program was called; and when, in local time.
    void began_as(std::string command_line) { command_line_ = std::move(command_line); }
    const std::string& command_line() const { return command_line_; }
    std::string date() const;

    /// Seconds since the program began.
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
    // What is shown, for whoever holds the mutex of the line.
    std::string phase_name_;
    Phase phase_;
    Clock::time_point phase_begin_;
    Clock::time_point last_shown_;
    std::jthread again_;
};

/// The exit code of a program that SIGINT ended, as shells have it.
inline constexpr int EXIT_INTERRUPTED = 130;

/// While it lives, SIGINT asks the work of this thread to end (StopFlag). Where that takes longer
/// than 150 milliseconds, as when Xapian writes its tables, the process ends all the same: what is
/// half written is as after any kill, and the next run does away with it. One a process.
class Interruption {
  public:
    /// @param leaves what an interrupted run has to say; without a line end
    explicit Interruption(std::string leaves);
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// Says it, where nothing did yet. @return EXIT_INTERRUPTED
    static int tell();

  private:
    StopScope scope_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_MESSAGES_CONSOLE_H
