/** @file decisions.h
 *  @brief What a person decided of documents that would go.
 */
#ifndef DESCRY_TOOLS_UNIQUE_DECISIONS_H
#define DESCRY_TOOLS_UNIQUE_DECISIONS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/messages/console.h"

namespace descry {

/// Of a document and the one in whose place it would go: DROP_KEPT drops that one for it.
enum class Decision { KEEP_BOTH, DROP, DROP_KEPT };

/// A file of them: a line each, tab-separated, of id, id of the kept document, and `keep` or
/// `drop`, which drops the first. Tab, newline and backslash in an id are written `\t`, `\n` and
/// `\\`. A byte order mark and line ends of Windows are read as well.
class Decisions {
  public:
    /// @throws std::runtime_error it cannot be read, as a folder or a device; a line is no
    /// decision,
    ///         or contradicts another one, which is named
    static Decisions read(const std::string& path);

    /// Reads a file, or none where there is none, changes what it holds, and writes it, while
    /// nobody else does the same. @return what it holds now. @throws as read() and write()
    /// @param replaces a file that is none of decisions is taken for an empty one
    static Decisions change(const std::string& path, bool replaces,
                            const std::function<void(Decisions&)>& change);

    /// The lines of such a file.
    std::string text() const;
    /// The file takes its place as a whole. @throws std::system_error
    void write(const std::string& path) const;

    /// Of a line about the two, whichever it names first.
    std::optional<Decision> of(const std::string& id, const std::string& head) const;
    /// @pre no DROP_KEPT, which is DROP of the other
    void set(const std::string& id, const std::string& head, Decision decision);
    void forget(const std::string& id, const std::string& head);

    std::size_t size() const { return decisions_.size(); }

    using Pair = std::pair<std::string, std::string>;
    const std::map<Pair, Decision>& all() const { return decisions_; }

  private:
    std::map<Pair, Decision> decisions_;
};

/// A document that a run drops, and the one it is dropped for.
struct DroppedPair {
    std::uint64_t document = 0;
    std::uint64_t kept = 0;
};

/// How a run does what was decided. Documents are numbers.
struct DecidedRun {
    std::function<std::string(std::uint64_t)> id;
    /// Keeps one that is dropped.
    std::function<void(std::uint64_t)> keep;
    /// Keeps one in place of the one it is dropped for, which is dropped for it. @return whether
    /// that one may be dropped; nothing is changed else. None: nothing is swapped
    std::function<bool(std::uint64_t)> lead;
    /// Drops one that is dropped for another document, or keeps it where it is not near that one.
    /// @return whether it is dropped
    std::function<bool(std::uint64_t document, std::uint64_t kept)> follow;
};

struct DecidedCounts {
    /// Documents kept because of `keep`, or beside another one for which the same is dropped.
    std::uint64_t kept = 0;
    /// Documents that are dropped for one of those they were kept for.
    std::uint64_t swapped = 0;
    /// Members of their groups that are kept, as they are not near that one.
    std::uint64_t far = 0;
    /// Documents kept because nobody decided that they are dropped.
    std::uint64_t undecided = 0;
};

/// Does what was decided, the one way for files and indexes. Where a kept document is to be dropped
/// for several, the first takes its place, and the others are kept. What is dropped once is not
/// kept again.
/// @param dropped ascending by document; becomes what is dropped then
/// @param only_confirmed keeps documents of which nobody decided that they, or the ones they are
///        dropped for, are dropped for the other, neither before nor after a swap
/// Cost: a look at the ids of all pairs, twice where something is swapped.
DecidedCounts apply_decisions(const Decisions& decisions, bool only_confirmed,
                              std::vector<DroppedPair>& dropped, const DecidedRun& run);

/// Says what that did. @param path of the decisions
void tell_of_decisions(const std::string& path, const DecidedCounts& counts, Console& console);

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
