/** @file decisions.h
 *  @brief What a person decided of documents that would go.
 */
#ifndef DESCRY_TOOLS_UNIQUE_DECISIONS_H
#define DESCRY_TOOLS_UNIQUE_DECISIONS_H

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/messages/console.h"

namespace descry {

/// Of a document and the one in whose place it would go.
enum class Decision { KEEP_BOTH, DROP };

/// A file of them: a line each, tab-separated, of id, id of the kept document, and `keep` or
/// `drop`. Tab, newline and backslash in an id are written `\t`, `\n` and `\\`. A byte order mark
/// and line ends of Windows are read as well.
class Decisions {
  public:
    /// @throws std::runtime_error it cannot be read, as a folder or a device; a line is no
    /// decision,
    ///         or contradicts another one, which is named
    static Decisions read(const std::string& path);

    /// The lines of such a file.
    std::string text() const;
    /// The file takes its place as a whole. @throws std::system_error
    void write(const std::string& path) const;

    /// The same whichever of the two stays.
    std::optional<Decision> of(const std::string& id, const std::string& head) const;
    void set(const std::string& id, const std::string& head, Decision decision);
    void forget(const std::string& id, const std::string& head);

    std::size_t size() const { return decisions_.size(); }

    using Pair = std::pair<std::string, std::string>;
    const std::map<Pair, Decision>& all() const { return decisions_; }

  private:
    std::map<Pair, Decision> decisions_;
};

/// What a run does with the document of an id: nothing where there is none; empty: it is kept; else
/// the id of the document for which it is dropped.
using FateOf = std::function<std::optional<std::string>(const std::string& id)>;

/// The decisions that a run could not follow, in a line each with the reason: a document is gone,
/// or is dropped for another one than was decided of. @param fate_of after decisions were applied
std::vector<std::string> void_decisions(const Decisions& decisions, const FateOf& fate_of);

/// Names the decisions of a file that a run could not follow (void_decisions()), the first ones.
void tell_of_void_decisions(const std::string& path, const std::vector<std::string>& lines,
                            Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_DECISIONS_H
