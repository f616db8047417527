// What documents are listed under, by the table and by what came since.
#include "plugin/candidates/band_index.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/schema/model_store.h>

#include "engine/collection/document_keys.h"
#include "engine/keys/collapse_key.h"
#include "plugin/groups/group_store.h"
#include "plugin/schema/groups_info.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

// An annotated index that gains documents of made-up keys.
class BandIndexTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const std::string path = folder_ / "db";
        build_database(path, make_texts(300, 71), Style::WORDS);
        annotate_with(path, train_small_model(path, ""));
        db_ = open_to_write(path);
        schema_ = read_schema(db_).value();
        model_ = read_model(db_)->model;
        info_ = read_groups_info(db_).value();
    }

    DocumentKeys random_keys(std::mt19937_64& random) const {
        DocumentKeys keys{random(), {}, {}};
        for (std::uint32_t band = 0; band < model_->parameters().keys(); ++band)
            keys.bands.push_back(random() & 0xffffffff);
        return keys;
    }

    Xapian::Document document(const DocumentKeys& keys, const std::string& group = "") const {
        Xapian::Document made;
        made.add_value(schema_.slot(Slot::TERM_BANDS), encode_keys(keys, model_->parameters()));
        made.add_value(schema_.slot(Slot::STATE), state_of_model(model_->id()));
        made.add_value(schema_.slot(Slot::GROUP), group);
        return made;
    }

    BandIndex open() const { return {db_, schema_, *model_, info_}; }

    static bool lists(const BandIndex& bands, BandName name, Xapian::docid did) {
        const auto found = bands.find(name);
        EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
        return std::binary_search(found.begin(), found.end(), did);
    }

    static std::size_t count_listed(const BandIndex& bands, Xapian::docid did,
                                    const DocumentKeys& keys) {
        std::size_t count = 0;
        for (const BandName name : band_names(keys))
            count += lists(bands, name, did) ? 1u : 0u;
        return count;
    }

    DocumentKeys stored(Xapian::docid did) const {
        const std::string value = db_.get_document(did).get_value(schema_.slot(Slot::TERM_BANDS));
        return decode_keys(value, model_->parameters()).value_or(DocumentKeys());
    }

    // Others have too few words.
    std::vector<Xapian::docid> documents_with_sketches() const {
        std::vector<Xapian::docid> found;
        for (Xapian::docid did = 1; did <= 300; ++did) {
            if (stored(did).histogram.is_known()) found.push_back(did);
        }
        return found;
    }

    TempFolder folder_;
    Xapian::WritableDatabase db_;
    Schema schema_;
    std::optional<Model> model_;
    GroupsInfo info_;
};

TEST_F(BandIndexTest, WhatCameSinceIsFoundByThisAndByTheNext) {
    DESCRY_RANDOM(random);
    EXPECT_EQ(info_.listed_to, 300u);
    const std::size_t names = model_->parameters().keys() + 1;
    const DocumentKeys alone = random_keys(random);
    const DocumentKeys head = random_keys(random);
    const DocumentKeys member = random_keys(random);
    const std::string key = group_key(model_->id(), head.content_hash);
    BandIndex bands = open();
    const Xapian::docid a = db_.add_document(document(alone));
    const Xapian::docid h = db_.add_document(document(head, key));
    const Xapian::docid m = db_.add_document(document(member, key));
    bands.list(db_, a, alone);
    bands.list(db_, h, head);
    bands.list_member(db_, m, member);
    const std::size_t written = count_records(db_, "descry:");
    for (const BandIndex& index : {bands, open()}) {
        EXPECT_EQ(count_listed(index, a, alone), names);
        EXPECT_EQ(count_listed(index, h, head), names);
        EXPECT_EQ(count_listed(index, m, member), 1u);
        EXPECT_TRUE(lists(index, content_band_name(member.content_hash), m));
    }
    EXPECT_EQ(count_records(db_, "descry:"), written);

    // One that another program added, or that waits for its group, is not.
    Xapian::Document stale = document(random_keys(random));
    stale.add_value(schema_.slot(Slot::STATE), "none");
    const Xapian::docid s = db_.add_document(stale);
    const auto keys =
        decode_keys(stale.get_value(schema_.slot(Slot::TERM_BANDS)), model_->parameters());
    EXPECT_EQ(count_listed(open(), s, *keys), 0u);

    bands.forget(a, alone);
    EXPECT_EQ(count_listed(bands, a, alone), 0u);
    EXPECT_EQ(count_listed(bands, h, head), names);
}

TEST_F(BandIndexTest, AnEarlierDocumentIsNoted) {
    DESCRY_RANDOM(random);
    const std::size_t names = model_->parameters().keys() + 1;
    const DocumentKeys keys = random_keys(random);
    db_.replace_document(7, document(keys));
    EXPECT_EQ(count_listed(open(), 7, keys), 0u);
    BandIndex bands = open();
    bands.list(db_, 7, keys);
    bands.list(db_, 7, keys);
    EXPECT_EQ(db_.get_metadata("descry:listed:00000007"), "1");
    EXPECT_EQ(count_listed(bands, 7, keys), names);
    EXPECT_EQ(count_listed(open(), 7, keys), names);
    db_.delete_document(7);
    EXPECT_EQ(count_listed(open(), 7, keys), 0u);
}

TEST_F(BandIndexTest, UnderOneNameAreNotMoreThanAreTried) {
    const std::uint32_t most = model_->parameters().grouping.max_heads;
    BandIndex bands = open();
    for (Xapian::docid did = 1000; did < 1000 + 2 * most; ++did)
        bands.list_member(db_, did, {5, {}, {}});
    EXPECT_EQ(bands.find(content_band_name(5)).size(), most);
    EXPECT_EQ(bands.find(content_band_name(5)).front(), 1000u);
}

// After a merge, what was found in an earlier revision is no longer all.
TEST_F(BandIndexTest, WhatWasFoundAheadIsNotLookedUpAgain) {
    DESCRY_RANDOM(random);
    BandIndex bands = open();
    const BandName name = content_band_name(5);
    const auto keep = [&](Xapian::rev revision) { bands.keep(revision, {{name, {7, 9}}}); };
    keep(db_.get_revision());
    EXPECT_EQ(bands.find(name), (std::vector<Xapian::docid>{7, 9}));
    bands.list_member(db_, 8, {5, {}, {}});
    EXPECT_EQ(bands.find(name), (std::vector<Xapian::docid>{7, 8, 9}));
    bands.forget_prefetched();
    EXPECT_EQ(bands.find(name), std::vector<Xapian::docid>{8});

    keep(db_.get_revision());
    Xapian::docid did = 1000;
    while (!bands.merge_if_many(db_, info_))
        bands.list_member(db_, did++, {random(), {}, {}});
    EXPECT_NE(bands.find(name), (std::vector<Xapian::docid>{7, 9}));
    keep(db_.get_revision());
    EXPECT_NE(bands.find(name), (std::vector<Xapian::docid>{7, 9}));
    db_.set_metadata("descry:test", "what an updater writes");
    db_.commit();
    keep(db_.get_revision());
    EXPECT_EQ(bands.find(name), (std::vector<Xapian::docid>{7, 9}));
}

// What the table tells of a document is not told when it came or changed since.
TEST_F(BandIndexTest, CoarseHistogramsAreOfTheDocumentsAsTheyAre) {
    const auto is_told = [&](BandIndex& bands, Xapian::docid did) {
        EXPECT_EQ(bands.coarse_histogram(did), CoarseBagHistogram(stored(did).histogram));
        return bands.coarse_histogram(did).is_known();
    };
    BandIndex bands = open();
    const auto known = documents_with_sketches();
    ASSERT_GT(known.size(), 200u);
    for (Xapian::docid did = 1; did <= 300; ++did)
        EXPECT_EQ(is_told(bands, did), std::binary_search(known.begin(), known.end(), did));
    const Xapian::docid same = known[0];
    const Xapian::docid head = known[1];
    const Xapian::docid member = known[2];
    const DocumentKeys keys = stored(same);
    db_.replace_document(head, document(keys));
    bands.list(db_, head, keys);
    db_.replace_document(member, document(keys));
    bands.list_member(db_, member, keys);
    const Xapian::docid added = db_.add_document(document(keys));
    bands.list(db_, added, keys);
    EXPECT_FALSE(bands.coarse_histogram(head).is_known());
    EXPECT_FALSE(bands.coarse_histogram(member).is_known());
    EXPECT_FALSE(bands.coarse_histogram(added).is_known());
    BandIndex opened = open();
    EXPECT_FALSE(opened.coarse_histogram(head).is_known());
    EXPECT_FALSE(opened.coarse_histogram(added).is_known());
    EXPECT_TRUE(is_told(opened, same));

    DESCRY_RANDOM(random);
    while (!bands.merge_if_many(db_, info_))
        bands.list_member(db_, db_.add_document(document({random(), {}, {}})), {random(), {}, {}});
    BandIndex merged = open();
    for (const Xapian::docid did : {same, head, added}) {
        EXPECT_TRUE(is_told(bands, did));
        EXPECT_TRUE(is_told(merged, did));
    }
}

// Twice: the table is made anew when it has far too few records, and else merged into.
TEST_F(BandIndexTest, ManyAreMergedIntoTheTable) {
    DESCRY_RANDOM(random);
    // So many names as 16,384 documents of the bands alone have.
    const std::size_t names = model_->parameters().keys() + 1;
    const std::size_t kept = 16384 * (model_->parameters().bands + 1) / names;
    BandIndex bands = open();
    std::map<Xapian::docid, DocumentKeys> added;
    int merges = 0;
    for (std::size_t i = 0; i < 2 * kept + 2; ++i) {
        const DocumentKeys keys = random_keys(random);
        const Xapian::docid did = db_.add_document(document(keys));
        bands.list(db_, did, keys);
        if (i % 1000 == 0) {
            const auto replaced = static_cast<Xapian::docid>(1 + i / 1000);
            db_.replace_document(replaced, document(keys));
            bands.list(db_, replaced, keys);
        }
        if (i % 97 == 0) added[did] = keys;
        if (i % 1000 == 500 && merges == 0) {
            EXPECT_EQ(count_records(db_, "descry:listed:"), i / 1000 + 1);
        }
        if (!bands.merge_if_many(db_, info_)) continue;
        ++merges;
        EXPECT_EQ(info_.listed_to, did);
        EXPECT_EQ(count_records(db_, "descry:listed:"), 0u);
        EXPECT_GT(info_.band_bits, 9u);
    }
    EXPECT_EQ(merges, 2);
    const BandIndex opened = open();
    for (const auto& [did, keys] : added) {
        ASSERT_EQ(count_listed(bands, did, keys), names) << did;
        ASSERT_EQ(count_listed(opened, did, keys), names) << did;
    }
    EXPECT_LE(count_records(db_, "descry:bands:"), std::size_t{1} << info_.band_bits);
}

}  // namespace
}  // namespace descry
