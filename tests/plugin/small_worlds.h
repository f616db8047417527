/** @file small_worlds.h
 *  @brief Small random databases for collapsing, and what a search of them should give.
 */
#ifndef DESCRY_TESTS_PLUGIN_SMALL_WORLDS_H
#define DESCRY_TESTS_PLUGIN_SMALL_WORLDS_H

#include <random>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/collapse/collapse.h>
#include <descry/collapse/collapsing_enquire.h>

namespace descry::testing {

/// Fills @a db with documents of the terms a to f; every one or few share a key in @a slot, and
/// some have none. Some are deleted again.
void add_random_documents(Xapian::WritableDatabase& db, std::size_t count, Xapian::valueno slot,
                          std::mt19937_64& random);

/// A query of those terms, of all documents, or of none.
Xapian::Query random_query(std::mt19937_64& random);

/// Documents of the whole database by key, ascending by docid.
std::vector<KeyGroup> groups_oracle(const Xapian::Database& db, Xapian::valueno slot);

/// The whole ranking without collapsing, by Xapian.
struct Ranked {
    Xapian::docid did;
    double weight;
    int percent;
    std::string key;
};
std::vector<Ranked> ranking(const Xapian::Database& db, const Xapian::Query& query,
                            Xapian::valueno slot);

/// What CollapsingEnquire should give for a page by score: the first of each key in the whole
/// ranking, cut to a page.
CollapsedMSet search_oracle(const Xapian::Database& db, const Xapian::Query& query,
                            Xapian::valueno slot, Xapian::doccount first,
                            Xapian::doccount maxitems);

}  // namespace descry::testing

#endif  // DESCRY_TESTS_PLUGIN_SMALL_WORLDS_H
