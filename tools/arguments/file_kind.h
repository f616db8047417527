/** @file file_kind.h
 *  @brief Which of descry's files a file is, by its beginning.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_FILE_KIND_H
#define DESCRY_TOOLS_ARGUMENTS_FILE_KIND_H

#include <istream>
#include <string>

namespace descry {

/// A kind of file that descry writes.
struct FileKind {
    /// As in a message: "a model".
    const char* name;
    /// Whether a file, read from its beginning, is of the kind. Reads 64 KiB of it at most.
    bool (*matches)(std::istream& file);
};

extern const FileKind MODEL_FILE;
extern const FileKind PREPARED_FILE;
/// Groups as JSON lines: of `group`, `groups --format json` and `uniq --groups`.
extern const FileKind GROUP_FILE;
/// Lines id, id and a number from 0 to 1: of `uniq --dropped` and `evaluate --make-gold`.
extern const FileKind PAIR_FILE;
/// Lines id, id and keep or drop: of `review`.
extern const FileKind DECISION_FILE;
/// A page that descry made.
extern const FileKind PAGE_FILE;

/// Why the file @a path is not to be replaced by one of @a kind unasked: it is there, and of
/// another kind. Empty where it may be: it is none, or an empty one, or none that keeps bytes.
std::string reason_to_keep(const std::string& path, const FileKind& kind);

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_FILE_KIND_H
