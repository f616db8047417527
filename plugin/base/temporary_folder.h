/** @file temporary_folder.h
 *  @brief A folder for one run.
 */
#ifndef DESCRY_BASE_TEMPORARY_FOLDER_H
#define DESCRY_BASE_TEMPORARY_FOLDER_H

#include <filesystem>

namespace descry {

/// In temporary_directory(), removed with all that is in it when this object goes.
class TemporaryFolder {
  public:
    /// @exception std::system_error with the system's reason
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace descry

#endif  // DESCRY_BASE_TEMPORARY_FOLDER_H
