#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include "tools/input/bytes/decompress.h"

namespace descry {

namespace {

constexpr int GZIP = MAX_WBITS + 16;
constexpr int ZLIB = MAX_WBITS;
constexpr int RAW = -MAX_WBITS;

bool inflates(std::string_view head, int window_bits) {
    z_stream stream = {};
    if (::inflateInit2(&stream, window_bits) != Z_OK) throw std::bad_alloc();
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(head.data()));
    stream.avail_in = static_cast<uInt>(head.size());
    std::array<Bytef, 4096> out{};
    int result = Z_OK;
    while (result == Z_OK) {
        stream.next_out = out.data();
        stream.avail_out = static_cast<uInt>(out.size());
        result = ::inflate(&stream, Z_NO_FLUSH);
    }
    const bool is_any = stream.total_out != 0;
    ::inflateEnd(&stream);
    return is_any && (result == Z_STREAM_END || result == Z_BUF_ERROR);
}

// libarchive neither checks the CRC nor returns everything before a truncation.
class InflatedSource : public ByteSource {
  public:
    /// @param window_bits for zlib's inflateInit2(), selects the format
    InflatedSource(std::unique_ptr<BufferedSource> source, int window_bits)
        : source_(std::move(source)), window_bits_(window_bits) {
        if (::inflateInit2(&stream_, window_bits) != Z_OK) throw std::bad_alloc();
    }

    ~InflatedSource() override { ::inflateEnd(&stream_); }

    std::size_t read(char* to, std::size_t size) override {
        if (!error_.empty()) throw InputError(error_);
        std::size_t produced = 0;
        while (produced == 0 && !ended_ && error_.empty())
            produced = inflate_some(to, size);
        if (produced == 0 && !error_.empty()) throw InputError(error_);
        return produced;
    }

  private:
    std::size_t inflate_some(char* to, std::size_t size) {
        std::string_view input = source_->peek(1);
        if (input.empty()) {
            error_ = fmt::format("truncated {} data", name());
            return 0;
        }
        constexpr std::size_t MOST = std::numeric_limits<uInt>::max();
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
        stream_.avail_in = static_cast<uInt>(std::min(input.size(), MOST));
        stream_.next_out = reinterpret_cast<Bytef*>(to);
        stream_.avail_out = static_cast<uInt>(std::min(size, MOST));
        const uInt offered = stream_.avail_in;
        const uInt room = stream_.avail_out;
        int result = ::inflate(&stream_, Z_NO_FLUSH);
        source_->consume(offered - stream_.avail_in);
        if (result == Z_STREAM_END) {
            // Decoded bytes come first, even if the file cannot be read any further.
            try {
                end_member();
            } catch (const InputError& error) {
                error_ = error.what();
            }
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            error_ = fmt::format("damaged {} data", name());
            if (stream_.msg != nullptr) error_ += std::string(": ") + stream_.msg;
        }
        return room - stream_.avail_out;
    }

    std::string_view name() const { return window_bits_ == GZIP ? "gzip" : "deflate"; }

    // In gzip another member may follow, or zeros up to a block's end, as on tapes.
    void end_member() {
        if (window_bits_ != GZIP) {
            ended_ = true;
            return;
        }
        std::string_view rest = source_->peek(2);
        if (rest.substr(0, 2) == "\x1f\x8b") {
            ::inflateReset(&stream_);
            return;
        }
        while (!rest.empty()) {
            if (rest.find_first_not_of('\0') != std::string_view::npos) {
                error_ = "data after the end of the gzip data";
                return;
            }
            source_->consume(rest.size());
            rest = source_->peek(1);
        }
        ended_ = true;
    }

    std::unique_ptr<BufferedSource> source_;
    int window_bits_;
    z_stream stream_ = {};
    bool ended_ = false;
    std::string error_;
};

}  // namespace

SourcePointer decompress_gzip(std::unique_ptr<BufferedSource> source) {
    return std::make_unique<InflatedSource>(std::move(source), GZIP);
}

SourcePointer decompress_deflate(std::unique_ptr<BufferedSource> source) {
    constexpr std::size_t SAMPLE = 4096;
    const std::string_view head = source->peek(SAMPLE).substr(0, SAMPLE);
    for (const int window_bits : {ZLIB, RAW}) {
        if (inflates(head, window_bits))
            return std::make_unique<InflatedSource>(std::move(source), window_bits);
    }
    return source;
}

}  // namespace descry
