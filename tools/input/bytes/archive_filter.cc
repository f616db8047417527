#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include <archive.h>
#include <archive_entry.h>

#include "tools/input/bytes/decompress.h"

namespace descry {

namespace {

class ArchiveFilterSource : public ByteSource {
  public:
    explicit ArchiveFilterSource(std::unique_ptr<BufferedSource> source)
        : source_(std::move(source)), archive_(::archive_read_new()) {
        if (archive_ == nullptr) throw std::bad_alloc();
        ::archive_read_support_filter_xz(archive_.get());
        ::archive_read_support_filter_bzip2(archive_.get());
        ::archive_read_support_format_raw(archive_.get());
        // The raw format does not accept an empty file.
        ::archive_read_support_format_empty(archive_.get());
        if (::archive_read_open(archive_.get(), this, nullptr, read_encoded, nullptr) !=
            ARCHIVE_OK) {
            error_ = reason();
            return;
        }
        archive_entry* entry = nullptr;
        int result = ::archive_read_next_header(archive_.get(), &entry);
        if (result == ARCHIVE_EOF) ended_ = true;
        if (result != ARCHIVE_OK && result != ARCHIVE_EOF) error_ = reason();
    }

    std::size_t read(char* to, std::size_t size) override {
        while (block_.empty() && !ended_ && error_.empty())
            next_block();
        if (block_.empty() && !error_.empty()) throw InputError(error_);
        std::size_t taken = std::min(size, block_.size());
        if (taken != 0) std::memcpy(to, block_.data(), taken);
        block_.remove_prefix(taken);
        return taken;
    }

  private:
    // No exception may pass through libarchive.
    static la_ssize_t read_encoded(archive* handle, void* self, const void** block) {
        auto* that = static_cast<ArchiveFilterSource*>(self);
        try {
            that->source_->consume(that->shown_);
            std::string_view encoded = that->source_->peek(1);
            that->shown_ = encoded.size();
            *block = encoded.data();
            return static_cast<la_ssize_t>(encoded.size());
        } catch (const InputError& error) {
            that->shown_ = 0;
            ::archive_set_error(handle, EIO, "%s", error.what());
            return ARCHIVE_FATAL;
        }
    }

    void next_block() {
        const void* data = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        int result = ::archive_read_data_block(archive_.get(), &data, &size, &offset);
        if (result == ARCHIVE_EOF) {
            ended_ = true;
        } else if (result != ARCHIVE_OK) {
            error_ = reason();
        } else {
            block_ = {static_cast<const char*>(data), size};
        }
    }

    std::string reason() const {
        const char* message = ::archive_error_string(archive_.get());
        return std::string("damaged compressed data: ") + (message != nullptr ? message : "?");
    }

    std::unique_ptr<BufferedSource> source_;
    std::size_t shown_ = 0;
    std::unique_ptr<archive, decltype([](archive* it) { ::archive_read_free(it); })> archive_;
    std::string_view block_;
    bool ended_ = false;
    std::string error_;
};

}  // namespace

SourcePointer decompress_with_libarchive(std::unique_ptr<BufferedSource> source) {
    return std::make_unique<ArchiveFilterSource>(std::move(source));
}

}  // namespace descry
