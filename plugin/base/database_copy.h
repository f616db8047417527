/** @file database_copy.h
 *  @brief A copy of a database for readers slower than its writer.
 */
#ifndef DESCRY_PLUGIN_BASE_DATABASE_COPY_H
#define DESCRY_PLUGIN_BASE_DATABASE_COPY_H

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace descry {

/// One revision of a database, in the temporary directory while this object exists. The copied
/// tables have no names there, so no bytes remain however the program ends.
class DatabaseCopy {
  public:
    /// Cost: reading and writing the database's files, some 2 GB per second if cached.
    /// @return null if no copy is possible: the path is not a directory of a Xapian database, it
    ///         holds more than @a max_bytes or half of the free temporary space, or a commit
    ///         happened meanwhile
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
