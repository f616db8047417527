#include <algorithm>
#include <cctype>
#include <exception>
#include <memory>
#include <new>
#include <utility>

#include <libxml/HTMLparser.h>

#include <descry/analyzers/html_text.h>

#include "analyzers/html/html_layout.h"
#include "analyzers/html/html_nesting.h"

namespace descry {

namespace {

/// libxml2 takes quadratic time for open elements that an end tag does not match, and for the
/// attributes of one tag. Both are bounded between two pushes.
constexpr std::size_t PUSH_BYTES = 4096;
constexpr std::size_t MAX_DEPTH = 500;
constexpr std::size_t MAX_TAG_BYTES = 16384;
/// Nesting of frames.
constexpr std::size_t MOST_FRAMES = 4;

bool is_name_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// One past the ">" of the tag at @a begin; quoted attribute values may hold ">".
std::size_t find_tag_end(std::string_view html, std::size_t begin) {
    char quote = '\0';
    bool is_value_expected = false;
    for (std::size_t i = begin; i < html.size(); ++i) {
        const char c = html[i];
        if (quote != '\0') {
            if (c == quote) quote = '\0';
        } else if (c == '>') {
            return i + 1;
        } else if (is_value_expected && (c == '"' || c == '\'')) {
            quote = c;
        }
        const bool is_space = std::isspace(static_cast<unsigned char>(c)) != 0;
        is_value_expected = quote == '\0' && (c == '=' || (is_value_expected && is_space));
    }
    return html.size();
}

/// Reads the page in an attribute into the surrounding layout.
void read_frame(std::string_view srcdoc, HtmlLayout& layout);

/// An inline iframe page becomes a block of the page around it.
void show_frame(const HtmlAttributes& attributes, HtmlLayout& layout) {
    const auto page = attributes["srcdoc"];
    if (!page) return;
    constexpr std::string_view BLOCK = "div";
    layout.start_element(BLOCK, attributes);
    read_frame(*page, layout);
    layout.end_element(BLOCK);
}

/// Forwards libxml2's events to a layout, and ends elements that libxml2 would keep open. No
/// exception may pass through libxml2, which is C.
class Reader {
  public:
    explicit Reader(HtmlLayout& layout) : layout_(layout) {}

    /// To be called before the parser reads.
    void set_parser(htmlParserCtxt* parser) { parser_ = parser; }

    static htmlSAXHandler handler() {
        htmlSAXHandler sax{};
        sax.initialized = XML_SAX2_MAGIC;  // else libxml2 does not call serror
        sax.startElement = [](void* self, const xmlChar* name, const xmlChar** attributes) {
            pass(self,
                 [&](Reader& reader) { reader.start(view_of(name), HtmlAttributes(attributes)); });
        };
        sax.endElement = [](void* self, const xmlChar* name) {
            pass(self, [&](Reader& reader) { reader.end(view_of(name)); });
        };
        sax.characters = [](void* self, const xmlChar* text, int size) {
            pass(self, [&](Reader& reader) {
                reader.layout_.add_text(
                    {reinterpret_cast<const char*>(text), static_cast<std::size_t>(size)});
            });
        };
        sax.ignorableWhitespace = sax.characters;
        sax.serror = [](void* self, auto* error) {
            pass(self, [&](Reader& reader) { reader.handle_error(*error); });
        };
        return sax;
    }

    void rethrow() const {
        if (exception_) std::rethrow_exception(exception_);
    }

  private:
    template <typename Event>
    static void pass(void* self, Event event) noexcept {
        Reader& reader = *static_cast<Reader*>(self);
        try {
            event(reader);
        } catch (...) {
            reader.exception_ = std::current_exception();
        }
    }

    OpenNames open_names() const {
        return {parser_->nameTab, static_cast<std::size_t>(parser_->nameNr)};
    }

    // Ends open elements, the last before the first, and removes them from libxml2's list.
    void end_elements(std::size_t first, std::size_t past_last) {
        for (std::size_t i = past_last; i > first; --i)
            end(view_of(parser_->nameTab[i - 1]));
        std::copy(parser_->nameTab + past_last, parser_->nameTab + parser_->nameNr,
                  parser_->nameTab + first);
        parser_->nameNr -= static_cast<int>(past_last - first);
        parser_->name = parser_->nameTab[parser_->nameNr - 1];
    }

    // libxml2 has opened the element already, within those that it should end.
    void start(std::string_view name, const HtmlAttributes& attributes) {
        const OpenNames outer = open_names().first(open_names().size() - 1);
        const std::size_t kept = open_before(name, outer, layout_.skipped_element());
        end_elements(kept, outer.size());
        // Of a tag that HTML ignores, only that it separates words counts.
        if (is_stray_part(name, open_names().first(kept)))
            return layout_.start_element(name, HtmlAttributes());
        if (name == "iframe") show_frame(attributes, layout_);
        layout_.start_element(name, attributes);
        if (is_unclosed_void(name)) layout_.end_element(name);
    }

    void end(std::string_view name) {
        if (!is_unclosed_void(name)) layout_.end_element(name);
    }

    // After a mismatch libxml2 ends the innermost element, if that has the tag's name.
    void handle_error(const xmlError& error) {
#if LIBXML_VERSION >= 21100
        parser_->nbErrors = 0;  // later errors would not be reported
#endif
        if (error.code != XML_ERR_TAG_NAME_MISMATCH || error.str1 == nullptr) return;
        const OpenNames open = open_names();
        const std::size_t kept = open_around(error.str1, open);
        if (kept == open.size()) return;
        const bool is_named = view_of(open[kept]) == error.str1;
        end_elements(kept + (is_named ? 1 : 0), open.size());
    }

    HtmlLayout& layout_;
    htmlParserCtxt* parser_ = nullptr;
    std::exception_ptr exception_;
};

/// A push parser of libxml2 that reads nothing but its input.
class Parser {
  public:
    explicit Parser(HtmlLayout& layout) : reader_(layout) {
        static const bool is_initialised = (xmlInitParser(), true);
        static_cast<void>(is_initialised);
        htmlSAXHandler sax = Reader::handler();
        parser_.reset(
            htmlCreatePushParserCtxt(&sax, &reader_, nullptr, 0, nullptr, XML_CHAR_ENCODING_UTF8));
        if (!parser_) throw std::bad_alloc();
        reader_.set_parser(parser_.get());
        // Not HTML_PARSE_NOERROR: libxml2 2.13 and later would not call serror.
        htmlCtxtUseOptions(parser_.get(), HTML_PARSE_RECOVER | HTML_PARSE_NOWARNING |
                                              HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
    }

    void push(std::string_view html) {
        htmlParseChunk(parser_.get(), html.data(), static_cast<int>(html.size()), 0);
        reader_.rethrow();
    }

    void finish() {
        htmlParseChunk(parser_.get(), nullptr, 0, 1);
        reader_.rethrow();
    }

    /// Pushed bytes that wait for the end of a construct.
    std::size_t waiting_bytes() const {
        return static_cast<std::size_t>(parser_->input->end - parser_->input->cur);
    }

    /// Whether "<" begins no tag here.
    bool is_in_raw_text() const {
        const std::string_view name = view_of(parser_->name);
        return name == "script" || name == "style";
    }

  private:
    struct Free {
        void operator()(htmlParserCtxt* parser) const { htmlFreeParserCtxt(parser); }
    };

    Reader reader_;
    std::unique_ptr<htmlParserCtxt, Free> parser_;
};

/// The srcdoc attribute of a cut tag; empty if none.
std::string srcdoc_of(std::string_view tag) {
    constexpr std::string_view NAME = "srcdoc";
    const auto* const found =
        std::search(tag.begin(), tag.end(), NAME.begin(), NAME.end(), [](char c, char expected) {
            return std::tolower(static_cast<unsigned char>(c)) == expected;
        });
    if (found == tag.end()) return {};
    tag.remove_prefix(static_cast<std::size_t>(found - tag.begin()) + NAME.size());
    const std::size_t quote = tag.find_first_not_of("= \t\n");
    if (quote == tag.npos || (tag[quote] != '"' && tag[quote] != '\'')) return {};
    const std::size_t end = tag.find(tag[quote], quote + 1);
    if (end == tag.npos) return {};
    return " srcdoc=" + std::string(tag.substr(quote, end + 1 - quote));
}

/// Reads @a html from @a begin on with one parser.
/// @param[in,out] prefix  what to read first, now and for the next parser
/// @return where the next parser has to begin, the size of @a html at the end
std::size_t read_by_one_parser(std::string_view html, std::size_t begin, std::string& prefix,
                               HtmlLayout& layout) {
    Parser parser(layout);
    parser.push(prefix);
    std::size_t pushed = begin;
    const std::size_t depth_before = layout.open_elements().depth;
    while (pushed < html.size()) {
        const std::string_view piece = html.substr(pushed, PUSH_BYTES);
        parser.push(piece);
        pushed += piece.size();
        const std::size_t reached = pushed - std::min(parser.waiting_bytes(), pushed - begin);
        // An open body keeps libxml2 from opening a paragraph.
        prefix = "<body>";
        if (layout.open_elements().depth > depth_before + MAX_DEPTH && reached > begin)
            return reached;
        if (pushed - reached > MAX_TAG_BYTES && !parser.is_in_raw_text() && html[reached] == '<' &&
            is_name_character(html[reached + 1])) {
            const std::size_t name = reached + 1;
            std::size_t name_end = name;
            while (name_end < pushed && is_name_character(html[name_end]))
                ++name_end;
            const std::size_t end = find_tag_end(html, name_end);
            prefix.append("<").append(html.substr(name, name_end - name));
            prefix.append(srcdoc_of(html.substr(name_end, end - name_end))).append(">");
            return end;
        }
    }
    parser.finish();
    return html.size();
}

/// @param html of prepare_html()
void read(std::string_view html, HtmlLayout& layout) {
    // With an element open, libxml2 does not end the document at an unmatched end tag.
    std::string prefix = "<html>";
    const HtmlLayout::OpenElements around = layout.open_elements();
    for (std::size_t at = 0; at < html.size();) {
        at = read_by_one_parser(html, at, prefix, layout);
        layout.set_open_elements(around);
    }
}

void read_frame(std::string_view srcdoc, HtmlLayout& layout) {
    const HtmlLayout::OpenElements around = layout.open_elements();
    if (around.frames == MOST_FRAMES) return;
    HtmlLayout::OpenElements within = around;
    ++within.frames;
    layout.set_open_elements(std::move(within));
    std::string utf8(srcdoc);
    prepare_html(utf8);
    read(utf8, layout);
    layout.set_open_elements(around);
}

}  // namespace

std::string html_to_text(std::string_view html, std::string_view charset, PageParts parts) {
    std::string utf8(html);
    html_encoding(html, charset).value_or(TextEncoding::guess(html)).decode(utf8);
    prepare_html(utf8);
    HtmlLayout layout(parts);
    read(utf8, layout);
    if (layout.counts().is_fair()) return layout.take_text();
    HtmlLayout all;
    read(utf8, all);
    return all.take_text();
}

}  // namespace descry
