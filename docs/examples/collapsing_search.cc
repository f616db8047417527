// Searches an index with near-duplicates collapsed. Before, it was a plain search by
// Xapian::Enquire: the lines marked "new" are all that changed.
//
//     collapsing_search DB WORDS...
#include <iostream>
#include <string>

#include <xapian.h>

#include <descry/collapse/collapsing_enquire.h>  // new

int main(int argc, char** argv) try {
    if (argc < 3) {
        std::cerr << "usage: collapsing_search DB WORDS...\n";
        return 2;
    }
    const Xapian::Database db(argv[1]);
    Xapian::QueryParser parser;
    parser.set_database(db);
    std::string words;
    for (int i = 2; i < argc; ++i)
        words += std::string(argv[i]) + " ";

    descry::CollapsingEnquire enquire(db);  // new: was Xapian::Enquire
    enquire.set_query(parser.parse_query(words));
    enquire.set_collapse_key(1000);                                 // new: the slot of `group`
    const descry::CollapsedMSet matches = enquire.get_mset(0, 10);  // new: was Xapian::MSet

    std::cout << matches.matches << " documents, " << matches.groups << " results\n";
    for (const descry::CollapsedItem& item : matches) {  // new: was Xapian::MSetIterator
        std::cout << "#" << item.did << " " << item.percent << "%";
        if (item.size > 1) std::cout << " +" << item.size - 1;
        std::cout << "\n";
    }
    for (const descry::MemberGroup& group : enquire.expand(matches, {})) {  // new
        std::cout << "like " << group.key << ":";
        for (const descry::FoundMember& member : group.members)
            std::cout << " #" << member.did;
        std::cout << "\n";
    }
    return 0;
} catch (const Xapian::Error& error) {
    std::cerr << error.get_description() << "\n";
    return 2;
}
