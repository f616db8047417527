/** @file compared_document.h
 *  @brief A document as one that is added is compared with others.
 */
#ifndef DESCRY_PLUGIN_ONLINE_COMPARED_DOCUMENT_H
#define DESCRY_PLUGIN_ONLINE_COMPARED_DOCUMENT_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <xapian.h>

#include <descry/distance/bag_distance.h>
#include <descry/distance/term_count.h>
#include <descry/distance/word_order.h>
#include <descry/model/model.h>

namespace descry {

struct ComparedDocument {
    /// 0: it is not stored yet.
    Xapian::docid did = 0;
    Bag bag;
    /// Body terms, ascending; only where groups are made with the strict distance.
    std::vector<std::pair<std::string, std::uint32_t>> terms;
    /// Read when the bags are near, from a document that is stored; absent where order plays no
    /// part.
    std::optional<OrderSketch> order;
    /// Its first words: read before, and mostly enough.
    std::optional<OrderSketch> first_order;
};

/// A document that is being built, with its order where that plays a part.
/// @param terms its body terms
ComparedDocument new_document(const Xapian::Document& document, std::span<const TermCount> terms,
                              const Model& model);

/// One that is stored; its order is read when it is needed.
ComparedDocument stored_document(Xapian::docid did, std::span<const TermCount> terms,
                                 const Model& model);

}  // namespace descry

#endif  // DESCRY_PLUGIN_ONLINE_COMPARED_DOCUMENT_H
