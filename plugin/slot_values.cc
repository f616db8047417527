#include "slot_values.h"

#include <descry/term_profile.h>

namespace descry {

std::string term_profile_key(std::span<const TermCount> terms) {
    const auto digest = term_profile_signature(terms);
    return digest ? content_slot_key(*digest) : std::string();
}

}  // namespace descry
