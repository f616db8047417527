#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include <zstd.h>

#include "tools/input/bytes/decompress.h"

namespace descry {

namespace {

class ZstdSource : public ByteSource {
  public:
    explicit ZstdSource(std::unique_ptr<BufferedSource> source)
        : source_(std::move(source)), context_(::ZSTD_createDCtx()) {
        if (context_ == nullptr) throw std::bad_alloc();
        // By default libzstd rejects windows above 2^27.
        ZSTD_bounds bounds = ::ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
        ::ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, bounds.upperBound);
    }

    std::size_t read(char* to, std::size_t size) override {
        if (!error_.empty()) throw InputError(error_);
        // libzstd does not report how much a failing call has written: short calls lose little.
        ZSTD_outBuffer output = {to, std::min(size, ::ZSTD_DStreamOutSize()), 0};
        while (output.pos == 0) {
            std::string_view encoded = source_->peek(1);
            if (encoded.empty() && !inside_frame_) return 0;
            ZSTD_inBuffer input = {encoded.data(), encoded.size(), 0};
            std::size_t hint = ::ZSTD_decompressStream(context_.get(), &output, &input);
            if (::ZSTD_isError(hint) != 0) {
                fail(std::string("damaged zstd data: ") + ::ZSTD_getErrorName(hint));
            }
            source_->consume(input.pos);
            inside_frame_ = hint != 0;
            // Without input, the call above still returns what the decoder holds.
            if (encoded.empty() && inside_frame_ && output.pos == 0) fail("truncated zstd data");
        }
        return output.pos;
    }

  private:
    [[noreturn]] void fail(std::string reason) {
        error_ = std::move(reason);
        throw InputError(error_);
    }

    std::unique_ptr<BufferedSource> source_;
    std::unique_ptr<ZSTD_DCtx, decltype([](ZSTD_DCtx* it) { ::ZSTD_freeDCtx(it); })> context_;
    bool inside_frame_ = false;
    std::string error_;
};

}  // namespace

SourcePointer decompress_zstd(std::unique_ptr<BufferedSource> source) {
    return std::make_unique<ZstdSource>(std::move(source));
}

}  // namespace descry
