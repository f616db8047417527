/** @file group_checks.h
 *  @brief What must hold of the groups of an index, whoever made them, read from its term lists.
 */
#ifndef DESCRY_TESTS_PLUGIN_GROUP_CHECKS_H
#define DESCRY_TESTS_PLUGIN_GROUP_CHECKS_H

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/distance/bag_distance.h>
#include <descry/model/model.h>
#include <descry/schema/stored_format.h>

namespace descry::testing {

/// The distance of two documents by the definition, from the terms that body_terms_oracle() gives.
double distance_oracle(const std::map<std::string, std::uint32_t>& a,
                       const std::map<std::string, std::uint32_t>& b);

/// A distance as it is told of documents whose texts are not stored: nobody knows that they are
/// equal.
inline double told_without_texts(double distance) {
    return std::max(distance, share_of(SAME_WORDS_DISTANCE));
}

/// Fails the running test where the groups of @a db, as values and records tell them, are not what
/// they promise:
/// - a record for each key that documents carry, which names exactly these; no other records;
/// - each member reaches the distance against the head, by its term list, and the record says so;
/// - the words of both stand in the same order, where the model asks for that;
/// - the key is made of the head's content; documents of too few words are equal to their head;
/// - equal documents are one group;
/// - heads and documents that stand alone are found under all their names in the band index.
void expect_valid_groups(const Xapian::Database& db, const Model& model,
                         const std::string& where = "");

/// Documents with a group value, by their value, ascending.
std::map<std::string, std::vector<Xapian::docid>> groups_of(const Xapian::Database& db);

/// The groups of two and more as sets of documents' unique terms, which last longer than docids.
std::set<std::set<std::string>> named_groups(const Xapian::Database& db);

/// Pairs of documents (by docid, ascending) that are in one group.
std::set<std::pair<Xapian::docid, Xapian::docid>> grouped_pairs(const Xapian::Database& db);

/// Everything that descry keeps in the metadata of @a db except when models were made, by name.
std::map<std::string, std::string> metadata_of(const Xapian::Database& db);

/// A text of @a words words of make_texts()'s vocabulary, another one for each number.
std::string plain_text(std::size_t number, std::size_t words);

/// @a text with one word in @a every replaced by another, the same for the same seed.
std::string near_copy(const std::string& text, unsigned every, std::uint32_t seed);

/// The text with words of no other text in place of the @a count from the @a first on.
std::string changed_copy(const std::string& text, std::size_t first, std::size_t count);

}  // namespace descry::testing

#endif  // DESCRY_TESTS_PLUGIN_GROUP_CHECKS_H
