#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <descry/texts/analyzed_texts.h>
#include <descry/texts/group_texts.h>

namespace descry {

UniqueDocuments group_texts(std::span<const std::string_view> texts,
                            const TextGroupingOptions& options) {
    if (!options.order.field().empty())
        throw std::invalid_argument("texts in memory have no field " + options.order.field());
    const Model* const model = options.unique.model ? &*options.unique.model : nullptr;
    AnalyzedTexts analyzed(recipe_of_texts(model), options.work);
    // In pieces, so that the progress moves.
    constexpr std::size_t TEXTS_OF_A_PIECE = 4096;
    for (std::size_t begin = 0; begin < texts.size(); begin += TEXTS_OF_A_PIECE) {
        analyzed.add(texts.subspan(begin, std::min(TEXTS_OF_A_PIECE, texts.size() - begin)));
        if (options.work.progress)
            options.work.progress({"texts read", analyzed.size(), texts.size()});
    }
    const auto ordered = options.order.ordered(
        static_cast<DocumentNumber>(analyzed.size()), 0, [&](DocumentNumber number) {
            return options.order.key_of({}, analyzed.words()[number - 1], number);
        });
    UniqueOptions unique = options.unique;
    unique.heads = head_order_of(options.order.name());
    unique.training.analyzer = analyzed.recipe().to_string();
    return find_unique(analyzed.documents(), ordered, 0, unique);
}

}  // namespace descry
