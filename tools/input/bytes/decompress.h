/** @file decompress.h
 *  @brief Decompresses input recognised by its first bytes.
 *
 *  gzip (zlib; several members in sequence, as by pigz and bgzip, CRC checked), zstd (libzstd;
 *  several frames, windows up to 2^31 as by `--long=31`, which take as much memory), xz and bzip2
 *  (libarchive). One layer: what was compressed twice is not text.
 *
 *  A truncated or damaged stream yields what precedes the damage and then an InputError. zlib
 *  returns all of that; libzstd up to 128 KiB less if a block is damaged; libarchive up to 64 KiB
 *  less (so nothing of a small xz file), and bzip2's blocks of 900 kB are decoded as a whole.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_DECOMPRESS_H
#define DESCRY_TOOLS_INPUT_BYTES_DECOMPRESS_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "tools/input/bytes/byte_source.h"

namespace descry {

/// Stops decompression bombs: 10 MB of gzip can hold 10 GB of zeros, and a few hundred bytes of
/// bzip2 even more. Collections of near-duplicates expand as far but yield documents, so it counts
/// the bytes unpacked since the last document.
class Expansion {
  public:
    /// Both limits must be exceeded.
    static constexpr std::uint64_t MOST_UNPACKED = std::uint64_t{1} << 30;
    static constexpr std::uint64_t MOST_TIMES = 100;

    /// @param stored bytes of the file read so far, before decompression; must outlive this object
    explicit Expansion(const std::uint64_t& stored) : stored_(stored) {}

    /// A document was read, or another file or archive entry begins.
    void restart() {
        stored_before_ = stored_;
        unpacked_ = 0;
    }

    /// Counts @a bytes from a decoder.
    /// @throw InputError there are too many without a document; also when repeated
    void unpacked(std::size_t bytes);

  private:
    const std::uint64_t& stored_;
    std::uint64_t stored_before_ = 0;
    std::uint64_t unpacked_ = 0;
};

/// @a source decompressed if it begins like one of the formats above, else unchanged, also if
/// empty. Memory: 128 KiB and that of the decoder.
/// @param expansion counts unpacked bytes, and read() throws its InputError; may be null
/// @throw InputError the first bytes cannot be read
SourcePointer decompress(SourcePointer source, Expansion* expansion = nullptr);

/// The same, repeated while the result is compressed, at most MOST_LAYERS deep.
inline constexpr int MOST_LAYERS = 4;
SourcePointer decompress_layers(SourcePointer source, Expansion* expansion = nullptr);

/// @a source, with the bytes that its decoder unpacks counted by @a expansion (may be null).
SourcePointer counted(SourcePointer source, Expansion* expansion);

/// @a path without a final `.gz`, `.zst`, `.xz` or `.bz2` (any case): `a/b.jsonl.gz` gives
/// `a/b.jsonl`.
std::string_view without_compression_extension(std::string_view path);

/// The decoders of decompress(). Each takes a source at the start of its data.
SourcePointer decompress_gzip(std::unique_ptr<BufferedSource> source);
/// HTTP's deflate: zlib's format, or raw; other data is unchanged.
SourcePointer decompress_deflate(std::unique_ptr<BufferedSource> source);
SourcePointer decompress_zstd(std::unique_ptr<BufferedSource> source);

/// xz and bzip2, distinguished by libarchive; other data is unchanged.
SourcePointer decompress_with_libarchive(std::unique_ptr<BufferedSource> source);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_DECOMPRESS_H
