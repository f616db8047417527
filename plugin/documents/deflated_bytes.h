/** @file deflated_bytes.h
 *  @brief How small zlib makes some bytes.
 */
#ifndef DESCRY_PLUGIN_DOCUMENTS_DEFLATED_BYTES_H
#define DESCRY_PLUGIN_DOCUMENTS_DEFLATED_BYTES_H

#include <cstddef>
#include <string_view>

namespace descry {

/// The size of @a bytes deflated as Xapian deflates what it stores: without a header, at zlib's
/// default level. Cost: some 20 MB/s; 64 KiB of memory beside zlib's.
std::size_t deflated_bytes(std::string_view bytes);

}  // namespace descry

#endif  // DESCRY_PLUGIN_DOCUMENTS_DEFLATED_BYTES_H
