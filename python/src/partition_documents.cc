#include "python/src/partition_documents.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <nanobind/stl/string.h>

#include <descry/analyzers/recipe.h>
#include <descry/hashing/hash.h>
#include <descry/mechanics/work.h>

#include "engine/collection/document_keys.h"
#include "engine/keys/collapse_key.h"
#include "python/arrow/arrow_reader.h"
#include "python/src/interruptible.h"

namespace descry::python {

namespace nb = nanobind;

namespace {

// Of the second hash of contents; the first is a sum of hashes with the usual seed.
constexpr std::uint64_t SECOND_SEED = DEFAULT_HASH_SEED + 1;

}  // namespace

SignedDocuments PartitionSigner::sign(const TextTable& table) {
    const TextCollection& texts = *table.texts().documents();
    SignedDocuments result;
    const auto keep = [&result](std::uint64_t key) {
        result.keys.push_back(static_cast<std::int64_t>(key));
    };
    std::string bytes;
    const auto reader = texts.reader();
    for (DocumentNumber document = 1; document < texts.end(); ++document) {
        reader->read(document);
        const bool has_words = !reader->terms().empty();
        std::uint64_t content = 0;
        std::uint64_t apart = 0;
        bytes.clear();
        if (has_words) {
            const DocumentKeys& keys = signer_.sign_read(*reader, document, sequences_);
            content = keys.content_hash;
            apart = keys.apart;
            visit_band_keys(keys, keep);
            if (model_.parameters().any_order) reader->append_contents(document, bytes);
        }
        const auto text = reader->read_text(document);
        const std::string_view words = text ? text->utf8() : std::string_view();
        result.contents.push_back(static_cast<std::int64_t>(content));
        result.second_contents.push_back(static_cast<std::int64_t>(hash64(
            model_.parameters().any_order ? std::string_view(bytes) : words, SECOND_SEED + apart)));
        result.aparts.push_back(static_cast<std::int64_t>(apart));
        result.text_hashes.push_back(static_cast<std::int64_t>(reader->text_hash(document)));
        result.key_ends.push_back(static_cast<std::int32_t>(result.keys.size()));
        result.texts.add(words);
        check_stop();
    }
    return result;
}

PartitionDocuments::PartitionDocuments(Model model, std::uint64_t contents, HeadOrder heads,
                                       std::size_t memory)
    : model_(std::move(model)),
      heads_(heads),
      texts_(std::make_shared<TextCollection>(Work{.memory = memory})) {
    whole_.weights.push_back(0);  // of no document
    whole_.contents = contents;
}

void PartitionDocuments::add(const nb::capsule& texts, const nb::bytes& weights,
                             const nb::bytes& aparts) {
    const std::vector<std::int64_t> numbers = numbers_of(weights);
    const std::vector<std::int64_t> apart = numbers_of(aparts);
    std::size_t row = 0;
    ArrowStream stream(*static_cast<ArrowArrayStream*>(texts.data(ARROW_STREAM_CAPSULE)));
    const ArrowColumn column(stream.schema(), std::nullopt);
    while (const ArrowArray* const array = stream.next()) {
        column.read(*array, [&](const Value& value) {
            const auto* const text = std::get_if<std::string_view>(&value);
            texts_->add(text != nullptr ? *text : std::string_view());
            whole_.weights.push_back(static_cast<std::uint32_t>(numbers.at(row)));
            texts_->set_apart(static_cast<DocumentNumber>(texts_->size()),
                              static_cast<std::uint64_t>(apart.at(row++)));
        });
    }
}

ArrowTable PartitionDocuments::group() {
    const auto documents = static_cast<DocumentNumber>(texts_->size());
    CollectionKeys keys = compute_keys(*texts_, model_);
    std::vector<DocumentNumber> ordered(documents);
    std::iota(ordered.begin(), ordered.end(), DocumentNumber{1});
    std::erase_if(ordered,
                  [&](DocumentNumber document) { return keys.content_hashes[document] == 0; });
    const CollectionGroups groups =
        group_collection(*texts_, model_, std::move(keys), ordered, true, heads_, whole_);
    std::vector<std::int64_t> sizes(std::size_t{documents} + 1, 0);
    for (const DocumentNumber document : ordered)
        sizes[groups.head_of[document]] += whole_.weights[document];
    std::vector<std::int64_t> heads;
    std::vector<std::int64_t> size_of;
    std::vector<double> distances;
    auto keys_of = ArrowValues::of_texts("group");
    for (DocumentNumber document = 1; document <= documents; ++document) {
        const DocumentNumber head =
            groups.head_of[document] == 0 ? document : groups.head_of[document];
        heads.push_back(std::int64_t{head} - 1);
        distances.push_back(share_of(groups.distance[document]));
        size_of.push_back(std::max<std::int64_t>(sizes[head], 1));
        if (size_of.back() > 1) {
            keys_of.add(group_key(model_.id(), groups.content_hashes[head]));
        } else {
            keys_of.add_null();
        }
    }
    std::vector<ArrowValues> columns;
    columns.push_back(ArrowValues::of_integers("head", std::move(heads)));
    columns.push_back(std::move(keys_of));
    columns.push_back(ArrowValues::of_floats("distance", std::move(distances)));
    columns.push_back(ArrowValues::of_integers("size", std::move(size_of)));
    return ArrowTable(std::move(columns));
}

ArrowTable group_keys(const Model& model, const nb::bytes& contents, const nb::bytes& twins) {
    const std::vector<std::int64_t> heads = numbers_of(contents);
    const std::vector<std::int64_t> numbers = numbers_of(twins);
    auto keys = ArrowValues::of_texts("group");
    for (std::size_t i = 0; i < heads.size(); ++i) {
        if (numbers.at(i) < MAX_TWINS) {
            keys.add(group_key(model.id(), static_cast<std::uint64_t>(heads[i]),
                               static_cast<unsigned>(numbers[i])));
        } else {
            keys.add_null();
        }
    }
    std::vector<ArrowValues> columns;
    columns.push_back(std::move(keys));
    return ArrowTable(std::move(columns));
}

void link(LinkedNumbers& numbers, const nb::bytes& a, const nb::bytes& b) {
    const std::vector<std::int64_t> from = numbers_of(a);
    const std::vector<std::int64_t> to = numbers_of(b);
    for (std::size_t i = 0; i < from.size(); ++i)
        numbers.link(static_cast<std::uint64_t>(from[i]), static_cast<std::uint64_t>(to.at(i)));
}

ArrowTable components_of(LinkedNumbers& numbers) {
    std::vector<std::int64_t> nodes;
    std::vector<std::int64_t> component;
    nodes.reserve(numbers.size());
    component.reserve(numbers.size());
    numbers.for_each([&](std::uint64_t number, std::uint64_t of) {
        nodes.push_back(static_cast<std::int64_t>(number));
        component.push_back(static_cast<std::int64_t>(of));
    });
    std::vector<ArrowValues> columns;
    columns.push_back(ArrowValues::of_integers("node", std::move(nodes)));
    columns.push_back(ArrowValues::of_integers("component", std::move(component)));
    return ArrowTable(std::move(columns));
}

void bind_partition_documents(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<PartitionSigner>(module, "PartitionSigner")
        .def(nb::init<Model>(), "model"_a)
        .def(
            "sign",
            [](PartitionSigner& signer, const TextTable& table) {
                SignedDocuments made;
                run_interruptible(nb::none(), [&](const Progress&) { made = signer.sign(table); });
                std::vector<ArrowValues> texts;
                texts.push_back(std::move(made.texts));
                return nb::make_tuple(
                    bytes_of_numbers(made.contents), bytes_of_numbers(made.second_contents),
                    bytes_of_numbers(made.text_hashes), bytes_of_numbers(made.aparts),
                    bytes_of_numbers(made.key_ends), bytes_of_numbers(made.keys),
                    capsule_of(ArrowTable(std::move(texts))));
            },
            "table"_a);
    nb::class_<PartitionDocuments>(module, "PartitionDocuments")
        .def(
            "__init__",
            [](PartitionDocuments* documents, const Model& model, std::uint64_t contents,
               const std::string& order, std::size_t memory) {
                new (documents) PartitionDocuments(model, contents, head_order_of(order), memory);
            },
            "model"_a, "contents"_a, "order"_a, "memory"_a)
        .def("add", &PartitionDocuments::add, "texts"_a, "weights"_a, "aparts"_a)
        .def("group", [](PartitionDocuments& documents) {
            std::optional<ArrowTable> table;
            run_interruptible(nb::none(), [&](const Progress&) { table = documents.group(); });
            return capsule_of(*std::move(table));
        });
    nb::class_<LinkedNumbers>(module, "LinkedNumbers")
        .def(nb::init<>())
        .def("link", link, "a"_a, "b"_a)
        .def("__len__", &LinkedNumbers::size)
        .def("components",
             [](LinkedNumbers& numbers) { return capsule_of(components_of(numbers)); });
    module.def(
        "group_keys",
        [](const Model& model, const nb::bytes& contents, const nb::bytes& twins) {
            return capsule_of(group_keys(model, contents, twins));
        },
        "model"_a, "contents"_a, "twins"_a);
    module.def("recipe", [] { return AnalyzerRecipe().to_string(); });
}

}  // namespace descry::python
