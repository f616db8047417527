#include "tools/arguments/command_files.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "tools/arguments/named_file.h"
#include "tools/usage/usage.h"

namespace descry {

namespace {

constexpr const char* STREAM = "-";
constexpr const char* FORCE = "--force";

struct Declaration {
    FileUse use;
    const FileKind* kind = nullptr;
    std::string no_file;
};

// One command line per process.
std::map<const CLI::Option*, Declaration>& declarations() {
    static std::map<const CLI::Option*, Declaration> all;
    return all;
}

bool is_output(FileUse use) {
    return use == FileUse::RESULT || use == FileUse::BESIDE || use == FileUse::GROWING;
}

NamedFile::Stream stream_of(FileUse use, const std::string& value) {
    const bool is_name =
        use == FileUse::FILES || use == FileUse::DATABASES || use == FileUse::CHANGED_DATABASES;
    if (value != STREAM || is_name) return NamedFile::Stream::NONE;
    return is_output(use) ? NamedFile::Stream::OUTPUT : NamedFile::Stream::INPUT;
}

struct CommandFiles {
    struct Input : NamedFile {
        Input(NamedFile file, FileUse how) : NamedFile(std::move(file)), use(how) {}
        FileUse use;
    };
    struct Output : NamedFile {
        Output(NamedFile file, const FileKind* of, FileUse how)
            : NamedFile(std::move(file)), kind(of), use(how) {}
        const FileKind* kind;
        FileUse use;
    };

    explicit CommandFiles(const CLI::App& command);

    std::vector<Input> inputs;
    /// Excludes standard output, unless one is `-`.
    std::vector<Output> outputs;
    bool prints = true;
    bool replaces = false;

  private:
    void add(const std::string& option, const std::string& value, const Declaration& declared);
};

CommandFiles::CommandFiles(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options()) {
        const auto found = declarations().find(option);
        if (found == declarations().end()) continue;
        const Declaration& declared = found->second;
        const std::string name = option->get_name();
        for (const std::string& value : option->results())
            add(name, value, declared);
        const bool may_be_stream = stream_of(declared.use, STREAM) == NamedFile::Stream::INPUT;
        if (option->count() == 0 && option->get_positional() && may_be_stream)
            add(name, STREAM, declared);
    }
    replaces = descry::may_replace(command);
}

void CommandFiles::add(const std::string& option, const std::string& value,
                       const Declaration& declared) {
    if (value == declared.no_file) return;
    NamedFile file(option, value, stream_of(declared.use, value));
    if (!is_output(declared.use)) {
        inputs.emplace_back(std::move(file), declared.use);
        return;
    }
    if (declared.use == FileUse::RESULT) prints = false;
    outputs.emplace_back(std::move(file), declared.kind, declared.use);
}

[[noreturn]] void reject(const std::string& reason) {
    throw std::runtime_error(reason);
}

// A named pipe may be the same file as standard input.
void check_standard_input(const CommandFiles& files) {
    const NamedFile own("", STREAM, NamedFile::Stream::INPUT);
    const NamedFile* first = nullptr;
    for (const NamedFile& input : files.inputs) {
        const bool is_own =
            input.stream == NamedFile::Stream::INPUT || (own.is_flowing() && input.is_same(own));
        if (!is_own) continue;
        if (first != nullptr) {
            reject(fmt::format("standard input can be read only once: {} and {}", first->name(),
                               input.name()));
        }
        first = &input;
    }
}

void check_two_outputs(const NamedFile& one, const NamedFile& other) {
    if (is_one_output(one, other))
        reject(fmt::format("{} and {} are the same file; give each output its own", one.name(),
                           other.name()));
}

void check_outputs_differ(const CommandFiles& files, const NamedFile& printed) {
    const auto& outputs = files.outputs;
    for (auto one = outputs.begin(); one != outputs.end(); ++one) {
        if (files.prints && is_one_output(*one, printed)) {
            reject(fmt::format("{} cannot be standard output, which holds the result; name a file",
                               one->name()));
        }
        for (auto other = one + 1; other != outputs.end(); ++other)
            check_two_outputs(*one, *other);
    }
}

void check_no_input_is(const NamedFile& output, const std::string& name,
                       const CommandFiles& files) {
    for (const CommandFiles::Input& input : files.inputs) {
        if (input.use == FileUse::IDS || !is_within(output, input)) continue;
        reject(fmt::format("{} {} {}, which is an input; choose another output", name,
                           input.is_folder() ? "is in" : "is", input.name()));
    }
}

// The shell has opened and truncated it. Appending after everything is read is harmless.
void check_standard_output(const CommandFiles& files, const NamedFile& printed) {
    if (!printed.keeps_bytes()) return;
    const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
    CommandFiles read = files;
    if (flags >= 0 && (flags & O_APPEND) != 0) {
        std::erase_if(read.inputs, [](const CommandFiles::Input& input) {
            return input.use != FileUse::STREAMED_INPUTS;
        });
    }
    check_no_input_is(printed, "standard output", read);
}

void check_can_be_made(const CommandFiles::Output& output, bool may_replace) {
    if (output.stream != NamedFile::Stream::NONE) return;
    if (const std::string reason = reason_not_written(output); !reason.empty()) reject(reason);
    if (may_replace) return;
    if (const std::string reason = reason_to_keep(output.value, *output.kind); !reason.empty())
        reject(fmt::format("{} {}; use {} to overwrite it", output.name(), reason, FORCE));
}

// A file that grows while it is read has no end.
void check_no_database_is_read(const CommandFiles& files) {
    for (const CommandFiles::Input& db : files.inputs) {
        if (db.use != FileUse::CHANGED_DATABASES) continue;
        for (const CommandFiles::Input& input : files.inputs) {
            if (input.use == FileUse::INPUTS && is_within(input, db)) {
                reject(
                    fmt::format("{} is in {}, which is an output; an output cannot hold an input",
                                input.name(), db.name()));
            }
        }
    }
}

void check_inputs(const CommandFiles& files) {
    std::vector<std::string> reasons;
    bool has_any = false;
    for (const CommandFiles::Input& input : files.inputs) {
        const bool is_one_of_many =
            input.use == FileUse::INPUTS || input.use == FileUse::STREAMED_INPUTS;
        const bool is_needed = input.use == FileUse::FILES || input.use == FileUse::FILES_OR_STREAM;
        if (!is_one_of_many && !is_needed) continue;
        if (input.value == STREAM && input.use == FileUse::FILES) {
            reject(fmt::format(
                "{} must be a file, not standard input (write ./- for a file of that name)",
                input.option));
        }
        std::string reason = reason_not_read(input);
        if (is_needed && !reason.empty()) reject(reason);
        if (is_one_of_many && reason.empty()) has_any = true;
        if (!reason.empty()) reasons.push_back(std::move(reason));
    }
    if (!reasons.empty() && !has_any) reject(fmt::format("{}", fmt::join(reasons, "; ")));
}

// Catches new options without a declaration.
void check_all_are_declared(const CLI::App& command) {
    static const std::vector<std::string_view> NAMES = {"FILE", "INPUT", "DB", "STATS", "PREPARED"};
    for (const CLI::Option* option : command.get_options()) {
        const std::string type =
            option->get_positional() ? option->get_name() : option->get_type_name();
        const bool is_file = std::ranges::any_of(
            NAMES, [&](std::string_view name) { return type.starts_with(name); });
        if (is_file && !declarations().contains(option)) {
            throw std::logic_error(
                fmt::format("{} {} names files, but whether they are read is "
                            "not declared",
                            full_name(command), option->get_name()));
        }
    }
}

}  // namespace

CLI::Option* declare(CLI::Option* option, FileUse use, const char* no_file) {
    declarations()[option] = {use, nullptr, no_file};
    return option;
}

CLI::Option* declare_output(CLI::App& command, CLI::Option* option, FileUse use,
                            const FileKind& kind) {
    declarations()[option] = {use, &kind, {}};
    if (command.get_option_no_throw(FORCE) == nullptr) {
        command.add_flag_callback(
            FORCE, [] {},
            "Overwrite any output file, not only an empty one or one of the same kind");
    }
    return option;
}

bool may_replace(const CLI::App& command) {
    const CLI::Option* const force = command.get_option_no_throw(FORCE);
    return force != nullptr && force->count() > 0;
}

void check_files(const CLI::App& command) {
    check_all_are_declared(command);
    const CommandFiles files(command);
    const NamedFile printed("", STREAM, NamedFile::Stream::OUTPUT);
    check_standard_input(files);
    check_outputs_differ(files, printed);
    for (const CommandFiles::Output& output : files.outputs) {
        if (output.stream == NamedFile::Stream::NONE)
            check_no_input_is(output, output.name(), files);
    }
    check_standard_output(files, printed);
    check_no_database_is_read(files);
    check_inputs(files);
    for (const CommandFiles::Output& output : files.outputs)
        check_can_be_made(output, files.replaces);
}

std::string describe_leftovers(const CLI::App& command) {
    const CommandFiles files(command);
    std::vector<std::string> changed;
    for (const CommandFiles::Input& input : files.inputs) {
        if (input.use == FileUse::CHANGED_DATABASES) changed.push_back(input.value);
    }
    std::vector<std::string> unwritten;
    std::vector<std::string> left;
    for (const CommandFiles::Output& output : files.outputs) {
        if (output.use == FileUse::GROWING) {
            left.push_back(fmt::format("every answer is saved in {}", output.value));
        } else if (output.stream == NamedFile::Stream::NONE) {
            unwritten.push_back(output.value);
        }
    }
    if (!changed.empty()) {
        left.push_back(
            fmt::format("{} {} as the last commit left {}; run the same command to continue",
                        fmt::join(changed, ", "), changed.size() == 1 ? "is" : "are",
                        changed.size() == 1 ? "it" : "them"));
    }
    if (!unwritten.empty()) {
        left.push_back(fmt::format("{} {} not written", fmt::join(unwritten, ", "),
                                   unwritten.size() == 1 ? "was" : "were"));
    }
    if (left.empty()) left.emplace_back("the printed result is incomplete");
    return fmt::format("{}", fmt::join(left, "; "));
}

}  // namespace descry
