#include <algorithm>
#include <utility>

#include "analyzers/utf8.h"
#include "tools/input/bytes/charset.h"
#include "tools/input/documents/document.h"
#include "tools/input/formats/formats.h"

namespace descry {

namespace {

// The head may end within a character, which is not an error.
std::string_view without_cut_character(std::string_view head) {
    if (head.size() < FileHead::HEAD_SIZE) return head;
    for (int i = 0; i < 3; ++i) {
        auto last = static_cast<unsigned char>(head.back());
        if (last < 0x80) break;
        head.remove_suffix(1);
        if (last >= 0xc0) break;
    }
    return head;
}

// A text may begin with the letters of another format's signature.
bool is_printed(std::string_view head) {
    return !head.starts_with("%PDF-") && !has_control_characters(head) &&
           is_valid_utf8(without_cut_character(head));
}

std::string_view parse_text(std::string& bytes, InputEncoding& encoding,
                            const InputOptions& /*options*/, InputDocument& document) {
    document.stray_bytes = encoding.decode_whole(bytes);
    document.text = std::move(bytes);
    return {};
}

}  // namespace

std::string_view binary_kind(std::string_view head) {
    static constexpr std::pair<std::string_view, std::string_view> KINDS[] = {
        {"%PDF-", "PDF document"},
        {"PK\x03\x04", "zip archive"},
        {"\x89PNG", "PNG image"},
        {"\xff\xd8\xff", "JPEG image"},
        {"GIF8", "GIF image"},
        {"\x7f"
         "ELF",
         "ELF program"},
        {"\x1f\x8b", "gzip data"},
        {"\x28\xb5\x2f\xfd", "zstd data"},
        {"!<arch>\n", "ar archive"},
        {"PAR1",
         "Parquet file; the Python package reads it: python3 -m descry uniq FILE --output "
         "KEPT.parquet; all commands read it as JSON lines: python3 -c \"import pandas; "
         "pandas.read_parquet('FILE').to_json('FILE.jsonl', orient='records', lines=True)\""},
        {"ARROW1",
         "Arrow file; the Python package reads it: python3 -m descry uniq FILE --output "
         "KEPT.arrow"},
    };
    for (const auto& [magic, name] : KINDS) {
        if (head.starts_with(magic) && !is_printed(head)) return name;
    }
    if (has_utf16_mark(head)) return {};
    auto nul_bytes = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\0'));
    if (nul_bytes == 0) return {};
    if (nul_bytes > head.size() / 10 || !is_valid_utf8(without_cut_character(head))) {
        return NUL_BYTES;
    }
    return {};
}

bool matches_plain_text(const FileHead& head) {
    return binary_kind(head.bytes).empty();
}

ReaderPointer open_plain_text(SourcePointer source, ReaderContext context) {
    return open_whole_file(std::move(source), std::move(context), parse_text);
}

namespace {

class WholeFileReader : public RecordReader {
  public:
    WholeFileReader(SourcePointer source, ReaderContext context, FileParser parse)
        : RecordReader(std::move(source), std::move(context)), parse_(parse) {}

    std::string location() const override { return context_.location; }

  private:
    bool next_record() override { return !std::exchange(done_, true); }

    std::string fill(InputDocument& document) override {
        document.clear();
        std::string bytes = read_all(*source_, context_.options.max_document_bytes);
        std::string rejection(parse_(bytes, encoding_, context_.options, document));
        document.id = id_of_path(context_.path);
        return rejection;
    }

    FileParser parse_;
    bool done_ = false;
};

}  // namespace

ReaderPointer open_whole_file(SourcePointer source, ReaderContext context, FileParser parse) {
    return std::make_unique<WholeFileReader>(std::move(source), std::move(context), parse);
}

}  // namespace descry
