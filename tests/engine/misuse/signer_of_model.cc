// Compiles: what the file beside it should have written.
#include "engine/keys/descriptive_vector.h"

std::uint32_t ones(std::string_view bytes) {
    const descry::Model model = descry::Model::parse(bytes);
    descry::DescriptiveSigner signer(model);
    return signer.sign_terms({}).ones;
}
