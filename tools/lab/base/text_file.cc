#include "tools/lab/base/text_file.h"

#include <stdexcept>

namespace descry {

void TextFile::put(Xapian::docid document, std::string_view text) {
    if (document >= extents_.size()) extents_.resize(std::size_t{document} + 1);
    Extent& extent = extents_[document];
    if (extent.begin == NO_TEXT) ++documents_;
    extent = {size_, text.size()};
    file_.write(text.data(), text.size());
    size_ += text.size();
}

bool TextFile::has(Xapian::docid document) const {
    return document < extents_.size() && extents_[document].begin != NO_TEXT;
}

std::optional<std::string> TextFile::get(Xapian::docid document) const {
    if (!has(document)) return std::nullopt;
    const Extent& extent = extents_[document];
    std::string text(extent.size, '\0');
    if (file_.read_at(extent.begin, text.data(), text.size()) < text.size()) {
        throw std::runtime_error("the temporary file of the texts is cut");
    }
    return text;
}

}  // namespace descry
