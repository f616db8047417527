/** @file prepared_file.h
 *  @brief Prepared files: all that grouping needs of documents, possibly from several machines.
 *
 *  A prepared file is one zstd frame. A line names the format, the model and the order of grouping;
 *  then come the documents, and last their number. Further frames may hold further documents.
 *  Layout: docs/commands/prepare.md.
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

/// Most bytes of a document's text, and of its terms, in a prepared file, as in other input.
inline constexpr std::size_t MAX_PREPARED_BYTES = std::size_t{384} << 20;

struct PreparedDocument {
    /// A docid or number in the input, ascending within a prepared file.
    DocumentNumber number = 0;
    std::string id;
    /// Its place in the order: keys compare byte by byte.
    std::string order;
    DocumentKeys keys;
    std::uint64_t text_hash = 0;
    /// Its canonical text; nullopt if the order of its words is unknown.
    std::optional<std::string> text;
    /// Its terms, ascending, if they are not the words of the text.
    EncodedTerms terms;

    friend bool operator==(const PreparedDocument&, const PreparedDocument&) = default;
};

void append_document(std::string& out, const PreparedDocument& document,
                     const ModelParameters& parameters);

/// Reads a prepared file, which may come from anywhere: every document is checked for all that
/// grouping presumes. But rely on none before the end is reached without an exception: only then
/// are all bytes known to be as written.
///
/// Memory: that of the document, whatever the file declares; ids and places in the order, which are
/// kept for all documents, are rejected if they exceed 16 MiB and 256 times the bytes of the file.
class PreparedReader {
  public:
    /// Reads the header. @param file must outlive this
    /// @exception PreparedFormatError, as of next()
    explicit PreparedReader(std::istream& file);
    ~PreparedReader();

    /// Whether @a file begins like a prepared file of any version, or a digest of a version before
    /// 0.2.0, which is rejected by name.
    static bool is_prepared(std::istream& file);

    const PreparedHeader& header() const { return *header_; }

    /// False at the end. Cost: reads its bytes, and sorts its words.
    bool next(PreparedDocument& document);

  private:
    class Documents;

    std::unique_ptr<FrameReader> bytes_;
    std::optional<PreparedHeader> header_;
    std::unique_ptr<Documents> documents_;
};

}  // namespace descry

#endif  // DESCRY_PREPARED_PREPARED_FILE_H
