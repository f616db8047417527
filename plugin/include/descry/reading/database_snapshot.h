/** @file database_snapshot.h
 *  @brief Databases at one moment, for readers that open them several times.
 */
#ifndef DESCRY_READING_DATABASE_SNAPSHOT_H
#define DESCRY_READING_DATABASE_SNAPSHOT_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/schema/body_terms.h>

namespace descry {

/// One or more databases (directories or stub files), each read at one revision.
///
/// A reader that allocates by one handle and reads with another needs both in the same state. If
/// another program commits meanwhile, this class refuses to open the later revision.
class DatabaseSnapshot {
  public:
    /// Opens @a paths.
    /// @exception Xapian::DatabaseOpeningError and related classes
    explicit DatabaseSnapshot(const std::vector<std::string>& paths);

    /// A snapshot of copies in the temporary directory (TMPDIR, else /tmp), which exist as long as
    /// this object and its openers. Later commits do not affect it.
    /// @return nullopt if a database cannot be copied: it is not one of Xapian's directories, is
    ///         larger than @a max_bytes, there is no space, or a commit happened meanwhile
    static std::optional<DatabaseSnapshot> of_copies(const std::vector<std::string>& paths,
                                                     std::uint64_t max_bytes);

    /// All databases as one, for the thread that made this object. A single database keeps features
    /// only single ones have, such as its revision.
    const Xapian::Database& database() const;

    /// The single databases, for the same thread; for a stub, those it names.
    const std::vector<Xapian::Database>& shards() const;

    /// The name of each: a path, or host and port.
    const std::vector<std::string>& names() const;

    /// Opens all databases again, for any thread.
    /// @exception Xapian::DatabaseModifiedError (from the opener) there was a commit since
    DatabaseOpener opener() const;

    /// True if there was no commit since: a reader's error is then damage, not a writer's effect.
    bool is_current() const;

  private:
    class Internal;
    explicit DatabaseSnapshot(std::shared_ptr<const Internal> internal);

    std::shared_ptr<const Internal> internal_;
};

}  // namespace descry

#endif  // DESCRY_READING_DATABASE_SNAPSHOT_H
