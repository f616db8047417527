/** @file decisions.h
 *  @brief A person's decisions on documents that would be dropped.
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

/// On a document and the one it would be dropped for: DROP_KEPT drops that one instead.
enum class Decision { KEEP_BOTH, DROP, DROP_KEPT };

/// A decisions file: tab-separated lines of id, id of the kept document, and `keep` or `drop`,
/// which drops the first. Tab, newline and backslash in an id are written `\t`, `\n` and `\\`. A
/// byte order mark and Windows line ends are accepted.
class Decisions {
  public:
    /// @throws std::runtime_error it cannot be read, such as a directory or a device; a line is not
    ///         a decision, or contradicts another one, which is named
    static Decisions read(const std::string& path);

    /// Reads a file, if it exists, changes its contents, and writes it, under a lock. @return the
    /// new contents. @throws as read() and write()
    /// @param replaces treats a file of another kind as empty
    static Decisions change(const std::string& path, bool replaces,
                            const std::function<void(Decisions&)>& change);

    /// The lines of such a file.
    std::string text() const;
    /// Replaces the file atomically. @throws std::system_error
    void write(const std::string& path) const;

    /// The decision in a line about the two, in either order.
    std::optional<Decision> of(const std::string& id, const std::string& head) const;
    /// @pre not DROP_KEPT, which is DROP of the other
    void set(const std::string& id, const std::string& head, Decision decision);
    void forget(const std::string& id, const std::string& head);

    std::size_t size() const { return decisions_.size(); }

    using Pair = std::pair<std::string, std::string>;
    const std::map<Pair, Decision>& all() const { return decisions_; }

  private:
    std::map<Pair, Decision> decisions_;
};

struct DroppedPair {
    std::uint64_t document = 0;
    std::uint64_t kept = 0;
};

/// Operations of a run for applying decisions. Documents are numbers.
struct DecidedRun {
    std::function<std::string(std::uint64_t)> id;
    /// Keeps a document that is dropped so far.
    std::function<void(std::uint64_t)> keep;
    /// Keeps a document in place of the one it is dropped for, which is dropped instead. @return
    /// whether that one may be dropped; otherwise nothing changes. Empty: nothing is swapped
    std::function<bool(std::uint64_t)> lead;
    /// Drops a document for @a kept, unless the two are not near. @return whether it is dropped
    std::function<bool(std::uint64_t document, std::uint64_t kept)> follow;
};

struct DecidedCounts {
    /// Documents kept by a `keep`, or beside another dropped for the same one.
    std::uint64_t kept = 0;
    /// Documents dropped for one that they had been kept for.
    std::uint64_t swapped = 0;
    /// Members of these groups that are kept, as they are not near that one.
    std::uint64_t far = 0;
    /// Documents kept because no decision drops them.
    std::uint64_t undecided = 0;
};

/// Applies decisions, for files and indexes alike. If a kept document is to be dropped for several,
/// the first takes its place, and the others are kept. A document dropped once is not kept again.
/// Cost: the ids of all pairs, twice if something is swapped.
/// @param dropped ascending by document; receives what is dropped afterwards
/// @param only_confirmed keeps documents unless a decision about the pair, before or after a swap,
///        drops one of them
DecidedCounts apply_decisions(const Decisions& decisions, bool only_confirmed,
                              std::vector<DroppedPair>& dropped, const DecidedRun& run);

/// Reports the counts. @param path of the decisions
void report_decisions(const std::string& path, const DecidedCounts& counts, Console& console);

/// The fate of the document with an id: nullopt if there is none; empty: it is kept; else the id of
/// the document for which it is dropped.
using FateOf = std::function<std::optional<std::string>(const std::string& id)>;

/// The decisions that a run could not follow, one line each with the reason: a document no longer
/// exists, or is dropped for another one. @param fate_of after decisions were applied
std::vector<std::string> void_decisions(const Decisions& decisions, const FateOf& fate_of);

/// Reports the first of a file's decisions that a run could not follow (void_decisions()).
void report_void_decisions(const std::string& path, const std::vector<std::string>& lines,
                           Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_DECISIONS_H
