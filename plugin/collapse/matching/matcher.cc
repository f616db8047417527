#include "plugin/collapse/matching/matcher.h"

#include <algorithm>
#include <utility>

#include "plugin/base/match_all.h"
#include "plugin/collapse/matching/boolean_match.h"
#include "plugin/collapse/matching/docid_source.h"

namespace descry {

namespace {

// Collects weight and docid of each match; ascending over one database.
class MatchCollector : public Xapian::MatchSpy {
  public:
    void operator()(const Xapian::Document& document, double weight) override {
        matches.dids.push_back(document.get_docid());
        matches.weights.push_back(weight);
    }

    Matches matches;
};

// A single local database on disk has revisions. Of the others, only a remote one rejects a spy
// that cannot be serialised; nothing is matched.
bool is_remote(const Xapian::Database& db) {
    try {
        db.get_revision();
        return false;
    } catch (const Xapian::Error&) {
    }
    MatchCollector spy;
    Xapian::Enquire enquire(db);
    enquire.set_query(match_all());
    enquire.add_matchspy(&spy);
    try {
        enquire.get_mset(0, 0);
    } catch (const Xapian::UnimplementedError&) {
        return true;
    }
    return false;
}

// Percentages are relative to the best match. Xapian 1.4 may stop ranking a part before recording
// its weight: at the last document, with a scheme that uses the query's length.
bool has_percentages(const Xapian::MSet& part) {
    return part.empty() || part.begin().get_weight() <= part.get_max_attained();
}

Ranking ranking_of(Matches matches, const Xapian::MSet& top) {
    return {std::move(matches), top.get_max_attained(),
            [top](double weight) { return top.convert_to_percent(weight); }};
}

}  // namespace

Matcher::Matcher(const Xapian::Database& db, std::shared_ptr<DocValues> columns)
    : db_(db), columns_(std::move(columns)), has_remote_(is_remote(db)), enquire_(db), spied_(db) {
    check_columns();
}

void Matcher::check_columns() const {
    if (columns_) columns_->check_fits(db_);
}

void Matcher::set_weighting_scheme(const Xapian::Weight& weight) {
    enquire_.set_weighting_scheme(weight);
    spied_.set_weighting_scheme(weight);
    const Xapian::BM25Weight scheme;
    has_default_weights_ =
        weight.name() == scheme.name() && weight.serialise() == scheme.serialise();
}

Xapian::Enquire& Matcher::enquire(const Xapian::Query& query) const {
    enquire_.set_query(query, qlen_);
    return enquire_;
}

Xapian::MSet Matcher::rank_part(const Xapian::Query& query, Xapian::doccount first,
                                Xapian::doccount maxitems) const {
    Xapian::Enquire& enquire = this->enquire(query);
    const Xapian::MSet part = enquire.get_mset(first, maxitems);
    return has_percentages(part) ? part : enquire.get_mset(first, db_.get_doccount());
}

// Uses a spy to avoid a needless sort; over several shards only a ranking has global docids.
Ranking Matcher::rank_all(const Xapian::Query& query) const {
    enquire(query);
    const Xapian::doccount all = db_.get_doccount();
    if (db_.size() != 1) {
        const Xapian::MSet whole = enquire_.get_mset(0, all, all);
        return ranking_of(weighted_matches(whole), whole);
    }
    MatchCollector collector;
    enquire_.add_matchspy(&collector);
    Xapian::MSet top;
    try {
        top = enquire_.get_mset(0, 1, all);
    } catch (...) {
        enquire_.clear_matchspies();
        throw;
    }
    enquire_.clear_matchspies();
    if (!has_percentages(top)) top = enquire_.get_mset(0, all);
    return ranking_of(std::move(collector.matches), top);
}

bool Matcher::sets_are_possible(const Xapian::Query& query) const {
    return BooleanMatch::is_possible(db_) && BooleanMatch::may_rank_a_part(query) &&
           DocidSource::is_possible(db_);
}

DocidSet Matcher::find(const Xapian::Query& query) const {
    return BooleanMatch(db_).find(query);
}

std::vector<MatchIndex> Matcher::matching_of(const Xapian::Query& query,
                                             const std::vector<Xapian::docid>& dids) const {
    std::vector<MatchIndex> indexes;
    const auto keep = [&](const auto& contains) {
        for (MatchIndex i = 0; i < dids.size(); ++i) {
            if (contains(dids[i])) indexes.push_back(i);
        }
    };
    if (BooleanMatch::is_possible(db_)) {
        const DocidSet set = find(query);
        keep([&](Xapian::docid did) { return set.contains(did); });
    } else {
        const Matches matches = rank_all(query).matches;
        keep([&](Xapian::docid did) {
            return std::binary_search(matches.dids.begin(), matches.dids.end(), did);
        });
    }
    return indexes;
}

std::vector<double> Matcher::weights_of(const Xapian::Query& query,
                                        const std::vector<Xapian::docid>& dids) const {
    std::vector<double> weights(dids.size());
    if (dids.empty() || BooleanMatch::is_weightless(query)) return weights;
    std::vector<Xapian::docid> ascending = dids;
    std::sort(ascending.begin(), ascending.end());
    const Xapian::Query these(Xapian::Query::OP_FILTER, query,
                              Xapian::Query((new DocidSource(db_, ascending))->release()));
    const Matches ranked = rank_all(these).matches;
    std::transform(dids.begin(), dids.end(), weights.begin(), [&](Xapian::docid did) {
        const auto at = std::lower_bound(ranked.dids.begin(), ranked.dids.end(), did);
        return at != ranked.dids.end() && *at == did
                   ? ranked.weights[static_cast<std::size_t>(at - ranked.dids.begin())]
                   : 0;
    });
    return weights;
}

void Matcher::add_matchspy(Xapian::MatchSpy* spy) {
    spied_.add_matchspy(spy);
    has_spies_ = true;
}

void Matcher::clear_matchspies() {
    spied_.clear_matchspies();
    has_spies_ = false;
}

void Matcher::run_spies(const Xapian::Query& query) const {
    if (!has_spies_) return;
    const Xapian::doccount all = db_.get_doccount();
    spied_.set_query(query, qlen_);
    spied_.get_mset(0, sets_are_possible(query) ? 0 : all, all);
}

}  // namespace descry
