#include <utility>

#include <fmt/format.h>

#include "input/bytes/decompress.h"
#include "input/formats/formats.h"

namespace descry {

namespace {

// The bytes to recognise a format by. A stream of JSON lines is known by its first line: waiting
// for more would stall a program that writes a line and waits for the answer.
std::string_view read_head(BufferedSource& source) {
    std::string_view head = source.peek(1);
    while (head.size() < FileHead::HEAD_SIZE) {
        if (head.starts_with('{') && head.find('\n') != std::string_view::npos) break;
        std::size_t before = head.size();
        head = source.peek(before + 1);
        if (head.size() == before) break;
    }
    return head.substr(0, FileHead::HEAD_SIZE);
}

}  // namespace

std::unique_ptr<DocumentReader> open_documents(std::unique_ptr<ByteSource> source,
                                               ReaderContext context) {
    auto buffered = std::make_unique<BufferedSource>(std::move(source));
    std::string_view bytes = read_head(*buffered);
    if (bytes.empty() && context.origin == Origin::STANDARD_INPUT) return nullptr;
    const Format* format = context.depth == 0 ? find_format(context.options.format) : nullptr;
    if (format == nullptr) {
        format = recognise_format(
            {without_compression_extension(context.path), bytes, context.origin, context.options});
    }
    if (format != nullptr) return format->open(std::move(buffered), std::move(context));
    if (context.origin == Origin::WALKED) {
        context.problems.count_skipped();
    } else {
        context.problems.refuse(context.location, fmt::format("not text: {}", binary_kind(bytes)));
    }
    return nullptr;
}

}  // namespace descry
