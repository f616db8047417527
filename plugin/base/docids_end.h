/** @file docids_end.h
 *  @brief How many docids there are to keep something by.
 */
#ifndef DESCRY_PLUGIN_BASE_DOCIDS_END_H
#define DESCRY_PLUGIN_BASE_DOCIDS_END_H

#include <cstddef>

#include <xapian.h>

namespace descry {

/// One more than the last docid of an index, as what is kept by docid has so many elements.
/// @exception Xapian::InvalidOperationError it is above 4 million and 256 times the documents, so
///            that memory would be for docids that no document has
std::size_t docids_end(const Xapian::Database& db);

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_DOCIDS_END_H
