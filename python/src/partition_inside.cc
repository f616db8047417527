#include "python/src/partition_inside.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include <nanobind/stl/optional.h>

#include <descry/mechanics/work.h>
#include <descry/model/model.h>

#include "engine/distance/text_words.h"
#include "engine/inside/shingle_table.h"
#include "python/arrow/arrow_reader.h"
#include "python/arrow/arrow_writer.h"
#include "python/src/interruptible.h"

namespace descry::python {

namespace nb = nanobind;

namespace {

template <typename Visit>
void visit_texts(const nb::capsule& texts, const Visit& visit) {
    ArrowStream stream(*static_cast<ArrowArrayStream*>(texts.data(ARROW_STREAM_CAPSULE)));
    const ArrowColumn column(stream.schema(), std::nullopt);
    while (const ArrowArray* const array = stream.next()) {
        column.read(*array, [&](const Value& value) {
            const auto* const text = std::get_if<std::string_view>(&value);
            visit(text != nullptr ? *text : std::string_view());
            check_stop();
        });
    }
}

std::vector<std::uint64_t> distinct_shingles(std::string_view text) {
    std::vector<std::uint64_t> shingles = word_shingles(text);
    std::ranges::sort(shingles);
    shingles.erase(std::ranges::unique(shingles).begin(), shingles.end());
    return shingles;
}

}  // namespace

PartitionShingles shingles_of(const nb::capsule& texts, std::optional<std::uint32_t> min_words) {
    PartitionShingles result;
    visit_texts(texts, [&](std::string_view text) {
        for (const std::uint64_t hash :
             min_words ? shingles_to_find(text, *min_words) : distinct_shingles(text))
            result.shingles.push_back(static_cast<std::int64_t>(hash));
        result.words.push_back(count_words(text));
        result.ends.push_back(static_cast<std::int32_t>(result.shingles.size()));
    });
    return result;
}

std::vector<std::int64_t> PartitionVerifier::shares(const nb::capsule& texts,
                                                    const nb::bytes& containers) {
    const std::vector<std::int64_t> is_container = numbers_of(containers);
    std::vector<std::int64_t> shares;
    visit_texts(texts, [&](std::string_view text) {
        const bool is_next = is_container.at(shares.size()) != 0;
        shares.push_back(is_next ? 0 : verifier_.share_of(text));
        if (!is_next) return;
        container_ = text;
        verifier_.take_container(container_);
    });
    return shares;
}

std::vector<InsidePair> longest_first(const nb::bytes& documents, const nb::bytes& containers,
                                      const nb::bytes& words, const nb::bytes& shares) {
    const std::vector<std::int64_t> document = numbers_of(documents);
    const std::vector<std::int64_t> container = numbers_of(containers);
    const std::vector<std::int64_t> of_words = numbers_of(words);
    const std::vector<std::int64_t> share = numbers_of(shares);
    std::vector<InsidePair> pairs;
    for (std::size_t i = 0; i < document.size(); ++i)
        pairs.push_back({static_cast<DocumentNumber>(document[i]),
                         static_cast<DocumentNumber>(container.at(i)),
                         static_cast<std::uint32_t>(of_words.at(i)),
                         static_cast<DistanceMillionths>(share.at(i))});
    return descry::longest_first(std::move(pairs));
}

void bind_partition_inside(nb::module_& module) {
    using namespace nb::literals;
    module.attr("WHOLE_DISTANCE") = WHOLE_DISTANCE;
    module.attr("FREQUENT_SHINGLES") = ShingleTable::FREQUENT;
    module.attr("LEAST_SHINGLES") = ShingleTable::LEAST;
    module.def("wanted_shingles", &ShingleTable::wanted, "hashes"_a);
    module.def(
        "shingles",
        [](const nb::capsule& texts, std::optional<std::uint32_t> min_words) {
            PartitionShingles made;
            run_interruptible(nb::none(),
                              [&](const Progress&) { made = shingles_of(texts, min_words); });
            return nb::make_tuple(bytes_of_numbers(made.words), bytes_of_numbers(made.ends),
                                  bytes_of_numbers(made.shingles));
        },
        "texts"_a, "min_words"_a.none());
    nb::class_<PartitionVerifier>(module, "PartitionVerifier")
        .def(
            "__init__",
            [](PartitionVerifier* verifier, double share, std::uint32_t min_words,
               const Model& model) {
                new (verifier) PartitionVerifier(
                    {distance_from(share), min_words, model.parameters().keep_apart.numbers});
            },
            "share"_a, "min_words"_a, "model"_a)
        .def(
            "shares",
            [](PartitionVerifier& verifier, const nb::capsule& texts, const nb::bytes& containers) {
                std::vector<std::int64_t> shares;
                run_interruptible(nb::none(), [&](const Progress&) {
                    shares = verifier.shares(texts, containers);
                });
                return bytes_of_numbers(shares);
            },
            "texts"_a, "containers"_a);
    module.def(
        "longest_first",
        [](const nb::bytes& documents, const nb::bytes& containers, const nb::bytes& words,
           const nb::bytes& shares) {
            std::vector<std::int64_t> document;
            std::vector<std::int64_t> container;
            for (const InsidePair& pair : longest_first(documents, containers, words, shares)) {
                document.push_back(pair.document);
                container.push_back(pair.container);
            }
            return nb::make_tuple(bytes_of_numbers(document), bytes_of_numbers(container));
        },
        "documents"_a, "containers"_a, "words"_a, "shares"_a);
}

}  // namespace descry::python
