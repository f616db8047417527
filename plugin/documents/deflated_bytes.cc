#include "documents/deflated_bytes.h"

#include <algorithm>
#include <limits>
#include <new>
#include <string>

#include <zlib.h>

namespace descry {

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

}  // namespace descry
