#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <new>
#include <optional>
#include <ranges>
#include <string>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>

#include "tools/input/bytes/archive_structure.h"
#include "tools/input/bytes/decompress.h"
#include "tools/input/formats/formats.h"

namespace descry {

namespace {

constexpr int MOST_DEPTH = 4;

/// libarchive converts names to the locale's encoding and loses characters missing from it; the
/// program's own may be C. For the calling thread, while this object exists.
class Utf8Names {
  public:
    Utf8Names() : locale_(utf8()), before_(::uselocale(locale_)) {}
    Utf8Names(const Utf8Names&) = delete;
    Utf8Names& operator=(const Utf8Names&) = delete;
    ~Utf8Names() { ::uselocale(before_); }

  private:
    static locale_t utf8() {
        // Part of Debian's C library. Elsewhere null, which has no effect.
        static locale_t locale = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        return locale;
    }

    locale_t locale_;
    locale_t before_;
};

std::string message_of(archive* handle) {
    const char* message = ::archive_error_string(handle);
    return std::string("damaged archive: ") + (message != nullptr ? message : "?");
}

class MemberSource : public ByteSource {
  public:
    /// Sets @a damaged, which must outlive this object, if read() fails.
    MemberSource(archive* handle, bool& damaged, Expansion* expansion)
        : archive_(handle), damaged_(damaged), expansion_(expansion) {}

    std::size_t read(char* to, std::size_t size) override {
        la_ssize_t got = ::archive_read_data(archive_, to, size);
        if (got < 0) {
            damaged_ = true;
            throw InputError(message_of(archive_));
        }
        if (expansion_ != nullptr) expansion_->unpacked(static_cast<std::size_t>(got));
        return static_cast<std::size_t>(got);
    }

  private:
    archive* archive_;
    bool& damaged_;
    Expansion* expansion_;
};

/// Why an entry of this name is not read; empty if it is.
std::string_view bad_name(std::string_view name) {
    if (name.empty()) return "an entry without a name";
    if (name.starts_with('/')) return "an absolute name";
    for (const auto part : std::views::split(name, '/')) {
        if (std::ranges::equal(part, std::string_view(".."))) return "a name with \"..\"";
    }
    return {};
}

class ArchiveReader : public DocumentReader {
  public:
    ArchiveReader(SourcePointer source, ReaderContext context)
        : source_(std::move(source)), context_(std::move(context)), archive_(::archive_read_new()) {
        if (archive_ == nullptr) throw std::bad_alloc();
        ::archive_read_support_format_tar(archive_.get());
        ::archive_read_support_format_zip(archive_.get());
        ::archive_read_support_format_empty(archive_.get());
        ::archive_read_set_format_option(archive_.get(), "tar", "read_concatenated_archives", "1");
        ::archive_read_set_callback_data(archive_.get(), this);
        ::archive_read_set_read_callback(archive_.get(), read_block);
        if (seeks()) ::archive_read_set_seek_callback(archive_.get(), seek_to);
        if (::archive_read_open1(archive_.get()) != ARCHIVE_OK) {
            throw InputError(message_of(archive_.get()));
        }
    }

    bool next(InputDocument& document) override {
        for (;;) {
            if (member_ != nullptr) {
                try {
                    if (member_->next(document)) return true;
                } catch (const InputError& error) {
                    context_.problems.reject(member_->location(), error.what());
                    // Later entries may be reached without unpacking the rest of this one.
                    if (context_.expansion != nullptr) context_.expansion->restart();
                }
                member_.reset();
            }
            if (!next_member()) return false;
        }
    }

    std::string location() const override { return context_.location; }

  private:
    bool next_member() {
        archive_entry* entry = nullptr;
        int result = next_header(entry);
        // A truncated entry also truncates the archive, and was already reported.
        if (result == ARCHIVE_EOF) {
            if (!member_damaged_) check_end();
            return false;
        }
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
            if (member_damaged_ || ends_with_zeros()) return false;
            throw InputError(source_error_.empty() ? message_of(archive_.get())
                                                   : "damaged archive: " + source_error_);
        }
        member_damaged_ = false;
        open_member(entry);
        return true;
    }

    // Whether libarchive may seek. In several joined zip files it would then find the last one.
    bool seeks() {
        const auto size = source_->seekable_size();
        const bool is_zip = source_->look_ahead(2).starts_with("PK");
        if (size && is_zip) zip_tail_.emplace(*source_, *size);
        const bool seeks = size && !(is_zip && zip_tail_->is_preceded());
        streams_zip_ = is_zip && !seeks;
        if (streams_zip_) zip_tail_.emplace();
        return seeks;
    }

    // @throw InputError a zip file goes on where libarchive ends
    void check_end() {
        while (streams_zip_ && read_into_block() != 0) {
        }
        const std::string_view problem = zip_tail_ ? zip_tail_->problem() : "";
        if (!problem.empty()) throw InputError(std::string(problem));
    }

    // Whether the zeros at the end of a tar fill a block and a part of another.
    bool ends_with_zeros() const {
        constexpr std::size_t TAR_BLOCK = 512;
        const std::size_t part = static_cast<std::size_t>(position_) % TAR_BLOCK;
        return !zip_tail_ && is_at_end_ && zeros_ >= TAR_BLOCK + part;
    }

    // Skips a damaged tar header, block by block, up to the next valid one.
    int next_header(archive_entry*& entry) {
        const Utf8Names utf8_names;
        int result = ::archive_read_next_header(archive_.get(), &entry);
        if (result != ARCHIVE_RETRY) return result;
        context_.problems.reject(context_.location, message_of(archive_.get()));
        while (result == ARCHIVE_RETRY)
            result = ::archive_read_next_header(archive_.get(), &entry);
        return result;
    }

    void open_member(archive_entry* entry) {
        std::string_view name = name_of(entry);
        ReaderContext member = {fmt::format("{}/{}", context_.path, name),
                                fmt::format("{}({})", context_.location, name),
                                context_.options,
                                context_.problems,
                                Origin::WALKED,
                                context_.depth + 1,
                                context_.expansion};
        const auto type = ::archive_entry_filetype(entry);
        if (type == AE_IFDIR) return;
        if (std::string_view reason = bad_name(name); !reason.empty()) {
            context_.problems.reject(member.location, reason);
        } else if (type == AE_IFLNK || ::archive_entry_hardlink(entry) != nullptr) {
            context_.problems.skip_link(member.location);
        } else if (type != AE_IFREG && type != 0) {
            context_.problems.reject(member.location, "a device or a pipe, not a file");
        } else if (::archive_entry_is_encrypted(entry) != 0) {
            context_.problems.reject(member.location, "encrypted");
        } else {
            const std::string location = member.location;
            try {
                auto content = std::make_unique<MemberSource>(archive_.get(), member_damaged_,
                                                              context_.expansion);
                member_ = open_documents(decompress(std::move(content), context_.expansion),
                                         std::move(member));
            } catch (const InputError& error) {
                context_.problems.reject(location, error.what());
            }
        }
    }

    static std::string_view name_of(archive_entry* entry) {
        const Utf8Names utf8_names;
        const char* known = ::archive_entry_pathname(entry);
        if (known == nullptr) known = ::archive_entry_pathname_utf8(entry);
        std::string_view name = known != nullptr ? known : "";
        while (name.starts_with("./"))
            name.remove_prefix(std::min(name.find_first_not_of('/', 1), name.size()));
        return name;
    }

    // @return number of bytes
    std::size_t read_into_block() {
        const std::size_t got = source_->read(block_.data(), block_.size());
        const std::string_view read(block_.data(), got);
        position_ += static_cast<la_int64_t>(got);
        is_at_end_ = got == 0;
        const std::size_t last = read.find_last_not_of('\0');
        zeros_ = last == read.npos ? zeros_ + got : got - last - 1;
        if (streams_zip_) zip_tail_->add(read);
        return got;
    }

    // No exception may pass through libarchive.
    static la_ssize_t read_block(archive* handle, void* self, const void** block) {
        auto* that = static_cast<ArchiveReader*>(self);
        try {
            *block = that->block_.data();
            return static_cast<la_ssize_t>(that->read_into_block());
        } catch (const InputError& error) {
            // While skipping an entry, libarchive would report a premature end.
            that->source_error_ = error.what();
            ::archive_set_error(handle, EIO, "%s", error.what());
            return ARCHIVE_FATAL;
        }
    }

    static la_int64_t seek_to(archive* handle, void* self, la_int64_t offset, int whence) {
        auto* that = static_cast<ArchiveReader*>(self);
        const auto size = static_cast<la_int64_t>(that->source_->seekable_size().value_or(0));
        const la_int64_t from = whence == SEEK_END   ? size
                                : whence == SEEK_CUR ? that->position_
                                                     : 0;
        const la_int64_t to = from + offset;
        if (to < 0 || to > size) return ARCHIVE_FATAL;
        try {
            that->source_->seek(static_cast<std::uint64_t>(to));
            that->position_ = to;
            that->zeros_ = 0;
            return to;
        } catch (const InputError& error) {
            ::archive_set_error(handle, EIO, "%s", error.what());
            return ARCHIVE_FATAL;
        }
    }

    SourcePointer source_;
    ReaderContext context_;
    la_int64_t position_ = 0;
    bool is_at_end_ = false;
    std::size_t zeros_ = 0;  // the last bytes before position_
    std::optional<ZipTail> zip_tail_;
    bool streams_zip_ = false;
    std::vector<char> block_ = std::vector<char>(std::size_t{64} << 10);
    std::unique_ptr<archive, decltype([](archive* it) { ::archive_read_free(it); })> archive_;
    ReaderPointer member_;
    bool member_damaged_ = false;
    std::string source_error_;
};

}  // namespace

bool matches_tar(const FileHead& head) {
    if (has_tar_checksum(head.bytes)) return true;
    // Damaged at its start, or without entries.
    return has_extension(head.path, {".tar", ".tgz", ".txz", ".tbz2", ".tzst"}) &&
           (head.bytes.empty() || !binary_kind(head.bytes).empty());
}

bool matches_zip(const FileHead& head) {
    return head.bytes.starts_with("PK\x05\x06") ||
           (head.bytes.starts_with("PK\x03\x04") && !is_application_zip(head.bytes));
}

ReaderPointer open_archive(SourcePointer source, ReaderContext context) {
    if (context.depth >= MOST_DEPTH) {
        context.problems.reject(context.location,
                                fmt::format("archives in archives more than {} deep", MOST_DEPTH));
        return nullptr;
    }
    return std::make_unique<ArchiveReader>(std::move(source), std::move(context));
}

}  // namespace descry
