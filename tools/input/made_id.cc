#include "input/made_id.h"

#include <memory>

#include <glib.h>

namespace descry {

void make_id(InputDocument& document, const ReaderContext& context, std::string_view place_in_file,
             std::string_view bytes) {
    document.id_kind = InputValue::Kind::STRING;
    if (context.options.id_from == IdFrom::HASH) {
        document.id = hash_id(bytes);
    } else {
        document.id = id_of_path(context.path).append(place_in_file);
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
