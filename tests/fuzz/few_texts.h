/** @file few_texts.h
 *  @brief Some texts for what targets read to be tried on.
 */
#ifndef DESCRY_TESTS_FUZZ_FEW_TEXTS_H
#define DESCRY_TESTS_FUZZ_FEW_TEXTS_H

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <descry/unique/unique_documents.h>

#include "engine/collection/text_collection.h"
#include "engine/unique/known_documents.h"

namespace descry::testing {

inline std::shared_ptr<TextCollection> few_texts() {
    const auto texts = std::make_shared<TextCollection>(Work{.memory = 1 << 20});
    for (const std::string text : {"", "one", "one two three four five six seven eight nine ten",
                                   "one two three four five six seven eight nine ten eleven"})
        texts->add(text);
    return texts;
}

/// Which of them stay, beside what is known.
inline UniqueDocuments unique_by(const Model& model, std::optional<KnownDocuments> known = {}) {
    UniqueOptions options;
    options.model = model;
    return find_unique(few_texts(), {1, 2, 3, 4}, 0, options, std::move(known));
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_FUZZ_FEW_TEXTS_H
