// The module descry._native, for descry's Python sources. Users see descry alone.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <descry/analyzers/equal_texts.h>
#include <descry/distance/canonical_text.h>
#include <descry/mechanics/temporary_file.h>
#include <descry/prepared/prepared_writer.h>
#include <descry/texts/group_texts.h>

#include "analyzers/utf8.h"
#include "engine/prepared/prepared_file.h"
#include "engine/report/groups_page.h"
#include "engine/texts/joined_words.h"
#include "python/arrow/arrow_reader.h"
#include "python/arrow/arrow_writer.h"
#include "python/src/columns.h"
#include "python/src/finding.h"
#include "python/src/grouping.h"
#include "python/src/held.h"
#include "python/src/interruptible.h"
#include "python/src/partition_documents.h"
#include "python/src/partition_inside.h"
#include "python/src/partition_keys.h"
#include "python/src/signing.h"
#include "python/src/text_table.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace descry::python {

namespace {

struct Prepared {
    std::string bytes;
    std::string model_id;
    std::uint64_t documents = 0;
};

std::string bytes_of(const nb::bytes& bytes) {
    return {static_cast<const char*>(bytes.data()), bytes.size()};
}

nb::bytes python_bytes(const std::string& bytes) {
    return nb::bytes(bytes.data(), bytes.size());
}

ArrowArrayStream* stream_of_array(const nb::capsule& schema, const nb::capsule& array) {
    return stream_of_one(*static_cast<ArrowSchema*>(schema.data(ARROW_SCHEMA_CAPSULE)),
                         *static_cast<ArrowArray*>(array.data(ARROW_ARRAY_CAPSULE)));
}

PreparedDocuments read_prepared(const Prepared& prepared, const Work& work) {
    PreparedDocuments documents(work);
    std::istringstream file(prepared.bytes);
    documents.add(file);
    return documents;
}

// Work with a table that reports its progress.
void run_with(const TextTable& table, nb::handle callback,
              const std::function<void(const Progress&)>& work) {
    run_interruptible(callback, [&](const Progress& progress) {
        table.tell(progress);
        try {
            work(progress);
        } catch (...) {
            table.tell({});
            throw;
        }
        table.tell({});
    });
}

std::unique_ptr<Grouping> group(const std::shared_ptr<TextTable>& table, const Prepared* prepared,
                                const GroupingOptions& options, const Model* model,
                                nb::handle callback) {
    std::unique_ptr<Grouping> grouping;
    run_with(*table, callback, [&](const Progress& progress) {
        std::optional<PreparedDocuments> references;
        if (prepared != nullptr)
            references = read_prepared(*prepared, table->texts().documents()->work());
        grouping =
            std::make_unique<Grouping>(table, std::move(references), options, model, progress);
    });
    return grouping;
}

std::unique_ptr<Model> learn(const TextTable& table, const GroupingOptions& options,
                             nb::handle callback) {
    std::unique_ptr<Model> model;
    run_with(table, callback, [&](const Progress&) {
        model = std::make_unique<Model>(learn_model(table.texts(), options));
    });
    return model;
}

// Of references: documents without ids are named like references.
std::unique_ptr<Prepared> prepare(const TextTable& table, const Model& model,
                                  const std::string& order_name, nb::handle callback) {
    auto prepared = std::make_unique<Prepared>();
    prepared->model_id = model.id();
    run_with(table, callback, [&](const Progress&) {
        table.reference_ids().check_unique();
        const TextOrder order(order_name);
        PreparedWriter writer({model, order.name()},
                              [&](std::string_view bytes) { prepared->bytes += bytes; });
        prepared->documents = prepare_collection(
            *table.texts().documents(), model,
            [&](DocumentNumber number) {
                return PreparedName{number, table.reference_ids().name(number - 1),
                                    table.order_key(order, number, number)};
            },
            writer);
        writer.finish();
    });
    return prepared;
}

// Checks all of it, as a part may have been lost on the way.
std::unique_ptr<Prepared> parse_prepared(const nb::bytes& bytes) {
    auto prepared = std::make_unique<Prepared>();
    prepared->bytes = bytes_of(bytes);
    const nb::gil_scoped_release released;
    std::istringstream file(prepared->bytes);
    PreparedReader reader(file);
    prepared->model_id = reader.header().model.id();
    PreparedDocument document;
    while (reader.next(document))
        ++prepared->documents;
    return prepared;
}

// Finds documents of a prepared file for texts.
class PreparedFinder {
  public:
    PreparedFinder(const Prepared& prepared, unsigned threads) {
        run_interruptible(nb::none(), [&](const Progress&) {
            documents_.emplace(read_prepared(prepared, Work{.threads = threads}));
            const auto model = std::make_shared<const Model>(documents_->header().model);
            finder_.emplace(documents_->texts(), model, documents_->take_keys());
        });
    }

    nb::list find(nb::handle texts, std::size_t rows, const std::optional<double>& inside,
                  unsigned threads, nb::handle callback) {
        const FindOptions options = find_options(rows, inside);
        nb::list list;
        std::uint64_t done = 0;
        const std::uint64_t total = nb::len(texts);
        std::vector<FoundDocuments> found;
        visit_text_pieces(texts, [&](std::span<const std::string_view> views) {
            found.assign(views.size(), {});
            run_interruptible(callback, [&](const Progress& progress) {
                find_each(readers_, views.size(), threads,
                          [&](TextFinder::Reader& reader, std::size_t i) {
                              found[i] = reader.find(views[i], options);
                          });
                done += views.size();
                if (progress) progress({"texts compared", done, total});
            });
            for (const FoundDocuments& of_text : found) {
                list.append(
                    dict_of(of_text, options.inside, [&](DocumentNumber document, nb::dict& one) {
                        const std::string_view id = documents_->id_of(document);
                        one["id"] = nb::str(id.data(), id.size());
                    }));
            }
        });
        return list;
    }

  private:
    std::optional<PreparedDocuments> documents_;
    std::optional<TextFinder> finder_;
    Pool<TextFinder::Reader> readers_{
        [this] { return std::make_unique<TextFinder::Reader>(*finder_); }};
};

std::unique_ptr<Model> model_of(const Prepared& prepared) {
    std::istringstream file(prepared.bytes);
    return std::make_unique<Model>(PreparedReader(file).header().model);
}

double distance(const nb::str& a, const nb::str& b) {
    const nb::bytes of_a = utf8_of_text(a);
    const nb::bytes of_b = utf8_of_text(b);
    const nb::gil_scoped_release released;
    WordAnalyzer analyzer{AnalyzerRecipe()};
    const DistanceMillionths most = whole_distance(canonical_text_of(analyzer, view_of(of_a)),
                                                   canonical_text_of(analyzer, view_of(of_b)))
                                        .most;
    return share_of(
        reported_distance(most, most == 0 && equal_texts(view_of(of_a), view_of(of_b))));
}

// Any string or bytes as text, with replacements for ill-formed parts.
nb::str readable(const nb::object& text) {
    std::string made;
    if (PyBytes_Check(text.ptr())) {
        made = view_of(nb::cast<nb::bytes>(text));
        repair_utf8(made);
    } else {
        made = view_of(utf8_of_text(text));
    }
    return nb::str(made.data(), made.size());
}

GroupingOptions grouping_options(double distance, const std::vector<std::string>& keep_apart) {
    GroupingOptions options;
    options.distance = distance;
    options.keep_apart = KeepApart::of(keep_apart);
    return options;
}

// By row: its place in an order of all rows.
nb::list places(const TextTable& table, const std::string& order_name) {
    const TextOrder order(order_name);
    nb::list places;
    for (DocumentNumber text = 1; text <= table.texts().size(); ++text)
        places.append(python_bytes(table.order_key(order, text, 1)));
    return places;
}

nb::list list_of(const std::vector<MarkedPiece>& pieces) {
    nb::list list;
    for (const auto& [text, differs] : pieces)
        list.append(nb::make_tuple(text, differs));
    return list;
}

nb::tuple mark(const std::string& a, const std::string& b) {
    MarkedTexts marked;
    {
        const nb::gil_scoped_release released;
        WordAnalyzer analyzer{AnalyzerRecipe()};
        marked = mark_differences(analyzer, a, b);
    }
    return nb::make_tuple(list_of(marked.a), list_of(marked.b), marked.places);
}

// @param show returns a row's id and text
std::string page(const Grouping& grouping, const PageFacts& facts, const PageFacts& details,
                 const nb::callable& show, std::optional<std::size_t> rows) {
    const nb::gil_scoped_release released;
    ReportedCollection collection;
    collection.facts = facts;
    collection.details = details;
    collection.documents = grouping.documents();
    collection.references = grouping.references();
    collection.groups = grouping.groups().size();
    collection.limit = grouping.model().parameters().grouping.distance;
    const std::vector<DroppedDocument> dropped = grouping.dropped_documents();
    collection.count(dropped);
    WordAnalyzer analyzer{AnalyzerRecipe()};
    return groups_page({collection, dropped,
                        [&](std::uint64_t row) {
                            const nb::gil_scoped_acquire acquired;
                            auto [id, text] = nb::cast<std::pair<std::string, std::string>>(
                                show(static_cast<Grouping::Row>(row)));
                            return ReportedText{std::move(id), std::move(text)};
                        },
                        rows.value_or(GroupsPage::ANY_ROWS),
                        "The groups object lists all groups, its dropped() all dropped texts."},
                       analyzer);
}

void raise_system_errors() {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::system_error& error) {
            const nb::object arguments = nb::make_tuple(error.code().value(), error.what());
            PyErr_SetObject(PyExc_OSError, arguments.ptr());
        } catch (const ModelFormatError& error) {
            PyErr_SetString(PyExc_ValueError, error.what());
        } catch (const PreparedFormatError& error) {
            PyErr_SetString(PyExc_ValueError, error.what());
        }
    });
}

void bind_model(nb::module_& module) {
    nb::class_<Model>(module, "Model")
        .def_static("parse", [](const nb::bytes& bytes) { return Model::parse(bytes_of(bytes)); })
        .def("serialise", [](const Model& model) { return python_bytes(model.serialise()); })
        .def_prop_ro("id", [](const Model& model) { return model.id(); })
        .def_prop_ro("words", [](const Model& model) { return model.words().size(); })
        .def_prop_ro("documents", [](const Model& model) { return model.parameters().documents; })
        .def_prop_ro("keep_apart",
                     [](const Model& model) {
                         const KeepApart& apart = model.parameters().keep_apart;
                         std::vector<std::string> what = apart.fields;
                         if (apart.numbers) what.insert(what.begin(), "numbers");
                         return what;
                     })
        .def_prop_ro("distance", [](const Model& model) {
            return share_of(model.parameters().grouping.distance);
        });
}

void bind_tables(nb::module_& module) {
    nb::class_<TextTable>(module, "TextTable")
        .def(nb::init<const Model*, unsigned, std::size_t>(), "model"_a.none(), "threads"_a,
             "memory"_a = Work().memory)
        .def(
            "add_stream",
            [](TextTable& table, const nb::object& capsule, const std::optional<std::string>& text,
               const std::optional<std::string>& id, const std::vector<std::string>& order,
               const nb::object& callback, const std::vector<std::string>& fields) {
                table.add_stream(
                    capsule,
                    text ? std::optional(ColumnNames{*text, id, order, fields}) : std::nullopt,
                    callback);
            },
            "capsule"_a, "text"_a.none(), "id"_a.none(), "order"_a, "callback"_a.none(),
            "fields"_a = std::vector<std::string>())
        .def(
            "add_list",
            [](TextTable& table, const nb::object& texts, const nb::object& callback) {
                table.add_list(texts, callback);
            },
            "texts"_a, "callback"_a.none())
        .def("add_ids", [](TextTable& table, const nb::object& values) { table.add_ids(values); })
        .def("add_order_values",
             [](TextTable& table, std::size_t field, const nb::object& values) {
                 table.add_order_values(field, values);
             })
        .def("add_field", [](TextTable& table, const std::string& field,
                             const nb::object& values) { table.add_field(field, values); })
        .def("places", places, "keep"_a)
        .def("end_references", &TextTable::end_references)
        .def("end", &TextTable::end)
        .def_prop_ro("repaired", &TextTable::repaired)
        .def_prop_ro("first_repaired", &TextTable::first_repaired)
        .def_prop_ro("references", &TextTable::references)
        .def("__len__", [](const TextTable& table) { return table.texts().size(); });
}

void bind_prepared(nb::module_& module) {
    nb::class_<Prepared>(module, "Prepared")
        .def_static("parse", parse_prepared)
        .def("serialise", [](const Prepared& prepared) { return python_bytes(prepared.bytes); })
        .def_prop_ro("model", model_of)
        .def_ro("model_id", &Prepared::model_id)
        .def("__len__", [](const Prepared& prepared) { return prepared.documents; });
    nb::class_<PreparedFinder>(module, "PreparedFinder")
        .def(nb::init<const Prepared&, unsigned>(), "prepared"_a, "threads"_a)
        .def("find", &PreparedFinder::find, "texts"_a, "rows"_a, "inside"_a.none(), "threads"_a,
             "callback"_a.none());
}

void bind_signing(nb::module_& module) {
    nb::class_<Signing>(module, "Signing")
        .def(
            "__init__",
            [](Signing* signing, const std::optional<std::vector<std::string>>& methods,
               const Model* model, bool keys, const std::string& shingles, bool multiset,
               bool fold_digits, unsigned permutations, float quant_rate, int min_token_len) {
                TextSigningOptions options;
                options.methods = methods;
                if (model != nullptr) options.model = *model;
                options.keys = keys;
                options.shingles.shingles = shingles;
                options.shingles.multiset = multiset;
                options.shingles.fold_digits = fold_digits;
                options.permutations = permutations;
                options.text_profile.quant_rate = quant_rate;
                options.text_profile.min_token_len = min_token_len;
                new (signing) Signing(options);
            },
            "methods"_a.none(), "model"_a.none(), "keys"_a, "shingles"_a, "multiset"_a,
            "fold_digits"_a, "permutations"_a, "quant_rate"_a, "min_token_len"_a)
        .def(
            "sign",
            [](const Signing& signing, const nb::object& texts, unsigned threads,
               const nb::object& callback) { return signing.sign(texts, threads, callback); },
            "texts"_a, "threads"_a, "callback"_a.none());
}

void bind_grouping(nb::module_& module) {
    module.def(
        "fields_of_order", [](const std::string& name) { return TextOrder(name).fields(); },
        "name"_a);
    nb::class_<Grouping>(module, "Grouping")
        .def_prop_ro("documents", &Grouping::documents)
        .def_prop_ro("references", &Grouping::references)
        .def_prop_ro("model", [](const Grouping& grouping) { return Model(grouping.model()); })
        .def("__len__", [](const Grouping& grouping) { return grouping.groups().size(); })
        .def_prop_ro("kept_count", &Grouping::count_kept)
        .def("table", [](const Grouping& grouping) { return capsule_of(grouping.table()); })
        .def("dropped", [](const Grouping& grouping) { return capsule_of(grouping.dropped()); })
        .def("kept", [](const Grouping& grouping) { return capsule_of(grouping.kept()); })
        .def("kept_rows",
             [](const Grouping& grouping) { return bytes_of_numbers(grouping.kept_rows()); })
        .def("labels", [](const Grouping& grouping) { return bytes_of_numbers(grouping.labels()); })
        .def(
            "dropped_distances",
            [](const Grouping& grouping) { return bytes_of_numbers(grouping.dropped_distances()); })
        .def("group",
             [](const Grouping& grouping, std::size_t number) {
                 const Grouping::Group group = grouping.group(number);
                 nb::list members;
                 for (const auto& [row, distance] : group.members)
                     members.append(nb::make_tuple(row, share_of(distance)));
                 return nb::make_tuple(group.key, members);
             })
        .def("group_of", &Grouping::group_of)
        .def("largest", &Grouping::largest)
        .def("least_similar", &Grouping::least_similar)
        .def("head_of", &Grouping::head_of)
        .def("kept_for", &Grouping::kept_for)
        .def("distance_of", [](const Grouping& grouping,
                               Grouping::Row row) { return share_of(grouping.distance_of(row)); })
        .def("id_of", &Grouping::id_of)
        .def("row_of",
             [](const Grouping& grouping, const nb::object& id) { return grouping.row_of(id); })
        .def("distance_between",
             [](const Grouping& grouping, Grouping::Row a, Grouping::Row b) {
                 const nb::gil_scoped_release released;
                 return share_of(grouping.distance_between(a, b));
             })
        .def("words_of", &Grouping::words_of);
}

}  // namespace

}  // namespace descry::python

NB_MODULE(_native, module) {
    using namespace descry;
    using namespace descry::python;
    module.attr("__version__") = DESCRY_VERSION;
    module.attr("SAME_WORDS_DISTANCE") = share_of(SAME_WORDS_DISTANCE);
    module.attr("DEFAULT_DISTANCE") = GroupingOptions::DEFAULT_DISTANCE;
    module.attr("DEFAULT_INSIDE") = GroupingOptions::DEFAULT_INSIDE;
    module.attr("DEFAULT_HOLDS") = GroupingOptions::DEFAULT_HOLDS;
    module.attr("MAX_PERMUTATIONS") = MAX_PERMUTATIONS;
    raise_system_errors();
    bind_model(module);
    bind_tables(module);
    bind_prepared(module);
    bind_grouping(module);
    bind_signing(module);
    bind_partition_documents(module);
    bind_partition_inside(module);
    bind_partition_keys(module);
    module.def("set_temporary_directory",
               [](std::string directory) { set_temporary_directory(std::move(directory)); });
    module.def(
        "group",
        [](const std::shared_ptr<TextTable>& table, const Prepared* prepared, double distance,
           std::string order, const Model* model, const std::vector<std::string>& keep_apart,
           std::optional<double> inside, std::uint32_t inside_words, std::optional<double> holds,
           std::uint32_t held_words, const nb::object& callback) {
            GroupingOptions options = grouping_options(distance, keep_apart);
            options.order = std::move(order);
            options.inside = inside;
            options.inside_words = inside_words;
            options.holds = holds;
            options.held_words = held_words;
            return group(table, prepared, options, model, callback);
        },
        "table"_a, "prepared"_a.none(), "distance"_a, "order"_a, "model"_a.none(), "keep_apart"_a,
        "inside"_a.none(), "inside_words"_a, "holds"_a.none(), "held_words"_a, "callback"_a.none());
    module.def("held", &held, "table"_a, "texts"_a, "share"_a, "words"_a, "callback"_a.none());
    module.def(
        "learn",
        [](const TextTable& table, double distance, const std::vector<std::string>& keep_apart,
           std::optional<std::uint64_t> documents, const nb::object& callback) {
            GroupingOptions options = grouping_options(distance, keep_apart);
            options.documents = documents;
            return learn(table, options, callback);
        },
        "table"_a, "distance"_a, "keep_apart"_a, "documents"_a.none(), "callback"_a.none());
    module.def(
        "prepare",
        [](const TextTable& table, const Model& model, const std::string& order,
           const nb::object& callback) { return prepare(table, model, order, callback); },
        "table"_a, "model"_a, "order"_a, "callback"_a.none());
    module.def("distance", distance);
    module.def("readable", readable);
    module.def("mark", mark);
    module.def("page", page);
    module.def("read_columns", read_columns);
    module.def("read_texts", read_texts, "capsule"_a, "text"_a.none());
    module.def("stream_of_columns", stream_of_columns);
    module.def("stream_of_array", [](const nb::capsule& schema, const nb::capsule& array) {
        return capsule_of(stream_of_array(schema, array));
    });
}
