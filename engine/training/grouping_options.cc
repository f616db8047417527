#include <limits>
#include <stdexcept>

#include <descry/training/grouping_options.h>

namespace descry {

void GroupingOptions::check() const {
    if (distance && distance_from(*distance) > MAX_DISTANCE)
        throw std::invalid_argument(REASON_TOO_FAR);
    // `contained` may be NaN.
    if (contained && !(*contained >= 0 && *contained <= 1))
        throw std::invalid_argument("the share of what is contained is not from 0 to 1");
    if (inside && !(*inside >= MIN_INSIDE && *inside <= 1))
        throw std::invalid_argument("the share of what is inside is not from 0.5 to 1");
    if (holds && !(*holds >= MIN_INSIDE && *holds <= 1))
        throw std::invalid_argument("the share of what is held is not from 0.5 to 1");
    if (words && (*words == 0 || *words > std::numeric_limits<std::uint16_t>::max()))
        throw std::invalid_argument("the number of words is not from 1 to 65535");
}

KeepApart GroupingOptions::keep_apart_with(const std::optional<Model>& model) const {
    return model ? model->parameters().keep_apart : keep_apart.value_or(KeepApart());
}

TrainingOptions GroupingOptions::training(const std::string& analyzer, const Model* former) const {
    check();
    TrainingOptions options = former == nullptr ? TrainingOptions() : training_like(*former);
    options.analyzer = analyzer;
    if (words) {
        options.selection.words = *words;
        options.selection.grow = false;
        // A requested number of words applies however few documents there are.
        options.min_documents = 1;
    }
    if (bands) options.bands = *bands;
    if (distance) options.distance = distance_from(*distance);
    if (two_level) options.two_level = *two_level;
    if (!order.empty()) options.group_order = order;
    if (any_order) options.any_order = true;
    if (keep_apart) options.keep_apart = *keep_apart;
    if (contained) options.contained = *contained;
    options.character_keys = character_keys;
    options.documents = documents;
    return options;
}

}  // namespace descry
