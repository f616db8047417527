#include "evaluation/collection_part.h"

#include "arguments/database.h"

namespace descry {

Preparation prepare_part(const Preparation& whole, unsigned step, Console& console) {
    Preparation part;
    part.schema = whole.schema;
    part.texts = std::make_unique<TextFile>();
    part.folder = std::make_unique<TemporaryFolder>();
    const std::string path = part.folder->path() / "index";
    Xapian::WritableDatabase to(path, Xapian::DB_CREATE | Xapian::DB_NO_SYNC);
    const Xapian::Database from = whole.open();
    const Progress progress = console.progress();
    for (auto document = from.postlist_begin(""); document != from.postlist_end(""); ++document) {
        if (*document % step != 0) continue;
        Xapian::Document copy = from.get_document(*document);
        copy.clear_values();
        copy.set_data("");
        to.replace_document(*document, copy);
        if (const auto text = whole.texts->get(*document)) part.texts->put(*document, *text);
        if (progress) progress("part indexed", *document, from.get_lastdocid());
    }
    to.commit();
    part.documents = to.get_doccount();
    part.open = open_paths({path});
    return part;
}

}  // namespace descry
