/** @file slot_values.h
 *  @brief The values of one document, by slot, on their way into the index.
 */
#ifndef DESCRY_PLUGIN_SCHEMA_SLOT_VALUES_H
#define DESCRY_PLUGIN_SCHEMA_SLOT_VALUES_H

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <descry/keys/descriptive_vector.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// A value per slot; an empty one means that the document has none.
class SlotValues {
  public:
    std::string& operator[](Slot slot) { return values_.at(static_cast<std::size_t>(slot)); }
    const std::string& operator[](Slot slot) const {
        return values_.at(static_cast<std::size_t>(slot));
    }

    /// The state, and the keys that depend on the model.
    void set_descriptive(const std::string& model_id, const DescriptiveSignatures& signatures) {
        (*this)[Slot::STATE] = state_of_model(model_id);
        if (signatures.descriptive) {
            (*this)[Slot::DESCRIPTIVE] = model_slot_key(model_id, *signatures.descriptive);
        }
        if (signatures.stable) {
            (*this)[Slot::DESCRIPTIVE_STABLE] = model_slot_key(model_id, *signatures.stable);
        }
    }

  private:
    std::array<std::string, 8> values_;
};

/// The slots that an annotation of @a schema computes document by document: the state, the methods
/// that need no text, and the keys that groups are made from. Not the groups themselves.
std::vector<Slot> computed_slots(const Schema& schema);

/// The key of the profile over the document's body terms; empty when it has none.
std::string term_profile_key(std::span<const TermCount> terms);

}  // namespace descry

#endif  // DESCRY_PLUGIN_SCHEMA_SLOT_VALUES_H
