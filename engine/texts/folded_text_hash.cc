#include "engine/texts/folded_text_hash.h"

#include <descry/analyzers/equal_texts.h>
#include <descry/hashing/hash.h>

namespace descry {

std::uint64_t folded_text_hash(std::string_view utf8) {
    return hash64(folded_text(utf8));
}

}  // namespace descry
