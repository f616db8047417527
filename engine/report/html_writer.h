/** @file html_writer.h
 *  @brief HTML, element by element.
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

/// Writes a document from its beginning to its end. Texts and attributes are escaped; bytes that
/// HTML forbids stand as U+FFFD, and characters that turn the direction of others as their names.
/// Not libxml2's writer, which tools use: the Python package has no
/// other use for that library.
class HtmlWriter {
  public:
    using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

    HtmlWriter() : out_("<!DOCTYPE html>\n") {}

    /// A part of a document, for append().
    static HtmlWriter part() { return HtmlWriter(std::string()); }

    /// An attribute with the value `std::string_view()` is omitted; one with an empty string has
    /// no value (`hidden`).
    void begin(std::string_view name, Attributes attributes = {});
    void end();
    void text(std::string_view text) { escape(text); }
    /// An element with a text alone; of void elements (meta, input) the text is none.
    void element(std::string_view name, Attributes attributes, std::string_view text = {});
    /// A style sheet, or a script, of ours: nothing of it is escaped.
    void style(std::string_view sheet) { out_.append("<style>").append(sheet).append("</style>"); }
    void script(std::string_view code) { out_.append("<script>").append(code).append("</script>"); }
    /// Elements of ours, whole: nothing of them is escaped.
    void markup(std::string_view html) { out_ += html; }
    /// Appends a part() and closes its open elements.
    void append(HtmlWriter part) { out_ += part.finish(); }

    /// Bytes that are written.
    std::size_t size() const { return out_.size(); }
    /// Ends what is open. @return the document
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
