// Near-duplicate detection in a program's own indexing loop: docs/indexing-stage.md explains it.
//
// usage: indexing_stage_example DB FILE QUERY      (each line of FILE is a document)
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <utility>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/indexing/indexing_stage.h>
#include <descry/jobs/annotator.h>
#include <descry/schema/model_store.h>
#include <descry/training/training.h>

namespace {

// 1. The loop that every Xapian program has; the stage takes the place of the database in one line.
descry::Schema index_lines(Xapian::WritableDatabase& db, std::istream& lines) {
    descry::IndexingStage stage(db);
    Xapian::TermGenerator generator;
    Xapian::docid number = 0;
    for (std::string text; std::getline(lines, text);) {
        Xapian::Document document;
        generator.set_document(document);
        generator.index_text(text);
        document.set_data(text);
        const std::string unique = stage.schema().id_prefix + std::to_string(++number);
        stage.replace_document(unique, document, text);
    }
    db.commit();
    return stage.schema();
}

// 2. Offline, when the index has grown (descry annotate and rebuild do the same): make a model from
// the statistics of the index, sign what lacks current values, and group near-duplicates. From
// then on, the stage puts new documents into their groups at once.
void make_model_and_group(Xapian::WritableDatabase& db, const std::string& path,
                          descry::Schema schema) {
    const descry::DatabaseOpener open = descry::open_paths({path});
    descry::TrainingOptions options;
    options.selection.words = 60;
    options.min_documents = 1;  // by default 2000: this collection is only an example
    const descry::Model model = descry::train_model(
        descry::IndexCollection(open, descry::TermSpace(schema.term_prefix)), options);
    descry::write_next_model(db, model);
    descry::promote_next_model(db);
    db.commit();
    descry::annotate(db, open, schema, &model, {});
}

// 3. A page of results, each standing for its group.
void search(const std::string& path, const descry::Schema& schema, const std::string& words) {
    const Xapian::Database db(path);
    Xapian::QueryParser parser;
    parser.set_database(db);
    descry::CollapsingEnquire enquire(db);
    enquire.set_query(parser.parse_query(words));
    enquire.set_collapse_key(schema.slot(descry::Slot::GROUP));
    const descry::CollapsedMSet page = enquire.get_mset(0, 3);
    descry::ExpandOptions all;  // members that do not match, too
    all.query = Xapian::Query::MatchAll;
    all.sort = {descry::SortKey::docid()};
    std::map<std::string, descry::MemberGroup> groups;
    for (descry::MemberGroup& group : enquire.expand(page, all))
        groups[group.key] = std::move(group);

    std::cout << page.matches << " documents match, " << page.groups << " after collapsing\n";
    for (const descry::CollapsedItem& item : page) {
        const std::string text = db.get_document(item.did).get_data();
        std::cout << "line " << item.did << ": " << text.substr(0, 60) << "...\n";
        for (const descry::FoundMember& member : groups[item.key].members)
            std::cout << "    and line " << member.did << " like it\n";
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: " << argv[0] << " DB FILE QUERY\n";
        return 2;
    }
    const std::string path = argv[1];
    std::ifstream lines(argv[2]);
    if (!lines) {
        std::cerr << argv[2] << " cannot be opened\n";
        return 2;
    }
    try {
        Xapian::WritableDatabase db(path, Xapian::DB_CREATE_OR_OVERWRITE);
        const descry::Schema schema = index_lines(db, lines);
        make_model_and_group(db, path, schema);
        search(path, schema, argv[3]);
    } catch (const Xapian::Error& error) {
        std::cerr << error.get_description() << '\n';
        return 2;
    }
    return 0;
}
