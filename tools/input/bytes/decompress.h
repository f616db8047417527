/** @file decompress.h
 *  @brief Compressed input, known by its first bytes, becomes plain.
 *
 *  gzip (zlib; several members one after the other, as pigz and bgzip write them, CRC checked),
 * zstd (libzstd; several frames, windows up to 2^31 as `--long=31` makes them, whose decoding takes
 * as much memory), xz and bzip2 (libarchive). One layer: what was compressed twice is not text.
 *
 *  A truncated or damaged stream yields what precedes the damage and then an InputError. zlib gives
 *  all of that; libzstd up to 128 KiB less where a block is damaged; libarchive up to 64 KiB less
 *  (so nothing of a small xz file), and bzip2 has blocks of 900 kB that are decoded as a whole.
 */
#ifndef DESCRY_TOOLS_INPUT_BYTES_DECOMPRESS_H
#define DESCRY_TOOLS_INPUT_BYTES_DECOMPRESS_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "tools/input/bytes/byte_source.h"

namespace descry {

/// Ends the reading of what is compressed to be harmful: 10 MB of gzip can hold 10 GB of zeros, and
/// a few hundred bytes of bzip2 more. Collections of near-duplicates expand as far, but give
/// documents meanwhile; so it counts what was unpacked since the last one.
class Expansion {
  public:
    /// Both have to be passed.
    static constexpr std::uint64_t MOST_UNPACKED = std::uint64_t{1} << 30;
    static constexpr std::uint64_t MOST_TIMES = 100;

    /// @param stored  bytes read of the file so far, before decompression; must outlive this
    explicit Expansion(const std::uint64_t& stored) : stored_(stored) {}

    /// A document came, or another file or member of an archive begins.
    void start_anew() {
        stored_before_ = stored_;
        unpacked_ = 0;
    }

    /// @a bytes more came out of a decoder.
    /// @throw InputError when there are too many without a document; again when repeated.
    void unpacked(std::size_t bytes);

  private:
    const std::uint64_t& stored_;
    std::uint64_t stored_before_ = 0;
    std::uint64_t unpacked_ = 0;
};

/// @a source decompressed when it begins like one of the formats above, else @a source unchanged.
/// An empty source is unchanged. Memory: 128 KiB and what the decoder needs.
/// @param expansion  told of what is unpacked, whose InputError read() then throws; nullptr: nobody
/// @throw InputError when the first bytes cannot be read.
SourcePointer decompress(SourcePointer source, Expansion* expansion = nullptr);

/// The same, again as long as the result is compressed, MOST_LAYERS deep at most.
inline constexpr int MOST_LAYERS = 4;
SourcePointer decompress_layers(SourcePointer source, Expansion* expansion = nullptr);

/// @a source, whose bytes a decoder unpacks, telling @a expansion of them; nullptr: nobody.
SourcePointer counted(SourcePointer source, Expansion* expansion);

/// @a path without a last extension that tells of compression (`.gz`, `.zst`, `.xz`, `.bz2`, in any
/// case): `a/b.jsonl.gz` gives `a/b.jsonl`.
std::string_view without_compression_extension(std::string_view path);

/// The decoders behind decompress(). Each takes a source at the start of its data.
SourcePointer decompress_gzip(std::unique_ptr<BufferedSource> source);
/// What HTTP calls so: zlib's form, or the bare one; what is neither stays as it is.
SourcePointer decompress_deflate(std::unique_ptr<BufferedSource> source);
SourcePointer decompress_zstd(std::unique_ptr<BufferedSource> source);

/// xz and bzip2, told apart by libarchive itself; anything else stays as it is.
SourcePointer decompress_with_libarchive(std::unique_ptr<BufferedSource> source);

}  // namespace descry

#endif  // DESCRY_TOOLS_INPUT_BYTES_DECOMPRESS_H
