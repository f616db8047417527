#include "plugin/documents/document_limits.h"

#include <algorithm>
#include <limits>
#include <new>

#include <fmt/format.h>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <zlib.h>

#include <descry/analyzers/recipe.h>
#include <descry/schema/document_id.h>

#include "analyzers/utf8.h"
#include "engine/texts/input_contents.h"

namespace descry {

namespace {

// Maximum per byte of text: `\u0001` in JSON, and the folded characters of U+FDFA.
constexpr std::size_t MOST_BYTES_A_BYTE = 11;

class CountedBytes : public icu::ByteSink {
  public:
    void Append(const char* /*bytes*/, std::int32_t size) override {
        count_ += static_cast<std::size_t>(size);
    }
    std::size_t count() const { return count_; }

  private:
    std::size_t count_ = 0;
};

std::size_t folded_bytes(std::string_view text) {
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (std::all_of(text.begin(), text.end(), is_ascii)) return text.size();
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* const fold = icu::Normalizer2::getNFKCCasefoldInstance(status);
    CountedBytes folded;
    if (U_SUCCESS(status)) fold->normalizeUTF8(0, text, folded, nullptr, status);
    return U_SUCCESS(status) ? folded.count() : MOST_BYTES_A_BYTE * text.size();
}

std::size_t json_bytes(std::string_view text) {
    constexpr std::size_t AROUND = sizeof(R"("":,)") - 1;
    std::size_t bytes = AROUND;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < ' ') {
            bytes += sizeof(R"(\u0001)") - 1;
        } else {
            bytes += c == '"' || c == '\\' ? 2 : 1;
        }
    }
    return bytes;
}

std::size_t data_bytes(const InputDocument& input, bool store_text) {
    std::size_t bytes = json_bytes(input.id) + (store_text ? json_bytes(input.text) : 0);
    for (const InputField& field : input.fields) {
        bytes += json_bytes(field.name);
        for (const InputValue& value : field.values)
            bytes += json_bytes(value.text);
    }
    return bytes;
}

// Each term stores what it does not share with the one before it, two lengths and its wdf.
std::size_t term_list_bytes(const Xapian::Document& document) {
    constexpr std::size_t LENGTHS_AND_WDF = 1 + 1 + 5;
    std::size_t bytes = 0;
    std::string before;
    for (auto term = document.termlist_begin(); term != document.termlist_end(); ++term) {
        std::string name = *term;
        const auto differ = std::mismatch(name.begin(), name.end(), before.begin(), before.end());
        bytes += static_cast<std::size_t>(name.end() - differ.first) + LENGTHS_AND_WDF;
        before = std::move(name);
    }
    return bytes;
}

}  // namespace

void check_term(const std::string& term) {
    constexpr std::size_t SHOWN = 60;
    if (term.size() <= MAX_TERM_BYTES / 2 || bytes_in_term(term) <= MAX_TERM_BYTES) return;
    throw Xapian::InvalidArgumentError(fmt::format("a term of {} bytes is longer than {}: {}",
                                                   bytes_in_term(term), MAX_TERM_BYTES,
                                                   excerpt(term, SHOWN)));
}

void check_terms(const Xapian::Document& document) {
    const Xapian::TermIterator end = document.termlist_end();
    for (Xapian::TermIterator term = document.termlist_begin(); term != end; ++term)
        check_term(*term);
}

std::size_t deflated_bytes(std::string_view bytes) {
    z_stream stream = {};
    constexpr int MOST_MEMORY = 9;
    if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, MOST_MEMORY,
                       Z_DEFAULT_STRATEGY) != Z_OK) {
        throw std::bad_alloc();
    }
    constexpr std::size_t MOST_AT_ONCE = std::numeric_limits<uInt>::max();
    std::string out(std::size_t{64} << 10, '\0');
    int result = Z_OK;
    while (result == Z_OK) {
        const std::string_view piece = bytes.substr(0, MOST_AT_ONCE);
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
        stream.avail_in = static_cast<uInt>(piece.size());
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        result = ::deflate(&stream, piece.size() == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
        bytes.remove_prefix(piece.size() - stream.avail_in);
    }
    const std::size_t size = stream.total_out;
    ::deflateEnd(&stream);
    return size;
}

DocumentLimits::DocumentLimits(const Schema& schema, const BuildOptions& options)
    : options_(options), fields_(schema.fields), builder_(schema, options) {}

std::string DocumentLimits::rejection(const InputDocument& input) {
    const std::size_t most = MOST_BYTES_A_BYTE * content_bytes(input);
    if (most * (1 + fields_.text.size()) <= MAX_BYTES) return {};
    if (data_bytes(input, options_.store_text) > MAX_BYTES) {
        const std::size_t size = deflated_bytes(builder_.data_of(input));
        if (size > MAX_BYTES) {
            return fmt::format("{} bytes to be stored, compressed; Xapian holds {} of one document",
                               size, MAX_BYTES);
        }
    }
    return rejection_of_terms(input);
}

std::string DocumentLimits::rejection_of_terms(const InputDocument& input) {
    std::size_t most = folded_bytes(input.text);
    for (const TextField& field : fields_.text) {
        visit_values(input, options_.names, field.name,
                     [&](InputValue::Kind, std::string_view text) { most += folded_bytes(text); });
    }
    if (most <= MAX_BYTES) return {};
    const std::size_t size = term_list_bytes(builder_.build(input));
    if (size <= MAX_BYTES) return {};
    return fmt::format("{} bytes of different words; Xapian holds {} of one document", size,
                       MAX_BYTES);
}

}  // namespace descry
