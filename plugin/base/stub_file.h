/** @file stub_file.h
 *  @brief Parses stub files: lists of databases, one per line.
 */
#ifndef DESCRY_PLUGIN_BASE_STUB_FILE_H
#define DESCRY_PLUGIN_BASE_STUB_FILE_H

#include <string>
#include <vector>

namespace descry {

struct StubEntry {
    enum class Type {
        AUTO,      ///< anything at the path
        GLASS,     ///< a directory
        CHERT,     ///< a directory
        REMOTE,    ///< a server
        INMEMORY,  ///< an empty database
    };
    Type type = Type::AUTO;
    /// Absolute, or relative to the current directory; the host of a server.
    std::string place;
    unsigned port = 0;
};

/// Reads the lines of a stub. Memory: the lines, of at most 8,192 bytes each, up to the first
/// invalid one.
/// @exception Xapian::DatabaseOpeningError the file cannot be read, names more than 10,000
///            databases, or, with file and line: the line is invalid or would run a program
std::vector<StubEntry> read_stub(const std::string& file);

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_STUB_FILE_H
