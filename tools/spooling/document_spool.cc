#include "tools/spooling/document_spool.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <string>
#include <utility>

namespace descry {

namespace {

// The sizes of id, place, order, title and text precede a document's bytes.
using Sizes = std::array<std::uint64_t, 5>;

}  // namespace

void DocumentSpool::add(const SpooledDocument& document, std::shared_ptr<const std::string> header,
                        std::shared_ptr<const std::string> encoding) {
    const Sizes sizes = {document.id.size(), document.place.size(), document.order.size(),
                         document.title.size(), document.text.size()};
    bytes_.assign(reinterpret_cast<const char*>(sizes.data()), sizeof sizes);
    bytes_ += document.id;
    bytes_ += document.place;
    bytes_ += document.order;
    bytes_ += document.title;
    bytes_ += document.text;
    records_.add({bytes_, document.record});
    const auto share = [this](std::shared_ptr<const std::string> text, std::vector<Shared>& all) {
        if (all.empty() ? text != nullptr : all.back().text != text)
            all.push_back({static_cast<DocumentNumber>(records_.size()), std::move(text)});
    };
    share(std::move(header), headers_);
    share(std::move(encoding), encodings_);
}

SpooledDocument DocumentSpool::read(DocumentNumber document) const {
    std::string bytes;
    records_.read(document - 1, bytes);
    Sizes sizes{};
    std::memcpy(sizes.data(), bytes.data(), sizeof sizes);
    std::string_view rest = std::string_view(bytes).substr(sizeof sizes);
    SpooledDocument out;
    const auto take = [&rest](std::uint64_t size) {
        const std::string_view part = rest.substr(0, size);
        rest.remove_prefix(part.size());
        return std::string(part);
    };
    out.id = take(sizes[0]);
    out.place = take(sizes[1]);
    out.order = take(sizes[2]);
    out.title = take(sizes[3]);
    out.text = take(sizes[4]);
    const std::size_t before = bytes.size() - rest.size();
    out.record = std::move(bytes.erase(0, before));
    return out;
}

std::shared_ptr<const std::string> DocumentSpool::header_of(DocumentNumber document) const {
    return shared_by(document, headers_);
}

std::shared_ptr<const std::string> DocumentSpool::encoding_of(DocumentNumber document) const {
    return shared_by(document, encodings_);
}

std::shared_ptr<const std::string> DocumentSpool::shared_by(DocumentNumber document,
                                                            const std::vector<Shared>& all) {
    const auto after = std::ranges::upper_bound(all, document, {}, &Shared::first);
    return after == all.begin() ? nullptr : std::prev(after)->text;
}

}  // namespace descry
