/** @file temporary_directory.h
 *  @brief Another directory for temporary files, as long as a test lasts.
 */
#ifndef DESCRY_TESTS_TEMPORARY_DIRECTORY_H
#define DESCRY_TESTS_TEMPORARY_DIRECTORY_H

#include <string>

#include <descry/mechanics/temporary_file.h>

namespace descry::testing {

class TemporaryDirectoryIs {
  public:
    explicit TemporaryDirectoryIs(const std::string& path) : before_(temporary_directory()) {
        set_temporary_directory(path);
    }
    ~TemporaryDirectoryIs() { set_temporary_directory(before_); }
    TemporaryDirectoryIs(const TemporaryDirectoryIs&) = delete;
    TemporaryDirectoryIs& operator=(const TemporaryDirectoryIs&) = delete;

  private:
    std::string before_;
};

}  // namespace descry::testing

#endif  // DESCRY_TESTS_TEMPORARY_DIRECTORY_H
