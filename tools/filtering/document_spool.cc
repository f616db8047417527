#include "filtering/document_spool.h"

#include <array>
#include <cstring>
#include <utility>

namespace descry {

namespace {

// The sizes of id and title stand before a document's bytes.
using Sizes = std::array<std::uint64_t, 2>;

}  // namespace

void DocumentSpool::add(const SpooledDocument& document,
                        std::shared_ptr<const std::string> header) {
    const Sizes sizes = {document.id.size(), document.title.size()};
    bytes_.assign(reinterpret_cast<const char*>(sizes.data()), sizeof sizes);
    bytes_ += document.id;
    bytes_ += document.title;
    bytes_ += document.record;
    file_.write(bytes_.data(), bytes_.size());
    begins_.push_back(begins_.back() + bytes_.size());
    const bool has_header = header != nullptr;
    if (has_header && (headers_.empty() || headers_.back() != header))
        headers_.push_back(std::move(header));
    header_of_.push_back(has_header ? static_cast<std::uint32_t>(headers_.size()) : 0);
}

SpooledDocument DocumentSpool::read(DocumentNumber document) const {
    const std::uint64_t begin = begins_.at(document - 1);
    std::string bytes(begins_.at(document) - begin, '\0');
    bytes.resize(file_.read_at(begin, bytes.data(), bytes.size()));
    Sizes sizes{};
    std::memcpy(sizes.data(), bytes.data(), sizeof sizes);
    std::string_view rest = std::string_view(bytes).substr(sizeof sizes);
    SpooledDocument out;
    out.id = rest.substr(0, sizes[0]);
    out.title = rest.substr(sizes[0], sizes[1]);
    out.record = rest.substr(sizes[0] + sizes[1]);
    return out;
}

const std::string* DocumentSpool::header_of(DocumentNumber document) const {
    const std::uint32_t header = header_of_.at(document - 1);
    return header == 0 ? nullptr : headers_[header - 1].get();
}

}  // namespace descry
