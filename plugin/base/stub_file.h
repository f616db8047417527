/** @file stub_file.h
 *  @brief What a stub names: databases, a line each.
 */
#ifndef DESCRY_PLUGIN_BASE_STUB_FILE_H
#define DESCRY_PLUGIN_BASE_STUB_FILE_H

#include <string>
#include <vector>

namespace descry {

/// A line of a stub.
struct StubEntry {
    enum class Type {
        AUTO,      ///< whatever stands at the path
        GLASS,     ///< a folder
        CHERT,     ///< a folder
        REMOTE,    ///< a server
        INMEMORY,  ///< an empty database
    };
    Type type = Type::AUTO;
    /// Absolute, or relative to the current folder; the host of a server.
    std::string place;
    unsigned port = 0;
};

/// Reads the lines of a stub. Memory: the lines, of at most 8,192 bytes each, up to the first that
/// is none.
/// @exception Xapian::DatabaseOpeningError it cannot be read, names more than 10,000 databases, or,
///            by file and line: the line is none, or would run a program
std::vector<StubEntry> read_stub(const std::string& file);

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_STUB_FILE_H
