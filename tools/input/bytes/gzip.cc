#include <algorithm>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include <zlib.h>

#include "input/bytes/decompress.h"

namespace descry {

namespace {

// zlib rather than libarchive: libarchive neither checks the CRC nor returns the part of its buffer
// that precedes a truncation.
class GzipSource : public ByteSource {
  public:
    explicit GzipSource(std::unique_ptr<BufferedSource> source) : source_(std::move(source)) {
        constexpr int GZIP_ONLY = 16;
        if (::inflateInit2(&stream_, MAX_WBITS + GZIP_ONLY) != Z_OK) throw std::bad_alloc();
    }

    ~GzipSource() override { ::inflateEnd(&stream_); }

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
            error_ = "truncated gzip data";
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
            // What was produced comes first, also when the file cannot be read any further.
            try {
                end_member();
            } catch (const InputError& error) {
                error_ = error.what();
            }
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            error_ = "damaged gzip data";
            if (stream_.msg != nullptr) error_ += std::string(": ") + stream_.msg;
        }
        return room - stream_.avail_out;
    }

    // Another member may follow, or zeros up to a block's end, as on tapes.
    void end_member() {
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
    z_stream stream_ = {};
    bool ended_ = false;
    std::string error_;
};

}  // namespace

SourcePointer decompress_gzip(std::unique_ptr<BufferedSource> source) {
    return std::make_unique<GzipSource>(std::move(source));
}

}  // namespace descry
