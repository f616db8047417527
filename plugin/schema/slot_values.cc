#include "schema/slot_values.h"

#include <descry/keys/term_profile.h>

namespace descry {

std::vector<Slot> computed_slots(const Schema& schema) {
    std::vector<Slot> slots = {Slot::STATE};
    for (const Slot method : schema.methods) {
        if (method == Slot::GROUP) {
            slots.push_back(Slot::TERM_BANDS);
        } else if (needs_no_text(method)) {
            slots.push_back(method);
        }
    }
    return slots;
}

std::string term_profile_key(std::span<const TermCount> terms) {
    const auto digest = term_profile_signature(terms);
    return digest ? content_slot_key(*digest) : std::string();
}

}  // namespace descry
