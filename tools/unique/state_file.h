/** @file state_file.h
 *  @brief The documents kept by earlier runs of `descry uniq --update`.
 */
#ifndef DESCRY_TOOLS_UNIQUE_STATE_FILE_H
#define DESCRY_TOOLS_UNIQUE_STATE_FILE_H

#include <cstdint>
#include <optional>
#include <string>

#include <descry/model/model.h>
#include <descry/prepared/prepared_documents.h>

#include "engine/mechanics/output_file.h"
#include "tools/unique/unique_run.h"

namespace descry {

/// A prepared file that a run reads, extends and replaces atomically. Locked while this object
/// exists; if there is no file, an empty one takes its place meanwhile.
///
/// Additions are a new frame after the existing bytes, and cost the new documents and a copy of the
/// file. Only a new model rewrites everything.
class StateFile {
  public:
    /// Locks it, and removes what killed runs left beside it. @throws std::runtime_error names the
    /// file: another run has locked it, or it is neither a prepared file nor empty
    explicit StateFile(std::string path);
    ~StateFile();
    StateFile(const StateFile&) = delete;
    StateFile& operator=(const StateFile&) = delete;

    const std::string& path() const { return path_; }
    /// Whether there are no documents to read(), nor a model.
    bool is_new() const { return is_new_; }

    /// Reads the documents. @pre !is_new(). @throws std::runtime_error it is damaged
    PreparedDocuments read(const Work& work);

    /// The number of the next document; 1 if it is new.
    DocumentNumber next_number() const { return next_number_; }

    /// Writes the new contents beside the file, and syncs them.
    /// @param run took the documents of read(), and grouped. @param model of the new file
    /// @throws std::runtime_error there is no space
    void write(const UniqueRun& run, const Model& model);

    /// Replaces the file, unless nothing was added; call it when standard output is synced.
    void commit();

    /// Documents added by write(), and the total.
    std::uint64_t added() const { return added_; }
    std::uint64_t documents() const { return documents_ + added_; }
    bool is_renewed() const { return is_renewed_; }

  private:
    std::string path_;
    int descriptor_ = -1;
    bool is_new_ = true;
    DocumentNumber next_number_ = 1;
    std::uint64_t documents_ = 0;  // from read()
    std::uint64_t added_ = 0;
    bool is_renewed_ = false;
    std::string model_id_;
    std::optional<OutputFile> out_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_STATE_FILE_H
