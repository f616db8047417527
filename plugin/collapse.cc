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

// Notes every document that matches.
class MatchedDocuments : public Xapian::MatchSpy {
  public:
    explicit MatchedDocuments(Xapian::docid last_docid) : matched_(std::size_t{last_docid} + 1) {}

    void operator()(const Xapian::Document& document, double) override {
        const Xapian::docid did = document.get_docid();
        matched_[did] = true;
        ++count_;
    }

    bool contains(Xapian::docid did) const { return matched_[did]; }
    Xapian::doccount count() const { return count_; }

  private:
    std::vector<bool> matched_;
    Xapian::doccount count_ = 0;
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

// Adds sizes, members and the number of groups to a page, from one walk over the slot.
void count_groups(const Xapian::Database& db, Xapian::valueno slot, const MatchedDocuments& matched,
                  Xapian::doccount max_members, CollapsedPage& page) {
    const KeysOnPage on_page(page.results);
    for (CollapsedResult& result : page.results) {
        if (!result.key.empty()) result.size = 0;
    }
    DistinctHashes groups;
    Xapian::doccount with_key = 0;
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (Xapian::ValueIterator value = db.valuestream_begin(slot); value != end; ++value) {
        const Xapian::docid did = value.get_docid();
        const std::string key = *value;
        if (matched.contains(did)) {
            ++with_key;
            groups.insert(hash64(key));
        }
        CollapsedResult* const result = on_page.find(key);
        if (result == nullptr) continue;
        ++result->size;
        if (did != result->did && result->members.size() < max_members) {
            result->members.push_back(did);
        }
    }
    page.groups = page.matches - with_key + static_cast<Xapian::doccount>(groups.size());
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

    MatchedDocuments matched(db.get_lastdocid());
    Xapian::Enquire counter(db);
    counter.set_query(query);
    counter.set_weighting_scheme(Xapian::BoolWeight());
    counter.add_matchspy(&matched);
    counter.get_mset(0, 1, db.get_doccount());
    page.matches = matched.count();
    count_groups(db, *options.slot, matched, options.members, page);
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
