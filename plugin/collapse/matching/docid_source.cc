#include "plugin/collapse/matching/docid_source.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <utility>

namespace descry {

namespace {

// The UUIDs of the shards, in order. Shards without one are missing.
std::vector<std::string> uuids_of(const Xapian::Database& db) {
    const std::string all = db.get_uuid();
    std::vector<std::string> uuids;
    for (const auto part : std::views::split(all, ':')) {
        if (!part.empty()) uuids.emplace_back(part.begin(), part.end());
    }
    return uuids;
}

}  // namespace

bool DocidSource::is_possible(const Xapian::Database& db) {
    if (db.size() == 1) return true;
    const std::vector<std::string> uuids = uuids_of(db);
    return uuids.size() == db.size() &&
           std::set<std::string>(uuids.begin(), uuids.end()).size() == uuids.size();
}

DocidSource::DocidSource(const Xapian::Database& db, std::vector<Xapian::docid> dids)
    : DocidSource(db.size() == 1 ? std::vector<std::string>{} : uuids_of(db),
                  std::make_shared<const Docids>(std::move(dids))) {}

void DocidSource::next(double) {
    if (!std::exchange(is_before_, false)) ++at_;
}

void DocidSource::skip_to(Xapian::docid did, double) {
    is_before_ = false;
    const auto from = dids_->begin() + static_cast<std::ptrdiff_t>(at_);
    at_ = static_cast<std::size_t>(std::lower_bound(from, dids_->end(), did) - dids_->begin());
}

Xapian::PostingSource* DocidSource::clone() const {
    return new DocidSource(shards_, all_);
}

// Document d of shard i (from 0) of n has the docid n * (d - 1) + i + 1 in the whole.
void DocidSource::init(const Xapian::Database& db) {
    at_ = 0;
    is_before_ = true;
    if (!shards_.empty()) {
        const auto shard = std::find(shards_.begin(), shards_.end(), db.get_uuid());
        if (shard == shards_.end())
            throw Xapian::DatabaseModifiedError("a shard changed; reopen the database");
        const auto index = static_cast<Xapian::docid>(shard - shards_.begin());
        const auto count = static_cast<Xapian::docid>(shards_.size());
        Docids own;
        for (const Xapian::docid did : *all_) {
            if ((did - 1) % count == index) own.push_back((did - 1) / count + 1);
        }
        dids_ = std::make_shared<const Docids>(std::move(own));
    }
    count_ = static_cast<Xapian::doccount>(dids_->size());
}

}  // namespace descry
