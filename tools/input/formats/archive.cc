#include <algorithm>
#include <cerrno>
#include <charconv>
#include <clocale>
#include <cstdio>
#include <new>
#include <numeric>
#include <ranges>
#include <string>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>

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
        ::archive_read_set_callback_data(archive_.get(), this);
        ::archive_read_set_read_callback(archive_.get(), read_block);
        if (source_->seekable_size()) ::archive_read_set_seek_callback(archive_.get(), seek_to);
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
        if (result == ARCHIVE_EOF) return false;
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
            // A truncated entry also truncates the archive, and was already reported.
            if (member_damaged_) return false;
            throw InputError(source_error_.empty() ? message_of(archive_.get())
                                                   : "damaged archive: " + source_error_);
        }
        member_damaged_ = false;
        open_member(entry);
        return true;
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

    // No exception may pass through libarchive.
    static la_ssize_t read_block(archive* handle, void* self, const void** block) {
        auto* that = static_cast<ArchiveReader*>(self);
        try {
            std::size_t got = that->source_->read(that->block_.data(), that->block_.size());
            *block = that->block_.data();
            that->position_ += static_cast<la_int64_t>(got);
            return static_cast<la_ssize_t>(got);
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
            return to;
        } catch (const InputError& error) {
            ::archive_set_error(handle, EIO, "%s", error.what());
            return ARCHIVE_FATAL;
        }
    }

    SourcePointer source_;
    ReaderContext context_;
    la_int64_t position_ = 0;
    std::vector<char> block_ = std::vector<char>(std::size_t{64} << 10);
    std::unique_ptr<archive, decltype([](archive* it) { ::archive_read_free(it); })> archive_;
    ReaderPointer member_;
    bool member_damaged_ = false;
    std::string source_error_;
};

// Over the header's 512 bytes, with the sum's own bytes as spaces (POSIX, ustar).
bool has_tar_checksum(std::string_view bytes) {
    constexpr std::size_t TAR_BLOCK = 512;
    constexpr std::size_t SUM_AT = 148;
    constexpr std::size_t SUM_SIZE = 8;
    if (bytes.size() < TAR_BLOCK || bytes.front() == '\0') return false;
    unsigned expected = 0;
    std::string_view digits = bytes.substr(SUM_AT, SUM_SIZE);
    digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
    std::from_chars(digits.data(), digits.data() + digits.size(), expected, 8);
    std::string header(bytes.substr(0, TAR_BLOCK));
    header.replace(SUM_AT, SUM_SIZE, SUM_SIZE, ' ');
    const auto add = [](unsigned sum, char c) { return sum + static_cast<unsigned char>(c); };
    return std::accumulate(header.begin(), header.end(), 0U, add) == expected;
}

// Office documents, e-books and programs are zip files whose entries are not documents.
bool is_application_zip(std::string_view bytes) {
    constexpr std::size_t NAME_AT = 30;
    constexpr std::string_view FIRST_NAMES[] = {"mimetype",  "[Content_Types].xml",
                                                "_rels/",    "META-INF/",
                                                "docProps/", "AndroidManifest.xml"};
    const std::string_view name = bytes.substr(std::min(NAME_AT, bytes.size()));
    return std::ranges::any_of(FIRST_NAMES,
                               [&](std::string_view first) { return name.starts_with(first); });
}

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
