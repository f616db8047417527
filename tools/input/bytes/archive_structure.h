/** @file archive_structure.h
 *  @brief How tar and zip files begin and end.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_ARCHIVE_STRUCTURE_H
#define DESCRY_TOOLS_INPUT_BYTES_ARCHIVE_STRUCTURE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tools/input/bytes/byte_source.h"

namespace descry {

/// Whether a tar begins so: its first header has the right sum.
bool has_tar_checksum(std::string_view bytes);

/// Whether a zip file that begins so is an office document, an e-book or a program: its entries are
/// not documents.
bool is_application_zip(std::string_view bytes);

/// The last bytes of a zip file, which libarchive does not read.
class ZipTail {
  public:
    ZipTail() = default;

    /// Reads the end of @a source, which must be seekable and is then at its start.
    /// @param size that of @a source
    ZipTail(ByteSource& source, std::uint64_t size);

    /// Adds the next bytes.
    void add(std::string_view bytes);

    /// Whether another archive precedes the one that ends here: its directory stands further on
    /// than it says.
    bool is_preceded() const;

    /// What is wrong after the entries: other data precede or follow the directory of entries, or
    /// it is missing; empty if nothing is.
    std::string_view problem() const;

  private:
    /// Begins the last record, "end of central directory" (APPNOTE.TXT, 4.3.16); npos if none.
    std::size_t end_record() const;

    std::string bytes_;
    std::uint64_t size_ = 0;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_ARCHIVE_STRUCTURE_H
