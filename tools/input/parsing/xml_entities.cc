#include "tools/input/parsing/xml_entities.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>

namespace descry {

namespace {

constexpr int MOST_DEPTH = 40;

const xmlChar* to_xml(const std::string& text) {
    return reinterpret_cast<const xmlChar*>(text.c_str());
}

std::string utf8_of(unsigned character) {
    std::string text(8, '\0');
    const int size = ::xmlCopyCharMultiByte(reinterpret_cast<xmlChar*>(text.data()),
                                            static_cast<int>(character));
    text.resize(static_cast<std::size_t>(size));
    return text;
}

// The character of `#38`, `#x26` or HTML's names; others are returned as written.
std::string text_of_character(std::string_view name) {
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

}  // namespace

xmlEntity* XmlEntities::find_parameter(std::string_view name) {
    const auto found = parameters_.find(name);
    std::string content;
    // Empty ones are limited as well.
    if (found != parameters_.end() && !limited(found->second + ' ').empty())
        content = found->second;
    // libxml2 takes the same bytes, met once more, for a place that it does not get past.
    auto& [own_name, text, entity] =
        expansions_.emplace_back(Expansion{std::string(name), std::move(content), {}});
    entity.type = XML_ENTITY_DECL;
    // External ones are skipped without NOENT, DTDLOAD and the like.
    entity.etype = text.empty() ? XML_EXTERNAL_PARAMETER_ENTITY : XML_INTERNAL_PARAMETER_ENTITY;
    entity.name = to_xml(own_name);
    entity.content = const_cast<xmlChar*>(to_xml(text));
    entity.length = static_cast<int>(text.size());
    entity.orig = entity.content;  // libxml2 would allocate it
    return &entity;
}

xmlEntity* XmlEntities::find(std::string_view name) {
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

std::string XmlEntities::text_of(std::string_view name, int depth) {
    limited(" ");  // empty entities are limited as well
    const auto found = declared_.find(name);
    if (found != declared_.end() && depth < MOST_DEPTH) return expanded(found->second, depth);
    return limited(text_of_character(name));
}

// Without tags, and with nested entities expanded.
std::string XmlEntities::expanded(std::string_view content, int depth) {
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

std::string XmlEntities::limited(std::string text) {
    if (text.size() > left_) text.clear();
    left_ = text.empty() ? 0 : left_ - text.size();
    return text;
}

}  // namespace descry
