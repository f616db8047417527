#include "collapse/collapse_totals.h"

#include <bitset>
#include <unordered_map>

#include "base/key_interner.h"

namespace descry {

namespace {

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

// Walks over the values of a slot once, and adds sizes and members to the results of a page.
class MemberFinder {
  public:
    MemberFinder(const Xapian::Database& db, Xapian::valueno slot, Xapian::doccount max_members,
                 std::vector<CollapsedResult>& results)
        : on_page_(results),
          max_members_(max_members),
          value_(db.valuestream_begin(slot)),
          end_(db.valuestream_end(slot)) {
        for (CollapsedResult& result : results) {
            if (!result.key.empty()) result.size = 0;
        }
    }

    // The value of a document, or an empty one; docids must ascend from call to call.
    std::string value_of(Xapian::docid did) {
        if (on_page_.empty()) {
            if (value_ != end_) value_.skip_to(did);
        } else {
            for (; value_ != end_ && value_.get_docid() < did; ++value_)
                look_at_value();
        }
        return value_ != end_ && value_.get_docid() == did ? *value_ : std::string();
    }

    void finish() {
        if (on_page_.empty()) return;
        for (; value_ != end_; ++value_)
            look_at_value();
    }

  private:
    void look_at_value() {
        CollapsedResult* const result = on_page_.find(*value_);
        if (result == nullptr) return;
        ++result->size;
        const Xapian::docid did = value_.get_docid();
        if (did != result->did && result->members.size() < max_members_) {
            result->members.push_back(did);
        }
    }

    const KeysOnPage on_page_;
    const Xapian::doccount max_members_;
    Xapian::ValueIterator value_;
    const Xapian::ValueIterator end_;
};

// Counts the documents that match, and the distinct keys among them. A match over one database goes
// by ascending docid, in step with the walk of the members. Over several it tells docids only of
// the single ones, so that each document is asked for its value: half as fast.
class GroupCounter : public Xapian::MatchSpy {
  public:
    GroupCounter(const Xapian::Database& db, Xapian::valueno slot, MemberFinder& members)
        : slot_(slot), in_step_(db.size() == 1), members_(members) {}

    void operator()(const Xapian::Document& document, double) override {
        ++matches_;
        const std::string key =
            in_step_ ? members_.value_of(document.get_docid()) : document.get_value(slot_);
        if (key.empty()) {
            ++without_key_;
        } else {
            keys_.number_of(key);
        }
    }

    Xapian::doccount matches() const { return matches_; }
    Xapian::doccount groups() const { return without_key_ + keys_.last(); }

  private:
    const Xapian::valueno slot_;
    const bool in_step_;
    MemberFinder& members_;
    Xapian::doccount matches_ = 0;
    Xapian::doccount without_key_ = 0;
    KeyInterner keys_;
};

}  // namespace

void find_totals(const Xapian::Database& db, const Xapian::Query& query,
                 const CollapseOptions& options, CollapsedPage& page) {
    MemberFinder members(db, *options.slot, options.members, page.results);
    GroupCounter counter(db, *options.slot, members);
    Xapian::Enquire every(db);
    every.set_query(query);
    every.set_weighting_scheme(Xapian::BoolWeight());
    every.add_matchspy(&counter);
    every.get_mset(0, 1, db.get_doccount());
    members.finish();
    page.matches = counter.matches();
    page.groups = counter.groups();
}

}  // namespace descry
