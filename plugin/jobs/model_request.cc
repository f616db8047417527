#include <descry/jobs/model_request.h>
#include <descry/schema/schema_checks.h>

namespace descry {

TrainingOptions ModelRequest::training(const std::string& analyzer, const Model* former) const {
    TrainingOptions options = former == nullptr ? TrainingOptions() : training_like(*former);
    options.analyzer = analyzer;
    if (words) {
        options.selection.words = *words;
        options.selection.grow = false;
        // Who names a number wants words, however few documents there are.
        options.min_documents = 1;
    }
    if (bands) options.bands = *bands;
    if (distance) options.distance = distance_from(*distance);
    if (two_level) options.two_level = *two_level;
    if (!group_order.empty()) options.group_order = group_order;
    if (any_order) options.any_order = true;
    if (keep_apart) options.keep_apart = *keep_apart;
    if (contained) options.contained = *contained;
    options.character_keys = character_keys;
    return options;
}

void ModelRequest::check(const Schema& schema) const {
    check_group_order(group_order.empty() ? "first" : group_order, schema);
}

bool needs_model(const Xapian::Database& db, const Schema& schema,
                 const std::optional<Model>& model) {
    if (!model || model->parameters().term_prefix != schema.term_prefix) return true;
    return model->words().empty() && db.get_doccount() >= TrainingOptions().min_documents;
}

}  // namespace descry
