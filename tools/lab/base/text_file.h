/** @file text_file.h
 *  @brief The texts of a collection by docid, on disk.
 *
 *  Keeps texts out of memory, so that they do not count in the peak memory of methods.
 */
#ifndef DESCRY_TOOLS_LAB_BASE_TEXT_FILE_H
#define DESCRY_TOOLS_LAB_BASE_TEXT_FILE_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/mechanics/temporary_file.h>

namespace descry {

/// A temporary file, removed however the program ends. Written once, then read from any thread and
/// from forked processes. @exception std::system_error as TemporaryFile
class TextFile {
  public:
    /// Replaces an earlier text. @exception std::system_error the disk is full
    void put(Xapian::docid document, std::string_view text);

    bool has(Xapian::docid document) const;

    /// Bytes of a document's text; 0 without one.
    std::uint64_t size(Xapian::docid document) const {
        return has(document) ? extents_[document].size : 0;
    }

    std::uint64_t documents() const { return documents_; }

    Xapian::docid end() const { return static_cast<Xapian::docid>(extents_.size()); }

    /// nullopt for a document without a text. Cost: one system call.
    std::optional<std::string> get(Xapian::docid document) const;

  private:
    static constexpr std::uint64_t NO_TEXT = ~std::uint64_t{0};

    struct Extent {
        std::uint64_t begin = NO_TEXT;
        std::uint64_t size = 0;
    };

    TemporaryFile file_;
    std::uint64_t size_ = 0;
    std::uint64_t documents_ = 0;
    std::vector<Extent> extents_;  // by docid
};

}  // namespace descry

#endif  // DESCRY_TOOLS_LAB_BASE_TEXT_FILE_H
