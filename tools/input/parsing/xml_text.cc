#include "tools/input/parsing/xml_text.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <utility>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include "tools/input/parsing/xml_entities.h"

namespace descry {

namespace {

constexpr std::string_view XML_BLANKS = " \t\r\n";

std::string_view to_view(const xmlChar* text) {
    return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

class Gatherer {
  public:
    explicit Gatherer(std::size_t most_expanded) : entities_(most_expanded) {}

    void start_element(std::string_view name) {
        entities_.declaration_comes({});
        if (depth_++ == 0) is_feed_ = name == "rss" || name == "feed" || name == "RDF";
        has_elements_ = true;
        if (is_feed_ && (name == "item" || name == "entry") && item_depth_ == 0) {
            item_depth_ = depth_;
            items_.emplace_back();
        }
        separate();
    }

    void end_element() {
        if (item_depth_ == depth_) item_depth_ = 0;
        if (depth_ > 0) --depth_;
        separate();
    }

    void add_text(std::string_view text) { current() += text; }

    XmlEntities& entities() { return entities_; }

    bool has_elements() const { return has_elements_; }

    bool is_complete() const { return has_elements_ && depth_ == 0; }

    XmlText take() {
        XmlText xml;
        xml.is_feed = !items_.empty();
        if (!xml.is_feed) items_.push_back(std::move(whole_));
        for (std::string& text : items_)
            xml.texts.push_back(tidied(text));
        return xml;
    }

  private:
    std::string& current() { return item_depth_ != 0 ? items_.back() : whole_; }

    void separate() {
        std::string& text = current();
        if (!text.empty() && text.back() != '\n') text += '\n';
    }

    // Trimmed lines, without empty ones.
    static std::string tidied(std::string_view text) {
        std::string lines;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
            std::string_view line = text.substr(0, end);
            text.remove_prefix(end);
            line.remove_prefix(std::min(line.find_first_not_of(XML_BLANKS), line.size()));
            line = line.substr(0, line.find_last_not_of(XML_BLANKS) + 1);
            if (!line.empty()) lines.append(lines.empty() ? "" : "\n").append(line);
        }
        return lines;
    }

    XmlEntities entities_;
    std::string whole_;
    std::vector<std::string> items_;
    std::size_t depth_ = 0;
    std::size_t item_depth_ = 0;
    bool is_feed_ = false;
    bool has_elements_ = false;
};

/// libxml2's parser over one document in memory. No exception may pass through it, as it is C.
class XmlParser {
  public:
    XmlParser(std::string_view xml, Gatherer& gatherer) : gatherer_(gatherer) {
        static const bool is_initialised = (::xmlInitParser(), true);
        static_cast<void>(is_initialised);
        parser_.reset(::xmlCreateMemoryParserCtxt(xml.data(), static_cast<int>(xml.size())));
        if (!parser_) throw std::bad_alloc();
        // libxml2's limits are replaced by that of the document's size, and by XmlEntities.
        ::xmlCtxtUseOptions(parser_.get(), XML_PARSE_RECOVER | XML_PARSE_NOERROR |
                                               XML_PARSE_NOWARNING | XML_PARSE_NONET |
                                               XML_PARSE_IGNORE_ENC | XML_PARSE_HUGE);
        ::xmlSwitchEncoding(parser_.get(), XML_CHAR_ENCODING_UTF8);
        *parser_->sax = handler();
        parser_->userData = this;
    }

    /// Reads everything. @return why it failed; empty if it was read to its end
    std::string read() {
        ::xmlParseDocument(parser_.get());
        if (exception_) std::rethrow_exception(exception_);
        // A document that ends too early is still read; text after its end is not.
        const bool has_more = gatherer_.is_complete() && parser_->errNo == XML_ERR_DOCUMENT_END;
        return parser_->disableSAX != 0 || has_more || has_lost_ ? reason() : std::string();
    }

    std::size_t line() const { return line_; }

  private:
    struct Free {
        void operator()(xmlParserCtxt* parser) const {
            if (parser->myDoc != nullptr) ::xmlFreeDoc(parser->myDoc);
            ::xmlFreeParserCtxt(parser);
        }
    };

    static xmlSAXHandler handler();

    // Errors after which libxml2 continues without omissions.
    static bool is_harmless(int code) {
        return code == XML_ERR_TAG_NAME_MISMATCH || code == XML_ERR_TAG_NOT_FINISHED ||
               code == XML_ERR_ATTRIBUTE_REDEFINED || code == XML_ERR_COMMENT_NOT_FINISHED ||
               code == XML_ERR_PI_NOT_FINISHED || code == XML_ERR_DOCUMENT_END;
    }

    std::string reason() {
        std::string text(to_view(reinterpret_cast<const xmlChar*>(parser_->lastError.message)));
        line_ = static_cast<std::size_t>(std::max(parser_->lastError.line, 1));
        text = text.substr(0, text.find('\n'));
        return text.empty() ? "not well-formed" : text;
    }

    template <typename Event>
    static void pass(void* self, Event event) noexcept {
        XmlParser& parser = *static_cast<XmlParser*>(self);
        try {
            event(parser.gatherer_);
        } catch (...) {
            parser.exception_ = std::current_exception();
        }
    }

    Gatherer& gatherer_;
    std::unique_ptr<xmlParserCtxt, Free> parser_;
    std::exception_ptr exception_;
    bool has_lost_ = false;
    std::size_t line_ = 1;
};

xmlSAXHandler XmlParser::handler() {
    xmlSAXHandler sax{};
    sax.initialized = XML_SAX2_MAGIC;
    sax.startElementNs = [](void* self, const xmlChar* name, const xmlChar*, const xmlChar*, int,
                            const xmlChar**, int, int, const xmlChar**) {
        pass(self, [&](Gatherer& gatherer) { gatherer.start_element(to_view(name)); });
    };
    sax.endElementNs = [](void* self, const xmlChar*, const xmlChar*, const xmlChar*) {
        pass(self, [](Gatherer& gatherer) { gatherer.end_element(); });
    };
    sax.characters = [](void* self, const xmlChar* text, int size) {
        pass(self, [&](Gatherer& gatherer) {
            gatherer.add_text(
                {reinterpret_cast<const char*>(text), static_cast<std::size_t>(size)});
        });
    };
    sax.ignorableWhitespace = sax.characters;
    sax.cdataBlock = sax.characters;
    sax.entityDecl = [](void* self, const xmlChar* name, int type, const xmlChar*, const xmlChar*,
                        xmlChar* content) {
        pass(self, [&](Gatherer& gatherer) {
            XmlEntities& entities = gatherer.entities();
            if (type == XML_INTERNAL_PARAMETER_ENTITY)
                return entities.declare_parameter(to_view(name), to_view(content));
            if (type == XML_EXTERNAL_PARAMETER_ENTITY)
                return entities.declare_parameter(to_view(name), {});
            entities.declaration_comes(to_view(name));
            if (type == XML_INTERNAL_GENERAL_ENTITY)
                entities.declare(to_view(name), to_view(content));
        });
    };
    sax.getEntity = [](void* self, const xmlChar* name) {
        XmlParser& parser = *static_cast<XmlParser*>(self);
        xmlEntity* entity = nullptr;
        // libxml2 drops names after an error.
        parser.has_lost_ = parser.has_lost_ || parser.parser_->wellFormed == 0;
        pass(self, [&](Gatherer& gatherer) { entity = gatherer.entities().find(to_view(name)); });
        return entity;
    };
    sax.getParameterEntity = [](void* self, const xmlChar* name) {
        xmlEntity* entity = nullptr;
        pass(self, [&](Gatherer& gatherer) {
            entity = gatherer.entities().find_parameter(to_view(name));
        });
        return entity;
    };
    sax.serror = [](void* self, xmlErrorPtr error) {
        if (error->level == XML_ERR_FATAL && !is_harmless(error->code))
            static_cast<XmlParser*>(self)->has_lost_ = true;
    };
    return sax;
}

}  // namespace

XmlText read_xml(std::string xml) {
    prepare_xml(xml);
    // libxml2 makes no parser for empty input.
    if (xml.empty()) return {.texts = {}, .rejection = "no element", .line = 1};
    Gatherer gatherer(MOST_EXPANDED + 10 * xml.size());
    XmlParser parser(xml, gatherer);
    std::string rejection = parser.read();
    if (rejection.empty() && gatherer.entities().has_expanded_too_far())
        rejection = "entities that expand too far";
    if (rejection.empty() && !gatherer.has_elements()) rejection = "no element";
    XmlText text = gatherer.take();
    text.rejection = std::move(rejection);
    text.line = parser.line();
    return text;
}

}  // namespace descry
