#include "tools/lab/preparation.h"

#include <stdexcept>

#include <descry/analyzers/words.h>
#include <descry/documents/stored_data.h>

#include "plugin/base/open_database.h"
#include "plugin/documents/document_builder.h"
#include "tools/arguments/database.h"
#include "tools/input/input_reader.h"
#include "tools/output/text.h"

namespace descry {

bool are_databases(const std::vector<std::string>& paths) {
    std::size_t databases = 0;
    for (const std::string& path : paths)
        databases += is_database_among_inputs(path) ? 1u : 0u;
    if (databases != 0 && databases != paths.size()) {
        throw std::invalid_argument("cannot mix indexes and files as inputs");
    }
    return databases != 0;
}

Preparation prepare_databases(const std::vector<std::string>& paths, Console& console) {
    OpenIndex index = open_index(DatabaseSnapshot(paths));
    Preparation prepared{index.open,
                         index.annotated ? index.schema : schema_without_values(index.db),
                         index.db.get_doccount(), std::make_unique<TextFile>(), nullptr};
    const Progress progress = console.progress();
    for (auto document = index.db.postlist_begin(""); document != index.db.postlist_end("");
         ++document) {
        const auto data = read_stored_data(index.db.get_document(*document).get_data());
        if (data.text) prepared.texts->put(*document, *data.text);
        if (progress) progress({"texts read", *document, index.db.get_lastdocid()});
    }
    const std::uint64_t without = prepared.documents - prepared.texts->documents();
    if (prepared.documents > 0 && prepared.texts->documents() == 0) {
        throw std::runtime_error(paths.front() +
                                 ": the index stores no texts, which evaluate needs; evaluate the "
                                 "collection itself, or index it with descry index");
    }
    if (without > 0) {
        console.note("{} without a stored text: not judged, and skipped by methods that read texts",
                     counted(without, "document"));
    }
    return prepared;
}

Preparation prepare_inputs(const std::vector<std::string>& inputs, const InputOptions& options,
                           Diagnostics& problems, Console& console) {
    Preparation prepared;
    prepared.folder = std::make_unique<TemporaryFolder>();
    prepared.texts = std::make_unique<TextFile>();
    const std::string path = prepared.folder->path() / "index";
    Xapian::WritableDatabase db =
        open_database_to_write(path, Xapian::DB_CREATE | Xapian::DB_NO_SYNC);
    // Terms and texts only: the methods sign for themselves.
    prepared.schema.analyzer = AnalyzerRecipe().to_string();
    DocumentBuilder builder(prepared.schema, {options.names(), true});
    InputReader reader(inputs, options, problems);
    const Progress progress = console.progress();
    const std::uint64_t total = progress ? reader.total_bytes().value_or(0) / 1024 : 0;
    InputDocument input;
    while (reader.next(input)) {
        const std::string unique_term = builder.unique_term_of(input);
        Xapian::Document built = builder.build(input);
        built.add_boolean_term(unique_term);
        const Xapian::docid document = db.replace_document(unique_term, built);
        prepared.texts->put(document, input.text);
        if (progress) progress({"KiB indexed", reader.bytes_read() / 1024, total, document});
    }
    db.commit();
    prepared.documents = db.get_doccount();
    prepared.open = open_paths({path});
    return prepared;
}

Preparation prepare_part(const Preparation& whole, unsigned step, Console& console) {
    Preparation part;
    part.schema = whole.schema;
    part.texts = std::make_unique<TextFile>();
    part.folder = std::make_unique<TemporaryFolder>();
    const std::string path = part.folder->path() / "index";
    Xapian::WritableDatabase to =
        open_database_to_write(path, Xapian::DB_CREATE | Xapian::DB_NO_SYNC);
    const Xapian::Database from = whole.open();
    const Progress progress = console.progress();
    for (auto document = from.postlist_begin(""); document != from.postlist_end(""); ++document) {
        if (*document % step != 0) continue;
        Xapian::Document copy = from.get_document(*document);
        copy.clear_values();
        to.replace_document(*document, copy);
        if (const auto text = whole.texts->get(*document)) part.texts->put(*document, *text);
        if (progress) progress({"part indexed", *document, from.get_lastdocid()});
    }
    to.commit();
    part.documents = to.get_doccount();
    part.open = open_paths({path});
    return part;
}

}  // namespace descry
