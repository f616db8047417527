#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/inspection/model_preview.h>

#include "engine/keys/descriptive_vector.h"
#include "engine/model/flip_rates.h"
#include "tests/plugin/group_checks.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

class ModelPreviewTest : public ::testing::Test {
  protected:
    void SetUp() override {
        build_database(path_, make_texts(400, 81), Style::STEMS);
        model_.emplace(train_small_model(path_, ""));
    }

    std::vector<DescriptiveSignatures> signatures(const Model& model) const {
        const Xapian::Database db(path_);
        DescriptiveSigner signer(model);
        std::vector<DescriptiveSignatures> all;
        for (const Xapian::docid did : docids_of(db)) {
            const auto counts = body_terms_oracle(db, did, "");
            std::vector<TermCount> terms;
            for (const auto& [term, wdf] : counts)
                terms.push_back({term, wdf});
            all.push_back(signer.sign_terms(terms));
        }
        return all;
    }

    TempFolder folder_;
    std::string path_ = folder_ / "db";
    std::optional<Model> model_;
};

TEST_F(ModelPreviewTest, CoverageIsCountedOverLongEnoughDocuments) {
    const Xapian::Database db(path_);
    ModelCoverage expected;
    std::vector<std::uint32_t> ones;
    double change = 0;
    const std::vector<DescriptiveSignatures> all = signatures(*model_);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto counts = body_terms_oracle(db, docids_of(db)[i], "");
        std::uint32_t length = 0;
        for (const auto& [term, wdf] : counts)
            length += wdf;
        if (length < model_->parameters().min_body_length) continue;
        ++expected.documents;
        expected.with_descriptive += all[i].descriptive ? 1u : 0u;
        expected.with_stable += all[i].stable ? 1u : 0u;
        ones.push_back(all[i].ones);
        double unchanged = 1;
        for (const ModelWord& word : model_->words()) {
            const auto found = counts.find(word.term);
            if (found != counts.end() && is_above(found->second, word.threshold, length)) {
                unchanged *= 1 - std::min(1.0, word.flip_rate.value());
            }
        }
        if (all[i].descriptive) change += 1 - unchanged;
    }
    std::sort(ones.begin(), ones.end());
    const auto nearest_rank = [&](double share) {
        return ones[static_cast<std::size_t>(std::ceil(share * static_cast<double>(ones.size()))) -
                    1];
    };
    for (const unsigned threads : {1u, 4u}) {
        const ModelCoverage got = measure_coverage(read_options(path_, "", threads), *model_);
        EXPECT_EQ(got.documents, expected.documents);
        EXPECT_EQ(got.with_descriptive, expected.with_descriptive);
        EXPECT_EQ(got.with_stable, expected.with_stable);
        EXPECT_EQ(got.ones_p5, nearest_rank(0.05));
        EXPECT_EQ(got.ones_median, nearest_rank(0.5));
        EXPECT_EQ(got.ones_p95, nearest_rank(0.95));
        EXPECT_NEAR(got.mean_change_probability,
                    change / static_cast<double>(expected.with_descriptive), 1e-12);
    }
    EXPECT_GT(expected.with_descriptive, 200u);
}

TEST_F(ModelPreviewTest, ChangesAreCountedByDocument) {
    std::vector<ModelWord> words = model_->words();
    words.erase(words.begin() + 3);
    words[5].threshold += 1u << 24;
    const Model other(model_->parameters(), words);
    SignatureChanges expected;
    const auto before = signatures(*model_);
    const auto after = signatures(other);
    for (std::size_t i = 0; i < before.size(); ++i) {
        expected.descriptive += before[i].descriptive != after[i].descriptive ? 1u : 0u;
        expected.stable += before[i].stable != after[i].stable ? 1u : 0u;
    }
    for (const unsigned threads : {1u, 4u}) {
        const SignatureChanges got =
            count_signature_changes(read_options(path_, "", threads), *model_, other);
        EXPECT_EQ(got.descriptive, expected.descriptive);
        EXPECT_EQ(got.stable, expected.stable);
    }
    EXPECT_GT(expected.descriptive, 0u);
    EXPECT_EQ(count_signature_changes(read_options(path_, ""), *model_, *model_).descriptive, 0u);
}

// The documents that each document is together with.
std::map<Xapian::docid, std::set<Xapian::docid>> companions(const Xapian::Database& db) {
    std::map<Xapian::docid, std::set<Xapian::docid>> together;
    for (const auto& [key, members] : groups_of(db)) {
        for (const Xapian::docid did : members)
            together[did] = {members.begin(), members.end()};
    }
    return together;
}

TEST_F(ModelPreviewTest, ChangesOfGroupsAreThoseOfARebuild) {
    annotate_with(path_, *model_);
    ModelParameters parameters = model_->parameters();
    parameters.grouping.distance = 60'000;
    const Model other(parameters, model_->words(), model_->stable_terms());
    const Schema schema = read_schema(Xapian::Database(path_)).value();
    const auto before = companions(Xapian::Database(path_));
    const GroupChanges none = count_group_changes(read_options(path_, ""), schema, *model_);
    EXPECT_EQ(none.documents, 0u);
    EXPECT_EQ(none.groups_before, none.groups_after);
    EXPECT_EQ(none.grouped_before, none.grouped_after);
    const GroupChanges got = count_group_changes(read_options(path_, "", 2), schema, other);

    EXPECT_EQ(got.groups_before, groups_of(Xapian::Database(path_)).size());
    EXPECT_EQ(got.grouped_before, before.size());
    annotate_with(path_, other);
    const auto after = companions(Xapian::Database(path_));
    EXPECT_EQ(got.groups_after, groups_of(Xapian::Database(path_)).size());
    EXPECT_EQ(got.grouped_after, after.size());
    std::uint64_t changed = 0;
    for (Xapian::docid did = 1; did <= 400; ++did) {
        const auto was = before.find(did);
        const auto is = after.find(did);
        const bool same = was == before.end() ? is == after.end()
                                              : is != after.end() && is->second == was->second;
        changed += same ? 0u : 1u;
    }
    EXPECT_EQ(got.documents, changed);
    EXPECT_GT(changed, 10u);
    EXPECT_LT(changed, 300u);
}

TEST(ModelCoverage, OfAnEmptyIndex) {
    TempFolder folder;
    build_database(folder / "db", {}, Style::WORDS);
    const ModelCoverage coverage =
        measure_coverage(read_options(folder / "db", ""), Model({}, {{"word", 0, {}, {}}}));
    EXPECT_EQ(coverage.documents, 0u);
    EXPECT_EQ(coverage.ones_p95, 0u);
    EXPECT_EQ(coverage.mean_change_probability, 0);
}

TEST(CompareModels, WordsThatEnterLeaveAndMove) {
    const Model before({}, {{"a", 1, {}, {}}, {"b", 1, {}, {}}, {"d", 1, {}, {}}});
    const Model after({},
                      {{"b", 2, {}, {}}, {"c", 1, {}, {}}, {"d", 1, {1}, {}}, {"e", 1, {}, {}}});
    const ModelDifference difference = compare_models(before, after);
    using Terms = std::vector<std::string>;
    EXPECT_EQ(difference.entering, (Terms{"c", "e"}));
    EXPECT_EQ(difference.leaving, (Terms{"a"}));
    EXPECT_EQ(difference.moved, (Terms{"b"}));
    const ModelDifference none = compare_models(after, after);
    EXPECT_TRUE(none.entering.empty() && none.leaving.empty() && none.moved.empty());
}

}  // namespace
}  // namespace descry
