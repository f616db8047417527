/** @file state_file.h
 *  @brief The documents that runs of `descry uniq --update` have kept, from one run to the next.
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

/// A prepared file that a run reads, extends and replaces, whole or not at all. It is locked as
/// long as this lives; where there is none, an empty one stands in its place meanwhile.
///
/// What is added is a further frame, behind the bytes as they were: adding costs the new documents
/// and a copy of the file. Only another model makes all of it be written.
class StateFile {
  public:
    /// Locks it, and removes what killed runs left beside it. @throws std::runtime_error naming the
    /// file: another run has locked it, or it is neither a prepared file nor empty, whatever else
    /// was asked for
    explicit StateFile(std::string path);
    ~StateFile();
    StateFile(const StateFile&) = delete;
    StateFile& operator=(const StateFile&) = delete;

    const std::string& path() const { return path_; }
    /// Whether there are no documents to read(), nor a model.
    bool is_new() const { return is_new_; }

    /// Takes the documents. @pre !is_new(). @throws std::runtime_error it is damaged
    PreparedDocuments read(const Work& work);

    /// The number of the next document; 1 where it is new.
    DocumentNumber next_number() const { return next_number_; }

    /// Writes what is to stand there beside it, onto the disk.
    /// @param run which took the documents of read(), and grouped. @param model of the new file
    /// @throws std::runtime_error there is no room
    void write(const UniqueRun& run, const Model& model);

    /// Puts that in its place, when standard output is on its disk. Where nothing is added, the
    /// file is as it was.
    void commit();

    /// Documents that write() added, and all with these.
    std::uint64_t added() const { return added_; }
    std::uint64_t documents() const { return documents_ + added_; }
    /// Whether the documents of read() got another model.
    bool is_renewed() const { return is_renewed_; }

  private:
    std::string path_;
    int descriptor_ = -1;
    bool is_new_ = true;
    DocumentNumber next_number_ = 1;
    std::uint64_t documents_ = 0;  // of read()
    std::uint64_t added_ = 0;
    bool is_renewed_ = false;
    std::string model_id_;
    std::optional<OutputFile> out_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_STATE_FILE_H
