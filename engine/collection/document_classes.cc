#include <algorithm>

#include <descry/collection/document_classes.h>

namespace descry {

static_assert(LENGTH_CLASSES <= DocumentClasses::NOT_COUNTED);
static_assert(SELECTION_SAMPLE <= DocumentClasses::NOT_IN_SAMPLE);

DocumentClasses::DocumentClasses(const BodyLengths& lengths, std::span<const DocumentNumber> sample,
                                 std::uint32_t min_body_length)
    : length_class_(lengths.size(), NOT_COUNTED), position_(lengths.size(), NOT_IN_SAMPLE) {
    for (std::size_t did = 0; did < lengths.size(); ++did) {
        if (lengths[did] >= std::max(min_body_length, 1u)) {
            length_class_[did] = static_cast<std::uint8_t>(descry::length_class(lengths[did]));
        }
    }
    for (std::size_t i = 0; i < sample.size(); ++i)
        position_[sample[i]] = static_cast<std::uint16_t>(i);
}

}  // namespace descry
