// fuzz_mutations [--mutations N] [--first I] [--found FOLDER] [TARGET...]: feeds targets with N
// mutations of their seeds, each target's numbered from 0 on. Prints what crashes, what takes more
// memory than the bytes that were read account for, and the greatest peak; exits 1 where there is
// any.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <descry/mechanics/temporary_file.h>

#include "tests/fuzz/live_memory.h"
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/targets.h"

namespace descry::testing {

namespace {

constexpr std::uint64_t FREE_BYTES = std::uint64_t{64} << 20;
constexpr std::uint64_t BYTES_A_BYTE = 8;
constexpr unsigned MOST_SECONDS = 120;  // for one input

struct Options {
    std::uint64_t mutations = 100'000;
    std::uint64_t first = 0;
    std::filesystem::path found = "fuzz-found";
    std::vector<std::string> targets;
};

// What a child tells, whatever becomes of it.
struct Progress {
    std::uint64_t current;
    std::uint64_t findings;
    std::uint64_t peak;
    std::uint64_t peak_at;
    bool is_done;
};

class Run {
  public:
    Run(const FuzzTarget& target, const Options& options)
        : target_(target), options_(options), progress_(make_shared_progress()) {
        for (const auto& path : seeds_of(DESCRY_FUZZ_SEEDS, target.name))
            seeds_.push_back(read_file(path));
    }

    // @return how many inputs crashed, broke a promise, or took too much memory
    std::uint64_t run() {
        progress_->current = options_.first;
        while (!progress_->is_done) {
            const ::pid_t child = ::fork();
            if (child == 0) {
                run_from(progress_->current);
                std::_Exit(0);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            if (progress_->is_done) break;
            find("crash", WIFSIGNALED(status) ? ::strsignal(WTERMSIG(status)) : "exit");
            ++progress_->current;
        }
        std::cout << target_.name << ": " << options_.mutations << " mutations of " << seeds_.size()
                  << " seeds, " << progress_->findings << " findings, peak "
                  << (progress_->peak >> 10) << " KiB (mutation " << progress_->peak_at << ")"
                  << std::endl;
        return progress_->findings;
    }

  private:
    static Progress* make_shared_progress() {
        void* const memory = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        return new (memory) Progress();
    }

    std::string input(std::uint64_t number) const {
        std::mt19937 random(static_cast<std::uint32_t>(number));
        return mutate(seeds_[number % seeds_.size()], random);
    }

    void run_from(std::uint64_t first) {
        for (std::uint64_t i = first; i < options_.first + options_.mutations; ++i) {
            progress_->current = i;
            ::alarm(MOST_SECONDS);
            run_one(i, input(i));
        }
        progress_->is_done = true;
    }

    void run_one(std::uint64_t number, const std::string& bytes) {
        bytes_read() = bytes.size();
        LiveMemory::start();
        try {
            target_.run(bytes);
        } catch (const std::exception& error) {
            find("failure", error.what());
        }
        const std::uint64_t peak = LiveMemory::peak();
        if (peak > FREE_BYTES + BYTES_A_BYTE * bytes_read())
            find("memory", std::to_string(peak) + " bytes for " + std::to_string(bytes_read()));
        if (peak <= progress_->peak) return;
        progress_->peak = peak;
        progress_->peak_at = number;
    }

    void find(const char* kind, const std::string& what) {
        ++progress_->findings;
        const std::uint64_t number = progress_->current;
        std::filesystem::create_directories(options_.found);
        const auto path =
            options_.found / (std::string(target_.name) + "-" + std::to_string(number));
        std::ofstream(path, std::ios::binary) << input(number);
        std::cout << target_.name << ": " << kind << ", mutation " << number << ": " << what << " ("
                  << path.string() << ")" << std::endl;
    }

    const FuzzTarget& target_;
    const Options& options_;
    Progress* progress_;
    std::vector<std::string> seeds_;
};

// Temporary files of children that crash go with it.
class TemporaryFolder {
  public:
    TemporaryFolder() : path_(std::filesystem::temp_directory_path() / "descry-fuzz-XXXXXX") {
        if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder");
        set_temporary_directory(path_);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

  private:
    std::string path_;
};

Options options_of(std::span<char* const> arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string argument = arguments[i];
        const auto value = [&]() -> std::string {
            if (++i == arguments.size()) throw std::invalid_argument(argument + " needs a value");
            return arguments[i];
        };
        if (argument == "--mutations") {
            options.mutations = std::stoull(value());
        } else if (argument == "--first") {
            options.first = std::stoull(value());
        } else if (argument == "--found") {
            options.found = value();
        } else {
            options.targets.push_back(argument);
        }
    }
    return options;
}

int run(const Options& options) {
    for (const std::string& name : options.targets) {
        if (std::ranges::find(FUZZ_TARGETS, name, &FuzzTarget::name) == FUZZ_TARGETS.end())
            throw std::invalid_argument(name + " is no target");
    }
    const TemporaryFolder folder;
    std::uint64_t findings = 0;
    for (const FuzzTarget& target : FUZZ_TARGETS) {
        const auto& names = options.targets;
        if (names.empty() || std::ranges::find(names, target.name) != names.end())
            findings += Run(target, options).run();
    }
    return findings == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace descry::testing

int main(int argc, char** argv) {
    try {
        const std::span arguments(argv, static_cast<std::size_t>(argc));
        return descry::testing::run(descry::testing::options_of(arguments.subspan(1)));
    } catch (const std::exception& error) {
        std::cerr << "fuzz_mutations: " << error.what() << '\n';
        return 2;
    }
}
