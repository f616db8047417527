/** @file input_reader.h
 *  @brief All documents of the INPUT arguments of a command, one after the other, and the files
 * below a directory, in an order that does not depend on the file system.
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

/// A file that an input names, or that is below a directory.
struct FoundFile {
    std::string path;
    /// Of what a link leads to; all zeros where that cannot be known.
    struct stat status = {};
    bool is_link = false;

    bool is_regular() const { return S_ISREG(status.st_mode); }
    std::uint64_t size() const {
        return is_regular() ? static_cast<std::uint64_t>(status.st_size) : 0;
    }
};

/// Files by device and inode, which are the same whatever name or link they are met by.
class FileSet {
  public:
    /// False where it was there.
    bool insert(const FoundFile& file) {
        return files_.insert({file.status.st_dev, file.status.st_ino}).second;
    }
    bool contains(const FoundFile& file) const {
        return files_.contains({file.status.st_dev, file.status.st_ino});
    }

  private:
    std::set<std::pair<dev_t, ino_t>> files_;
};

/// Calls @a visit for each file of @a inputs, standard input (`-`) as well; directories, special
/// files in them and what cannot be opened are passed over. Cost: an `lstat` each, some 10
/// microseconds.
void visit_files(const std::vector<std::string>& inputs,
                 const std::function<void(const FoundFile&)>& visit);

/// The first file of @a inputs that is one of @a others as well, whatever it is called there; empty
/// where there is none.
std::string common_file(const std::vector<std::string>& inputs,
                        const std::vector<std::string>& others);

/// Walks a directory depth first; the entries of each directory in the bytewise order of their
/// names. Hidden files are included. Symbolic links to files are followed, links to directories are
/// not, so a walk ends. Memory: the names of the directories from the root to the current one.
class DirectoryWalk {
  public:
    /// @param root  the directory as the user gave it; also when it is a link to one.
    /// @param problems  where directories that cannot be read are reported (the walk goes on), and
    /// special files and broken links counted as skipped; nullptr: nowhere.
    DirectoryWalk(const std::string& root, Diagnostics* problems);

    /// Goes to the next file, whose path is the root as given, a slash unless it ends in one, and
    /// the path below it. False at the end.
    bool next(FoundFile& file);

  private:
    // A directory on the way down. Its names are in descending order: the next one is the last.
    struct Level {
        std::string prefix;
        std::vector<std::string> names;
    };

    void enter(const std::string& directory);

    Diagnostics* problems_;
    std::vector<Level> levels_;
};

/// Reads files, directories (recursively, in bytewise order of the names) and `-`, standard input,
/// in the order given. A file called `-` is `./-`.
///
/// Formats and compression are recognised file by file (formats.h, decompress.h). What cannot be
/// read (a missing file, a damaged end, a document that is refused) is reported to Problems by its
/// location and the rest is read. A file that is not text is refused where the user named it, and
/// counted as skipped where a directory or an archive holds it. A file that is met twice, by two
/// arguments, two hard links or a symbolic link, is read once, by its own name rather than by that
/// of a link.
///
/// Memory: that of the largest document, for JSON lines, mbox and archives of any total size; the
/// reader keeps one file open. One thread; the documents may be handed to others.
class InputReader : public DocumentSource {
  public:
    /// @param problems  told of everything that is refused, replaced or skipped; must outlive this.
    /// @throw std::invalid_argument when options.format is no name of a format.
    InputReader(std::vector<std::string> inputs, InputOptions options, Diagnostics& problems);
    InputReader(const InputReader&) = delete;
    InputReader& operator=(const InputReader&) = delete;

    /// Fills all of @a document with the next one (its old content only lends its memory); false
    /// at the end of all inputs, and then @a document is empty or holds what a refused one left.
    bool next(InputDocument& document) override;

    /// Bytes read so far, before decompression. Files passed over or given up count in full, so
    /// that this ends at total_bytes() when that is known and no file changes meanwhile.
    std::uint64_t bytes_read() const override;

    /// For each input, in the order given, how many documents it has given so far.
    const std::vector<std::uint64_t>& documents_of_inputs() const { return documents_; }

    /// The sizes of all files together. Nothing when it cannot be known (standard input, a pipe).
    /// Cost: looks at every file once (`lstat`, some 10 microseconds each), so ask once, and only
    /// for a display of progress.
    std::optional<std::uint64_t> total_bytes() const override;

  private:
    bool open_next();
    void open(const std::string& path, Origin origin);
    bool is_met_again(const FoundFile& file);
    void close();

    std::vector<std::string> inputs_;
    InputOptions options_;
    Diagnostics& problems_;
    std::vector<std::uint64_t> documents_;
    std::size_t next_input_ = 0;
    FileSet met_;
    std::optional<FileSet> files_;  // all that are met by their own names; known once a link is met
    std::optional<DirectoryWalk> walk_;
    ReaderPointer reader_;
    std::uint64_t finished_bytes_ = 0;
    std::uint64_t file_bytes_ = 0;
    Expansion expansion_{file_bytes_};
    std::uint64_t file_size_ = 0;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_INPUT_READER_H
