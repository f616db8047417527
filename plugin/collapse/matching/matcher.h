/** @file matcher.h
 *  @brief Matches and their weights in one database.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_MATCHING_MATCHER_H
#define DESCRY_PLUGIN_COLLAPSE_MATCHING_MATCHER_H

#include <memory>
#include <vector>

#include <xapian.h>

#include "plugin/collapse/matching/matches.h"
#include "plugin/collapse/values/docid_set.h"
#include "plugin/collapse/values/slot_reader.h"

namespace descry {

/// A database, its values, and Xapian's matcher for it. Not thread-safe.
class Matcher {
  public:
    /// @param columns may be null
    /// @exception Xapian::InvalidOperationError @a columns belong to another state of the database
    Matcher(const Xapian::Database& db, std::shared_ptr<DocValues> columns);

    const Xapian::Database& db() const { return db_; }
    ValueSource values() const { return {db_, columns_.get()}; }
    bool has_remote() const { return has_remote_; }
    /// @exception Xapian::InvalidOperationError the database was reopened since
    void check_columns() const;

    /// Applies to all later rankings.
    void set_weighting_scheme(const Xapian::Weight& weight);
    void set_query_length(Xapian::termcount qlen) { qlen_ = qlen; }
    bool has_default_weights() const { return has_default_weights_; }

    /// Xapian's Enquire with the weighting scheme. Orders, keys and cutoffs set on it remain.
    Xapian::Enquire& enquire(const Xapian::Query& query) const;

    /// Xapian's matches from @a first on: @a maxitems, or all if Xapian fails to rank fewer.
    Xapian::MSet rank_part(const Xapian::Query& query, Xapian::doccount first,
                           Xapian::doccount maxitems) const;
    Ranking rank_all(const Xapian::Query& query) const;
    /// Whether find() and weights_of() are possible; otherwise rank everything. False also for
    /// several shards in memory, because Xapian 1.4 may crash when it ranks a part.
    bool sets_are_possible(const Xapian::Query& query) const;
    /// All matches, without weights.
    DocidSet find(const Xapian::Query& query) const;
    /// Indexes of those of @a dids (ascending) that match.
    std::vector<MatchIndex> matching_of(const Xapian::Query& query,
                                        const std::vector<Xapian::docid>& dids) const;
    std::vector<double> weights_of(const Xapian::Query& query,
                                   const std::vector<Xapian::docid>& dids) const;

    void add_matchspy(Xapian::MatchSpy* spy);
    void clear_matchspies();
    void run_spies(const Xapian::Query& query) const;

  private:
    Xapian::Database db_;
    std::shared_ptr<DocValues> columns_;
    bool has_remote_;
    bool has_default_weights_ = true;
    Xapian::termcount qlen_ = 0;
    mutable Xapian::Enquire enquire_;
    // Has the spies and the same weighting scheme.
    mutable Xapian::Enquire spied_;
    bool has_spies_ = false;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_MATCHING_MATCHER_H
