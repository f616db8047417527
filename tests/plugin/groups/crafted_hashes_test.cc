// Values and words of equal hashes, which somebody made so: nothing is hidden, grouped or told to
// be equal that is not.
#include "tests/crafted_hashes.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collapse/collapse.h>
#include <descry/collapse/collapsing_enquire.h>
#include <descry/collapse/doc_values.h>
#include <descry/collection/collection_groups.h>
#include <descry/indexing/indexing_stage.h>
#include <descry/inspection/explanation.h>
#include <descry/inspection/similar.h>
#include <descry/jobs/duplicate_removal.h>

#include "engine/collection/document_keys.h"
#include "engine/collection/forward_index.h"
#include "plugin/groups/group_store.h"
#include "tests/plugin/group_checks.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

std::uint64_t content_hash(const std::string& text) {
    std::map<std::string, std::uint32_t> words;
    std::istringstream in(text);
    for (std::string word; in >> word;)
        ++words[word];
    std::uint64_t hash = 0;
    for (const auto& [word, wdf] : words)
        hash += content_hash_part(hash64(word), wdf);
    return hash;
}

// @a text and a word that gives it the content hash of @a other.
std::string made_equal(const std::string& text, const std::string& other) {
    const std::uint64_t part = content_hash(other) - content_hash(text);
    return text + " " + word_of_hash(hash_of_bag_part(part));
}

TEST(CraftedHashes, AreEqual) {
    const std::string word = word_of_hash(hash64("tides"));
    EXPECT_EQ(hash64(word), hash64("tides"));
    EXPECT_EQ(word.size(), 16u);
    EXPECT_NE(word, word_of_hash(hash64("tides"), 1));
    const std::string text = "high water at two";
    EXPECT_EQ(content_hash(made_equal("six words of which one is junk", text)), content_hash(text));
}

class CraftedValues : public ::testing::Test {
  protected:
    CraftedValues() {
        const std::string value = "value of another";
        const std::string crafted = word_of_hash(hash64(value));
        for (const std::string& of :
             {value, crafted, value, crafted, word_of_hash(hash64(value), 1)}) {
            Xapian::Document document;
            document.add_term("all");
            document.add_value(1, of);
            db_.add_document(document);
        }
        db_.commit();
    }

    TempFolder folder_;
    Xapian::WritableDatabase db_ = create_database(folder_ / "db");
};

TEST_F(CraftedValues, AreNoGroupByKey) {
    const std::vector<KeyGroup> groups = groups_by_key(db_, 1);
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0].members, (std::vector<Xapian::docid>{1, 3}));
    EXPECT_EQ(groups[1].members, (std::vector<Xapian::docid>{2, 4}));
    EXPECT_NE(groups[0].key, groups[1].key);
    EXPECT_EQ(groups_by_key(db_, 1, 1).size(), 3u);
    EXPECT_TRUE(groups_by_key(db_, 1, 3).empty());
}

TEST_F(CraftedValues, AreNoDuplicatesOfEachOther) {
    DuplicateSearch search;
    search.key_slot = 1;
    search.url = [](Xapian::docid) { return "u"; };
    EXPECT_EQ(find_duplicates(db_, search), (std::vector<DuplicateDocument>{{3, 1}, {4, 2}}));
}

TEST_F(CraftedValues, CollapseToOneResultEach) {
    for (const bool with_columns : {false, true}) {
        SCOPED_TRACE(with_columns);
        const Xapian::Database db(folder_ / "db");
        CollapsingEnquire enquire(db, with_columns ? std::make_shared<DocValues>(db) : nullptr);
        enquire.set_query(Xapian::Query("all"));
        enquire.set_collapse_key(1);
        enquire.add_facet(1, FacetOver::MATCHES);
        const CollapsedMSet mset = enquire.get_mset(0, 10);
        EXPECT_EQ(mset.items.size(), 3u);
        EXPECT_EQ(mset.groups, 3u);
        ASSERT_EQ(mset.facets.size(), 1u);
        EXPECT_EQ(mset.facets.front().values.size(), 3u);
        // Heads are chosen by values, too.
        enquire.set_head(HeadRule::min(2));
        EXPECT_EQ(enquire.get_mset(0, 10).items.size(), 3u);
    }
}

class CraftedWords : public ::testing::Test {
  protected:
    // Two texts of one content hash, each with a near-duplicate, in the order a, b, a's, b's.
    void SetUp() override {
        a_ = plain_text(1, 100);
        b_ = made_equal(plain_text(2, 100), a_);
        ASSERT_EQ(content_hash(a_), content_hash(b_));
        near_a_ = near_copy(a_, 50, 1);
        near_b_ = near_copy(b_, 50, 1);
    }

    // As a whole.
    void build() {
        std::vector<std::string> texts = make_texts(300, 71);
        first_ = static_cast<Xapian::docid>(texts.size() + 1);
        texts.insert(texts.end(), {a_, b_, near_a_, near_b_});
        build_database(path_, texts, Style::WORDS);
        model_.emplace(train_small_model(path_, ""));
        annotate_with(path_, *model_);
    }

    void expect_two_groups(const Xapian::Database& db, Xapian::docid first) const {
        const auto key = [&](Xapian::docid i) {
            return db.get_document(first + i).get_value(1000);
        };
        EXPECT_NE(key(0), "");
        EXPECT_EQ(key(0), key(2));
        EXPECT_NE(key(1), "");
        EXPECT_EQ(key(1), key(3));
        EXPECT_NE(key(0), key(1));
        expect_valid_groups(db, *model_);
    }

    TempFolder folder_;
    std::string path_ = folder_ / "db";
    std::string a_, b_, near_a_, near_b_;
    std::optional<Model> model_;
    Xapian::docid first_ = 0;
};

TEST_F(CraftedWords, OfOneContentHashAreNoGroup) {
    build();
    expect_two_groups(Xapian::Database(path_), first_);
    // What a rebuild writes is what it finds: the next changes nothing.
    AnnotateOptions options;
    options.all = true;
    const AnnotateReport report = annotate_again(path_, options);
    EXPECT_EQ(report.written, 0u);
    EXPECT_EQ(report.grouped, 0u);
}

TEST_F(CraftedWords, SixJunkWordsAreNotAnotherText) {
    b_ = made_equal("one two three four five", a_);
    near_b_ = b_;
    build();
    const Xapian::Database db(path_);
    EXPECT_EQ(db.get_document(first_).get_value(1000), db.get_document(first_ + 2).get_value(1000));
    // Equal to each other they are.
    EXPECT_EQ(db.get_document(first_ + 1).get_value(1000),
              db.get_document(first_ + 3).get_value(1000));
    EXPECT_NE(db.get_document(first_ + 1).get_value(1000), db.get_document(first_).get_value(1000));
    expect_valid_groups(db, *model_);
}

TEST_F(CraftedWords, JoinOneByOneWhatTheyAreLike) {
    build_database(path_, make_texts(300, 71), Style::WORDS);
    model_.emplace(train_small_model(path_, ""));
    annotate_with(path_, *model_);
    Xapian::WritableDatabase db = open_to_write(path_);
    IndexingStage stage(db);
    std::size_t number = 1000;
    const auto put = [&](const std::string& text) {
        ++number;
        return stage.replace_document("Q" + std::to_string(number),
                                      make_document(text, number, Style::WORDS), text);
    };
    const Xapian::docid first = put(a_);
    for (const std::string& text : {b_, near_a_, near_b_})
        put(text);
    expect_two_groups(db, first);
    // Copies find theirs, and heads hand on to them.
    const Xapian::docid copy_of_a = put(a_);
    const Xapian::docid copy_of_b = put(b_);
    const auto key = [&](Xapian::docid did) { return db.get_document(did).get_value(1000); };
    EXPECT_EQ(key(copy_of_a), key(first));
    EXPECT_EQ(key(copy_of_b), key(first + 1));
    stage.delete_document(first);
    stage.delete_document(first + 1);
    expect_valid_groups(db, *model_);
    EXPECT_EQ(key(copy_of_a), key(first + 2));
    EXPECT_EQ(key(copy_of_b), key(first + 3));
    EXPECT_NE(key(copy_of_a), key(copy_of_b));
    db.commit();
}

TEST_F(CraftedWords, OfOneHashAreAsFarAsTheyAre) {
    // Each word is another's by its hash.
    std::istringstream in(a_);
    b_.clear();
    near_b_.clear();
    std::size_t words = 0;
    for (std::string word; in >> word; ++words) {
        b_ += (words < 40 ? word_of_hash(hash64(word)) : word) + " ";
        near_b_ += word + " ";
    }
    build();
    const Xapian::Database db(path_);
    const auto key = [&](Xapian::docid i) { return db.get_document(first_ + i).get_value(1000); };
    EXPECT_EQ(key(0), key(3));
    EXPECT_NE(key(0), key(1));
    expect_valid_groups(db, *model_);

    const Schema schema = read_schema(db).value();
    for (const SimilarDocument& similar : find_similar(db, schema, *model_, first_, 10)) {
        const double distance = distance_oracle(body_terms_oracle(db, first_, ""),
                                                body_terms_oracle(db, similar.did, ""));
        EXPECT_NEAR(similar.distance / 1e6, testing::told_without_texts(distance), 2e-6)
            << similar.did;
    }
    const ForwardIndex lists(std::make_shared<IndexCollection>(read_options(path_, "")));
    std::set<std::string_view> terms;
    for (std::uint32_t number = 0; number < lists.terms(); ++number)
        terms.insert(lists.term(number));
    EXPECT_EQ(terms.size(), lists.terms());
    EXPECT_TRUE(terms.contains(b_.substr(0, b_.find(' '))));
}

TEST_F(CraftedWords, AreExplainedAsTheyAre) {
    build();
    const Xapian::Database db(path_);
    const Schema schema = read_schema(db).value();
    const Explanation e = explain(db, schema, *model_, first_, first_ + 1);
    EXPECT_FALSE(e.same_content_hash);
    EXPECT_GT(e.distance, e.limit);
    EXPECT_EQ(e.decision, GroupDecision::NO_SHARED_BAND);
    EXPECT_EQ(explain(db, schema, *model_, first_, first_ + 2).decision, GroupDecision::SAME_GROUP);
}

// As a version left it that took equal hashes for equal words.
TEST_F(CraftedWords, InOneGroupAreSaidNotToBelongThere) {
    build();
    Xapian::WritableDatabase db = open_to_write(path_);
    const std::string key = db.get_document(first_).get_value(1000);
    Xapian::Document document = db.get_document(first_ + 1);
    document.add_value(1000, key);
    db.replace_document(first_ + 1, document);
    KeyedGroup group = read_group(db, key).value();
    group.members.push_back({first_ + 1, 0});
    write_group(db, group);
    db.commit();
    const Explanation e = explain(db, read_schema(db).value(), *model_, first_, first_ + 1);
    EXPECT_EQ(e.decision, GroupDecision::OUTDATED_GROUP);
    EXPECT_EQ(e.b.distance_to_head, e.distance);
}

}  // namespace
}  // namespace descry
