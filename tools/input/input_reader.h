/** @file input_reader.h
 *  @brief Reads all documents of a command's INPUT arguments, and walks directories in an order
 *         independent of the file system.
 */
#ifndef DESCRY_TOOLS_INPUT_INPUT_READER_H
#define DESCRY_TOOLS_INPUT_INPUT_READER_H

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <descry/texts/input_document.h>

#include "tools/input/documents/document.h"
#include "tools/input/formats/formats.h"
#include "tools/messages/diagnostics.h"

namespace descry {

/// A file named by an input, or below a directory.
struct FoundFile {
    std::string path;
    /// Of a link's target; all zeros if unknown.
    struct stat status = {};
    bool is_link = false;

    bool is_regular() const { return S_ISREG(status.st_mode); }
    std::uint64_t size() const {
        return is_regular() ? static_cast<std::uint64_t>(status.st_size) : 0;
    }
};

/// Files by device and inode, whatever their names.
class FileSet {
  public:
    /// False if it was already there.
    bool insert(const FoundFile& file) {
        return files_.insert({file.status.st_dev, file.status.st_ino}).second;
    }
    bool contains(const FoundFile& file) const {
        return files_.contains({file.status.st_dev, file.status.st_ino});
    }

  private:
    std::set<std::pair<dev_t, ino_t>> files_;
};

/// Calls @a visit for each file of @a inputs, including standard input (`-`); directories, special
/// files in them and unreadable files are skipped. Cost: an `lstat` each, some 10 microseconds.
void visit_files(const std::vector<std::string>& inputs,
                 const std::function<void(const FoundFile&)>& visit);

/// The first file of @a inputs that is also among @a others; empty if there is none.
std::string common_file(const std::vector<std::string>& inputs,
                        const std::vector<std::string>& others);

/// Walks a directory depth first, each directory in bytewise order of names. Includes hidden files.
/// Follows symbolic links to files but not to directories, so a walk ends. Memory: the names in the
/// directories from the root to the current one.
class DirectoryWalk {
  public:
    /// @param root the directory as the user gave it, possibly a link to one
    /// @param problems receives unreadable directories (the walk continues), and special files and
    ///        broken links as skipped; may be null
    DirectoryWalk(const std::string& root, Diagnostics* problems);

    /// Moves to the next file. Its path is the root as given, a slash unless it ends in one, and
    /// the path below it. False at the end.
    bool next(FoundFile& file);

  private:
    // A directory on the current path. Its names are in descending order: the last is next.
    struct Level {
        std::string prefix;
        std::vector<std::string> names;
    };

    void enter(const std::string& directory);

    Diagnostics* problems_;
    std::vector<Level> levels_;
};

/// Reads files, directories (recursively, in bytewise order of names) and `-`, standard input, in
/// the order given. A file called `-` is `./-`.
///
/// Formats and compression are recognised per file (formats.h, decompress.h). What cannot be read
/// (a missing file, a damaged end, a rejected document) is reported with its location, and the rest
/// is read. A file that is not text is rejected if the user named it, and counted as skipped in a
/// directory or archive. A file found twice, through arguments, hard links or symbolic links, is
/// read once, under its own name rather than a link's.
///
/// Memory: the largest document, for JSON lines, mbox and archives of any total size; one file is
/// open at a time. One thread; other threads may process the documents.
class InputReader : public DocumentSource {
  public:
    /// @param problems receives everything rejected, replaced or skipped; must outlive this object
    /// @throw std::invalid_argument options.format is not the name of a format
    InputReader(std::vector<std::string> inputs, InputOptions options, Diagnostics& problems);
    InputReader(const InputReader&) = delete;
    InputReader& operator=(const InputReader&) = delete;

    /// Fills @a document with the next one, reusing its memory; false at the end of all inputs,
    /// when @a document is empty or has remains of a rejected one.
    bool next(InputDocument& document) override;

    /// Bytes read so far, before decompression. Skipped and abandoned files count in full, so this
    /// ends at total_bytes(), if known and no file changes.
    std::uint64_t bytes_read() const override;

    /// Documents given so far, for each input in order.
    const std::vector<std::uint64_t>& documents_of_inputs() const { return documents_; }

    /// The total size of all files; nullopt if unknown (standard input, a pipe). Cost: an `lstat`
    /// per file (some 10 microseconds), so call it once, and only to display progress.
    std::optional<std::uint64_t> total_bytes() const override;

  private:
    bool open_next();
    void open(const std::string& path, Origin origin);
    bool is_repeated(const FoundFile& file);
    void close();

    std::vector<std::string> inputs_;
    InputOptions options_;
    Diagnostics& problems_;
    std::vector<std::uint64_t> documents_;
    std::size_t next_input_ = 0;
    FileSet met_;
    std::optional<FileSet>
        files_;  // all files found under their own names; made for the first link
    std::optional<DirectoryWalk> walk_;
    ReaderPointer reader_;
    std::uint64_t finished_bytes_ = 0;
    std::uint64_t file_bytes_ = 0;
    Expansion expansion_{file_bytes_};
    std::uint64_t file_size_ = 0;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_INPUT_READER_H
