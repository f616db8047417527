#include <descry/jobs/made_model.h>

#include "plugin/schema/schema_checks.h"

namespace descry {

void check_grouping(const GroupingOptions& options, const Schema& schema) {
    check_group_order(options.order.empty() ? "first" : options.order, schema);
}

bool needs_model(const Xapian::Database& db, const Schema& schema,
                 const std::optional<Model>& model) {
    if (!model || model->parameters().term_prefix != schema.term_prefix) return true;
    return model->words().empty() && db.get_doccount() >= TrainingOptions().min_documents;
}

}  // namespace descry
