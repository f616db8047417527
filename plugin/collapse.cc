#include <algorithm>
#include <bitset>
#include <unordered_map>
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

}  // namespace

CollapsedPage search_collapsed(const Xapian::Database& db, const Xapian::Query& query,
                               const CollapseOptions& options) {
    CollapsedPage page;
    Xapian::Enquire enquire(db);
    enquire.set_query(query);
    if (options.slot) enquire.set_collapse_key(*options.slot);
    // Without collapsing one match gives both page and total; with it, checking every document in
    // the collapser would cost several times as much as counting below.
    const Xapian::MSet mset =
        enquire.get_mset(options.start, options.rows, options.slot ? 0 : db.get_doccount());
    for (Xapian::MSetIterator item = mset.begin(); item != mset.end(); ++item) {
        CollapsedResult result;
        result.did = *item;
        result.weight = item.get_weight();
        result.percent = item.get_percent();
        result.key = item.get_collapse_key();
        page.results.push_back(std::move(result));
    }
    if (!options.slot) {
        page.matches = page.groups = mset.get_matches_lower_bound();
        return page;
    }

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
