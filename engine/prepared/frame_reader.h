/** @file frame_reader.h
 *  @brief What one frame of zstd holds, piece by piece.
 */
#ifndef DESCRY_ENGINE_PREPARED_FRAME_READER_H
#define DESCRY_ENGINE_PREPARED_FRAME_READER_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

#include <zstd.h>

namespace descry {

/// Reads the content of the frames that fill a file, one after the other.
///
/// Memory: 4 MiB at most for whatever the frame says of itself, and what is taken.
/// @exception PreparedFormatError of all functions: the file is no frame, cut short, or damaged
class FrameReader {
  public:
    /// @param file outlives this
    explicit FrameReader(std::istream& file);

    /// The next bytes, valid until the next call.
    std::string_view take(std::size_t size);

    char take_byte() { return take(1).front(); }

    /// As append_varint() wrote it.
    std::uint32_t take_number();

    /// Makes @a bytes the next @a size ones; memory for them is taken as they come.
    void take(std::size_t size, std::string& bytes);

    /// Whether the frame ends here, with a checksum that fits, and the file with it.
    bool is_at_end();

    /// Goes on to the frame behind the one that ends here. @pre !is_at_end()
    void begin_next_frame();

    /// Bytes of the file so far.
    std::uint64_t bytes_read() const { return bytes_read_; }

  private:
    static constexpr std::size_t BYTES_AT_ONCE = std::size_t{1} << 17;

    struct Free {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };

    // Appends to @a to what the frame holds next: BYTES_AT_ONCE at most.
    void decompress(std::string& to);
    void read_file();
    std::string_view not_taken() const { return std::string_view(content_).substr(begin_); }

    std::istream& file_;
    std::unique_ptr<ZSTD_DCtx, Free> context_;
    std::array<char, BYTES_AT_ONCE> in_;
    std::array<char, BYTES_AT_ONCE> out_;
    std::string_view left_;  // of in_
    std::string content_;
    std::size_t begin_ = 0;  // of what was not taken yet
    std::uint64_t bytes_read_ = 0;
    bool has_content_ = false;
    bool is_frame_over_ = false;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_PREPARED_FRAME_READER_H
