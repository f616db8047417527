/** @file temporary_folder.h
 *  @brief A directory that is removed however the program ends.
 */
#ifndef DESCRY_TOOLS_SPOOLING_TEMPORARY_FOLDER_H
#define DESCRY_TOOLS_SPOOLING_TEMPORARY_FOLDER_H

#include <filesystem>

#include <sys/types.h>

namespace descry {

/// In temporary_directory(). Removed with its contents by the destructor or, if this process is
/// killed, by another process that waits for its end. Cost: a process, a millisecond.
class TemporaryFolder {
  public:
    /// @exception std::system_error with the system's reason
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    void start_remover();

    std::filesystem::path path_;
    ::pid_t remover_ = 0;
    int held_ = -1;  // one end of a pipe, which the other process sees closed when this one ends
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SPOOLING_TEMPORARY_FOLDER_H
