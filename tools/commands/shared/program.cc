#include "tools/commands/shared/program.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <xapian.h>

#include <descry/mechanics/temporary_file.h>

#include "engine/mechanics/free_memory.h"
#include "tools/arguments/command_files.h"
#include "tools/arguments/database.h"
#include "tools/messages/console.h"
#include "tools/messages/printable.h"
#include "tools/output/text.h"
#include "tools/usage/usage.h"

namespace descry {

namespace {

int report(const std::string& message) {
    say(message);
    return EXIT_ERROR;
}

// The command's databases; Xapian's messages do not always name them.
std::vector<std::string> databases_of(const CLI::App& app) {
    const CLI::App& command = named_command(app);
    if (const CLI::Option* db = command.get_option_no_throw("DB")) return db->results();
    std::vector<std::string> paths;
    if (const CLI::Option* both = command.get_option_no_throw("ARGUMENTS")) {
        paths = both->results();
        // The last one is the query.
        if (!paths.empty()) paths.pop_back();
    }
    return paths;
}

int report(const Xapian::Error& error, const std::vector<std::string>& databases) {
    std::string message = plain_message(error);
    const bool is_named = std::any_of(
        databases.begin(), databases.end(),
        [&](const std::string& path) { return message.find(path) != std::string::npos; });
    // An option's fault is not the database's.
    if (!is_named && !databases.empty() && !message.starts_with("--")) {
        message = fmt::format("{}: {}", fmt::join(databases, ", "), message);
    }
    return report(message);
}

// The reader of standard output closed the pipe. A command that ignored it while writing into an
// index now ends as others do at once: silently, by the signal.
[[noreturn]] void end_as_filter() {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
    std::_Exit(EXIT_ERROR);
}

// Allows DB to be a directory above a database. (`search` handles its own argument.)
void find_databases(CLI::App& app, std::vector<std::string>& notes) {
    for (CLI::App* const command : app.get_subcommands([](CLI::App*) { return true; })) {
        if (CLI::Option* const db = command->get_option_no_throw("DB")) {
            db->transform([&notes](const std::string& path) { return find_database(path, notes); });
        }
        find_databases(*command, notes);
    }
}

int run(const CLI::App& app, const Action& action) {
    const std::vector<std::string> databases = databases_of(app);
    try {
        check_argument_order(named_command(app));
        check_files(named_command(app));
        const Interruption interruption(describe_leftovers(named_command(app)));
        const int code = action();
        clear_progress_line();
        // Write errors, such as a full disk, must not pass for success. Earlier ones left no errno.
        const bool failed_earlier = std::ferror(stdout) != 0;
        if (std::fflush(stdout) != 0 || failed_earlier) {
            if (errno == EPIPE && !failed_earlier) end_as_filter();
            return report(fmt::format("standard output cannot be written{}{}",
                                      failed_earlier ? "" : ": ",
                                      failed_earlier ? "" : std::strerror(errno)));
        }
        return code;
    } catch (const Stopped&) {
        return Interruption::tell();
    } catch (const Xapian::DatabaseLockError& error) {
        // The lock file itself may be what cannot be made.
        if (error.get_msg().find("already locked") == std::string::npos) {
            return report(error, databases);
        }
        return report(
            fmt::format("the index is being written by another program; try again when "
                        "it is done ({})",
                        error.get_msg()));
    } catch (const Xapian::Error& error) {
        return report(error, databases);
    } catch (const std::system_error& error) {
        const bool is_of_output = std::ferror(stdout) != 0;
        if (is_of_output && error.code() == std::errc::broken_pipe) end_as_filter();
        const std::string message = plain_message(error);
        const bool is_named = !is_of_output || message.starts_with("standard output");
        return report(is_named ? message : fmt::format("standard output: {}", message));
    } catch (const std::exception& error) {
        return report(plain_message(error));
    }
}

// Xapian 1.4 writes values from a destructor, where an error such as a full disk terminates the
// program: report it, with the index in the state of the last commit.
[[noreturn]] void end_in_destructor() {
    std::string reason = std::strerror(errno);
    if (const std::exception_ptr exception = std::current_exception()) {
        try {
            std::rethrow_exception(exception);
        } catch (const Xapian::Error& error) {
            reason = plain_message(error);
        } catch (...) {
            __gnu_cxx::__verbose_terminate_handler();
        }
    }
    report(fmt::format("the index cannot be written: {}; it is as of its last commit", reason));
    std::_Exit(EXIT_ERROR);
}

// Xapian does not survive a failed allocation while it changes its tables: its destructors would
// crash, or write incomplete data. So exit without unwinding, leaving the index as after a kill.
[[noreturn]] void end_without_memory() {
    std::fputs(program_name().c_str(), stderr);
    std::fputs(": out of memory\n", stderr);
    std::_Exit(EXIT_ERROR);
}

// If a standard stream is closed, the next opened file would take its descriptor, and results could
// be written into an index. Opens it in the wrong mode instead, so that using it fails.
void fill_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
        // Opens as the lowest free descriptor, which is this one.
        if (::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
    }
}

int end_of_help() {
    if (!std::cout.flush()) return report("standard output cannot be written");
    return EXIT_DONE;
}

// "descry help [COMMAND...]". Options are ignored.
int print_help(const CLI::App& app, const std::vector<std::string>& words) {
    const CLI::App* command = &app;
    for (auto word = words.begin() + 1; word != words.end(); ++word) {
        if (word->starts_with('-')) continue;
        const CLI::App* const sub = command_of_name(*command, *word);
        if (sub == nullptr) {
            for (const std::string& line : no_such_command(*command, *word))
                report(line);
            return EXIT_ERROR;
        }
        command = sub;
    }
    std::cout << command->help();
    return end_of_help();
}

// Without a command: prints the commands to standard error, since they are not a result.
int report_missing_command(const CLI::App& app) {
    const CLI::App& command = named_command(app);
    const int code = report("a command is missing");
    std::cerr << '\n' << HelpFormat().make_help(&command, "", CLI::AppFormatMode::Normal);
    return code;
}

std::string command_line_of(const std::vector<std::string>& words) {
    std::string line = program_name();
    for (const std::string& word : words)
        line += " " + as_argument(word);
    return line;
}

}  // namespace

int run_program(const Program& program, int argc, char** argv) {
    set_program_name(program.name);
    fill_closed_streams();
    // "descry groups DB | head" ends quietly, like any filter. Commands that write into an index
    // ignore a closed pipe instead (IgnoreClosedPipe).
    std::signal(SIGPIPE, SIG_DFL);
    std::set_terminate(end_in_destructor);
    set_memory_return(true);
    if (const char* const folder = std::getenv("TMPDIR"); folder != nullptr && *folder != '\0')
        set_temporary_directory(folder);
    std::set_new_handler(end_without_memory);

    CLI::App app(program.about, program.name);
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.set_version_flag(
        "-V,--version",
        std::string(program.name) + " " DESCRY_VERSION " - xapian-core " + Xapian::version_string(),
        "Print the versions of descry and Xapian and exit");
    app.require_subcommand(1);
    app.formatter(std::make_shared<HelpFormat>());
    Console console;
    Action action;
    program.add_commands(app, console, action);
    std::vector<std::string> notes;
    find_databases(app, notes);
    app.footer(program.examples);
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    console.began_as(command_line_of(words));
    if (!words.empty() && words.front() == "help") return print_help(app, words);
    // CLI11 would take the next word as the value.
    for (const std::string& word : words) {
        if (word == "--") break;
        if (!word.starts_with("--") || !word.ends_with('=')) continue;
        report(fmt::format("{} needs a value", word));
        return EXIT_ERROR;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) {
            if (lacks_command(app)) return report_missing_command(app);
            for (const std::string& line : usage_error(app, words, error))
                report(line);
            return EXIT_ERROR;
        }
        app.exit(error);
        return end_of_help();
    }
    for (const std::string& note : notes)
        console.note("{}", note);
    return run(app, action);
}

}  // namespace descry
