#include "engine/prepared/prepared_file.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>
#include <utility>

#include <zstd.h>
#include <zstd_errors.h>

#include "engine/hashing/coding.h"
#include "engine/prepared/document_check.h"
#include "engine/prepared/frame_reader.h"

namespace descry {

namespace {

constexpr std::string_view FIRST_LINE = "descry prepared 3\n";
constexpr std::string_view FIRST_LINE_OF_ANY = "descry prepared ";
// Of a further frame.
constexpr std::string_view FURTHER_LINE = "descry prepared 3, continued\n";
// Before version 0.2.0.
constexpr std::string_view FIRST_LINE_OF_DIGESTS = "descry digest ";
constexpr std::size_t TEXT_HASH_BYTES = 8;
constexpr std::size_t BYTES_AT_ONCE = std::size_t{1} << 17;

// Upper bounds of a model, the name of an order, and the keys of a document.
constexpr std::size_t MAX_MODEL_BYTES = std::size_t{1} << 26;
constexpr std::size_t MAX_ORDER_BYTES = std::size_t{1} << 16;
constexpr std::size_t MAX_KEYS_BYTES = std::size_t{1} << 12;

// Ids and places are kept in memory: their size is bounded by that of the file.
constexpr std::uint64_t NAMES_BYTES = std::uint64_t{1} << 24;
constexpr std::uint64_t NAMES_A_BYTE = 256;

// Precedes a document, to say what is known of it, or the final number of all.
enum Mark : char { END_MARK = 0, TEXT_MARK = 1, TERMS_MARK = 2 };

void append_string(std::string& out, std::string_view bytes) {
    append_varint(out, bytes.size());
    out += bytes;
}

[[noreturn]] void reject_as_damaged(std::string_view what = {}) {
    std::string message = "the prepared file is damaged";
    if (!what.empty()) message.append(": ").append(what);
    throw PreparedFormatError(message);
}

void take_string(FrameReader& from, std::size_t most, std::string& bytes) {
    const std::uint32_t size = from.take_number();
    if (size > most) reject_as_damaged("more bytes than there can be");
    from.take(size, bytes);
}

}  // namespace

void append_document(std::string& out, const PreparedDocument& document,
                     const ModelParameters& parameters) {
    const bool has_terms = !document.text || !document.terms.empty();
    out += static_cast<char>((document.text ? TEXT_MARK : END_MARK) |
                             (has_terms ? TERMS_MARK : END_MARK));
    append_varint(out, document.number);
    append_string(out, document.id);
    append_string(out, document.order);
    append_string(out, encode_keys(document.keys, parameters));
    append_big_endian(out, document.text_hash, TEXT_HASH_BYTES);
    if (document.text) append_string(out, *document.text);
    if (!has_terms) return;
    std::uint64_t terms = 0;
    for_each_encoded_term(document.terms.bytes(),
                          [&](std::string_view, std::uint32_t) { ++terms; });
    append_varint(out, terms);
    for_each_encoded_term(document.terms.bytes(), [&](std::string_view term, std::uint32_t wdf) {
        append_string(out, term);
        append_varint(out, wdf);
    });
}

class PreparedWriter::Compressor {
  public:
    explicit Compressor(Sink sink) : sink_(std::move(sink)), context_(ZSTD_createCCtx()) {
        if (!context_) throw std::bad_alloc();
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    }

    void write(std::string_view bytes, bool is_last = false) {
        ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
        for (bool is_done = false; !is_done;) {
            ZSTD_outBuffer out{out_.data(), out_.size(), 0};
            const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in,
                                                          is_last ? ZSTD_e_end : ZSTD_e_continue);
            if (ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) throw std::bad_alloc();
            if (ZSTD_isError(left)) throw std::runtime_error(ZSTD_getErrorName(left));
            sink_({out_.data(), out.pos});
            is_done = is_last ? left == 0 : in.pos == in.size;
        }
    }

  private:
    struct Free {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };
    Sink sink_;
    std::unique_ptr<ZSTD_CCtx, Free> context_;
    std::array<char, BYTES_AT_ONCE> out_;
};

PreparedWriter::PreparedWriter(const PreparedHeader& header, Sink sink, std::uint64_t before)
    : compressor_(std::make_unique<Compressor>(std::move(sink))), count_(before) {
    std::string bytes(before == 0 ? FIRST_LINE : FURTHER_LINE);
    append_string(bytes, before == 0 ? header.model.serialise() : header.model.id());
    if (before == 0) append_string(bytes, header.order);
    compressor_->write(bytes);
}

PreparedWriter::~PreparedWriter() = default;

void PreparedWriter::write(std::string_view documents, std::uint64_t count) {
    compressor_->write(documents);
    count_ += count;
}

void PreparedWriter::finish() {
    std::string bytes(1, END_MARK);
    append_big_endian(bytes, count_, sizeof count_);
    compressor_->write(bytes, true);
}

class PreparedReader::Documents {
  public:
    Documents(FrameReader& bytes, const Model& model)
        : bytes_(bytes),
          parameters_(model.parameters()),
          model_id_(model.id()),
          check_(parameters_) {}

    bool next(PreparedDocument& document) {
        char mark = bytes_.take_byte();
        for (; mark == END_MARK; mark = bytes_.take_byte()) {
            const std::uint64_t count = read_big_endian(bytes_.take(sizeof count_));
            if (count != count_) reject_as_damaged();
            if (bytes_.is_at_end()) return false;
            begin_further_documents();
        }
        ++count_;
        try {
            if (mark < END_MARK || mark > (TEXT_MARK | TERMS_MARK)) reject_as_damaged("no mark");
            read(mark, document);
            const std::string_view damage = check_.damage_of(document);
            if (!damage.empty()) reject_as_damaged(damage);
        } catch (const PreparedFormatError& error) {
            throw PreparedFormatError(with_document(error.what()));
        }
        return true;
    }

  private:
    // Adds where the damage is.
    std::string with_document(std::string_view message) const {
        constexpr std::string_view DAMAGED = "the prepared file is damaged";
        if (!message.starts_with(DAMAGED)) return std::string(message);
        return std::string(DAMAGED) + ": document " + std::to_string(count_) +
               std::string(message.substr(DAMAGED.size()));
    }

    void begin_further_documents() {
        bytes_.begin_next_frame();
        std::string bytes(bytes_.take(FURTHER_LINE.size()));
        if (bytes != FURTHER_LINE) reject_as_damaged("something else is appended to it");
        take_string(bytes_, MAX_KEYS_BYTES, bytes);
        if (bytes != model_id_) reject_as_damaged("documents of another model are appended to it");
    }

    void read(char mark, PreparedDocument& document) {
        const std::uint32_t before = count_ > 1 ? document_before_ : 0;
        document.number = bytes_.take_number();
        if (count_ > 1 && document.number <= before) {
            reject_as_damaged("its number is not above that of the one before");
        }
        document_before_ = document.number;
        take_name(document.id);
        take_name(document.order);
        std::string keys;
        take_string(bytes_, MAX_KEYS_BYTES, keys);
        const auto decoded = decode_keys(keys, parameters_);
        if (!decoded) reject_as_damaged("its keys are not of its model");
        document.keys = *decoded;
        document.text_hash = read_big_endian(bytes_.take(TEXT_HASH_BYTES));
        document.text.reset();
        if ((mark & TEXT_MARK) != 0) {
            take_string(bytes_, MAX_PREPARED_BYTES, document.text.emplace());
        }
        document.terms.clear();
        if ((mark & TERMS_MARK) != 0) take_terms(document.terms);
    }

    void take_name(std::string& name) {
        const std::uint64_t most = NAMES_BYTES + NAMES_A_BYTE * bytes_.bytes_read();
        take_string(bytes_, most - std::min(most, names_), name);
        names_ += name.size();
    }

    void take_terms(EncodedTerms& terms) {
        std::string before;
        std::string term;
        for (std::uint32_t left = bytes_.take_number(); left > 0; --left) {
            take_string(bytes_, MAX_PREPARED_BYTES - terms.bytes().size(), term);
            const std::uint32_t wdf = bytes_.take_number();
            if (term <= before) reject_as_damaged("its terms do not ascend");
            if (wdf == 0) reject_as_damaged("one of its terms never occurs");
            terms.add(term, wdf);
            if (terms.bytes().size() > MAX_PREPARED_BYTES) reject_as_damaged("too many terms");
            before.swap(term);
        }
    }

    FrameReader& bytes_;
    const ModelParameters& parameters_;
    std::string model_id_;
    DocumentCheck check_;
    std::uint64_t count_ = 0;
    std::uint64_t names_ = 0;  // bytes of names
    DocumentNumber document_before_ = 0;
};

PreparedReader::PreparedReader(std::istream& file) : bytes_(std::make_unique<FrameReader>(file)) {
    const std::string line(bytes_->take(FIRST_LINE.size()));
    if (line != FIRST_LINE) {
        if (line.starts_with(FIRST_LINE_OF_ANY))
            throw PreparedFormatError("the prepared file is of another version of descry");
        if (line.starts_with(FIRST_LINE_OF_DIGESTS)) {
            throw PreparedFormatError(
                "a digest of a version before 0.2.0; run descry prepare again");
        }
        throw PreparedFormatError("not a prepared file");
    }
    std::string model;
    take_string(*bytes_, MAX_MODEL_BYTES, model);
    std::string order;
    take_string(*bytes_, MAX_ORDER_BYTES, order);
    try {
        header_.emplace(Model::parse(model), std::move(order));
    } catch (const ModelFormatError& error) {
        throw PreparedFormatError(std::string("its model: ") + error.what());
    }
    documents_ = std::make_unique<Documents>(*bytes_, header_->model);
}

PreparedReader::~PreparedReader() = default;

bool PreparedReader::is_prepared(std::istream& file) {
    try {
        const std::string begin(FrameReader(file).take(FIRST_LINE_OF_ANY.size()));
        return begin == FIRST_LINE_OF_ANY || begin.starts_with(FIRST_LINE_OF_DIGESTS);
    } catch (const PreparedFormatError&) {
        return false;
    }
}

bool PreparedReader::next(PreparedDocument& document) {
    return documents_->next(document);
}

}  // namespace descry
