#include "online/compared_document.h"

#include <algorithm>

namespace descry {

ComparedDocument stored_document(Xapian::docid did, std::span<const TermCount> terms,
                                 const Model& model) {
    ComparedDocument compared{did, Bag(terms), {}, {}, {}};
    if (!pair_limits(model.parameters()).strict) return compared;
    for (const auto& [term, wdf] : terms)
        compared.terms.emplace_back(term, wdf);
    return compared;
}

ComparedDocument new_document(const Xapian::Document& document, std::span<const TermCount> terms,
                              const Model& model) {
    ComparedDocument compared = stored_document(0, terms, model);
    if (model.parameters().any_order) return compared;
    OrderSketch& order = compared.order.emplace();
    Xapian::TermIterator term = document.termlist_begin();
    std::vector<std::string_view> words = words_of_order_sketch(terms);
    std::sort(words.begin(), words.end());
    for (const std::string_view word : words) {
        term.skip_to(std::string(word));
        if (term == document.termlist_end()) break;
        if (term.positionlist_count() == 0) continue;
        order.push_back({order_hash(word), *term.positionlist_begin()});
    }
    std::sort(order.begin(), order.end(),
              [](const PositionedWord& a, const PositionedWord& b) { return a.hash < b.hash; });
    return compared;
}

}  // namespace descry
