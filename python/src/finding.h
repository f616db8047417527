/** @file finding.h
 *  @brief Finds documents for many texts, and returns them as dicts.
 */
#ifndef DESCRY_PYTHON_FINDING_H
#define DESCRY_PYTHON_FINDING_H

#include <optional>
#include <vector>

#include <nanobind/nanobind.h>

#include <descry/texts/text_finder.h>

#include "engine/mechanics/parallel.h"
#include "engine/mechanics/pool.h"
#include "python/src/interruptible.h"

namespace descry::python {

/// @param inside the least share; nullopt: only near-duplicates
inline FindOptions find_options(std::size_t rows, const std::optional<double>& inside) {
    FindOptions options;
    options.rows = rows;
    options.inside = inside.has_value();
    if (inside) options.share = distance_from(*inside);
    return options;
}

/// Calls find(reader, i) for each number below @a count, with pooled readers, without the GIL.
template <typename Reader, typename Find>
void find_each(Pool<Reader>& readers, std::size_t count, unsigned threads, const Find& find) {
    parallel_each(threads, count, 4, [&] {
        return [&, reader = std::make_unique<typename Pool<Reader>::Loan>(readers)](std::size_t i) {
            find(**reader, i);
        };
    });
}

/// @param name adds a document's name to its dict
template <typename Name>
nanobind::dict dict_of(const FoundDocuments& found, bool has_inside, const Name& name) {
    nanobind::dict dict;
    nanobind::list near;
    for (const auto& [document, distance] : found.near) {
        nanobind::dict one;
        name(document, one);
        one["similarity"] = 1 - share_of(distance);
        near.append(one);
    }
    dict["near"] = near;
    if (!has_inside) return dict;
    for (const auto& [key, documents] :
         {std::pair("inside", &found.inside), std::pair("holds", &found.holds)}) {
        nanobind::list list;
        for (const auto& [document, share] : *documents) {
            nanobind::dict one;
            name(document, one);
            one["share"] = share_of(share);
            list.append(one);
        }
        dict[key] = list;
    }
    return dict;
}

}  // namespace descry::python

#endif  // DESCRY_PYTHON_FINDING_H
