#include "output/markup.h"

#include <new>
#include <string_view>
#include <vector>

#include <libxml/xmlwriter.h>

namespace descry {

namespace {

const xmlChar* xml(const char* text) {
    return reinterpret_cast<const xmlChar*>(text);
}

void check(int result) {
    if (result < 0) throw std::bad_alloc();
}

// An empty <script/> or <style/> would swallow the rest of an HTML page.
bool may_be_empty(std::string_view name) {
    return name != "script" && name != "style" && name != "td" && name != "th" && name != "p";
}

std::string without_control_characters(const std::string& text) {
    std::string kept;
    kept.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 || c == '\n' || c == '\t') kept += c;
    }
    return kept;
}

}  // namespace

struct MarkupWriter::Impl {
    using Buffer = std::unique_ptr<xmlBuffer, decltype(&xmlBufferFree)>;
    using Writer = std::unique_ptr<xmlTextWriter, decltype(&xmlFreeTextWriter)>;

    Buffer buffer{xmlBufferCreate(), &xmlBufferFree};
    Writer writer{buffer ? xmlNewTextWriterMemory(buffer.get(), 0) : nullptr, &xmlFreeTextWriter};
    std::vector<bool> may_be_empty;
};

MarkupWriter::MarkupWriter() : impl_(std::make_unique<Impl>()) {
    if (!impl_->writer) throw std::bad_alloc();
}

MarkupWriter::~MarkupWriter() = default;

void MarkupWriter::begin(const char* name, std::initializer_list<Attribute> attributes) {
    check(xmlTextWriterStartElement(impl_->writer.get(), xml(name)));
    for (const auto& [attribute, value] : attributes) {
        check(xmlTextWriterWriteAttribute(impl_->writer.get(), xml(attribute),
                                          xml(without_control_characters(value).c_str())));
    }
    impl_->may_be_empty.push_back(may_be_empty(name));
}

void MarkupWriter::end() {
    xmlTextWriter* writer = impl_->writer.get();
    check(impl_->may_be_empty.back() ? xmlTextWriterEndElement(writer)
                                     : xmlTextWriterFullEndElement(writer));
    impl_->may_be_empty.pop_back();
}

void MarkupWriter::text(const std::string& utf8) {
    check(xmlTextWriterWriteString(impl_->writer.get(),
                                   xml(without_control_characters(utf8).c_str())));
}

void MarkupWriter::element(const char* name, std::initializer_list<Attribute> attributes,
                           const std::string& utf8) {
    begin(name, attributes);
    text(utf8);
    end();
}

std::string MarkupWriter::finish() {
    while (!impl_->may_be_empty.empty())
        end();
    check(xmlTextWriterFlush(impl_->writer.get()));
    return "<!DOCTYPE html>\n" +
           std::string(reinterpret_cast<const char*>(xmlBufferContent(impl_->buffer.get())),
                       static_cast<std::size_t>(xmlBufferLength(impl_->buffer.get()))) +
           "\n";
}

}  // namespace descry
