/** @file html_writer.h
 *  @brief Writes HTML element by element.
 */
#ifndef DESCRY_REPORT_HTML_WRITER_H
#define DESCRY_REPORT_HTML_WRITER_H

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace descry {

/// Writes a document from beginning to end. Texts and attributes are escaped; bytes that HTML
/// forbids become U+FFFD, and direction controls become their names. libxml2's writer, which tools
/// use, would add a library to the Python package.
class HtmlWriter {
  public:
    using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

    HtmlWriter() : out_("<!DOCTYPE html>\n") {}

    /// A part of a document, for append().
    static HtmlWriter part() { return HtmlWriter(std::string()); }

    /// Attributes of value `std::string_view()` are omitted; empty strings mean no value
    /// (`hidden`).
    void begin(std::string_view name, Attributes attributes = {});
    void end();
    void text(std::string_view text) { escape(text); }
    /// A whole element; void elements (meta, input) have no text.
    void element(std::string_view name, Attributes attributes, std::string_view text = {});
    /// Adds our own style sheet or script, unescaped.
    void style(std::string_view sheet) { out_.append("<style>").append(sheet).append("</style>"); }
    void script(std::string_view code) { out_.append("<script>").append(code).append("</script>"); }
    /// Adds our own markup, unescaped.
    void markup(std::string_view html) { out_ += html; }
    /// Appends a part() and closes its open elements.
    void append(HtmlWriter part) { out_ += part.finish(); }

    std::size_t size() const { return out_.size(); }
    /// Closes all open elements. @return the document
    std::string finish();

  private:
    explicit HtmlWriter(std::string out) : out_(std::move(out)) {}

    void tag(std::string_view name, Attributes attributes);
    void escape(std::string_view text);

    std::string out_;
    std::vector<std::string> open_;
};

}  // namespace descry

#endif  // DESCRY_REPORT_HTML_WRITER_H
