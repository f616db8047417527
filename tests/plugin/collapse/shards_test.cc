// Several databases searched as one: what they share, and what must not be taken for the same.
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collapse/collapse.h>
#include <descry/collapse/collapsing_enquire.h>
#include <descry/schema/model_store.h>

#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

class ShardsTest : public ::testing::Test {
  protected:
    void SetUp() override {
        texts_ = make_texts(400, 61);
        build_database(folder_ / "whole", texts_, Style::WORDS);
        model_.emplace(train_small_model(folder_ / "whole", ""));
        options_.methods = {Slot::DESCRIPTIVE, Slot::DESCRIPTIVE_STABLE, Slot::TERM_PROFILE};
        annotate_with(folder_ / "whole", *model_, options_);
        // Xapian numbers the documents of three databases in turn.
        std::vector<Xapian::WritableDatabase> writers;
        for (const char* name : SHARDS)
            writers.push_back(create_database(folder_ / name));
        for (std::size_t i = 0; i < texts_.size(); ++i)
            writers[i % 3].add_document(make_document(texts_[i], i, Style::WORDS));
        for (Xapian::WritableDatabase& writer : writers)
            writer.commit();
    }

    Xapian::Database shards() const {
        return open_paths({folder_ / "a", folder_ / "b", folder_ / "c"})();
    }

    static constexpr const char* SHARDS[] = {"a", "b", "c"};

    TempFolder folder_;
    std::vector<std::string> texts_;
    std::optional<Model> model_;
    AnnotateOptions options_;
};

TEST_F(ShardsTest, ThatShareAModelCollapseTogether) {
    for (const char* name : SHARDS)
        annotate_with(folder_ / name, *model_, options_);
    const Xapian::Database whole(folder_ / "whole");
    const Xapian::Database together = shards();
    EXPECT_EQ(stored_values(together), stored_values(whole));
    EXPECT_EQ(read_schema(together), read_schema(whole));
    EXPECT_EQ(read_model(together)->model, *model_);

    const auto expected = groups_by_key(whole, 1001);
    const auto groups = groups_by_key(together, 1001);
    ASSERT_EQ(groups.size(), expected.size());
    std::size_t across = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        EXPECT_EQ(groups[i].members, expected[i].members);
        std::set<Xapian::docid> parts;
        for (const Xapian::docid did : groups[i].members)
            parts.insert(did % 3);
        if (parts.size() > 1) ++across;
    }
    EXPECT_GT(across, 5u);
    const auto count_groups = [](const Xapian::Database& db) {
        CollapsingEnquire enquire(db);
        enquire.set_query(Xapian::Query("word1"));
        enquire.set_collapse_key(1001);
        return enquire.get_mset(0, 50).groups;
    };
    EXPECT_EQ(count_groups(together), count_groups(whole));
}

TEST_F(ShardsTest, OfDifferentModelsNeverShareAKey) {
    ModelParameters parameters = model_->parameters();
    ++parameters.documents;  // whatever differs, however little it means
    const Model other(parameters, model_->words());
    annotate_with(folder_ / "a", *model_, options_);
    annotate_with(folder_ / "b", other, options_);
    annotate_with(folder_ / "c", *model_, options_);
    std::map<Slot, std::set<std::string>> keys[3];
    for (const auto& [did, values] : stored_values(shards())) {
        for (const auto& [slot, value] : values)
            keys[(did - 1) % 3][slot].insert(value);
    }
    const auto shared = [&](Slot slot, int x, int y) {
        std::size_t count = 0;
        for (const std::string& key : keys[x][slot])
            count += keys[y][slot].count(key);
        return count;
    };
    for (const Slot slot : {Slot::DESCRIPTIVE, Slot::DESCRIPTIVE_STABLE, Slot::STATE}) {
        EXPECT_EQ(shared(slot, 0, 1), 0u) << signature_method(slot).name;
        EXPECT_GT(shared(slot, 0, 2), 0u) << signature_method(slot).name;
    }
    // Content keys need no model.
    EXPECT_GT(shared(Slot::TERM_PROFILE, 0, 1), 0u);
}

}  // namespace
}  // namespace descry
