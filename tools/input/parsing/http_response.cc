#include "tools/input/parsing/http_response.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <utility>

#include <fmt/format.h>

#include <descry/analyzers/encoding.h>

#include "tools/input/bytes/charset.h"

namespace descry {

namespace {

constexpr std::size_t MOST_HEADER_BYTES = std::size_t{1} << 20;
constexpr std::string_view HEADER_BLANKS = " \t\r";

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(HEADER_BLANKS), text.size()));
    return text.substr(0, text.find_last_not_of(HEADER_BLANKS) + 1);
}

class ChunkedSource : public ByteSource {
  public:
    explicit ChunkedSource(SourcePointer source) : source_(std::move(source)) {}

    std::size_t read(char* to, std::size_t size) override {
        if (ended_) return 0;
        if (left_ == 0 && !next_chunk()) return 0;
        auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, left_));
        std::size_t got = source_.read(to, wanted);
        // Without chunks the end of the source is the end.
        if (got == 0 && chunked_) throw InputError("a chunk of the response is cut");
        left_ -= got;
        return got;
    }

  private:
    static constexpr std::size_t MOST_SIZE_LINE = 4096;

    bool next_chunk() {
        if (started_ && read_line(source_, MOST_SIZE_LINE).value_or("x") != "") {
            throw InputError("damaged chunks in the response");
        }
        std::uint64_t size = 0;
        std::string_view head = source_.peek(MOST_SIZE_LINE);
        const char* end = head.data() + head.size();
        auto [after, error] = std::from_chars(head.data(), end, size, 16);
        if (error != std::errc() || after == end ||
            std::string_view(" \t\r\n;").find(*after) == std::string_view::npos) {
            if (started_) throw InputError("damaged chunks in the response");
            chunked_ = false;
            size = UINT64_MAX;
        } else {
            read_line(source_, MOST_SIZE_LINE);
        }
        started_ = true;
        left_ = size;
        ended_ = size == 0;
        return !ended_;
    }

    BufferedSource source_;
    std::uint64_t left_ = 0;
    bool started_ = false;
    bool chunked_ = true;
    bool ended_ = false;
};

}  // namespace

std::optional<std::string> read_line(BufferedSource& source, std::size_t most) {
    std::size_t wanted = 1;
    for (;;) {
        std::string_view head = source.peek(wanted);
        if (head.empty()) return std::nullopt;
        std::size_t end = head.find('\n');
        if (end == std::string_view::npos && head.size() >= wanted && head.size() < most) {
            wanted = head.size() + 1;
            continue;
        }
        std::size_t size = std::min({end, head.size(), most});
        std::string line(head.substr(0, size));
        source.consume(size + (size == end ? 1 : 0));
        if (line.ends_with('\r')) line.pop_back();
        return line;
    }
}

std::optional<HeaderBlock> HeaderBlock::read(BufferedSource& source) {
    HeaderBlock block;
    while (auto line = read_line(source, MOST_HEADER_BYTES)) {
        if (line->empty()) return block;
        bool continues = line->starts_with(' ') || line->starts_with('\t');
        if (continues && !block.lines_.empty()) block.lines_.back() = ' ';
        block.lines_ += *line;
        block.lines_ += '\n';
        if (block.lines_.size() > MOST_HEADER_BYTES) return std::nullopt;
    }
    return std::nullopt;
}

std::string_view HeaderBlock::value(std::string_view name) const {
    for (const auto part : std::views::split(lines_, '\n')) {
        const std::string_view line(part.begin(), part.end());
        std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        if (equal_in_any_case(trimmed(line.substr(0, colon)), name)) {
            return trimmed(line.substr(colon + 1));
        }
    }
    return {};
}

std::vector<std::string> HeaderBlock::list(std::string_view name) const {
    std::vector<std::string> names;
    for (const auto part : std::views::split(lines_, '\n')) {
        const std::string_view line(part.begin(), part.end());
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos ||
            !equal_in_any_case(trimmed(line.substr(0, colon)), name))
            continue;
        for (const auto one : std::views::split(line.substr(colon + 1), ','))
            names.push_back(media_type({one.begin(), one.end()}));
    }
    return names;
}

std::string media_type(std::string_view content_type) {
    std::string type(trimmed(content_type.substr(0, content_type.find(';'))));
    std::transform(type.begin(), type.end(), type.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return type;
}

std::string_view charset_parameter(std::string_view content_type) {
    // After the type.
    for (const auto part : std::views::split(content_type, ';') | std::views::drop(1)) {
        const std::string_view parameter(part.begin(), part.end());
        std::size_t equals = parameter.find('=');
        if (equals == std::string_view::npos) continue;
        if (!equal_in_any_case(trimmed(parameter.substr(0, equals)), "charset")) continue;
        std::string_view value = trimmed(parameter.substr(equals + 1));
        value.remove_prefix(std::min(value.find_first_not_of("\"'"), value.size()));
        return value.substr(0, value.find_first_of("\"'"));
    }
    return {};
}

namespace {

bool is_no_coding(const std::string& name) {
    constexpr std::string_view NAMES[] = {"", "identity", "none", "binary", "8bit", "7bit"};
    return std::ranges::find(NAMES, name) != std::end(NAMES) || TextEncoding::named(name) ||
           name == "us-ascii";
}

SourcePointer without_coding(SourcePointer body, const std::string& name, Expansion* expansion) {
    if (is_no_coding(name)) return body;
    if (name == "chunked") return without_chunks(std::move(body));
    if (name == "gzip" || name == "x-gzip" || name == "zstd")
        return decompress(std::move(body), expansion);
    if (name == "deflate") {
        return counted(decompress_deflate(std::make_unique<BufferedSource>(std::move(body))),
                       expansion);
    }
    throw InputError(fmt::format("the response is encoded: {}", name));
}

}  // namespace

SourcePointer decoded_body(SourcePointer body, const HeaderBlock& header, Expansion* expansion) {
    std::vector<std::string> codings = header.list("Content-Encoding");
    std::ranges::copy(header.list("Transfer-Encoding"), std::back_inserter(codings));
    for (const std::string& name : codings | std::views::reverse)
        body = without_coding(std::move(body), name, expansion);
    return decompress_layers(std::move(body), expansion);
}

SourcePointer without_chunks(SourcePointer source) {
    return std::make_unique<ChunkedSource>(std::move(source));
}

}  // namespace descry
