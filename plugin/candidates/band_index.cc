#include "plugin/candidates/band_index.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "engine/collection/document_keys.h"
#include "engine/keys/collapse_key.h"
#include "plugin/base/docids_end.h"
#include "plugin/base/metadata_records.h"

namespace descry {

namespace {

// Documents added since the table was written are kept in memory up to this number, or to one in
// SHARE of the index, to spread the cost of a merge, which reads and writes most of the table.
constexpr std::size_t MIN_KEPT = 16384;
constexpr std::size_t SHARE = 16;
// A table whose records have grown by this factor is rewritten with more records.
constexpr unsigned MAX_GROWTH = 4;
constexpr std::size_t SORT_MEMORY = std::size_t{16} << 20;

std::string listed_name(Xapian::docid did) {
    return fmt::format("{}{:08x}", metadata_key::LISTED_PREFIX, did);
}

// Earlier documents that must be listed although the table does not list them.
std::vector<Xapian::docid> read_listed(const Xapian::Database& db) {
    std::vector<Xapian::docid> documents;
    for_each_record(db, metadata_key::LISTED_PREFIX, [&](const std::string& further) {
        Xapian::docid did = 0;
        std::from_chars(further.data(), further.data() + further.size(), did, 16);
        if (did != 0) documents.push_back(did);
    });
    return documents;
}

std::vector<BandName> names_of(const DocumentKeys& keys, bool is_member) {
    return is_member ? std::vector{content_band_name(keys.content_hash)} : band_names(keys);
}

// Selects the documents to list, by their values: calls visit(did, keys, is_member).
class Lister {
  public:
    Lister(const Schema& schema, const Model& model)
        : keys_slot_(schema.slot(Slot::TERM_BANDS)),
          group_slot_(schema.slot(Slot::GROUP)),
          state_slot_(schema.slot(Slot::STATE)),
          model_(model),
          state_(state_of_model(model.id())) {}

    template <typename Visit>
    void for_each_from(const Xapian::Database& db, Xapian::docid first, Visit&& visit) const {
        ValueCursor states(db, state_slot_);
        ValueCursor groups(db, group_slot_);
        Xapian::ValueIterator keys = db.valuestream_begin(keys_slot_);
        const Xapian::ValueIterator end = db.valuestream_end(keys_slot_);
        if (keys != end) keys.skip_to(first);
        for (; keys != end; ++keys) {
            const Xapian::docid did = keys.get_docid();
            if (states.of(did) == state_) list(did, *keys, groups.of(did), visit);
        }
    }

    template <typename Visit>
    void for_one(const Xapian::Database& db, Xapian::docid did, Visit&& visit) const {
        try {
            const Xapian::Document document = db.get_document(did);
            if (document.get_value(state_slot_) != state_) return;
            list(did, document.get_value(keys_slot_), document.get_value(group_slot_), visit);
        } catch (const Xapian::DocNotFoundError&) {
        }
    }

  private:
    template <typename Visit>
    void list(Xapian::docid did, const std::string& value, const std::string& group,
              Visit&& visit) const {
        const auto keys = decode_keys(value, model_.parameters());
        if (!keys) return;
        visit(did, *keys, is_members_key(group, model_.id(), keys->content_hash));
    }

    Xapian::valueno keys_slot_;
    Xapian::valueno group_slot_;
    Xapian::valueno state_slot_;
    const Model& model_;
    std::string state_;
};

}  // namespace

void write_band_index(Xapian::WritableDatabase& db, const Schema& schema, const Model& model,
                      std::size_t memory, GroupsInfo& info, std::uint64_t room) {
    SortedRuns<BandEntry> entries(memory);
    HistogramTableWriter coarse_histograms(db, true);
    std::uint64_t number = 0;
    const auto take = [&](Xapian::docid did, const DocumentKeys& keys, bool is_member) {
        for (const BandName name : names_of(keys, is_member)) {
            entries.add({name, did});
            ++number;
        }
        coarse_histograms.add(did, CoarseBagHistogram(keys.histogram));
    };
    Lister(schema, model).for_each_from(db, 1, take);
    coarse_histograms.finish();
    remove_records(db, metadata_key::LISTED_PREFIX);
    info.band_bits = write_band_table(db, entries, std::max(number, room),
                                      model.parameters().grouping.max_heads);
    info.listed_to = db.get_lastdocid();
}

BandIndex::BandIndex(const Xapian::Database& db, const Schema& schema, const Model& model,
                     const GroupsInfo& info)
    : db_(db),
      schema_(schema),
      model_(model),
      bits_(info.band_bits),
      listed_to_(info.listed_to),
      coarse_histograms_(std::in_place, db) {
    load();
}

std::vector<Xapian::docid> BandIndex::find(BandName name) const {
    const auto prefetched = prefetched_.find(name);
    std::vector<Xapian::docid> documents =
        prefetched != prefetched_.end() ? prefetched->second : find_in_band_table(db_, name, bits_);
    const auto [first, last] = since_.equal_range(name);
    if (first == last) return documents;
    for (auto entry = first; entry != last; ++entry)
        documents.push_back(entry->second);
    std::sort(documents.begin(), documents.end());
    documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
    return documents;
}

CoarseBagHistogram BandIndex::coarse_histogram(Xapian::docid did) {
    if (!is_listed_as_stored(did)) return {};
    return coarse_histograms_->find(did);
}

void BandIndex::list(Xapian::WritableDatabase& db, Xapian::docid did, const DocumentKeys& keys) {
    record(db, did);
    add_names(did, keys, false);
}

void BandIndex::list_member(Xapian::WritableDatabase& db, Xapian::docid did,
                            const DocumentKeys& keys) {
    record(db, did);
    add_names(did, keys, true);
}

void BandIndex::forget(Xapian::docid did, const DocumentKeys& keys) {
    for (const BandName name : band_names(keys)) {
        const auto [first, last] = since_.equal_range(name);
        const auto entry =
            std::find_if(first, last, [did](const auto& listed) { return listed.second == did; });
        if (entry != last) since_.erase(entry);
    }
}

void BandIndex::keep(Xapian::rev revision,
                     std::vector<std::pair<BandName, std::vector<Xapian::docid>>> found) {
    if (revision <= before_merge_) return;
    for (auto& [name, documents] : found)
        prefetched_.insert_or_assign(name, std::move(documents));
}

bool BandIndex::merge_if_many(Xapian::WritableDatabase& db, GroupsInfo& info) {
    const bool has_character_keys = model_.parameters().character_rows != 0;
    const std::size_t of_characters = has_character_keys ? CHARACTER_KEYS : 0;
    const std::size_t names = model_.parameters().keys() + of_characters + 1;
    const std::size_t kept = std::max<std::size_t>(MIN_KEPT, db_.get_doccount() / SHARE);
    // Counts names, not documents: members have one, and most others fewer than the maximum.
    if (since_.size() <= kept * (model_.parameters().bands + of_characters + 1)) return false;
    const std::uint32_t max_documents = model_.parameters().grouping.max_heads;
    const std::uint64_t possible = std::uint64_t{db_.get_doccount()} * names;
    if (band_table_bits(possible / MAX_GROWTH) > bits_) {
        write_band_index(db, schema_, model_, SORT_MEMORY, info, possible);
        bits_ = info.band_bits;
    } else {
        since_.clear();  // some of it was replaced since
        HistogramTableWriter coarse_histograms(db, false);
        for_each_since([&](Xapian::docid did, const DocumentKeys& keys, bool is_member) {
            add_names(did, keys, is_member);
            coarse_histograms.add(did, CoarseBagHistogram(keys.histogram));
        });
        coarse_histograms.finish();
        std::vector<BandEntry> entries;
        for (const auto& [name, did] : since_)
            entries.push_back({name, did});
        std::sort(entries.begin(), entries.end());
        merge_into_band_table(db, entries, bits_, max_documents);
        remove_records(db, metadata_key::LISTED_PREFIX);
        info.listed_to = db_.get_lastdocid();
    }
    listed_to_ = info.listed_to;
    since_.clear();
    changed_since_.clear();
    coarse_histograms_.emplace(db_);
    prefetched_.clear();
    before_merge_ = db.get_revision();
    return true;
}

// Calls visit(did, keys, is_member), ascending, for documents to list that the table lacks.
template <typename Visit>
void BandIndex::for_each_since(Visit&& visit) const {
    const Lister lister(schema_, model_);
    for (const Xapian::docid did : read_listed(db_))
        lister.for_one(db_, did, visit);
    lister.for_each_from(db_, listed_to_ + 1, visit);
}

void BandIndex::load() {
    for (const Xapian::docid did : read_listed(db_))
        changed_since_.insert(did);
    for_each_since([this](Xapian::docid did, const DocumentKeys& keys, bool is_member) {
        add_names(did, keys, is_member);
    });
}

// Records that the table's entries of a document are outdated, for the next opening.
void BandIndex::record(Xapian::WritableDatabase& db, Xapian::docid did) {
    if (did <= listed_to_) set_record(db, listed_name(did), "1");
}

void BandIndex::add_names(Xapian::docid did, const DocumentKeys& keys, bool is_member) {
    if (did <= listed_to_) changed_since_.insert(did);
    for (const BandName name : names_of(keys, is_member))
        add(name, did);
}

void BandIndex::add(BandName name, Xapian::docid did) {
    const auto [first, last] = since_.equal_range(name);
    std::size_t listed = 0;
    for (auto entry = first; entry != last; ++entry, ++listed) {
        if (entry->second == did) return;
    }
    if (listed < model_.parameters().grouping.max_heads) since_.emplace(name, did);
}

}  // namespace descry
