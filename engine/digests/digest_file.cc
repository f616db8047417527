#include <algorithm>
#include <array>
#include <cstddef>
#include <new>
#include <utility>

#include <zstd.h>
#include <zstd_errors.h>

#include <descry/digests/digest_file.h>
#include <descry/hashing/coding.h>

namespace descry {

namespace {

constexpr std::string_view FIRST_LINE = "descry digest 1\n";
constexpr std::string_view FIRST_LINE_OF_ANY = "descry digest ";
// More than any text that is taken from an input.
constexpr std::uint32_t MAX_STRING = std::uint32_t{1} << 30;
constexpr std::size_t BYTES_AT_ONCE = std::size_t{1} << 17;

// What stands before a document says what is known of it; before the number of all, that it is the
// end.
enum Mark : char { END_MARK = 0, TEXT_MARK = 1, TERMS_MARK = 2 };

void append_string(std::string& out, std::string_view bytes) {
    append_varint(out, bytes.size());
    out += bytes;
}

// A context of zstd, made where there is memory for it.
template <typename Context>
Context* not_null(Context* context) {
    if (context == nullptr) throw std::bad_alloc();
    return context;
}

// What zstd answers. @return whether it is an error; never one for want of memory
bool is_error(std::size_t answer) {
    if (ZSTD_getErrorCode(answer) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    return ZSTD_isError(answer) != 0;
}

[[noreturn]] void refuse_as_damaged() {
    throw DigestFormatError("the digest is damaged");
}

}  // namespace

void append_document(std::string& out, const DigestedDocument& document,
                     const ModelParameters& parameters) {
    const bool has_terms = !document.text || !document.terms.empty();
    out += static_cast<char>((document.text ? TEXT_MARK : END_MARK) |
                             (has_terms ? TERMS_MARK : END_MARK));
    append_varint(out, document.number);
    append_string(out, document.id);
    append_string(out, document.order);
    append_string(out, encode_keys(document.keys, parameters));
    if (document.text) append_string(out, *document.text);
    if (!has_terms) return;
    append_varint(out, document.terms.size());
    for (const auto& [term, wdf] : document.terms) {
        append_string(out, term);
        append_varint(out, wdf);
    }
}

class DigestWriter::Compressor {
  public:
    explicit Compressor(Sink sink) : sink_(std::move(sink)) {
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    }

    void write(std::string_view bytes, bool is_last = false) {
        ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
        for (bool is_done = false; !is_done;) {
            ZSTD_outBuffer out{out_.data(), out_.size(), 0};
            const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in,
                                                          is_last ? ZSTD_e_end : ZSTD_e_continue);
            if (is_error(left)) throw std::runtime_error(ZSTD_getErrorName(left));
            sink_({out_.data(), out.pos});
            is_done = is_last ? left == 0 : in.pos == in.size;
        }
    }

  private:
    struct Free {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };
    Sink sink_;
    std::unique_ptr<ZSTD_CCtx, Free> context_{not_null(ZSTD_createCCtx())};
    std::array<char, BYTES_AT_ONCE> out_;
};

DigestWriter::DigestWriter(const DigestHeader& header, Sink sink)
    : compressor_(std::make_unique<Compressor>(std::move(sink))) {
    std::string bytes(FIRST_LINE);
    append_string(bytes, header.model.serialise());
    append_string(bytes, header.order);
    compressor_->write(bytes);
}

DigestWriter::~DigestWriter() = default;

void DigestWriter::write(std::string_view documents, std::uint64_t count) {
    compressor_->write(documents);
    count_ += count;
}

void DigestWriter::finish() {
    std::string bytes(1, END_MARK);
    append_big_endian(bytes, count_, sizeof count_);
    compressor_->write(bytes, true);
}

class DigestReader::Decompressor {
  public:
    explicit Decompressor(std::istream& file) : file_(file) {}

    // The next bytes, valid until the next call.
    std::string_view take(std::size_t size) {
        while (content_.size() - begin_ < size)
            read_more();
        const std::string_view bytes = std::string_view(content_).substr(begin_, size);
        begin_ += size;
        return bytes;
    }

    char take_byte() { return take(1).front(); }

    std::uint32_t take_number() {
        std::string bytes;
        do {
            bytes += take_byte();
        } while ((bytes.back() & 128) != 0 && bytes.size() < 5);
        std::string_view rest = bytes;
        const auto number = take_varint(rest);
        if (!number) refuse_as_damaged();
        return *number;
    }

    std::string_view take_string() {
        const std::uint32_t size = take_number();
        if (size > MAX_STRING) refuse_as_damaged();
        return take(size);
    }

    // True when the frame ends here, with a checksum that fits.
    bool is_at_end() {
        while (begin_ == content_.size() && !is_frame_over_)
            read_more();
        return begin_ == content_.size() && left_.empty() && file_.peek() == EOF;
    }

  private:
    void read_more() {
        if (is_frame_over_) refuse_as_damaged();
        content_.erase(0, begin_);
        begin_ = 0;
        if (left_.empty()) {
            file_.read(in_.data(), static_cast<std::streamsize>(in_.size()));
            left_ = {in_.data(), static_cast<std::size_t>(file_.gcount())};
            if (left_.empty()) throw DigestFormatError("the digest is cut short");
        }
        ZSTD_inBuffer in{left_.data(), left_.size(), 0};
        ZSTD_outBuffer out{out_.data(), out_.size(), 0};
        const std::size_t next = ZSTD_decompressStream(context_.get(), &out, &in);
        if (is_error(next)) {
            if (!has_content_) throw DigestFormatError("this is no digest");
            refuse_as_damaged();
        }
        left_.remove_prefix(in.pos);
        content_.append(out_.data(), out.pos);
        has_content_ = has_content_ || out.pos > 0;
        is_frame_over_ = next == 0;
    }

    struct Free {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };
    std::istream& file_;
    std::unique_ptr<ZSTD_DCtx, Free> context_{not_null(ZSTD_createDCtx())};
    std::array<char, BYTES_AT_ONCE> in_;
    std::array<char, BYTES_AT_ONCE> out_;
    std::string_view left_;  // of in_
    std::string content_;
    std::size_t begin_ = 0;  // of what was not taken yet
    bool has_content_ = false;
    bool is_frame_over_ = false;
};

DigestReader::DigestReader(std::istream& file) : bytes_(std::make_unique<Decompressor>(file)) {
    const std::string line(bytes_->take(FIRST_LINE.size()));
    if (line != FIRST_LINE) {
        if (line.starts_with(FIRST_LINE_OF_ANY))
            throw DigestFormatError("the digest is of another version of descry");
        throw DigestFormatError("this is no digest");
    }
    try {
        Model model = Model::parse(bytes_->take_string());
        header_.emplace(std::move(model), std::string(bytes_->take_string()));
    } catch (const ModelFormatError& error) {
        throw DigestFormatError(std::string("its model: ") + error.what());
    }
}

DigestReader::~DigestReader() = default;

bool DigestReader::is_digest(std::istream& file) {
    try {
        return Decompressor(file).take(FIRST_LINE_OF_ANY.size()) == FIRST_LINE_OF_ANY;
    } catch (const DigestFormatError&) {
        return false;
    }
}

bool DigestReader::next(DigestedDocument& document) {
    const char mark = bytes_->take_byte();
    if (mark == END_MARK) {
        const std::uint64_t count = read_big_endian(bytes_->take(sizeof count_));
        if (count != count_ || !bytes_->is_at_end()) refuse_as_damaged();
        return false;
    }
    if (mark < END_MARK || mark > (TEXT_MARK | TERMS_MARK)) refuse_as_damaged();
    ++count_;
    document.number = bytes_->take_number();
    document.id = bytes_->take_string();
    document.order = bytes_->take_string();
    const auto keys = decode_keys(bytes_->take_string(), header_->model.parameters());
    if (!keys) refuse_as_damaged();
    document.keys = *keys;
    document.text.reset();
    if ((mark & TEXT_MARK) != 0) document.text.emplace(bytes_->take_string());
    document.terms.clear();
    if ((mark & TERMS_MARK) == 0) return true;
    for (std::uint32_t left = bytes_->take_number(); left > 0; --left) {
        std::string term(bytes_->take_string());
        document.terms.push_back({std::move(term), bytes_->take_number()});
    }
    return true;
}

}  // namespace descry
