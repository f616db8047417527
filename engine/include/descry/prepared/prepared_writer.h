/** @file prepared_writer.h
 *  @brief Writes prepared files, for grouping with those of other machines (prepared_documents.h).
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

/// A prepared file is damaged, cut short, or of another format.
class PreparedFormatError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// What applies to all documents of a prepared file.
struct PreparedHeader {
    Model model;
    /// The name of the order in which documents are preferred as heads.
    std::string order;
};

/// Writes a whole prepared file, or the bytes to append to one.
class PreparedWriter {
  public:
    using Sink = std::function<void(std::string_view)>;

    /// @param sink receives the bytes of the file
    /// @param before documents in the prepared file to append to, of the same header; 0: a new file
    PreparedWriter(const PreparedHeader& header, Sink sink, std::uint64_t before = 0);
    ~PreparedWriter();

    /// @param documents bytes written by append_document() @param count number of documents
    void write(std::string_view documents, std::uint64_t count);

    /// Call last: without it the prepared file is incomplete.
    void finish();

  private:
    class Compressor;

    std::unique_ptr<Compressor> compressor_;
    std::uint64_t count_ = 0;
};

/// A document's names in a prepared file.
struct PreparedName {
    DocumentNumber number = 0;
    std::string id;
    std::string order;
};

/// Writes all documents that have body terms, ascending, with their keys by @a model. Does not call
/// finish(). The bytes do not depend on the number of threads.
/// @param name called by one thread, for each document in turn
/// @param is_wanted called by all threads: whether to write a document; empty: write all
/// @return documents written
/// Cost: compute_keys(), and reading the texts. Memory: 4096 documents per thread.
std::uint64_t prepare_collection(const Collection& collection, const Model& model,
                                 const std::function<PreparedName(DocumentNumber)>& name,
                                 PreparedWriter& writer,
                                 const std::function<bool(DocumentNumber)>& is_wanted = {});

}  // namespace descry

#endif  // DESCRY_PREPARED_PREPARED_WRITER_H
