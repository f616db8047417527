#include "plugin/online/prefetcher.h"

#include <memory>

#include "engine/collection/document_keys.h"
#include "engine/mechanics/parallel.h"
#include "plugin/groups/group_store.h"
#include "plugin/schema/groups_info.h"

namespace descry {

namespace {

class Reader {
  public:
    Reader(const IndexCollection& index, const Schema& schema, const Model& model)
        : db_(index.open()),
          keys_slot_(schema.slot(Slot::TERM_BANDS)),
          model_(model),
          terms_(TermSpace(schema.term_prefix)),
          texts_(db_, schema),
          groups_(read_groups_info(db_)) {}

    Prefetched read(Xapian::docid did) {
        Prefetched prefetched;
        prefetched.revision = db_.get_revision();
        const std::string value = db_.get_document(did).get_value(keys_slot_);
        const auto keys = decode_keys(value, model_.parameters());
        if (!keys || !groups_) return prefetched;
        prefetched.content_hash = keys->content_hash;
        bool is_alone = true;
        for (const BandName name : band_names(*keys)) {
            auto documents = find_in_band_table(db_, name, groups_->band_bits);
            is_alone = is_alone && (documents.empty() || documents == std::vector{did});
            prefetched.found.emplace_back(name, std::move(documents));
        }
        if (!is_alone) prefetched.compared = read_document(did, keys->histogram);
        return prefetched;
    }

  private:
    ComparedDocument read_document(Xapian::docid did, const BagHistogram& histogram) {
        ComparedDocument document;
        document.did = did;
        document.histogram = histogram;
        if (!model_.parameters().any_order) {
            document.text = texts_.read(did);
            document.is_text_read = true;
            if (document.text && document.is_text_cheap()) return document;
        }
        terms_.read(db_, did);
        take_terms(terms_.terms(), model_, document);
        return document;
    }

    Xapian::Database db_;
    Xapian::valueno keys_slot_;
    const Model& model_;
    BodyTerms terms_;
    TextReader texts_;
    std::optional<GroupsInfo> groups_;
};

}  // namespace

void Prefetcher::start(std::span<const Xapian::docid> documents) {
    if (index_.threads() < 2) return;
    prefetched_ = std::async(std::launch::async, [this, documents] { return read(documents); });
}

std::vector<Prefetched> Prefetcher::take() {
    if (!prefetched_.valid()) return {};
    return prefetched_.get();
}

std::vector<Prefetched> Prefetcher::read(std::span<const Xapian::docid> documents) const {
    std::vector<Prefetched> prefetched(documents.size());
    try {
        parallel_for(index_.threads() - 1, documents.size(), [&] {
            return [&, reader = std::make_unique<Reader>(index_, schema_, model_)](std::size_t i) {
                prefetched[i] = reader->read(documents[i]);
            };
        });
    } catch (const Xapian::DatabaseModifiedError&) {
    } catch (const Xapian::DocNotFoundError&) {
    }
    return prefetched;
}

}  // namespace descry
