/** @file collection_part.h
 *  @brief A part of a collection, prepared like the whole: what does a method cost as it grows?
 */
#ifndef DESCRY_TOOLS_EVALUATION_COLLECTION_PART_H
#define DESCRY_TOOLS_EVALUATION_COLLECTION_PART_H

#include "evaluation/preparation.h"

namespace descry {

/// Takes every @a step-th document (by docid, so that near-duplicates that came together are parted
/// as others are) into a temporary index of its own, without values and metadata: methods that need
/// a model make one. Docids stay.
/// Cost: that of indexing the part.
Preparation prepare_part(const Preparation& whole, unsigned step, Console& console);

}  // namespace descry

#endif  // DESCRY_TOOLS_EVALUATION_COLLECTION_PART_H
