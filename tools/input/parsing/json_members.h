/** @file json_members.h
 *  @brief The values of a JSON document that somebody wants, and a check of all others.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_JSON_MEMBERS_H
#define DESCRY_TOOLS_INPUT_PARSING_JSON_MEMBERS_H

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <boost/container/small_vector.hpp>
#include <simdjson.h>

#include "tools/input/documents/document.h"
#include "tools/input/parsing/member_path.h"

namespace descry {

/// A value that is no array to be taken apart.
struct JsonScalar {
    InputValue::Kind kind = InputValue::Kind::NESTED;
    std::string_view text;  ///< of the line or simdjson's buffer
};

/// The values of a member, or of those that a path leads to, on lines of their own.
struct WantedMember {
    explicit WantedMember(const std::string& name, bool may_be_parts = false)
        : path(name), takes_parts(may_be_parts) {}

    void forget() {
        kind.reset();
        text.clear();
        values = 0;
    }

    /// Takes another value; null only counts where nothing else is.
    void take(const JsonScalar& scalar);

    MemberPath path;
    /// As in chats, whose messages' content is a string or a list of parts: an object in a list
    /// stands for the strings under PART_NAMES in it; a string, for an object in a list that the
    /// path leads into, or for that list.
    bool takes_parts;
    /// Of all values; of several kinds NESTED; nothing: not there.
    std::optional<InputValue::Kind> kind;
    std::string text;
    std::size_t values = 0;
};

/// The members of a part that hold its text; parts with none of them, as pictures, have no text.
inline constexpr std::string_view PART_NAMES[] = {"text", "content"};

/// How far the path of one has led, and whether to a list whose elements are its values.
struct WayToMember {
    WantedMember* wanted;
    std::size_t step;
    bool is_in_list = false;
    bool is_element = false;  // of an array, what follows next

    bool has_arrived() const { return step == wanted->path.size(); }
};
using WaysToMembers = boost::container::small_vector<WayToMember, 4>;

/// What stands beside wanted values: the other members of the objects on the way to them, and what
/// stands in place of such objects.
struct MembersBeside {
    /// Reads a value to its end. @param name its path from the document on, `messages[*].role`
    /// @param element of an array on the way, from 1: the value's, among all of its name; else 0
    std::function<void(const std::string& name, std::size_t element,
                       simdjson::ondemand::value value, int depth)>
        take;

    std::string path;  ///< where follow() is
    std::size_t element = 0;
    std::map<std::string, std::size_t> elements;  ///< how many there were so far, by path
};

/// Reads a value to its end. @param depth of arrays and objects around it
/// @throw simdjson::simdjson_error it is invalid, or nested too deep
JsonScalar read_scalar(simdjson::ondemand::value value, simdjson::ondemand::json_type type,
                       int depth);

/// The same, and gives what stands at the ends of @a ways to who wants it, and what stands beside
/// to @a beside, if that is not null.
void follow(simdjson::ondemand::value value, const WaysToMembers& ways, int depth,
            MembersBeside* beside);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_JSON_MEMBERS_H
