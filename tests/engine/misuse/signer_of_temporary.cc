// Must not compile: the signer would keep a pointer to a model that is gone.
#include "engine/keys/descriptive_vector.h"

std::uint32_t ones(std::string_view bytes) {
    descry::DescriptiveSigner signer(descry::Model::parse(bytes));
    return signer.sign_terms({}).ones;
}
