#include "tools/input/bytes/decompress.h"

#include <utility>

#include <fmt/format.h>

#include "tools/input/bytes/charset.h"

namespace descry {

namespace {

using Decoder = SourcePointer (*)(std::unique_ptr<BufferedSource>);

constexpr std::size_t LONGEST_MAGIC = 6;

constexpr std::pair<std::string_view, Decoder> COMPRESSIONS[] = {
    {"\x1f\x8b\x08", decompress_gzip},
    {"\x28\xb5\x2f\xfd", decompress_zstd},
    {std::string_view("\xfd\x37zXZ\0", LONGEST_MAGIC), decompress_with_libarchive},
    // May also begin a text: libarchive checks more bytes and passes other data on.
    {"BZh", decompress_with_libarchive},
};

// pzstd and seekable archives begin with a skippable frame: 0x184D2A50 to 0x184D2A5F.
bool is_zstd_skippable(std::string_view head) {
    return head.size() >= 4 && (static_cast<unsigned char>(head[0]) & 0xf0U) == 0x50 &&
           head.substr(1, 3) == "\x2a\x4d\x18";
}

Decoder decoder_of(std::string_view head) {
    for (const auto& [magic, decoder] : COMPRESSIONS) {
        if (head.starts_with(magic)) return decoder;
    }
    if (is_zstd_skippable(head)) return decompress_zstd;
    return nullptr;
}

class CountedSource : public ByteSource {
  public:
    CountedSource(SourcePointer source, Expansion& expansion)
        : source_(std::move(source)), expansion_(expansion) {}

    std::size_t read(char* to, std::size_t size) override {
        const std::size_t got = source_->read(to, size);
        expansion_.unpacked(got);
        return got;
    }

  private:
    SourcePointer source_;
    Expansion& expansion_;
};

}  // namespace

void Expansion::unpacked(std::size_t bytes) {
    unpacked_ += bytes;
    const std::uint64_t stored = stored_ - stored_before_;
    if (unpacked_ <= MOST_UNPACKED || unpacked_ / MOST_TIMES <= stored) return;
    throw InputError(
        fmt::format("{} bytes expand to more than {} without a document: not read any further",
                    stored, MOST_UNPACKED));
}

SourcePointer counted(SourcePointer source, Expansion* expansion) {
    if (expansion == nullptr) return source;
    return std::make_unique<CountedSource>(std::move(source), *expansion);
}

SourcePointer decompress(SourcePointer source, Expansion* expansion) {
    auto buffered = std::make_unique<BufferedSource>(std::move(source));
    Decoder decoder = decoder_of(buffered->peek(LONGEST_MAGIC));
    if (decoder == nullptr) return buffered;
    return counted(decoder(std::move(buffered)), expansion);
}

SourcePointer decompress_layers(SourcePointer source, Expansion* expansion) {
    auto buffered = std::make_unique<BufferedSource>(std::move(source));
    for (int layer = 0; layer < MOST_LAYERS; ++layer) {
        Decoder decoder = decoder_of(buffered->look_ahead(LONGEST_MAGIC));
        if (decoder == nullptr) break;
        buffered =
            std::make_unique<BufferedSource>(counted(decoder(std::move(buffered)), expansion));
    }
    return buffered;
}

std::string_view without_compression_extension(std::string_view path) {
    for (std::string_view extension : {".gz", ".zst", ".xz", ".bz2"}) {
        if (path.size() > extension.size() && ends_in_any_case(path, extension))
            return path.substr(0, path.size() - extension.size());
    }
    return path;
}

}  // namespace descry
