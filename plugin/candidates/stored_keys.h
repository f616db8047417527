/** @file stored_keys.h
 *  @brief The keys that an annotation has written.
 */
#ifndef DESCRY_PLUGIN_CANDIDATES_STORED_KEYS_H
#define DESCRY_PLUGIN_CANDIDATES_STORED_KEYS_H

#include <cstddef>

#include <xapian.h>

#include <descry/model/model.h>

#include "engine/collection/document_keys.h"

namespace descry {

/// Reads the keys of every document from the values that an annotation with @a model wrote.
/// Documents without current ones have none. @param work whose memory sorts
CollectionKeys read_stored_keys(const Xapian::Database& db, Xapian::valueno slot,
                                const Model& model, const Work& work);

}  // namespace descry

#endif  // DESCRY_PLUGIN_CANDIDATES_STORED_KEYS_H
