/** @file index_swap.h
 *  @brief A folder beside an index, in which the index that takes its place is built.
 */
#ifndef DESCRY_PLUGIN_INDEXING_INDEX_SWAP_H
#define DESCRY_PLUGIN_INDEXING_INDEX_SWAP_H

#include <filesystem>
#include <memory>
#include <string>

#include <xapian.h>

namespace descry {

/// What is built appears at once and whole, or not at all: until take_over() nothing of the index
/// changes, whatever happens. For databases of the glass format.
///
/// Whoever holds the old index open goes on reading it; Database::reopen() leads to the new one.
class IndexSwap {
  public:
    /// Makes the folder, `PATH.descry-parts`, or where that is somebody else's
    /// `PATH.descry-parts-2` and so on up to 10.
    /// @param path the index; a writer of it, which the caller holds open, keeps others away
    /// @param bytes room that the new index and its parts will need on the disk, at most
    /// @return null where an index cannot be exchanged as a whole, which is tried: a stub file, a
    ///         folder that holds files of others, belongs to another user, is a mount point (bind
    ///         mounts, too), is part of a container's image or is the current folder of this
    ///         program, a folder around it that may not be written to, a file system that cannot
    ///         exchange two folders or has no hard links, too little room
    static std::unique_ptr<IndexSwap> begin(const std::string& path, std::uintmax_t bytes);

    /// Removes what a run that was stopped left beside the index: folders that begin() made, known
    /// by their names, by rights that it gives (01700), by their owner and by what is in them. What
    /// is not certainly ours stays. The caller holds the index's writer.
    static void remove_remains(const std::string& path);

    /// Removes the folder.
    ~IndexSwap();

    IndexSwap(const IndexSwap&) = delete;
    IndexSwap& operator=(const IndexSwap&) = delete;

    /// Where the new index is to be, which does not exist at first.
    std::string path() const { return (folder_ / "index").string(); }

    /// For whatever it is built from.
    const std::filesystem::path& folder() const { return folder_; }

    /// Puts the new index into the place of the index, with its owner, its rights and its lock
    /// file, so that a writer of the old one keeps others from the new one, too. Everything is on
    /// the disk before. Readers tell the two apart by their revisions: where the new one's is
    /// lower, empty commits raise it, 0.1 ms each.
    /// @pre nobody holds the new index open
    /// @exception std::system_error the exchange failed, and the old index is in its place
    void take_over();

  private:
    IndexSwap(std::filesystem::path index, std::filesystem::path folder);
    void raise_revision() const;

    std::filesystem::path index_;
    std::filesystem::path folder_;
};

/// The bytes of an index's files; 0 where @a path is no folder.
std::uintmax_t index_bytes(const std::string& path);

}  // namespace descry

#endif  // DESCRY_PLUGIN_INDEXING_INDEX_SWAP_H
