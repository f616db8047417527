// What the commands of descry do, as calls of the library: docs/library.md has the whole table.
//
// usage: library_calls_example DB FILE      (DB is made anew; each line of FILE is a document)
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include <descry/inspection/explanation.h>
#include <descry/inspection/group_list.h>
#include <descry/inspection/similar.h>
#include <descry/jobs/bulk_indexer.h>
#include <descry/jobs/duplicate_removal.h>
#include <descry/jobs/rebuild.h>
#include <descry/reading/open_index.h>
#include <descry/schema/model_store.h>

namespace {

using Database = Xapian::WritableDatabase;

// descry index DB FILE
void index(const std::string& path, const char* file) {
    std::ifstream lines(file);
    descry::BulkIndexer indexer(Database(path, Xapian::DB_CREATE_OR_OPEN), path);
    std::uint64_t number = 0;
    const auto report = indexer.add([&](descry::InputDocument& document) {
        document.clear();
        if (!std::getline(lines, document.text)) return false;
        document.id = std::to_string(++number);
        return true;
    });
    std::cout << report.documents << " documents indexed\n";
}

// descry annotate DB, after any program that changed the index
void annotate(const std::string& path) {
    Database db(path);
    const auto report = descry::annotate(db, descry::open_paths({path}));
    std::cout << report.examined << " documents were out of date\n";
}

// descry rebuild DB --distance 0.1
void rebuild(const std::string& path) {
    Database db(path);
    descry::IndexGroupingOptions options;
    options.grouping.distance = 0.1;
    const auto report = descry::rebuild(db, descry::open_paths({path}), options);
    std::cout << report.examined << " documents signed anew\n";
}

// descry groups DB, descry similar DB ID, descry explain DB A B
void look(const std::string& path) {
    const descry::OpenIndex index = descry::open_index(descry::DatabaseSnapshot({path}));
    const Xapian::Database& db = index.db;
    const descry::Schema& schema = index.schema;
    const descry::Model model = descry::read_model(db).value().model;
    const auto groups = descry::list_groups(db, schema);
    std::cout << groups.size() << " groups\n";
    const Xapian::docid head = groups.front().members.front().document;
    for (const auto& like : descry::find_similar(db, schema, model, head, 1)) {
        const auto explanation = descry::explain(db, schema, model, head, like.did);
        std::cout << index.id_of(like.did) << " is like " << index.id_of(head)
                  << (explanation.decision == descry::GroupDecision::SAME_GROUP
                          ? ", in its group\n"
                          : ", not in its group\n");
    }
}

// descry similar DB --documents FILE
void look_up(const std::string& path, const char* file) {
    const descry::OpenIndex index = descry::open_index(descry::DatabaseSnapshot({path}));
    const auto model =
        std::make_shared<const descry::Model>(descry::read_model(index.db).value().model);
    const descry::TextFinder finder = descry::make_text_finder(index, model);
    descry::TextFinder::Reader reader(finder);
    std::ifstream lines(file);
    std::size_t known = 0;
    for (std::string text; std::getline(lines, text);)
        if (!reader.find(text).near.empty()) ++known;
    std::cout << known << " texts are there already\n";
}

// descry deduplicate DB --delete
void deduplicate(const std::string& path) {
    Database db(path);
    descry::DuplicateSearch search;
    search.key_slot = descry::read_schema(db).value().slot(descry::Slot::GROUP);
    search.url = [](Xapian::docid) { return std::string(); };
    std::vector<Xapian::docid> gone;
    for (const auto& duplicate : descry::find_duplicates(db, search))
        gone.push_back(duplicate.did);
    descry::delete_documents(db, gone);
    std::cout << gone.size() << " duplicates deleted, " << db.get_doccount() << " documents left\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: library_calls_example DB FILE\n";
        return 2;
    }
    try {
        index(argv[1], argv[2]);
        annotate(argv[1]);
        rebuild(argv[1]);
        look(argv[1]);
        look_up(argv[1], argv[2]);
        deduplicate(argv[1]);
        return 0;
    } catch (const Xapian::Error& error) {
        std::cerr << error.get_description() << '\n';
        return 2;
    }
}
