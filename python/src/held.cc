#include "python/src/held.h"

#include <cstddef>

#include <descry/inside/find_inside.h>

#include "engine/texts/analyzed_texts.h"
#include "engine/texts/held_place.h"
#include "engine/texts/inside_texts.h"
#include "python/src/interruptible.h"

namespace descry::python {

namespace nb = nanobind;

nb::list held(const TextTable& table, const std::vector<std::string>& texts, double share,
              std::uint32_t words, nb::handle callback) {
    std::vector<HeldItem> held;
    std::vector<HeldPlace> places;
    const auto references = static_cast<DocumentNumber>(table.references());
    run_interruptible(callback, [&](const Progress&) {
        const auto& documents = table.texts().documents();
        const auto readers = text_readers(nullptr, documents);
        const auto end = static_cast<DocumentNumber>(documents->end());
        held = find_held(numbers_between(1, references + 1), numbers_between(references + 1, end),
                         readers, {distance_from(share), words, false}, documents->work());
        WordAnalyzer analyzer(table.texts().recipe());
        const ReadText read = readers();
        for (const HeldItem& item : held)
            places.push_back(held_place(read(item.item)->utf8(), read(item.document)->utf8(),
                                        texts[item.document - references - 1], analyzer));
    });
    nb::list rows;
    for (std::size_t i = 0; i < held.size(); ++i)
        rows.append(nb::make_tuple(held[i].document - references - 1, held[i].item - 1,
                                   share_of(held[i].share), places[i].first, places[i].last,
                                   held[i].bits, places[i].differing));
    return rows;
}

}  // namespace descry::python
