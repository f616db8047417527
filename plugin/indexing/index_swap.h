/** @file index_swap.h
 *  @brief Builds a replacement of an index in a directory beside it.
 */
#ifndef DESCRY_PLUGIN_INDEXING_INDEX_SWAP_H
#define DESCRY_PLUGIN_INDEXING_INDEX_SWAP_H

#include <filesystem>
#include <memory>
#include <string>

#include <xapian.h>

namespace descry {

/// Replaces an index atomically: until take_over() the index is unchanged, whatever happens. For
/// databases of the glass format.
///
/// Readers of the old index continue to read it; Database::reopen() moves them to the new one.
class IndexSwap {
  public:
    /// Makes the directory, `PATH.descry-parts`, or if that belongs to another program or run
    /// `PATH.descry-parts-2` and so on up to 10.
    /// @param path the index; the caller holds a writer on it, which excludes others
    /// @param bytes maximum disk space for the new index and its parts
    /// @return null if the index cannot be exchanged as a whole, which is tried: it is a stub file,
    ///         a directory with foreign files, of another user, a mount point (including bind
    ///         mounts), part of a container's image or the current directory of this program; its
    ///         parent directory is not writable; the file system cannot exchange two directories or
    ///         has no hard links; or there is too little space
    static std::unique_ptr<IndexSwap> begin(const std::string& path, std::uintmax_t bytes);

    /// Removes what a stopped run left beside the index: directories of begin(), recognised with
    /// certainty by name, permissions (01700), owner and contents. The caller holds the writer.
    static void remove_remains(const std::string& path);

    ~IndexSwap();

    IndexSwap(const IndexSwap&) = delete;
    IndexSwap& operator=(const IndexSwap&) = delete;

    /// Path of the new index, which does not exist at first.
    std::string path() const { return (folder_ / "index").string(); }

    const std::filesystem::path& folder() const { return folder_; }

    /// Replaces the index by the new one, with the old one's owner, permissions and lock file, so
    /// that a writer of the old index also excludes others from the new one. Syncs everything to
    /// disk first. Readers distinguish the two by revision: if the new one's is lower, empty
    /// commits raise it, 0.1 ms each.
    /// @pre nobody holds the new index open
    /// @exception std::system_error the exchange failed, and the old index is in its place
    void take_over();

  private:
    IndexSwap(std::filesystem::path index, std::filesystem::path folder);
    void raise_revision() const;

    std::filesystem::path index_;
    std::filesystem::path folder_;
};

/// The bytes of an index's files; 0 if @a path is not a directory.
std::uintmax_t index_bytes(const std::string& path);

}  // namespace descry

#endif  // DESCRY_PLUGIN_INDEXING_INDEX_SWAP_H
