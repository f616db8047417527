/** @file html_writer.h
 *  @brief HTML, element by element.
 */
#ifndef DESCRY_REPORT_HTML_WRITER_H
#define DESCRY_REPORT_HTML_WRITER_H

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

    void begin(std::string_view name, Attributes attributes = {});
    void end();
    void text(std::string_view text) { escape(text); }
    /// An element with a text alone; of void elements (meta) the text is none.
    void element(std::string_view name, Attributes attributes, std::string_view text = {});
    /// A style sheet of ours.
    void style(std::string_view sheet) { out_.append("<style>").append(sheet).append("</style>"); }

    /// Ends what is open. @return the document
    std::string finish();

  private:
    void tag(std::string_view name, Attributes attributes);
    void escape(std::string_view text);

    std::string out_;
    std::vector<std::string> open_;
};

}  // namespace descry

#endif  // DESCRY_REPORT_HTML_WRITER_H
