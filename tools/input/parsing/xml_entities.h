/** @file xml_entities.h
 *  @brief The entities of an XML document, in libxml2's form.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_XML_ENTITIES_H
#define DESCRY_TOOLS_INPUT_PARSING_XML_ENTITIES_H

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <libxml/tree.h>

namespace descry {

/// Entities that a document declares in itself, and HTML's characters. Nothing else is read.
class XmlEntities {
  public:
    /// @param most_expanded bytes of replaced entities; an entity beyond them is empty
    explicit XmlEntities(std::size_t most_expanded) : left_(most_expanded) {}

    void declare(std::string_view name, std::string_view content) {
        declared_.emplace(name, content);  // the first declaration counts
    }

    /// A parameter entity, which holds declarations; an external one is empty.
    void declare_parameter(std::string_view name, std::string_view content) {
        parameters_.emplace(name, content);
    }

    /// libxml2 requests each general entity right after its declaration; that request is ignored.
    void declaration_comes(std::string_view name) { just_declared_ = name; }

    /// The value of @a name in libxml2's form; valid until the next call.
    xmlEntity* find(std::string_view name);

    /// The same of a parameter entity, valid as long as this object, as libxml2 parses it in place.
    /// One that is not declared, as in a file that is not read, is empty.
    xmlEntity* find_parameter(std::string_view name);

    bool has_expanded_too_far() const { return left_ == 0; }

  private:
    struct Expansion {
        std::string name;
        std::string content;
        xmlEntity entity{};
    };

    std::string text_of(std::string_view name, int depth);
    std::string expanded(std::string_view content, int depth);
    std::string limited(std::string text);

    std::map<std::string, std::string, std::less<>> declared_;
    std::map<std::string, std::string, std::less<>> parameters_;
    std::deque<Expansion> expansions_;
    std::size_t left_;
    std::string just_declared_;
    xmlEntity entity_{};
    std::string name_;
    std::string text_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_XML_ENTITIES_H
