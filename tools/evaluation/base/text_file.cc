#include "evaluation/base/text_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include <unistd.h>

namespace descry {

namespace {

[[noreturn]] void fail_for_texts(const char* what) {
    throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

}  // namespace

TextFile::TextFile() {
    std::string path = std::filesystem::temp_directory_path() / "descry-texts-XXXXXX";
    descriptor_ = ::mkstemp(path.data());
    if (descriptor_ < 0) fail_for_texts("a temporary file for the texts");
    ::unlink(path.c_str());
}

TextFile::~TextFile() {
    ::close(descriptor_);
}

void TextFile::put(Xapian::docid document, std::string_view text) {
    if (document >= extents_.size()) extents_.resize(std::size_t{document} + 1);
    Extent& extent = extents_[document];
    if (extent.begin == NO_TEXT) ++documents_;
    extent = {size_, text.size()};
    while (!text.empty()) {
        const ssize_t written =
            ::pwrite(descriptor_, text.data(), text.size(), static_cast<off_t>(size_));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail_for_texts("the temporary file of the texts cannot be written");
        size_ += static_cast<std::uint64_t>(written);
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

bool TextFile::has(Xapian::docid document) const {
    return document < extents_.size() && extents_[document].begin != NO_TEXT;
}

std::optional<std::string> TextFile::get(Xapian::docid document) const {
    if (!has(document)) return std::nullopt;
    const Extent& extent = extents_[document];
    std::string text(extent.size, '\0');
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t got = ::pread(descriptor_, text.data() + done, text.size() - done,
                                    static_cast<off_t>(extent.begin + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) fail_for_texts("the temporary file of the texts cannot be read");
        done += static_cast<std::size_t>(got);
    }
    return text;
}

}  // namespace descry
