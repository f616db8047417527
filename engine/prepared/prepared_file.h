/** @file prepared_file.h
 *  @brief Prepared files: all that grouping needs of documents, in files that may come from several
 *         machines.
 *
 *  A prepared file is one zstd frame. Its content begins with a line that names the format, the
 * model and the order of grouping; then come the documents, and last their number. Further frames
 * may hold further documents. Layout: docs/commands/prepare.md.
 */
#ifndef DESCRY_PREPARED_PREPARED_FILE_H
#define DESCRY_PREPARED_PREPARED_FILE_H

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <descry/collection/contents.h>
#include <descry/model/model.h>
#include <descry/prepared/prepared_writer.h>

#include "engine/collection/document_keys.h"
#include "engine/collection/encoded_terms.h"

namespace descry {

class FrameReader;

/// The bytes that a document's text, and its terms, have in a prepared file at most: as many as one
/// document of an input.
inline constexpr std::size_t MAX_PREPARED_BYTES = std::size_t{384} << 20;

/// A document of a prepared file.
struct PreparedDocument {
    /// As whoever made the prepared file counts: a docid, or its number in the input. Those of a
    /// prepared file ascend.
    DocumentNumber number = 0;
    std::string id;
    /// Its place in the order: what compares less, byte by byte, comes first.
    std::string order;
    DocumentKeys keys;
    /// TermListReader::text_hash()
    std::uint64_t text_hash = 0;
    /// Its canonical text; nullopt where nobody knows the order of its words.
    std::optional<std::string> text;
    /// Its terms, ascending, where they are not the words of the text.
    EncodedTerms terms;

    friend bool operator==(const PreparedDocument&, const PreparedDocument&) = default;
};

/// Appends a document as a prepared file holds it.
void append_document(std::string& out, const PreparedDocument& document,
                     const ModelParameters& parameters);

/// Reads a prepared file, which may come from anywhere. A document that it gives is one: all that
/// grouping presumes of it was checked. But none is to be relied on before the end was reached
/// without an exception: only then are all bytes known to be those that were written.
///
/// Memory: that of the document, whatever the file says of itself; ids and places in the order,
/// which are kept of all documents, are refused where they unfold to more than 16 MiB and 256 times
/// the bytes of the file.
class PreparedReader {
  public:
    /// Reads the header. @param file outlives this
    /// @exception PreparedFormatError; of next(), too
    explicit PreparedReader(std::istream& file);
    ~PreparedReader();

    /// Whether @a file begins as prepared files do, of this version or another; as a digest of a
    /// version before 0.2.0, too, which is refused by name.
    static bool is_prepared(std::istream& file);

    const PreparedHeader& header() const { return *header_; }

    /// Fills all of @a document with the next one; false at the end. Cost: its bytes, and a sort of
    /// its words.
    bool next(PreparedDocument& document);

  private:
    class Documents;

    std::unique_ptr<FrameReader> bytes_;
    std::optional<PreparedHeader> header_;
    std::unique_ptr<Documents> documents_;
};

}  // namespace descry

#endif  // DESCRY_PREPARED_PREPARED_FILE_H
