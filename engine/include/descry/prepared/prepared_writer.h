/** @file prepared_writer.h
 *  @brief Writing prepared files: all that grouping needs of documents, to be read together with
 *         those of other machines (prepared_documents.h).
 */
#ifndef DESCRY_PREPARED_PREPARED_WRITER_H
#define DESCRY_PREPARED_PREPARED_WRITER_H

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <descry/collection/collection.h>
#include <descry/model/model.h>

namespace descry {

/// A prepared file that cannot be used: damaged, cut short, or of another format.
class PreparedFormatError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// What is said of all documents of a prepared file.
struct PreparedHeader {
    /// The model of their keys.
    Model model;
    /// The name of the order in which documents are preferred as heads.
    std::string order;
};

/// Writes a prepared file from its beginning to its end, or what is appended to one.
class PreparedWriter {
  public:
    using Sink = std::function<void(std::string_view)>;

    /// @param sink takes the bytes of the file
    /// @param before documents of a prepared file of the same header, to whose bytes these are
    ///        appended; 0: they are a file of their own
    PreparedWriter(const PreparedHeader& header, Sink sink, std::uint64_t before = 0);
    ~PreparedWriter();

    /// Documents that append_document() wrote, and how many.
    void write(std::string_view documents, std::uint64_t count);

    /// To be called last: without it the prepared file is no whole one.
    void finish();

  private:
    class Compressor;

    std::unique_ptr<Compressor> compressor_;
    std::uint64_t count_ = 0;
};

/// What a prepared file says of a document beside its words.
struct PreparedName {
    /// PreparedDocument's.
    DocumentNumber number = 0;
    std::string id;
    std::string order;
};

/// Writes all documents that have body terms, ascending, with their keys by @a model. Does not
/// finish the prepared file. The same bytes with any number of threads.
/// @param name called by one thread, for each document in turn
/// @param is_wanted called by all threads: which documents are written; none: all
/// @return documents written
/// Cost: as compute_keys(), and the texts. Memory: 4096 documents a thread.
std::uint64_t prepare_collection(const Collection& collection, const Model& model,
                                 const std::function<PreparedName(DocumentNumber)>& name,
                                 PreparedWriter& writer,
                                 const std::function<bool(DocumentNumber)>& is_wanted = {});

}  // namespace descry

#endif  // DESCRY_PREPARED_PREPARED_WRITER_H
