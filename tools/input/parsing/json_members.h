/** @file json_members.h
 *  @brief Extracts the wanted values of a JSON document, and validates all others.
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

/// A value that is not an array to be split.
struct JsonScalar {
    InputValue::Kind kind = InputValue::Kind::NESTED;
    std::string_view text;  ///< in the line or simdjson's buffer
};

/// The values of a field, or those that a path leads to, on separate lines.
struct WantedMember {
    explicit WantedMember(const std::string& name, bool may_be_parts = false)
        : path(name), takes_parts(may_be_parts) {}

    void forget() {
        is_by_name = false;
        kind.reset();
        text.clear();
        values = 0;
    }

    /// Adds another value; null counts only if there is nothing else.
    void take(const JsonScalar& scalar);

    MemberPath path;
    /// A field was found whose whole name is the path: it comes before those that the path leads
    /// to.
    bool is_by_name = false;
    /// As in chats, whose content is a string or a list of parts: an object in a list stands for
    /// the strings under PART_NAMES in it; a string, for an object in a list on the path, or for
    /// that list. Otherwise a list is no value, unless the path names an element.
    bool takes_parts;
    /// Common kind of all values, or NESTED; nullopt: absent.
    std::optional<InputValue::Kind> kind;
    std::string text;
    std::size_t values = 0;
};

/// The fields of a part that hold its text; parts without them, such as pictures, have none.
inline constexpr std::string_view PART_NAMES[] = {"text", "content"};

/// Progress along one path, and whether it leads to a list whose elements are the values.
struct WayToMember {
    WantedMember* wanted;
    std::size_t step;
    bool is_in_list = false;
    bool is_element = false;  // of an array, the next step follows

    bool has_arrived() const { return step == wanted->path.size(); }
};
using WaysToMembers = boost::container::small_vector<WayToMember, 4>;

/// Values beside wanted ones: in objects on the path, and in place of such objects.
struct OtherMembers {
    /// Reads a value. @param name its path from the document on, `messages[*].role`
    /// @param element number of the array element on the path, from 1, among all of its name; else
    ///        0
    std::function<void(const std::string& name, std::size_t element,
                       simdjson::ondemand::value value, int depth)>
        take;

    std::string path;  ///< current position of follow()
    std::size_t element = 0;
    std::map<std::string, std::size_t> elements;  ///< number so far, by path
};

/// Reads a value to its end. @param depth of arrays and objects around it
/// @throw simdjson::simdjson_error it is invalid, or nested too deep
JsonScalar read_scalar(simdjson::ondemand::value value, simdjson::ondemand::json_type type,
                       int depth);

/// The same, passing the values at the ends of @a ways on, and those beside to @a beside, if any.
void follow(simdjson::ondemand::value value, const WaysToMembers& ways, int depth,
            OtherMembers* beside);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_JSON_MEMBERS_H
