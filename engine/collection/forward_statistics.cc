#include <algorithm>
#include <compare>
#include <cstdint>
#include <numeric>
#include <vector>

#include "engine/collection/forward_index.h"
#include "engine/mechanics/sorted_runs.h"

namespace descry {

namespace {

// A document that holds a term; terms are numbered by their bytes.
struct Holder {
    std::uint32_t term;
    std::uint16_t position;  // in the sample
    std::uint16_t cell;
    std::uint32_t wdf;

    friend auto operator<=>(const Holder&, const Holder&) = default;
};

std::vector<std::uint32_t> terms_in_order(const ForwardIndex& lists) {
    std::vector<std::uint32_t> terms(lists.terms());
    std::iota(terms.begin(), terms.end(), 0u);
    std::ranges::sort(terms, {}, [&](std::uint32_t number) { return lists.term(number); });
    return terms;
}

}  // namespace

void for_each_counted_word(const ForwardIndex& lists, const DocumentClasses& classes,
                           const std::function<void(const WordStatistics&)>& visit) {
    const std::vector<std::uint32_t> terms = terms_in_order(lists);
    std::vector<std::uint32_t> place_of(terms.size());
    for (std::uint32_t place = 0; place < terms.size(); ++place)
        place_of[terms[place]] = place;

    SortedRuns<Holder> holders(lists.work().sorting_memory());
    ForwardIndex::Reader reader(lists);
    for (DocumentNumber document = 0; document < classes.documents(); ++document) {
        const unsigned length = classes.length_class(document);
        if (length == DocumentClasses::NOT_COUNTED) continue;
        for (const auto& [number, wdf] : reader.read_numbers(document)) {
            holders.add({place_of[number], classes.position(document), cell_of(wdf, length), wdf});
        }
    }

    HistogramBuilder builder;
    WordStatistics word;
    std::uint32_t place = 0;
    const auto finish = [&] {
        if (word.term.empty()) return;
        word.histogram = builder.finish();
        visit(word);
        word = {};
    };
    holders.for_each([&](const Holder& holder) {
        if (word.term.empty() || holder.term != place) {
            finish();
            place = holder.term;
            word.term = lists.term(terms[place]);
        }
        builder.add(holder.cell);
        if (holder.position != DocumentClasses::NOT_IN_SAMPLE)
            word.sample.push_back({holder.position, holder.wdf});
    });
    finish();
}

}  // namespace descry
