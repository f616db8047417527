/** @file decisions.h
 *  @brief What a person decided of documents that would go.
 */
#ifndef DESCRY_TOOLS_UNIQUE_DECISIONS_H
#define DESCRY_TOOLS_UNIQUE_DECISIONS_H

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace descry {

/// Of a document and the one in whose place it would go.
enum class Decision { KEEP_BOTH, DROP };

/// A file of them: a line each, tab-separated, of id, id of the one that stays, and `keep` or
/// `drop`. Tab, newline and backslash in an id are written `\t`, `\n` and `\\`.
class Decisions {
  public:
    /// @throws std::runtime_error it cannot be read, or a line is none, which is named
    static Decisions read(const std::string& path);

    /// The file takes its place as a whole. @throws std::system_error
    void write(const std::string& path) const;

    /// The same whichever of the two stays.
    std::optional<Decision> of(const std::string& id, const std::string& head) const;
    void set(const std::string& id, const std::string& head, Decision decision);
    void forget(const std::string& id, const std::string& head);

    std::size_t size() const { return decisions_.size(); }

  private:
    std::map<std::pair<std::string, std::string>, Decision> decisions_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_DECISIONS_H
