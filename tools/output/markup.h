/** @file markup.h
 *  @brief Well-formed HTML and SVG: elements, attributes and text, escaped by libxml2.
 */
#ifndef DESCRY_TOOLS_OUTPUT_MARKUP_H
#define DESCRY_TOOLS_OUTPUT_MARKUP_H

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

namespace descry {

/// Writes one document into memory.
/// @throws std::bad_alloc from any of its functions
class MarkupWriter {
  public:
    using Attribute = std::pair<const char*, std::string>;

    MarkupWriter();
    ~MarkupWriter();

    /// Opens an element; what follows is inside it.
    void begin(const char* name, std::initializer_list<Attribute> attributes = {});
    /// Closes the innermost element.
    void end();
    /// Text between tags. @param utf8 control characters that XML cannot hold are dropped
    void text(const std::string& utf8);

    /// begin(), text() and end().
    void element(const char* name, std::initializer_list<Attribute> attributes,
                 const std::string& utf8 = {});

    /// Closes what is open, and gives the document, with HTML's doctype.
    std::string finish();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_OUTPUT_MARKUP_H
