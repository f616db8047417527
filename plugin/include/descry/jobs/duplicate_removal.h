/** @file duplicate_removal.h
 *  @brief Which of the documents that share a signature stays: the rules of Nutch's offline
 *         de-duplication.
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

/// What decides between two documents; the next one where it cannot.
enum class SurvivorRule {
    SCORE,            ///< the greater score stays
    FETCH_TIME,       ///< the later
    URL_LENGTH,       ///< the shorter URL, percent-decoded, in UTF-16 units
    HTTPS_OVER_HTTP,  ///< https, where the URLs are equal but for that
};

/// "score,fetchTime,urlLength": the rules in this order.
/// @exception Xapian::InvalidArgumentError an unknown rule, or one that comes twice
std::vector<SurvivorRule> parse_survivor_rules(std::string_view list);

/// Among which documents of a signature there are duplicates.
enum class DuplicateScope {
    ANYWHERE,
    HOST,    ///< those of the same host
    DOMAIN,  ///< of the same domain_of_host()
};

/// What Nutch knows of a document.
struct SurvivorCandidate {
    double score = 0;
    double fetch_time = 0;
    std::string url;
};

/// Which of two stays: below 0 the first, above 0 the second, 0: no rule decides.
int compare_survivors(const std::vector<SurvivorRule>& rules, const SurvivorCandidate& first,
                      const SurvivorCandidate& second);

/// The length of a URL once it is decoded: `%C3%BC` is one character, `+` a space. One that cannot
/// be decoded (`%YR`) has its own length.
std::size_t decoded_url_length(std::string_view url);

/// The host of a URL, in lower case, without user and port; empty where there is none.
std::string host_of_url(std::string_view url);

/// The registrable domain of a host by the Public Suffix List of libpsl (`a.example.org` is
/// `example.org`, `www.example.co.uk` is `example.co.uk`); an address, a public suffix and a name
/// without dots as they are.
std::string domain_of_host(std::string_view host);

/// Where to look for duplicates.
struct DuplicateSearch {
    /// Documents of equal values here are duplicates.
    Xapian::valueno key_slot = 0;
    std::vector<SurvivorRule> rules = {SurvivorRule::SCORE, SurvivorRule::FETCH_TIME,
                                       SurvivorRule::URL_LENGTH};
    DuplicateScope scope = DuplicateScope::ANYWHERE;
    /// Values by Xapian::sortable_serialise(); one that is missing counts as 0, as does all of no
    /// slot.
    std::optional<Xapian::valueno> score_slot;
    std::optional<Xapian::valueno> fetch_time_slot;
    /// The URL of a document.
    std::function<std::string(Xapian::docid)> url;
    /// Whether a document still is what its value was made from: those that are not are duplicates
    /// of nobody, and nobody's are. None: all are.
    std::function<bool(Xapian::docid)> is_current = {};
};

/// For DuplicateSearch::is_current: whether a document's keys are of @a model, and its words those
/// that they were made from. Another program may have changed the words and kept the values.
/// @pre the index has groups, whose keys tell. Cost: a document's term list, and its text
std::function<bool(Xapian::docid)> current_documents(const Xapian::Database& db,
                                                     const Schema& schema, const Model& model);

/// Whether the first of two documents of one group would be a member if the second were its head.
/// @pre the index has groups. Cost: the term lists of both, and their texts
std::function<bool(Xapian::docid, Xapian::docid)> near_documents(const Xapian::Database& db,
                                                                 const Schema& schema,
                                                                 const Model& model);

/// A document that does not stay, and the one that does in its place.
struct DuplicateDocument {
    Xapian::docid did = 0;
    Xapian::docid survivor = 0;

    friend bool operator==(const DuplicateDocument&, const DuplicateDocument&) = default;
};

/// All duplicates, ascending: all documents of a key (and within the scope) but one. They are taken
/// by docid, each against the one that stays so far: the rules decide, and where none does, the
/// lower docid stays. (Nutch takes them in any order, and keeps both where no rule decides.)
/// HTTPS_OVER_HTTP tells only some pairs apart: before other rules, it may let one stay that
/// another of those that went was before. With a scope, documents whose URL has no host are
/// duplicates of nobody. Cost: a walk over the key slot, and a URL and two values of each document
/// that shares its key.
std::vector<DuplicateDocument> find_duplicates(const Xapian::Database& db,
                                               const DuplicateSearch& search);

/// Gives each document of @a marks its value in @a slot, and takes any value there from all others.
/// Only documents that change are written, and of these only that value, in transactions of 10,000;
/// stopped between, the same call completes it. @return how many changed
Xapian::doccount mark_documents(Xapian::WritableDatabase& db, Xapian::valueno slot,
                                std::map<Xapian::docid, std::string> marks);

/// Deletes documents, in transactions of 10,000; where the index has groups, a head that goes hands
/// its group on. @exception Xapian::DocNotFoundError one of @a dids is not there
void delete_documents(Xapian::WritableDatabase& db, const std::vector<Xapian::docid>& dids);

}  // namespace descry

#endif  // DESCRY_JOBS_DUPLICATE_REMOVAL_H
