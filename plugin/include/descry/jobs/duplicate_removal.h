/** @file duplicate_removal.h
 *  @brief Chooses which of the documents with equal signatures to keep, by the rules of Nutch's
 *         offline de-duplication.
 *
 *  Source: org.apache.nutch.crawl.DeduplicationJob of Nutch 1.20.
 */
#ifndef DESCRY_JOBS_DUPLICATE_REMOVAL_H
#define DESCRY_JOBS_DUPLICATE_REMOVAL_H

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/schema/stored_format.h>

namespace descry {

/// Decides between two documents; if it cannot, the next rule does.
enum class SurvivorRule {
    SCORE,            ///< keep the higher score
    FETCH_TIME,       ///< keep the later one
    URL_LENGTH,       ///< keep the shorter URL, percent-decoded, in UTF-16 units
    HTTPS_OVER_HTTP,  ///< keep https if the URLs differ only in that
};

/// Reads rules in order: "score,fetchTime,urlLength".
/// @exception Xapian::InvalidArgumentError an unknown or repeated rule
std::vector<SurvivorRule> parse_survivor_rules(std::string_view list);

enum class DuplicateScope {
    ANYWHERE,
    HOST,    ///< of the same host
    DOMAIN,  ///< of the same domain_of_host()
};

struct SurvivorCandidate {
    double score = 0;
    double fetch_time = 0;
    std::string url;
};

/// Which of two to keep: negative the first, positive the second, 0: no rule decides.
int compare_survivors(const std::vector<SurvivorRule>& rules, const SurvivorCandidate& first,
                      const SurvivorCandidate& second);

/// The host of a URL, in lower case, without user and port; empty if it has none.
std::string host_of_url(std::string_view url);

/// The registrable domain of a host by libpsl's Public Suffix List (`a.example.org` is
/// `example.org`, `www.example.co.uk` is `example.co.uk`). Addresses, public suffixes and names
/// without dots are returned unchanged.
std::string domain_of_host(std::string_view host);

struct DuplicateSearch {
    Xapian::valueno key_slot = 0;
    std::vector<SurvivorRule> rules = {SurvivorRule::SCORE, SurvivorRule::FETCH_TIME,
                                       SurvivorRule::URL_LENGTH};
    DuplicateScope scope = DuplicateScope::ANYWHERE;
    /// Values by Xapian::sortable_serialise(); a missing value, or no slot, counts as 0.
    std::optional<Xapian::valueno> score_slot;
    std::optional<Xapian::valueno> fetch_time_slot;
    std::function<std::string(Xapian::docid)> url;
    /// Whether a document is unchanged since its value was computed; others are not duplicates.
    std::function<bool(Xapian::docid)> is_current = {};
};

/// For DuplicateSearch::is_current: checks that a document's keys belong to @a model and were made
/// from its present words, since another program may change words and keep values. Cost: a
/// document's term list and its text.
/// @pre the index has groups, whose keys are used
std::function<bool(Xapian::docid)> current_documents(const Xapian::Database& db,
                                                     const Schema& schema, const Model& model);

/// Whether the first of two documents of a group would be a member if the second were the head.
/// Cost: term lists and texts of both. @pre the index has groups
std::function<bool(Xapian::docid, Xapian::docid)> near_documents(const Xapian::Database& db,
                                                                 const Schema& schema,
                                                                 const Model& model);

struct DuplicateDocument {
    Xapian::docid did = 0;
    Xapian::docid survivor = 0;

    friend bool operator==(const DuplicateDocument&, const DuplicateDocument&) = default;
};

/// All duplicates, ascending: all documents of a key (within the scope) but one. In docid order,
/// each is compared with the document kept so far by the rules; if none decides, the lower docid is
/// kept. (Nutch uses no fixed order, and keeps both if no rule decides.) HTTPS_OVER_HTTP decides
/// only some pairs; placed before other rules, it may keep a document that an earlier dropped one
/// would have beaten. With a scope, documents whose URL has no host are never duplicates. Cost: a
/// walk over the key slot, and a URL and two values for each document with a shared key.
std::vector<DuplicateDocument> find_duplicates(const Xapian::Database& db,
                                               const DuplicateSearch& search);

/// Stores the value of each document of @a marks in @a slot and removes the slot's value from all
/// others. Writes only documents that change, and only that value, in transactions of 10,000; if
/// stopped between them, the same call completes it. @return number of documents changed
Xapian::doccount mark_documents(Xapian::WritableDatabase& db, Xapian::valueno slot,
                                std::map<Xapian::docid, std::string> marks);

/// Deletes documents, in transactions of 10,000; if the index has groups, the group of a deleted
/// head gets another head. @exception Xapian::DocNotFoundError a document of @a dids does not exist
void delete_documents(Xapian::WritableDatabase& db, const std::vector<Xapian::docid>& dids);

}  // namespace descry

#endif  // DESCRY_JOBS_DUPLICATE_REMOVAL_H
