/** @file input_files.h
 *  @brief What the tests of the input share: files to read, and ways to read them all.
 */
#ifndef DESCRY_TESTS_INPUT_FILES_H
#define DESCRY_TESTS_INPUT_FILES_H

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "tools/input/input_reader.h"

namespace descry::testing {

/// A directory that is removed with all it holds at the end of the test.
class TempDir {
  public:
    TempDir() {
        std::string pattern = (std::filesystem::temp_directory_path() / "descry-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
        path_ = pattern;
    }
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    ~TempDir() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::string path() const { return path_; }
    std::string operator/(const std::string& name) const { return path_ + "/" + name; }

    /// Writes a file, with the directories it needs; returns its path.
    std::string write(const std::string& name, const std::string& bytes) const {
        std::filesystem::path file = *this / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << bytes;
        return file.string();
    }

  private:
    std::string path_;
};

/// All that a run over some inputs gives.
struct Run {
    std::vector<InputDocument> documents;
    std::string messages;
    std::uint64_t rejected = 0;  // documents, and inputs that could not be read to their end
    std::uint64_t stray_bytes = 0;
    std::uint64_t skipped = 0;
    std::uint64_t bytes_read = 0;
    std::optional<std::uint64_t> total_bytes;

    std::vector<std::string> ids() const {
        std::vector<std::string> all;
        for (const InputDocument& document : documents)
            all.push_back(document.id);
        return all;
    }
};

inline Run run_inputs(std::vector<std::string> inputs, InputOptions options = {}) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    InputReader reader(std::move(inputs), std::move(options), problems);
    Run run;
    run.total_bytes = reader.total_bytes();
    InputDocument document;
    while (reader.next(document))
        run.documents.push_back(document);
    run.bytes_read = reader.bytes_read();
    run.messages = stream.str();
    run.rejected = problems.rejected() + problems.given_up();
    run.stray_bytes = problems.strays();
    run.skipped = problems.skipped();
    return run;
}

/// A source that returns its bytes in pieces of 1 to @a most bytes, and then fails if told to.
class PiecewiseSource : public ByteSource {
  public:
    PiecewiseSource(std::string bytes, std::size_t most, std::uint64_t seed, bool fails = false)
        : bytes_(std::move(bytes)), size_(1, most), random_(seed), fails_(fails) {}

    std::size_t read(char* to, std::size_t size) override {
        std::size_t taken = std::min({size, size_(random_), bytes_.size() - at_});
        if (taken == 0 && fails_) throw InputError("the source failed");
        bytes_.copy(to, taken, at_);
        at_ += taken;
        return taken;
    }

  private:
    std::string bytes_;
    std::size_t at_ = 0;
    std::uniform_int_distribution<std::size_t> size_;
    std::mt19937_64 random_;
    bool fails_;
};

/// @param window_bits as zlib's: MAX_WBITS + 16 for gzip, negative for deflate without a header
inline std::string deflated(const std::string& bytes, int window_bits) {
    z_stream stream = {};
    ::deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
    std::string out(::deflateBound(&stream, bytes.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    ::deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    ::deflateEnd(&stream);
    return out;
}

inline std::string gzip(const std::string& bytes) {
    return deflated(bytes, MAX_WBITS + 16);
}

/// One frame with a checksum; @a window_log 0: libzstd's choice. The size is not declared, as when
/// zstd compresses a pipe, so the frame asks for its whole window.
inline std::string zstd(const std::string& bytes, int window_log = 0) {
    ZSTD_CCtx* context = ::ZSTD_createCCtx();
    ::ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    ::ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1);
    if (window_log != 0) ::ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
    std::string out(::ZSTD_compressBound(bytes.size()) + 64, '\0');
    ZSTD_inBuffer input = {bytes.data(), bytes.size(), 0};
    ZSTD_outBuffer output = {out.data(), out.size(), 0};
    while (input.pos < input.size) {
        ::ZSTD_compressStream2(context, &output, &input, ZSTD_e_continue);
    }
    while (::ZSTD_compressStream2(context, &output, &input, ZSTD_e_end) != 0) {
    }
    ::ZSTD_freeCCtx(context);
    out.resize(output.pos);
    return out;
}

/// xz or bzip2, by libarchive's name of the filter.
inline std::string archive_compress(const std::string& bytes, const char* filter) {
    std::string out(bytes.size() * 2 + 4096, '\0');
    std::size_t used = 0;
    archive* writer = ::archive_write_new();
    ::archive_write_add_filter_by_name(writer, filter);
    ::archive_write_set_format_raw(writer);
    ::archive_write_set_bytes_per_block(writer, 1);
    ::archive_write_open_memory(writer, out.data(), out.size(), &used);
    archive_entry* entry = ::archive_entry_new();
    ::archive_entry_set_filetype(entry, AE_IFREG);
    ::archive_write_header(writer, entry);
    ::archive_write_data(writer, bytes.data(), bytes.size());
    ::archive_entry_free(entry);
    ::archive_write_close(writer);
    ::archive_write_free(writer);
    out.resize(used);
    return out;
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_INPUT_FILES_H
