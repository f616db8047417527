// The module descry.index._index: what the Python sources of descry.index call.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/documents/stored_data.h>
#include <descry/inspection/group_list.h>
#include <descry/inspection/similar.h>
#include <descry/jobs/rebuild.h>
#include <descry/query/query.h>
#include <descry/reading/open_index.h>
#include <descry/schema/document_id.h>
#include <descry/schema/model_store.h>

#include "plugin/base/open_database.h"
#include "python/index/finder.h"
#include "python/index/stage.h"
#include "python/src/interruptible.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace descry::python {

namespace {

using Paths = std::vector<std::string>;

// Of a document that an index has not.
class NoSuchDocument : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

std::string bytes_of(const nb::bytes& bytes) {
    return {static_cast<const char*>(bytes.data()), bytes.size()};
}

// Calls read with the index, on a thread of its own, and again where a writer was quicker.
void read(const Paths& paths, const std::function<void(const OpenIndex&)>& read) {
    run_interruptible(nb::none(), [&](const Progress&) {
        read_index(paths, [&](const OpenIndex& index) {
            read(index);
            return 0;
        });
    });
}

Slot slot_of_method(std::string_view name) {
    const SignatureMethod* const method = find_signature_method(name);
    if (method == nullptr || !method->is_collapsible)
        throw Xapian::InvalidArgumentError("unknown signature \"" + std::string(name) + "\"");
    return method->slot;
}

std::vector<ShardToWrite> open_to_write(const Paths& paths) {
    std::vector<ShardToWrite> shards;
    for (const std::string& path : paths)
        shards.push_back({open_database_to_write(path, Xapian::DB_OPEN), path});
    return shards;
}

nb::list list_of(const std::vector<AnnotateReport>& reports) {
    nb::list list;
    for (const auto& [documents, examined, written, grouped] : reports)
        list.append(nb::make_tuple(documents, examined, written, grouped));
    return list;
}

nb::list annotate_paths(const Paths& paths, const std::optional<double>& distance,
                        const std::optional<std::string>& id_prefix,
                        const std::optional<std::string>& term_prefix, unsigned threads,
                        const nb::object& callback) {
    std::vector<AnnotateReport> reports;
    run_interruptible(callback, [&](const Progress& progress) {
        IndexGroupingOptions options;
        options.grouping.distance = distance;
        options.id_prefix = id_prefix;
        options.term_prefix = term_prefix;
        options.work.threads = threads;
        options.work.progress = progress;
        std::vector<ShardToWrite> shards = open_to_write(paths);
        if (shards.size() > 1) {
            reports = annotate_shards(shards, options);
        } else {
            reports.push_back(annotate(shards.at(0).db, open_paths(paths), options));
        }
    });
    return list_of(reports);
}

nb::list rebuild_paths(const Paths& paths, const std::optional<double>& distance,
                       const std::vector<std::string>& methods, unsigned threads,
                       const nb::object& callback) {
    std::vector<AnnotateReport> reports;
    run_interruptible(callback, [&](const Progress& progress) {
        IndexGroupingOptions options;
        options.grouping.distance = distance;
        for (const std::string& method : methods)
            options.methods.push_back(slot_of_method(method));
        options.work.threads = threads;
        options.work.progress = progress;
        std::vector<ShardToWrite> shards = open_to_write(paths);
        if (shards.size() > 1) {
            reports = rebuild_shards(shards, options);
        } else {
            reports.push_back(rebuild(shards.at(0).db, open_paths(paths), options));
        }
    });
    return list_of(reports);
}

nb::list groups_of_paths(const Paths& paths, Xapian::doccount min_size) {
    std::vector<KeyedGroup> groups;
    std::vector<std::vector<std::string>> ids;
    read(paths, [&](const OpenIndex& index) {
        groups = list_groups(index.db, index.schema, min_size, index.shards);
        ids.clear();
        for (const KeyedGroup& group : groups) {
            auto& of_group = ids.emplace_back();
            for (const GroupMember& member : group.members)
                of_group.push_back(index.id_of(static_cast<Xapian::docid>(member.document)));
        }
    });
    nb::list list;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        nb::list members;
        for (std::size_t j = 0; j < groups[i].members.size(); ++j) {
            const GroupMember& member = groups[i].members[j];
            members.append(
                nb::make_tuple(text_object(ids[i][j]), share_of(member.distance), member.document));
        }
        list.append(nb::make_tuple(text_object(groups[i].key), members));
    }
    return list;
}

nb::list similar_in_paths(const Paths& paths, const std::string& id, std::size_t rows) {
    std::vector<SimilarDocument> found;
    std::vector<std::string> ids;
    read(paths, [&](const OpenIndex& index) {
        const Xapian::docid did = find_document(index.db, id, index.schema.id_prefix);
        if (did == 0) throw NoSuchDocument(id);
        const auto stored = read_model(index.db);
        if (!stored) throw Xapian::InvalidOperationError("the index has no model; call annotate()");
        found = find_similar(index.db, index.schema, stored->model, did, rows);
        ids.clear();
        for (const SimilarDocument& document : found)
            ids.push_back(index.id_of(document.did));
    });
    nb::list list;
    for (std::size_t i = 0; i < found.size(); ++i)
        list.append(nb::make_tuple(text_object(ids[i]), share_of(found[i].distance), found[i].near,
                                   found[i].did));
    return list;
}

struct FoundResult {
    CollapsedItem item;
    std::string id;
    std::string title;
    std::string data;
};

nb::tuple search_paths(const Paths& paths, const std::string& query, Xapian::doccount start,
                       Xapian::doccount rows, const std::optional<std::string>& collapse) {
    CollapsedMSet page;
    std::vector<FoundResult> found;
    read(paths, [&](const OpenIndex& index) {
        CollapsingEnquire enquire(index.db);
        enquire.set_query(parse_query(index.db, index.schema, query).query);
        if (collapse) enquire.set_collapse_key(index.schema.slot(slot_of_method(*collapse)));
        page = enquire.get_mset(start, rows);
        found.clear();
        for (const CollapsedItem& item : page) {
            const Xapian::Document document = index.db.get_document(item.did);
            found.push_back(
                {item, index.id_of(item.did), summary_of(document), document.get_data()});
        }
    });
    nb::list list;
    for (const auto& [item, id, title, data] : found) {
        list.append(nb::make_tuple(text_object(id), item.did, item.weight, text_object(item.key),
                                   item.size, item.matching, text_object(title),
                                   nb::bytes(data.data(), data.size())));
    }
    return nb::make_tuple(page.matches, page.groups, list);
}

PyObject* python_type_of(const Xapian::Error& error) {
    const std::string_view type = error.get_type();
    if (type == "DatabaseLockError") return PyExc_BlockingIOError;
    if (type == "DatabaseNotFoundError") return PyExc_FileNotFoundError;
    if (type == "DocNotFoundError") return PyExc_KeyError;
    if (type == "InvalidArgumentError" || type == "QueryParserError" || type == "RangeError" ||
        type == "SerialisationError") {
        return PyExc_ValueError;
    }
    return type.starts_with("Database") || type.starts_with("Network") ? PyExc_OSError
                                                                       : PyExc_RuntimeError;
}

void raise_errors() {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const Xapian::Error& error) {
            PyErr_SetString(python_type_of(error), error.get_msg().c_str());
        } catch (const NoSuchDocument& error) {
            PyErr_SetObject(PyExc_KeyError, text_object(error.what()).ptr());
        } catch (const std::system_error& error) {
            PyErr_SetObject(PyExc_OSError,
                            nb::make_tuple(error.code().value(), error.what()).ptr());
        }
    });
}

}  // namespace

}  // namespace descry::python

NB_MODULE(_index, module) {
    using namespace descry;
    using namespace descry::python;
    raise_errors();
    nb::class_<Stage>(module, "Stage")
        .def(
            "__init__",
            [](Stage* stage, const std::string& path, std::uint32_t slot_base,
               const std::string& id_prefix) {
                IndexingOptions options;
                options.slot_base = slot_base;
                options.id_prefix = id_prefix;
                const nb::gil_scoped_release released;
                new (stage) Stage(path, options);
            },
            "path"_a, "slot_base"_a, "id_prefix"_a)
        .def(
            "replace_document",
            [](Stage& stage, const nb::bytes& term, const nb::bytes& document,
               const std::optional<nb::bytes>& text) {
                const std::string unique_term = bytes_of(term);
                const std::string serialised = bytes_of(document);
                const auto words = text ? std::optional(bytes_of(*text)) : std::nullopt;
                const nb::gil_scoped_release released;
                return stage.replace_document(unique_term, serialised, words);
            },
            "term"_a, "document"_a, "text"_a.none())
        .def("delete_document",
             [](Stage& stage, const nb::bytes& term) {
                 const std::string unique_term = bytes_of(term);
                 const nb::gil_scoped_release released;
                 stage.delete_document(unique_term);
             })
        .def("commit", &Stage::commit, nb::call_guard<nb::gil_scoped_release>())
        .def("close", &Stage::close, nb::call_guard<nb::gil_scoped_release>())
        .def("abandon", &Stage::abandon, nb::call_guard<nb::gil_scoped_release>())
        .def("documents", &Stage::documents, nb::call_guard<nb::gil_scoped_release>());
    nb::class_<Finder>(module, "Finder")
        .def(nb::init<Paths, unsigned>(), "paths"_a, "threads"_a)
        .def("find", &Finder::find, "texts"_a, "are_words"_a, "rows"_a, "inside"_a.none(),
             "threads"_a, "callback"_a.none());
    module.attr("DEFAULT_SLOT_BASE") = DEFAULT_SLOT_BASE;
    module.def("annotate", annotate_paths, "paths"_a, "distance"_a.none(), "id_prefix"_a.none(),
               "term_prefix"_a.none(), "threads"_a, "callback"_a.none());
    module.def("rebuild", rebuild_paths, "paths"_a, "distance"_a.none(), "methods"_a, "threads"_a,
               "callback"_a.none());
    module.def("groups", groups_of_paths, "paths"_a, "min_size"_a);
    module.def(
        "similar",
        [](const Paths& paths, const nb::bytes& id, std::size_t rows) {
            return similar_in_paths(paths, bytes_of(id), rows);
        },
        "paths"_a, "id"_a, "rows"_a);
    module.def(
        "search",
        [](const Paths& paths, const nb::bytes& query, Xapian::doccount start,
           Xapian::doccount rows, const std::optional<std::string>& collapse) {
            return search_paths(paths, bytes_of(query), start, rows, collapse);
        },
        "paths"_a, "query"_a, "start"_a, "rows"_a, "collapse"_a.none());
}
