/** @file frame_reader.h
 *  @brief Reads the content of zstd frames piece by piece.
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

/// Reads the frames that fill a file. Memory: at most 4 MiB whatever the frame declares, and what
/// is taken.
/// @exception PreparedFormatError of all functions: the file is not a frame, cut short, or damaged
class FrameReader {
  public:
    /// @param file must outlive this
    explicit FrameReader(std::istream& file);

    /// The next bytes, valid until the next call.
    std::string_view take(std::size_t size);

    char take_byte() { return take(1).front(); }

    std::uint32_t take_number();

    /// Sets @a bytes to the next @a size bytes, allocating as they arrive.
    void take(std::size_t size, std::string& bytes);

    /// Whether the frame ends here, with a correct checksum, and the file with it.
    bool is_at_end();

    /// Continues with the next frame. @pre !is_at_end()
    void begin_next_frame();

    std::uint64_t bytes_read() const { return bytes_read_; }

  private:
    static constexpr std::size_t BYTES_AT_ONCE = std::size_t{1} << 17;

    struct Free {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };

    // Appends the next content of the frame to @a to, at most BYTES_AT_ONCE.
    void decompress(std::string& to);
    void read_file();
    std::string_view remaining_bytes() const { return std::string_view(content_).substr(begin_); }

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
