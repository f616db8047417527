/** @file xml_entities.h
 *  @brief The entities of an XML document, in libxml2's form.
 */
#ifndef DESCRY_TOOLS_INPUT_PARSING_XML_ENTITIES_H
#define DESCRY_TOOLS_INPUT_PARSING_XML_ENTITIES_H

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>

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
    xmlEntity* find(std::string_view name) {
        if (std::exchange(just_declared_, {}) == name) return nullptr;
        text_ = text_of(name, 0);
        name_ = name;
        entity_ = {};
        entity_.type = XML_ENTITY_DECL;
        // Text that is never parsed as markup.
        entity_.etype = XML_INTERNAL_PREDEFINED_ENTITY;
        entity_.name = to_xml(name_);
        entity_.content = const_cast<xmlChar*>(to_xml(text_));
        entity_.length = static_cast<int>(text_.size());
        return &entity_;
    }

    /// The same of a parameter entity, valid as long as this object, as libxml2 parses it in place.
    /// One that is not declared, as in a file that is not read, is empty.
    xmlEntity* find_parameter(std::string_view name) {
        const auto found = parameters_.find(name);
        if (found == parameters_.end() || found->second.empty()) return &nothing_;
        if (limited(found->second + std::string(sizeof(Expansion), ' ')).empty()) return &nothing_;
        // libxml2 takes the same bytes, met once more, for a place that it does not get past.
        Expansion& expansion = expansions_.emplace_back(Expansion{found->second, {}});
        xmlEntity& entity = expansion.entity;
        entity.type = XML_ENTITY_DECL;
        entity.etype = XML_INTERNAL_PARAMETER_ENTITY;
        entity.name = to_xml(found->first);
        entity.content = const_cast<xmlChar*>(to_xml(expansion.content));
        entity.length = static_cast<int>(expansion.content.size());
        entity.orig = entity.content;  // libxml2 would allocate it
        return &entity;
    }

    bool has_expanded_too_far() const { return left_ == 0; }

  private:
    struct Expansion {
        std::string content;
        xmlEntity entity{};
    };

    static constexpr int MOST_DEPTH = 40;
    inline static const std::string NOTHING;

    static const xmlChar* to_xml(const std::string& text) {
        return reinterpret_cast<const xmlChar*>(text.c_str());
    }

    // libxml2 skips external ones without NOENT, DTDLOAD and the like.
    static xmlEntity external_parameter() {
        xmlEntity entity{};
        entity.type = XML_ENTITY_DECL;
        entity.etype = XML_EXTERNAL_PARAMETER_ENTITY;
        entity.name = entity.content = entity.orig = const_cast<xmlChar*>(to_xml(NOTHING));
        return entity;
    }

    static std::string utf8_of(unsigned character) {
        std::string text(8, '\0');
        const int size = ::xmlCopyCharMultiByte(reinterpret_cast<xmlChar*>(text.data()),
                                                static_cast<int>(character));
        text.resize(static_cast<std::size_t>(size));
        return text;
    }

    // The character of `#38`, `#x26` or HTML's names; others are returned as written.
    static std::string text_of_character(std::string_view name) {
        const std::string text(name);
        if (name == "apos") return "'";
        if (const htmlEntityDesc* const html = ::htmlEntityLookup(to_xml(text)))
            return utf8_of(html->value);
        if (name.starts_with('#')) {
            const bool is_hex = name.starts_with("#x");
            const char* const digits = text.c_str() + (is_hex ? 2 : 1);
            const unsigned long character = std::strtoul(digits, nullptr, is_hex ? 16 : 10);
            if (character >= ' ' && character < 0xD800)
                return utf8_of(static_cast<unsigned>(character));
        }
        return fmt::format("&{};", name);
    }

    std::string text_of(std::string_view name, int depth) {
        limited(" ");  // empty entities are limited as well
        const auto found = declared_.find(name);
        if (found != declared_.end() && depth < MOST_DEPTH) return expanded(found->second, depth);
        return limited(text_of_character(name));
    }

    // Without tags, and with nested entities expanded.
    std::string expanded(std::string_view content, int depth) {
        std::string text;
        while (!content.empty() && left_ != 0) {
            const std::size_t end = std::min(content.find_first_of("&<"), content.size());
            if (end != 0) text += limited(std::string(content.substr(0, end)));
            content.remove_prefix(end);
            if (content.empty()) break;
            const std::size_t close = content.find(content[0] == '<' ? '>' : ';');
            if (close == std::string_view::npos) return text + limited(std::string(content));
            text += content[0] == '<' ? " " : text_of(content.substr(1, close - 1), depth + 1);
            content.remove_prefix(close + 1);
        }
        return text;
    }

    std::string limited(std::string text) {
        if (text.size() > left_) text.clear();
        left_ = text.empty() ? 0 : left_ - text.size();
        return text;
    }

    std::map<std::string, std::string, std::less<>> declared_;
    std::map<std::string, std::string, std::less<>> parameters_;
    std::deque<Expansion> expansions_;
    xmlEntity nothing_ = external_parameter();
    std::size_t left_;
    std::string just_declared_;
    xmlEntity entity_{};
    std::string name_;
    std::string text_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_PARSING_XML_ENTITIES_H
