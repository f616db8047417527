#include "tools/spooling/temporary_folder.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <descry/mechanics/temporary_file.h>

namespace descry {

TemporaryFolder::TemporaryFolder() {
    std::string name = temporary_directory() + "/descry-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(),
                                "a temporary directory in " + temporary_directory());
    }
    path_ = name;
    start_remover();
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
    if (remover_ == 0) return;
    ::kill(remover_, SIGKILL);
    ::waitpid(remover_, nullptr, 0);
    ::close(held_);
}

// A shell in its own process group, out of reach of Ctrl-C, that waits for the pipe to close.
void TemporaryFolder::start_remover() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    held_ = ends[1];
    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::string shell = "sh";
    std::string option = "-c";
    std::string script = "trap '' HUP INT TERM; read -r _; rm -rf -- \"$0\"";
    std::string path = path_.string();
    const std::array<char*, 5> words = {shell.data(), option.data(), script.data(), path.data(),
                                        nullptr};
    if (::posix_spawn(&remover_, "/bin/sh", &files, &attributes, words.data(), environ) != 0) {
        remover_ = 0;
        ::close(held_);
    }
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    ::close(ends[0]);
}

}  // namespace descry
