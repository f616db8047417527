/** @file stage.h
 *  @brief An index that a Python program writes, document by document.
 */
#ifndef DESCRY_PYTHON_INDEX_STAGE_H
#define DESCRY_PYTHON_INDEX_STAGE_H

#include <mutex>
#include <optional>
#include <string>

#include <xapian.h>

#include <descry/indexing/indexing_stage.h>

namespace descry::python {

/// An IndexingStage with the database it writes, in one transaction from commit to commit.
/// Documents come as Xapian serialises them, so that the Xapian of the program and this one need
/// not be the same object code. May be called from several threads, one after the other.
class Stage {
  public:
    /// Opens the database at @a path for writing, or makes one. @exception as IndexingStage
    Stage(const std::string& path, const IndexingOptions& options);

    /// @param document Xapian::Document::serialise() of one with all its terms
    /// @exception Xapian::InvalidOperationError this is closed
    Xapian::docid replace_document(const std::string& unique_term, const std::string& document,
                                   const std::optional<std::string>& text);
    void delete_document(const std::string& unique_term);
    void commit();
    /// Commits, and lets the database go. Nothing where that was done.
    void close();
    /// Gives up what was done since the last commit, and lets the database go.
    void abandon();
    Xapian::doccount documents();

  private:
    IndexingStage& open();
    void release();

    std::mutex mutex_;
    Xapian::WritableDatabase db_;
    std::optional<IndexingStage> stage_;
};

}  // namespace descry::python

#endif  // DESCRY_PYTHON_INDEX_STAGE_H
