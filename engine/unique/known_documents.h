/** @file known_documents.h
 *  @brief Which documents stay beside others whose keys were computed before.
 */
#ifndef DESCRY_UNIQUE_KNOWN_DOCUMENTS_H
#define DESCRY_UNIQUE_KNOWN_DOCUMENTS_H

#include <memory>
#include <optional>
#include <vector>

#include <descry/unique/unique_documents.h>

#include "engine/collection/document_keys.h"

namespace descry {

/// Documents whose keys by UniqueOptions::model are known.
struct KnownDocuments {
    std::shared_ptr<const Collection> collection;
    CollectionKeys keys;
};

/// find_unique() with references of which no statistics are made.
/// @param known none: there are no such references. In the result they are numbered from 1 on, and
///        those of @a documents after them. Needs @a options.model, which gives way to one made of
///        @a documents where it has no words and they are enough for some
UniqueDocuments find_unique(std::shared_ptr<const Collection> documents,
                            const std::vector<DocumentNumber>& ordered, DocumentNumber references,
                            const UniqueOptions& options, std::optional<KnownDocuments> known);

}  // namespace descry

#endif  // DESCRY_UNIQUE_KNOWN_DOCUMENTS_H
