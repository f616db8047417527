/** @file temporary_folder.h
 *  @brief A folder that is gone when this is, however the program ends.
 */
#ifndef DESCRY_TOOLS_SPOOLING_TEMPORARY_FOLDER_H
#define DESCRY_TOOLS_SPOOLING_TEMPORARY_FOLDER_H

#include <filesystem>

#include <sys/types.h>

namespace descry {

/// In temporary_directory(). Removed with all that is in it when this object goes, or by a process
/// that waits for the end of this one, where that is killed. Cost: a process, a millisecond.
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
    int held_ = -1;  // an end of a pipe, which it sees closed when this process ends
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SPOOLING_TEMPORARY_FOLDER_H
