#include "collapse/search_request.h"

#include <algorithm>

namespace descry {

Xapian::Query filtered(Xapian::Query query, const std::vector<Xapian::Query>& filters) {
    for (const Xapian::Query& filter : filters)
        query = Xapian::Query(Xapian::Query::OP_FILTER, query, filter);
    return query;
}

std::span<const Collapse> SearchRequest::active_collapses() const {
    const std::span<const Collapse> all = collapses;
    return all.empty() || all.front().slot != Xapian::BAD_VALUENO ? all : all.subspan(1);
}

void SearchRequest::add_collapse(const Collapse& collapse) {
    if (collapses.empty() || collapse.slot != Xapian::BAD_VALUENO) collapses.push_back(collapse);
}

Collapse& SearchRequest::first_collapse() {
    if (collapses.empty()) collapses.emplace_back();
    return collapses.front();
}

bool SearchRequest::heads_need_score() const {
    const std::span<const Collapse> steps = active_collapses();
    return std::any_of(steps.begin(), steps.end(),
                       [](const Collapse& step) { return needs_score(step.head.order); });
}

}  // namespace descry
