/** @file members.h
 *  @brief The members of a document of the input by name, id and text among them.
 */
#ifndef DESCRY_TOOLS_ARGUMENTS_MEMBERS_H
#define DESCRY_TOOLS_ARGUMENTS_MEMBERS_H

#include <string>
#include <string_view>

#include "input/documents/document.h"

namespace descry {

/// Under which names id and text come. Documents that are no JSON have them under these, too.
struct MemberNames {
    std::string id;
    std::string text;

    static MemberNames of(const InputOptions& options) {
        return {options.id_field, options.text_field};
    }
};

/// Calls @a visit (kind, text) for each value of the member @a name, in order; of one that comes
/// several times, for the values of all. @return false when there is no such member
template <class Visit>
bool visit_values(const InputDocument& document, const MemberNames& names, std::string_view name,
                  Visit visit) {
    if (name == names.id) {
        visit(document.id_kind, std::string_view(document.id));
        return true;
    }
    if (name == names.text) {
        if (document.text_kind) visit(*document.text_kind, std::string_view(document.text));
        return document.text_kind.has_value();
    }
    bool found = false;
    for (const InputField& field : document.fields) {
        if (field.name != name) continue;
        found = true;
        for (const InputValue& value : field.values)
            visit(value.kind, std::string_view(value.text));
    }
    return found;
}

}  // namespace descry

#endif  // DESCRY_TOOLS_ARGUMENTS_MEMBERS_H
