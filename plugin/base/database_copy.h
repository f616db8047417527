/** @file database_copy.h
 *  @brief A copy of a database for readers that are slower than its writer.
 */
#ifndef DESCRY_PLUGIN_BASE_DATABASE_COPY_H
#define DESCRY_PLUGIN_BASE_DATABASE_COPY_H

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace descry {

/// A database as it was at one revision, in the folder for temporary files, as long as this lives.
/// Its tables have no names there, so that no bytes stay behind however the program ends.
class DatabaseCopy {
  public:
    /// Cost: reading and writing the database's files, some 2 GB a second where they are cached.
    /// @return null where there can be no copy: the path is no folder of a database of Xapian's
    ///         own, it holds more than @a max_bytes or half of what is free for temporary files, or
    ///         there was a commit meanwhile
    static std::unique_ptr<DatabaseCopy> of(const std::string& path, std::uint64_t max_bytes);

    ~DatabaseCopy();
    DatabaseCopy(const DatabaseCopy&) = delete;
    DatabaseCopy& operator=(const DatabaseCopy&) = delete;

    std::string path() const { return folder_.string(); }

  private:
    DatabaseCopy();
    void copy_table(const std::filesystem::path& table);

    std::filesystem::path folder_;
    std::vector<int> files_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_DATABASE_COPY_H
