#include <algorithm>
#include <bitset>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <descry/collapse.h>
#include <descry/hash.h>

namespace descry {

namespace {

// Counts distinct keys by their 64-bit hashes, in an open hash table of hashes: a set of strings
// costs ten times as much.
class DistinctHashes {
  public:
    void insert(std::uint64_t hash) {
        if (hash == 0) {
            has_zero_ = true;
            return;
        }
        if (2 * size_ >= table_.size()) grow();
        if (place(hash)) ++size_;
    }

    std::size_t size() const { return size_ + (has_zero_ ? 1 : 0); }

  private:
    bool place(std::uint64_t hash) {
        for (std::size_t i = hash;; ++i) {
            std::uint64_t& cell = table_[i & (table_.size() - 1)];
            if (cell == hash) return false;
            if (cell == 0) {
                cell = hash;
                return true;
            }
        }
    }

    void grow() {
        const std::vector<std::uint64_t> old = std::exchange(
            table_, std::vector<std::uint64_t>(std::max<std::size_t>(1024, 2 * table_.size())));
        for (const std::uint64_t hash : old) {
            if (hash != 0) place(hash);
        }
    }

    std::vector<std::uint64_t> table_;
    std::size_t size_ = 0;
    bool has_zero_ = false;
};

// Counts the documents that match, and the distinct keys among them. It asks each document for its
// value: its docid, inside a match over several databases, is only the single one's.
class GroupCounter : public Xapian::MatchSpy {
  public:
    explicit GroupCounter(Xapian::valueno slot) : slot_(slot) {}

    void operator()(const Xapian::Document& document, double) override {
        ++matches_;
        const std::string key = document.get_value(slot_);
        if (key.empty()) {
            ++without_key_;
        } else {
            keys_.insert(hash64(key));
        }
    }

    Xapian::doccount matches() const { return matches_; }
    Xapian::doccount groups() const {
        return without_key_ + static_cast<Xapian::doccount>(keys_.size());
    }

  private:
    Xapian::valueno slot_;
    Xapian::doccount matches_ = 0;
    Xapian::doccount without_key_ = 0;
    DistinctHashes keys_;
};

// The results of a page by their keys. Nearly every value of a slot is somebody else's, so the
// first two bytes are looked at before anything is hashed.
class KeysOnPage {
  public:
    explicit KeysOnPage(std::vector<CollapsedResult>& results) {
        for (CollapsedResult& result : results) {
            if (result.key.empty()) continue;
            beginnings_.set(beginning(result.key));
            by_key_.emplace(result.key, &result);
        }
    }

    bool empty() const { return by_key_.empty(); }

    CollapsedResult* find(const std::string& key) const {
        if (!beginnings_.test(beginning(key))) return nullptr;
        const auto found = by_key_.find(key);
        return found == by_key_.end() ? nullptr : found->second;
    }

  private:
    static std::size_t beginning(const std::string& key) {
        const auto byte = [&](std::size_t i) {
            return i < key.size() ? static_cast<unsigned char>(key[i]) : 0u;
        };
        return byte(0) * 256 + byte(1);
    }

    std::bitset<65536> beginnings_;
    std::unordered_map<std::string, CollapsedResult*> by_key_;
};

// Adds sizes and members to the results of a page, from one walk over the slot.
void find_members(const Xapian::Database& db, Xapian::valueno slot, Xapian::doccount max_members,
                  std::vector<CollapsedResult>& results) {
    const KeysOnPage on_page(results);
    if (on_page.empty()) return;
    for (CollapsedResult& result : results) {
        if (!result.key.empty()) result.size = 0;
    }
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
        CollapsedResult* const result = on_page.find(*value);
        if (result == nullptr) continue;
        ++result->size;
        const Xapian::docid did = value.get_docid();
        if (did != result->did && result->members.size() < max_members) {
            result->members.push_back(did);
        }
    }
}

CollapsedResult as_result(const Xapian::MSetIterator& item) {
    CollapsedResult result;
    result.did = *item;
    result.weight = item.get_weight();
    result.percent = item.get_percent();
    return result;
}

// The value of each item of a ranking, in its order. The slot is walked by ascending docid: a
// look-up that goes forward is half the price of opening the document.
std::vector<std::string> values_of(const Xapian::Database& db, Xapian::valueno slot,
                                   const Xapian::MSet& mset) {
    std::vector<std::pair<Xapian::docid, std::size_t>> by_docid;
    for (Xapian::MSetIterator item = mset.begin(); item != mset.end(); ++item) {
        by_docid.emplace_back(*item, by_docid.size());
    }
    std::sort(by_docid.begin(), by_docid.end());
    std::vector<std::string> values(by_docid.size());
    Xapian::ValueIterator value = db.valuestream_begin(slot);
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (const auto& [did, rank] : by_docid) {
        if (value == end) break;
        if (value.get_docid() < did) value.skip_to(did);
        if (value != end && value.get_docid() == did) values[rank] = *value;
    }
    return values;
}

// The page of the first of each key in the ranking. Only the values of the documents ranked highest
// are looked at; when they hold too few keys, four times as many are ranked.
std::vector<CollapsedResult> find_page(const Xapian::Database& db, Xapian::Enquire& enquire,
                                       Xapian::valueno slot, Xapian::doccount start,
                                       Xapian::doccount rows) {
    const std::uint64_t wanted = std::uint64_t{start} + rows;
    for (std::uint64_t ranked = wanted + wanted / 2;; ranked *= 4) {
        const auto limit = static_cast<Xapian::doccount>(
            std::min<std::uint64_t>(ranked, std::numeric_limits<Xapian::doccount>::max()));
        const Xapian::MSet mset = enquire.get_mset(0, limit);
        std::vector<std::string> keys = values_of(db, slot, mset);
        std::vector<CollapsedResult> page;
        std::unordered_set<std::string> seen;
        std::uint64_t results = 0;
        for (Xapian::MSetIterator item = mset.begin(); item != mset.end() && results < wanted;
             ++item) {
            std::string& key = keys[item.get_rank()];
            if (!key.empty() && !seen.insert(key).second) continue;
            if (results++ < start) continue;
            page.push_back(as_result(item));
            page.back().key = std::move(key);
        }
        if (results == wanted || mset.size() < limit) return page;
    }
}

}  // namespace

CollapsedPage search_collapsed(const Xapian::Database& db, const Xapian::Query& query,
                               const CollapseOptions& options) {
    CollapsedPage page;
    Xapian::Enquire enquire(db);
    enquire.set_query(query);
    if (!options.slot) {
        const Xapian::MSet mset =
            enquire.get_mset(options.start, options.rows, options.totals ? db.get_doccount() : 0);
        for (Xapian::MSetIterator item = mset.begin(); item != mset.end(); ++item) {
            page.results.push_back(as_result(item));
        }
        if (options.totals) page.matches = page.groups = mset.get_matches_lower_bound();
        return page;
    }

    page.results = find_page(db, enquire, *options.slot, options.start, options.rows);
    if (!options.totals) return page;
    GroupCounter counter(*options.slot);
    Xapian::Enquire every(db);
    every.set_query(query);
    every.set_weighting_scheme(Xapian::BoolWeight());
    every.add_matchspy(&counter);
    every.get_mset(0, 1, db.get_doccount());
    page.matches = counter.matches();
    page.groups = counter.groups();
    find_members(db, *options.slot, options.members, page.results);
    return page;
}

std::vector<KeyGroup> groups_by_key(const Xapian::Database& db, Xapian::valueno slot,
                                    Xapian::doccount min_size) {
    std::vector<std::pair<std::uint64_t, Xapian::docid>> by_hash;
    by_hash.reserve(db.get_value_freq(slot));
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
        by_hash.emplace_back(hash64(*value), value.get_docid());
    }
    std::sort(by_hash.begin(), by_hash.end());

    std::vector<KeyGroup> groups;
    for (auto first = by_hash.begin(); first != by_hash.end();) {
        const auto last = std::find_if(
            first, by_hash.end(), [&](const auto& entry) { return entry.first != first->first; });
        if (static_cast<std::size_t>(last - first) >= min_size) {
            KeyGroup group{db.get_document(first->second).get_value(slot), {}};
            for (; first != last; ++first)
                group.members.push_back(first->second);
            groups.push_back(std::move(group));
        }
        first = last;
    }
    std::sort(groups.begin(), groups.end(), [](const KeyGroup& a, const KeyGroup& b) {
        return a.members.front() < b.members.front();
    });
    return groups;
}

}  // namespace descry
