// Groups that the indexing stage keeps current while documents come, change and go.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/analyzers/words.h>
#include <descry/indexing/indexing_stage.h>
#include <descry/reading/text_reader.h>
#include <descry/schema/model_store.h>
#include <descry/training/training.h>

#include "engine/collection/document_keys.h"
#include "engine/texts/joined_words.h"
#include "plugin/base/metadata_records.h"
#include "plugin/groups/group_store.h"
#include "plugin/groups/index_groups.h"
#include "plugin/schema/groups_info.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/group_checks.h"
#include "tests/plugin/test_index.h"
#include "tests/volume.h"

namespace descry {
namespace {

using namespace testing;

class OnlineGroupsTest : public ::testing::Test {
  protected:
    // An index of these texts with a model and groups, and a stage that goes on with it.
    void start(const std::vector<std::string>& texts, Style style = Style::WORDS,
               CharacterKeyChoice character_keys = CharacterKeyChoice::AUTO) {
        style_ = style;
        build_database(path_, texts, style);
        if (style == Style::RECORDS) {
            train_on_records(character_keys);
        } else {
            model_.emplace(train_small_model(path_, ""));
        }
        annotate_with(path_, *model_);
        db_ = open_to_write(path_);
        stage_ = std::make_unique<IndexingStage>(db_);
    }

    // A model of an index that says which analyzer made its terms.
    void train_on_records(CharacterKeyChoice character_keys) {
        const std::string recipe = AnalyzerRecipe().to_string();
        IndexingOptions indexing;
        indexing.analyzer = recipe;
        Xapian::WritableDatabase db = open_to_write(path_);
        IndexingStage(db, indexing);
        db.commit();
        TrainingOptions training;
        training.min_documents = 100;
        training.selection.words = 200;
        training.selection.grow = false;
        training.analyzer = recipe;
        training.character_keys = character_keys;
        model_.emplace(train_model(read_options(path_, ""), training));
    }

    static std::string name(std::size_t number) { return "Q" + std::to_string(number); }

    Xapian::docid put(std::size_t number, const std::string& text) {
        return stage_->replace_document(name(number), make_document(text, number, style_), text);
    }

    std::string key_of(std::size_t number) const {
        const auto p = db_.postlist_begin(name(number));
        if (p == db_.postlist_end(name(number))) return "no document";
        return db_.get_document(*p).get_value(1000);
    }

    void expect_valid(const std::string& where = "") const {
        expect_valid_groups(db_, *model_, where);
    }

    TempFolder folder_;
    std::string path_ = folder_ / "db";
    Style style_ = Style::WORDS;
    std::optional<Model> model_;
    Xapian::WritableDatabase db_;
    std::unique_ptr<IndexingStage> stage_;
};

TEST_F(OnlineGroupsTest, DocumentsFoundJoinAndLeave) {
    start(make_texts(300, 71));
    const std::string text = plain_text(1, 100);
    put(1000, text);
    EXPECT_EQ(key_of(1000), "");
    put(1001, near_copy(text, 50, 1));  // founds a group with the one that stood alone
    const std::string key = key_of(1000);
    EXPECT_NE(key, "");
    EXPECT_EQ(key_of(1001), key);
    const Xapian::docid third = put(1002, text);
    EXPECT_EQ(key_of(1002), key);
    EXPECT_EQ(read_group(db_, key)->members.size(), 3u);
    expect_valid();

    EXPECT_EQ(put(1002, plain_text(2, 100)), third);  // replaced by something else
    EXPECT_EQ(key_of(1002), "");
    EXPECT_EQ(key_of(1000), key);
    expect_valid();
    put(1002, text);
    EXPECT_EQ(key_of(1002), key);

    stage_->delete_document(name(1000));  // the head: its equal leads now, or the other does
    EXPECT_EQ(key_of(1000), "no document");
    EXPECT_NE(key_of(1001), "");
    EXPECT_EQ(key_of(1001), key_of(1002));
    expect_valid();
    stage_->delete_document(name(1002));
    EXPECT_EQ(key_of(1001), "");
    expect_valid();
    stage_->delete_document(name(1001));
    stage_->delete_document(name(1001));  // there is none
    expect_valid();
    db_.commit();
    const Schema schema = read_schema(db_).value();
    EXPECT_TRUE(find_stale_documents(db_, schema, &*model_).empty());
}

// Whatever width a model gives its keys: what one run writes the next reads.
TEST_F(OnlineGroupsTest, KeysOfEveryWidthAreRead) {
    for (const std::uint32_t bits : {8u, 24u, 56u}) {
        SCOPED_TRACE(bits);
        path_ = folder_ / std::to_string(bits);
        build_database(path_, make_texts(300, 71), Style::WORDS);
        const Model trained = train_small_model(path_, "");
        ModelParameters parameters = trained.parameters();
        parameters.band_key_bits = bits;
        model_.emplace(parameters, trained.words(), trained.stable_terms());
        annotate_with(path_, *model_);
        db_ = open_to_write(path_);
        stage_ = std::make_unique<IndexingStage>(db_);
        const std::string text = plain_text(1, 100);
        put(1000, text);
        put(1001, near_copy(text, 50, 1));
        EXPECT_NE(key_of(1001), "");
        EXPECT_EQ(key_of(1000), key_of(1001));
        EXPECT_GT(groups_of(db_).size(), 20u);
        expect_valid();
        stage_.reset();
        db_.close();
    }
}

// As another program may leave them: such a document is told to be stale, and mended.
TEST_F(OnlineGroupsTest, KeysThatCannotBeReadAreStale) {
    start(make_texts(300, 72));
    const Schema schema = read_schema(db_).value();
    const Xapian::valueno slot = schema.slot(Slot::TERM_BANDS);
    Xapian::Document document = db_.get_document(7);
    const std::string keys = document.get_value(slot);
    document.add_value(slot, keys + "x");
    db_.replace_document(7, document);
    db_.commit();
    EXPECT_EQ(find_stale_documents(db_, schema, &*model_), std::vector<Xapian::docid>{7});
    stage_.reset();
    db_.close();
    annotate_again(path_);
    db_ = open_to_write(path_);
    EXPECT_EQ(db_.get_document(7).get_value(slot), keys);
    EXPECT_TRUE(find_stale_documents(db_, schema, &*model_).empty());
    expect_valid();
}

TEST_F(OnlineGroupsTest, TheSameTextAgainChangesNothing) {
    start(make_texts(300, 73));
    Schema schema = read_schema(db_).value();
    schema.add(Slot::EXACT);
    write_schema(db_, schema);
    stage_ = std::make_unique<IndexingStage>(db_);
    const std::string text = plain_text(1, 100);
    const std::string copy = near_copy(text, 50, 1);
    put(1000, text);
    put(1001, copy);
    put(1002, text);
    const std::string key = key_of(1000);
    ASSERT_NE(key, "");
    const auto group = read_group(db_, key);
    ASSERT_EQ(group->members.size(), 3u);
    const StoredValues values = stored_values(db_);
    // The head above all.
    for (const int round : {1, 2}) {
        SCOPED_TRACE(round);
        put(1000, text);
        put(1001, copy);
        put(1002, text);
        EXPECT_EQ(stored_values(db_), values);
        EXPECT_EQ(read_group(db_, key), group);
        expect_valid();
    }
    put(1000, plain_text(2, 100));
    EXPECT_EQ(key_of(1000), "");
    EXPECT_EQ(key_of(1001), key_of(1002));
    expect_valid();
}

TEST_F(OnlineGroupsTest, WithPositionsTheOrderCounts) {
    start(make_texts(300, 72), Style::STEMS);
    const std::string first = plain_text(8, 60);
    const std::string second = plain_text(9, 60);
    put(1000, first + second);
    put(1001, second + first + "end");
    EXPECT_EQ(key_of(1001), "");
    put(1002, first + second + "fin");
    EXPECT_NE(key_of(1002), "");
    EXPECT_EQ(key_of(1002), key_of(1000));
    EXPECT_EQ(key_of(1001), "");
    expect_valid();
}

// A letter of every second word replaced, so that they share too few words.
TEST_F(OnlineGroupsTest, NoisyDocumentsMeetByCharacters) {
    const std::vector<std::string> texts = make_texts(300, 76);
    std::vector<std::string> originals;
    for (std::uint32_t i = 0; i < 10; ++i)
        originals.push_back(plain_text(100 + i, 80));
    const auto noisy = [](std::string text) {
        bool is_odd = false;
        for (std::size_t i = 1; i < text.size(); ++i) {
            if (text[i - 1] != ' ') continue;
            is_odd = !is_odd;
            if (is_odd) text[i] = 'z';
        }
        return text;
    };
    for (const auto choice : {CharacterKeyChoice::OFF, CharacterKeyChoice::ON}) {
        const bool is_on = choice == CharacterKeyChoice::ON;
        SCOPED_TRACE(is_on);
        stage_.reset();
        db_.close();
        std::filesystem::remove_all(path_);
        start(texts, Style::RECORDS, choice);
        std::size_t together = 0;
        for (std::size_t i = 0; i < originals.size(); ++i)
            put(1000 + i, originals[i]);
        for (std::size_t i = 0; i < originals.size(); ++i) {
            put(2000 + i, noisy(originals[i]));
            together += key_of(1000 + i) == key_of(2000 + i) && !key_of(1000 + i).empty() ? 1u : 0u;
        }
        EXPECT_EQ(together == originals.size(), is_on) << together;
        EXPECT_LT(is_on ? 0 : together, originals.size() / 2);
        expect_valid();
        // What the stage wrote is what an annotation writes.
        db_.commit();
        stage_.reset();
        db_.close();
        AnnotateOptions options;
        options.all = true;
        EXPECT_EQ(annotate_again(path_, options).written, 0u);
        db_ = open_to_write(path_);
    }
}

TEST_F(OnlineGroupsTest, EveryValueIsThatOfAnAnnotation) {
    const std::vector<std::string> texts = make_texts(400, 73);
    start({texts.begin(), texts.begin() + 300}, Style::STEMS);
    for (std::size_t i = 300; i < 400; ++i)
        put(i, texts[i]);
    db_.commit();
    StoredValues staged = stored_values(db_);
    stage_.reset();
    db_.close();
    AnnotateOptions options;
    options.all = true;
    const AnnotateReport report = annotate_again(path_, options);
    EXPECT_EQ(report.written, 0u);
}

TEST_F(OnlineGroupsTest, WithoutCompleteGroupsDocumentsWaitForTheNextAnnotation) {
    start(make_texts(300, 74));
    stage_.reset();
    GroupsInfo info = read_groups_info(db_).value();
    info.complete = false;
    write_groups_info(db_, info);
    stage_ = std::make_unique<IndexingStage>(db_);
    put(1000, plain_text(1, 100));
    put(1001, plain_text(1, 100));
    EXPECT_EQ(key_of(1000), "");
    const Schema schema = read_schema(db_).value();
    EXPECT_EQ(find_stale_documents(db_, schema, &*model_).size(), 2u);
    db_.commit();
    stage_.reset();
    db_.close();
    annotate_again(path_);
    db_ = open_to_write(path_);
    EXPECT_NE(key_of(1000), "");
    EXPECT_EQ(key_of(1000), key_of(1001));
    expect_valid();
}

TEST_F(OnlineGroupsTest, SeveralDocumentsWithOneUniqueTerm) {
    start(make_texts(300, 75));
    const std::string text = plain_text(1, 100);
    const std::string alone = plain_text(2, 100);
    const std::string third = plain_text(3, 100);
    put(1000, text);
    put(1001, text);
    put(1002, alone);
    put(1003, third);
    put(1004, third);
    // As another program may leave them.
    const auto share = [&](const std::vector<std::size_t>& numbers, const std::string& term) {
        for (const std::size_t number : numbers) {
            const Xapian::docid did = *db_.postlist_begin(name(number));
            Xapian::Document document = db_.get_document(did);
            document.add_boolean_term(term);
            db_.replace_document(did, document);
        }
    };
    // Xapian replaces the first and deletes the second, which the new one must not be grouped with.
    share({1001, 1002}, "Qshared");
    stage_->replace_document("Qshared", make_document(alone, 2000, style_));
    expect_valid();
    EXPECT_EQ(key_of(1000), "");
    EXPECT_EQ(key_of(2000), "");
    share({2000, 1004}, "Qboth");
    stage_->replace_document("Qboth", make_document(text, 2001, style_));
    expect_valid();
    EXPECT_EQ(key_of(1003), "");
    EXPECT_NE(key_of(2001), "");
    EXPECT_EQ(key_of(2001), key_of(1000));
    share({2001, 1003}, "Qgone");
    stage_->delete_document("Qgone");
    EXPECT_EQ(key_of(1003), "no document");
    EXPECT_EQ(key_of(2001), "no document");
    EXPECT_EQ(key_of(1000), "");
    expect_valid();
}

// Equal documents, whichever of the groups near them is the largest.
TEST_F(OnlineGroupsTest, ADocumentThatEqualsAMemberJoinsItsGroup) {
    start(make_texts(300, 76));
    DESCRY_RANDOM(random);
    for (std::size_t cluster = 0; cluster < 10; ++cluster) {
        std::vector<std::string> texts = {plain_text(100 + cluster, 100)};
        for (std::size_t i = 1; i < 30; ++i) {
            const std::string& original = texts[random() % texts.size()];
            texts.push_back(near_copy(original, 8 + static_cast<unsigned>(random() % 40),
                                      static_cast<std::uint32_t>(random())));
        }
        for (std::size_t i = 0; i < texts.size(); ++i)
            put(1000 * (cluster + 1) + i, texts[i]);
        for (std::size_t i = 0; i < texts.size(); ++i)
            put(1000 * (cluster + 1) + 100 + i, texts[i]);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            EXPECT_EQ(key_of(1000 * (cluster + 1) + 100 + i), key_of(1000 * (cluster + 1) + i));
            EXPECT_NE(key_of(1000 * (cluster + 1) + i), "");
        }
    }
    expect_valid();
}

// Of the heads within the distance, that of the largest group, unless another is near.
TEST_F(OnlineGroupsTest, ANearHeadIsPreferredToThatOfALargerGroup) {
    start(make_texts(300, 77));
    for (std::size_t text = 0; text < 10; ++text) {
        SCOPED_TRACE(text);
        const std::string newcomer = plain_text(200 + text, 200);
        const std::string far_head = changed_copy(newcomer, 0, 26);
        const std::string closer_head = changed_copy(newcomer, 100, 14);
        const std::size_t number = 1000 * (text + 1);
        put(number, far_head);
        put(number + 1, far_head);
        put(number + 2, far_head);
        put(number + 3, closer_head);
        put(number + 4, newcomer);
        EXPECT_EQ(key_of(number + 3), "");
        EXPECT_EQ(key_of(number + 4), key_of(number));
        stage_->delete_document(name(number + 4));
        stage_->delete_document(name(number + 3));
        put(number + 5, changed_copy(newcomer, 180, 7));
        put(number + 6, newcomer);
        EXPECT_NE(key_of(number + 6), key_of(number));
        EXPECT_EQ(key_of(number + 6), key_of(number + 5));
    }
    expect_valid();
}

// Documents come, change and go at random; a map of texts says what the index must hold.
TEST_F(OnlineGroupsTest, RandomOperations) {
    DESCRY_RANDOM(random);
    const std::vector<std::string> begin = make_texts(300, static_cast<std::uint32_t>(random()));
    start(begin, random() % 2 == 0 ? Style::WORDS : Style::STEMS);
    std::map<std::size_t, std::string> texts;
    for (std::size_t i = 0; i < begin.size(); ++i)
        texts[i] = begin[i];
    const auto any = [&] {
        return std::next(texts.begin(), static_cast<long>(random() % texts.size()));
    };
    const auto new_text = [&]() -> std::string {
        const std::uint64_t kind = random() % 10;
        if (kind == 0) return plain_text(random(), random() % 30);  // short
        if (kind == 1) return plain_text(random(), 50 + random() % 100);
        const std::string& earlier = any()->second;
        if (kind < 4) return earlier;
        return near_copy(earlier, 6 + static_cast<unsigned>(random() % 50),
                         static_cast<std::uint32_t>(random()));
    };
    std::size_t next = 1000;
    for (int operation = 1; operation <= scaled(300, 2); ++operation) {
        switch (random() % 4) {
            case 0:
            case 1: {
                const std::string text = new_text();
                put(next, text);
                texts[next++] = text;
                break;
            }
            case 2: {
                const std::size_t number = any()->first;
                const std::string text = random() % 4 == 0 ? texts[number] : new_text();
                put(number, text);
                texts[number] = text;
                break;
            }
            default: {
                const std::size_t number = any()->first;
                stage_->delete_document(name(number));
                texts.erase(number);
            }
        }
        if (random() % 40 == 0) db_.commit();
        if (operation % 10 != 0) continue;
        expect_valid("after operation " + std::to_string(operation));
        ASSERT_EQ(db_.get_doccount(), texts.size());
        if (HasFailure()) return;
    }
    db_.commit();
    const Schema schema = read_schema(db_).value();
    EXPECT_TRUE(find_stale_documents(db_, schema, &*model_).empty());
    stage_.reset();
    db_.close();
    const auto revision = Xapian::Database(path_).get_revision();
    EXPECT_EQ(annotate_again(path_).examined, 0u);
    EXPECT_EQ(Xapian::Database(path_).get_revision(), revision);  // nothing to repair
}

// What the stage keeps in memory is not what the database holds any more.
TEST_F(OnlineGroupsTest, ACancelledTransactionLeavesNothingBehind) {
    start(make_texts(300, 78));
    const std::string text = plain_text(1, 100);
    put(1000, text);
    db_.commit();
    db_.begin_transaction();
    put(1001, near_copy(text, 50, 1));
    for (std::size_t i = 1030; i < 1035; ++i)
        put(i, plain_text(i, 100));
    const Xapian::docid never_stored = put(1002, plain_text(2, 100));
    put(1010, near_copy(plain_text(2, 100), 50, 4));
    EXPECT_NE(key_of(1010), "");
    stage_->delete_document(name(1000));
    db_.cancel_transaction();
    EXPECT_EQ(key_of(1000), "");
    expect_valid("after the cancelled transaction");

    put(1003, near_copy(plain_text(2, 100), 50, 2));  // like the one that was never stored
    EXPECT_EQ(key_of(1003), "");
    put(1004, near_copy(text, 50, 3));
    EXPECT_NE(key_of(1000), "");
    EXPECT_EQ(key_of(1004), key_of(1000));
    std::size_t last = 1005;
    while (put(last, plain_text(last, 100)) < never_stored)
        ++last;
    put(1020, near_copy(plain_text(last, 100), 50, 5));
    EXPECT_NE(key_of(1020), "") << "it was compared with what stood under this docid once";
    db_.commit();
    expect_valid("after what came then");
}

// The same words stand under its docid now, in another order.
TEST_F(OnlineGroupsTest, WordsOfACancelledDocumentAreForgotten) {
    start(make_texts(300, 80), Style::RECORDS);
    const std::string first = plain_text(8, 60);
    const std::string second = plain_text(9, 60);
    db_.commit();
    db_.begin_transaction();
    const Xapian::docid cancelled = put(1000, first + second);
    put(1001, plain_text(10, 100));
    db_.cancel_transaction();

    // By a program that signs, and writes its documents itself.
    Xapian::Document document = make_document(second + first, 1002, style_);
    stage_->sign(document, second + first);
    ASSERT_EQ(db_.add_document(document), cancelled);
    put(1003, near_copy(second + first, 50, 1));
    EXPECT_NE(key_of(1003), "");
    EXPECT_EQ(key_of(1003), key_of(1002));
    put(1004, near_copy(first + second, 50, 2));
    EXPECT_EQ(key_of(1004), "");
}

// Of two heads a newcomer meets, one is compared, the other only known by its keys.
TEST_F(OnlineGroupsTest, HeadsThatAnotherProgramDeletedAreNobodysCandidates) {
    const std::string text = plain_text(7, 120);
    std::vector<std::string> texts = make_texts(300, 82);
    texts.push_back(changed_copy(text, 0, 10));
    texts.push_back(changed_copy(text, 100, 10));
    start(texts, Style::RECORDS);
    ASSERT_EQ(key_of(300), "");
    ASSERT_EQ(key_of(301), "");
    put(1000, text);
    ASSERT_NE(key_of(1000), "");
    ASSERT_NE(key_of(300) == "", key_of(301) == "");
    db_.delete_document(name(300));
    db_.delete_document(name(301));
    put(1001, text + "end");
    EXPECT_EQ(key_of(1001), "");
}

TEST_F(OnlineGroupsTest, AsGoodAsARebuild) {
    DESCRY_RANDOM(random);
    std::size_t rebuilt_pairs = 0;
    std::size_t both = 0;
    // Of one collection 98 % of the pairs, with a deviation of 2; of several, that evens out.
    for (int round = 0; round < 4; ++round) {
        path_ = folder_ / std::to_string(round);
        const std::vector<std::string> texts =
            make_texts(1200, static_cast<std::uint32_t>(random()));
        start({texts.begin(), texts.begin() + 400});
        for (std::size_t i = 400; i < texts.size(); ++i)
            put(i, texts[i]);
        db_.commit();
        expect_valid();
        const auto online = grouped_pairs(db_);
        stage_.reset();
        db_.close();
        AnnotateOptions options;
        options.all = true;
        annotate_again(path_, options);
        const auto rebuilt = grouped_pairs(Xapian::Database(path_));
        ASSERT_GT(rebuilt.size(), 300u);
        rebuilt_pairs += rebuilt.size();
        for (const auto& pair : rebuilt)
            both += online.count(pair);
    }
    RecordProperty("pairs", static_cast<int>(rebuilt_pairs));
    RecordProperty("both", static_cast<int>(both));
    EXPECT_GE(both * 10, rebuilt_pairs * 9) << both << " of " << rebuilt_pairs;
}

std::vector<KeyedGroup> groups_in(const Xapian::Database& db) {
    std::vector<KeyedGroup> groups;
    for_each_group(db, [&](const KeyedGroup& group) { groups.push_back(group); });
    return groups;
}

// As if no document had a histogram.
void take_histograms_away(Xapian::WritableDatabase& db, const Model& model) {
    const Xapian::valueno slot = read_schema(db).value().slot(Slot::TERM_BANDS);
    for (const Xapian::docid did : docids_of(db)) {
        Xapian::Document document = db.get_document(did);
        auto keys = decode_keys(document.get_value(slot), model.parameters());
        if (!keys) continue;
        keys->histogram = BagHistogram();
        document.add_value(slot, encode_keys(*keys, model.parameters()));
        db.replace_document(did, document);
    }
    remove_records(db, metadata_key::HISTOGRAMS_PREFIX);
    db.commit();
}

// With histograms and coarse histograms and without, in any order or not: the same groups.
TEST_F(OnlineGroupsTest, HistogramsOnlySpareReading) {
    DESCRY_RANDOM(random);
    const std::vector<std::string> texts = make_texts(500, static_cast<std::uint32_t>(random()));
    build_database(path_, {texts.begin(), texts.begin() + 250}, Style::STEMS);
    const Model trained = train_small_model(path_, "");
    ModelParameters parameters = trained.parameters();
    parameters.any_order = random() % 2 == 0;
    if (random() % 2 == 0) parameters.grouping.distance = 80'000;
    const Model model(std::move(parameters), trained.words(), trained.stable_terms());
    annotate_with(path_, model);
    const std::string other_path = folder_ / "other";
    std::filesystem::copy(path_, other_path, std::filesystem::copy_options::recursive);

    db_ = open_to_write(path_);
    Xapian::WritableDatabase other = open_to_write(other_path);
    take_histograms_away(other, model);
    IndexingStage stage(db_);
    IndexingStage other_stage(other);
    for (std::size_t i = 250; i < texts.size(); ++i) {
        // Some take the place of another, whose histogram may have been met.
        const std::size_t number = i % 3 == 0 ? random() % i : i;
        for (IndexingStage* each : {&stage, &other_stage}) {
            each->replace_document(name(number), make_document(texts[i], number, Style::STEMS),
                                   texts[i]);
        }
    }
    EXPECT_GT(groups_in(db_).size(), 20u);
    EXPECT_TRUE(groups_in(db_) == groups_in(other));
}

// A stage that goes on and one that begins anew with each document make the same groups, whatever
// is cancelled meanwhile, and whatever other programs change.
class OnlineGroupsOfStyleTest : public OnlineGroupsTest,
                                public ::testing::WithParamInterface<Style> {};

TEST_P(OnlineGroupsOfStyleTest, WhatIsKeptInMemoryOnlySparesReading) {
    DESCRY_RANDOM(random);
    // A crowd, so that each newcomer meets many heads.
    const std::string original = plain_text(random(), 150);
    const auto new_text = [&] {
        return changed_copy(original, static_cast<unsigned>(random() % 120),
                            static_cast<unsigned>(random() % 30));
    };
    std::vector<std::string> begin = make_texts(200, static_cast<std::uint32_t>(random()));
    for (int i = 0; i < 30; ++i)
        begin.push_back(new_text());
    start(begin, GetParam());
    stage_.reset();
    db_.close();
    const std::string other_path = folder_ / "other";
    std::filesystem::copy(path_, other_path, std::filesystem::copy_options::recursive);
    db_ = open_to_write(path_);
    Xapian::WritableDatabase other = open_to_write(other_path);
    stage_ = std::make_unique<IndexingStage>(db_);
    const auto in_both = [&](const auto& change) {
        change(db_, *stage_);
        IndexingStage anew(other);
        change(other, anew);
    };
    WordAnalyzer analyzer{AnalyzerRecipe()};
    std::size_t next = begin.size();
    bool in_transaction = false;
    for (int operation = 1; operation <= scaled(300, 2); ++operation) {
        const std::size_t number = 200 + random() % (next - 200);
        switch (random() % 10) {
            case 0:
                in_both([&](auto&, IndexingStage& stage) { stage.delete_document(name(number)); });
                break;
            case 1:  // by another program
                in_both([&](Xapian::WritableDatabase& db, IndexingStage&) {
                    db.delete_document(name(number));
                });
                break;
            case 2: {  // by another program, which knows nothing of our values
                const std::string text = new_text();
                in_both([&](Xapian::WritableDatabase& db, IndexingStage&) {
                    Xapian::Document document = make_document(text, number, style_);
                    document.add_boolean_term(name(number));
                    db.replace_document(name(number), document);
                });
                break;
            }
            case 3:
                in_both([&](Xapian::WritableDatabase& db, IndexingStage&) {
                    if (in_transaction) {
                        db.cancel_transaction();
                    } else {
                        db.begin_transaction();
                    }
                });
                in_transaction = !in_transaction;
                break;
            default: {
                const std::string text = new_text();
                const std::size_t place = random() % 3 == 0 ? number : next++;
                // At hand or not, the words are the same.
                std::optional<std::string> words;
                if (random() % 2 == 0) words = joined_words_of(analyzer, text);
                in_both([&](auto&, IndexingStage& stage) {
                    stage.replace_document(name(place), make_document(text, place, style_), text,
                                           {}, words);
                });
            }
        }
        ASSERT_TRUE(groups_in(db_) == groups_in(other)) << "operation " << operation;
    }
    EXPECT_GT(groups_in(db_).size(), 5u);
    if (in_transaction) {
        db_.commit_transaction();
        other.commit_transaction();
    }
    db_.commit();
    other.commit();
    EXPECT_EQ(stored_values(db_), stored_values(other));
}

INSTANTIATE_TEST_SUITE_P(Styles, OnlineGroupsOfStyleTest,
                         ::testing::Values(Style::WORDS, Style::STEMS, Style::RECORDS));

TEST_F(OnlineGroupsTest, ThousandsOfEqualDocumentsAreOneGroup) {
    start(make_texts(300, 77));
    const std::string text = plain_text(1, 100);
    const auto bytes_of = [&](const std::string& prefix) {
        std::size_t bytes = 0;
        for (auto key = db_.metadata_keys_begin(prefix); key != db_.metadata_keys_end(prefix);
             ++key)
            bytes += db_.get_metadata(*key).size();
        return bytes;
    };
    put(1000, text);
    put(1001, text);
    for (std::size_t i = 2; i <= 100; ++i)
        put(1000 + i, text);
    const std::size_t bands = bytes_of("descry:bands") + bytes_of("descry:listed");
    // More than one record holds: 1024.
    const std::size_t last = has_full_volume() ? 2000 : 1100;
    for (std::size_t i = 101; i <= last; ++i)
        put(1000 + i, text);
    const std::string key = key_of(1000);
    EXPECT_EQ(read_group(db_, key)->members.size(), last + 1);
    EXPECT_EQ(key_of(1000 + last), key);
    // Look-ups read no more than after a hundred, and the records have 2 bytes each.
    EXPECT_EQ(bytes_of("descry:bands") + bytes_of("descry:listed"), bands);
    EXPECT_LE(bytes_of("descry:group:" + key) + bytes_of("descry:members:" + key),
              2 * (last + 1) + 20);
    // Replacing one document again and again leaves nothing behind either.
    for (int i = 0; i < 100; ++i)
        put(5000, plain_text(5, 100));
    const std::size_t with_one_more = bytes_of("descry:bands");
    for (int i = 0; i < 100; ++i)
        put(5000, plain_text(5, 100));
    EXPECT_EQ(bytes_of("descry:bands"), with_one_more);
    expect_valid();
}

}  // namespace
}  // namespace descry
