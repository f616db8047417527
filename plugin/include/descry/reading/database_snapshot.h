/** @file database_snapshot.h
 *  @brief Databases as they are at one moment, for a reading that opens them several times.
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

/// One or more databases (directories or stub files), read as one at one revision each.
///
/// What a reading sizes by one handle and fills by another has to be of one state. While another
/// program writes, a database opened later is of a later state: it is refused here.
class DatabaseSnapshot {
  public:
    /// Opens @a paths.
    /// @exception Xapian::DatabaseOpeningError and its kin
    explicit DatabaseSnapshot(const std::vector<std::string>& paths);

    /// The same of copies in the folder for temporary files (TMPDIR, else /tmp), which live as long
    /// as this and its openers: what a commit in between disturbs no longer, however long it takes.
    /// @return nullopt where a database cannot be copied: it is none of Xapian's own folders, it
    ///         has more than @a max_bytes or there is no room, or a commit came meanwhile
    static std::optional<DatabaseSnapshot> of_copies(const std::vector<std::string>& paths,
                                                     std::uint64_t max_bytes);

    /// All as one, for the thread that made this. A single database keeps what only a single one
    /// can tell, such as its revision.
    const Xapian::Database& database() const;

    /// Each of them, for the same thread; of a stub, those that it names.
    const std::vector<Xapian::Database>& shards() const;

    /// What they are called, each: a path, or a host and port.
    const std::vector<std::string>& names() const;

    /// Opens them all anew, for any thread.
    /// @exception Xapian::DatabaseModifiedError (of the opener) there was a commit since
    DatabaseOpener opener() const;

    /// Whether there was no commit since: what a reading met in this is damage then, and no
    /// writer's doing.
    bool is_current() const;

  private:
    class Internal;
    explicit DatabaseSnapshot(std::shared_ptr<const Internal> internal);

    std::shared_ptr<const Internal> internal_;
};

}  // namespace descry

#endif  // DESCRY_READING_DATABASE_SNAPSHOT_H
