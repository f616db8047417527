#include "tools/input/documents/document.h"

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glib.h>

#include "analyzers/utf8.h"

namespace descry {

std::string InputOptions::text_names() const {
    return fmt::format("{}", fmt::join(text_fields, ","));
}

std::string id_of_path(std::string_view path) {
    if (is_valid_utf8(path)) return std::string(path);
    std::string id;
    for (char c : path) {
        auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            id += c;
        } else {
            id += fmt::format("%{:02X}", byte);
        }
    }
    return id;
}

void make_id(InputDocument& document, IdFrom id_from, std::string_view path,
             std::string_view location_in_file, std::string_view bytes) {
    document.id_kind = InputValue::Kind::STRING;
    if (id_from == IdFrom::HASH) {
        document.id = hash_id(bytes);
    } else {
        document.id = id_of_path(path).append(location_in_file);
    }
}

std::string hash_id(std::string_view bytes) {
    constexpr std::size_t DIGITS = 32;
    const std::unique_ptr<char, void (*)(void*)> digits(
        ::g_compute_checksum_for_data(G_CHECKSUM_SHA256,
                                      reinterpret_cast<const guchar*>(bytes.data()), bytes.size()),
        ::g_free);
    return {digits.get(), DIGITS};
}

}  // namespace descry
