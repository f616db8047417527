// Invariant 1: however a document comes by its values, they are the same bytes.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>
#include <descry/indexing/indexing_stage.h>
#include <descry/schema/model_store.h>

#include "tests/plugin/group_checks.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

const std::vector<Slot> METHODS = {Slot::DESCRIPTIVE, Slot::DESCRIPTIVE_STABLE, Slot::TERM_PROFILE};

class EqualValuesTest : public ::testing::TestWithParam<Style> {};

INSTANTIATE_TEST_SUITE_P(Styles, EqualValuesTest,
                         ::testing::Values(Style::WORDS, Style::STEMS, Style::FIELD),
                         [](const auto& style) {
                             return style.param == Style::WORDS   ? "Words"
                                    : style.param == Style::STEMS ? "Stems"
                                                                  : "Field";
                         });

TEST_P(EqualValuesTest, StagePostingsAndTermLists) {
    const Style style = GetParam();
    TempFolder folder;
    const std::vector<std::string> texts = make_texts(500, 21);
    build_database(folder / "annotated", texts, style);
    const Model model = train_small_model(folder / "annotated", body_prefix(style));

    // By an annotation of everything, from postings.
    AnnotateOptions options;
    options.methods = METHODS;
    annotate_with(folder / "annotated", model, options);
    const StoredValues values = stored_values(Xapian::Database(folder / "annotated"));
    std::size_t with_descriptive = 0;
    std::size_t with_stable = 0;
    for (const auto& [did, of_document] : values) {
        with_descriptive += of_document.count(Slot::DESCRIPTIVE);
        with_stable += of_document.count(Slot::DESCRIPTIVE_STABLE);
        EXPECT_EQ(of_document.at(Slot::STATE), state_of_model(model.id()));
    }
    ASSERT_GT(with_descriptive, 300u);
    ASSERT_GT(with_stable, 100u);

    // By the indexing stage, document by document.
    {
        Xapian::WritableDatabase db = create_database(folder / "staged");
        Schema schema = make_schema(db);
        schema.term_prefix = body_prefix(style);
        for (const Slot method : METHODS)
            schema.add(method);
        write_schema(db, schema);
        write_next_model(db, model);
        promote_next_model(db);
        IndexingStage stage(db);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            Xapian::Document document = make_document(texts[i], i, style);
            stage.sign(document);
            db.add_document(document);
        }
        db.commit();
    }
    EXPECT_EQ(stored_values(Xapian::Database(folder / "staged")), values);
    // An annotation finds nothing left to write there.
    EXPECT_EQ(annotate_again(folder / "staged", options).examined, 0u);
    options.all = true;
    EXPECT_EQ(annotate_again(folder / "staged", options).written, 0u);
    options.all = false;

    // A few at a time, from their term lists.
    for (Xapian::docid first = 1; first <= 10; ++first) {
        {
            Xapian::WritableDatabase db = open_to_write(folder / "annotated");
            for (Xapian::docid did = first; did <= texts.size(); did += 10)
                db.replace_document(did, make_document(texts[did - 1], did - 1, style));
            db.commit();
        }
        const AnnotateReport report = annotate_again(folder / "annotated", options);
        ASSERT_EQ(report.examined, 50u);
        ASSERT_EQ(report.written, 50u);
        ASSERT_LT(report.examined, report.documents / 8);  // the share below which lists are read
    }
    EXPECT_EQ(stored_values(Xapian::Database(folder / "annotated")), values);
}

TEST_P(EqualValuesTest, WithSeveralThreads) {
    const Style style = GetParam();
    TempFolder folder;
    const std::vector<std::string> texts = make_texts(400, 22);
    for (const char* name : {"one", "five"})
        build_database(folder / name, texts, style);
    const Model model = train_small_model(folder / "one", body_prefix(style));
    AnnotateOptions options;
    options.methods = METHODS;
    annotate_with(folder / "one", model, options);
    options.work.threads = 5;
    annotate_with(folder / "five", model, options);
    EXPECT_EQ(stored_values(Xapian::Database(folder / "five")),
              stored_values(Xapian::Database(folder / "one")));
}

TEST(IndexingStage, LaysDownASchema) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    IndexingOptions options;
    options.slot_base = 50;
    options.methods = {Slot::EXACT, Slot::DESCRIPTIVE};
    options.id_prefix = "XID";
    options.analyzer = "words-1";
    IndexingStage stage(db, options);
    EXPECT_EQ(stage.model(), nullptr);
    Schema expected;
    expected.slot_base = 50;
    expected.methods = {Slot::DESCRIPTIVE, Slot::EXACT};
    expected.id_prefix = "XID";
    expected.analyzer = "words-1";
    EXPECT_EQ(stage.schema(), expected);
    EXPECT_FALSE(read_schema(Xapian::Database(folder / "db")));  // with the next commit
    db.commit();
    EXPECT_EQ(read_schema(Xapian::Database(folder / "db")), expected);
    // An index that has a schema keeps it.
    options.slot_base = 99;
    EXPECT_EQ(IndexingStage(db, options).schema(), expected);
}

TEST(IndexingStage, RefusesSlotsOfOthersAndModelsOfOthers) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    Xapian::Document document;
    document.add_value(1000, "mine");
    db.add_document(document);
    db.commit();
    EXPECT_THROW(IndexingStage{db}, Xapian::InvalidOperationError);
    IndexingOptions elsewhere;
    elsewhere.slot_base = 2000;
    EXPECT_NO_THROW(IndexingStage(db, elsewhere));
    ModelParameters parameters;
    parameters.analyzer = "words-2";
    write_next_model(db, Model(parameters, {}));
    promote_next_model(db);
    EXPECT_THROW(IndexingStage(db, elsewhere), Xapian::InvalidArgumentError);
}

TEST(IndexingStage, TextSignaturesAndWhatHasNone) {
    IndexingStage stage(
        [] {
            Schema schema;
            for (const Slot method : IndexingOptions().methods)
                schema.add(method);
            return schema;
        }(),
        nullptr);
    const auto values = [&](Xapian::Document document, std::optional<std::string_view> text) {
        stage.sign(document, text);
        std::map<Slot, std::string> found;
        for (auto value = document.values_begin(); value != document.values_end(); ++value)
            found[Slot{value.get_valueno() - DEFAULT_SLOT_BASE}] = *value;
        return found;
    };
    Xapian::Document document;
    document.add_term("three", 2);
    document.add_term("four");
    const auto all = values(document, "three four three");
    EXPECT_EQ(all.size(), 4u);
    EXPECT_EQ(all.at(Slot::STATE), STATE_WITHOUT_MODEL);
    EXPECT_EQ(all.at(Slot::EXACT), content_slot_key(as_bytes(md5("three four three"))));
    EXPECT_EQ(all.at(Slot::TEXT_PROFILE),
              content_slot_key(as_bytes(TextProfileSigner().sign("three four three"))));
    EXPECT_EQ(all.at(Slot::TERM_PROFILE), content_slot_key(as_bytes(md5("three 2"))));

    const auto without_text = values(document, std::nullopt);
    EXPECT_EQ(without_text.size(), 2u);
    EXPECT_EQ(values(document, "").size(), 2u);
    // No word is long enough for a profile of the text.
    EXPECT_EQ(values(document, "a b").count(Slot::TEXT_PROFILE), 0u);
    EXPECT_EQ(values(document, "a b").count(Slot::EXACT), 1u);
    EXPECT_EQ(values(Xapian::Document(), "").size(), 1u);
}

TEST(IndexingStage, ATermThatIsTooLongCostsNoOtherDocument) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    IndexingStage stage(db);
    Xapian::Document good;
    good.add_term(std::string(245, 'w'));
    stage.replace_document("Q1", good);
    Xapian::Document bad;
    bad.add_term(std::string(246, 'w'));
    EXPECT_THROW(stage.replace_document("Q2", bad), Xapian::InvalidArgumentError);
    for (const std::string& term : {"Q" + std::string(245, 'x'), std::string(123, '\0')})
        EXPECT_THROW(stage.replace_document(term, good), Xapian::InvalidArgumentError);
    stage.replace_document("Q3", good);
    db.commit();
    EXPECT_EQ(Xapian::Database(folder / "db").get_doccount(), 2u);
}

TEST(IndexingStage, ReplacesWhatStoodInItsSlots) {
    Schema schema;
    schema.methods = {Slot::DESCRIPTIVE, Slot::EXACT, Slot::TERM_PROFILE};
    IndexingStage stage(schema, nullptr);
    Xapian::Document document;
    document.add_value(1001, "old");
    document.add_value(1003, "old");
    document.add_value(1004, "old");
    document.add_value(1005, "old");
    document.add_value(1006, "not kept in this index");
    document.add_value(7, "other");
    stage.sign(document);
    EXPECT_EQ(document.get_value(1001), "");
    EXPECT_EQ(document.get_value(1003), "");
    EXPECT_EQ(document.get_value(1004), "");
    EXPECT_EQ(document.get_value(1005), STATE_WITHOUT_MODEL);
    EXPECT_EQ(document.get_value(7), "other");
}

TEST(IndexingStage, DocumentsSignedWithoutAModelAreDoneLater) {
    TempFolder folder;
    const std::vector<std::string> texts = make_texts(300, 23);
    {
        Xapian::WritableDatabase db = create_database(folder / "db");
        IndexingStage stage(db);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            Xapian::Document document = make_document(texts[i], i, Style::WORDS);
            stage.sign(document, texts[i]);
            db.add_document(document);
        }
        db.commit();
    }
    const StoredValues before = stored_values(Xapian::Database(folder / "db"));
    const Model model = train_small_model(folder / "db", "");
    EXPECT_EQ(annotate_with(folder / "db", model).examined, 300u);
    StoredValues after = stored_values(Xapian::Database(folder / "db"));
    // What was made from the text stays.
    std::size_t with_descriptive = 0;
    std::size_t with_keys = 0;
    std::size_t grouped = 0;
    for (auto& [did, values] : after) {
        with_descriptive += values.erase(Slot::DESCRIPTIVE);
        values.erase(Slot::DESCRIPTIVE_STABLE);
        with_keys += values.erase(Slot::TERM_BANDS);
        grouped += values.erase(Slot::GROUP);
        values[Slot::STATE] = STATE_WITHOUT_MODEL;
    }
    EXPECT_GT(with_descriptive, 200u);
    EXPECT_GT(with_keys, 250u);
    EXPECT_GT(grouped, 50u);
    EXPECT_EQ(after, before);
    expect_valid_groups(Xapian::Database(folder / "db"), model);
}

TEST(IndexingStage, SignedDocumentsAreStaleUntilTheyAreGrouped) {
    TempFolder folder;
    const std::vector<std::string> texts = make_texts(300, 24);
    build_database(folder / "db", texts, Style::WORDS);
    const Model model = train_small_model(folder / "db", "");
    annotate_with(folder / "db", model);
    StoredValues annotated = stored_values(Xapian::Database(folder / "db"));
    {
        Xapian::WritableDatabase db = open_to_write(folder / "db");
        IndexingStage stage(db);
        for (Xapian::docid did = 1; did <= texts.size(); ++did) {
            Xapian::Document document = make_document(texts[did - 1], did - 1, Style::WORDS);
            stage.sign(document, texts[did - 1]);
            EXPECT_EQ(document.get_value(1005), STATE_WITHOUT_MODEL);
            EXPECT_EQ(document.get_value(1000), "");
            EXPECT_EQ(document.get_value(1007), db.get_document(did).get_value(1007));
            if (did % 20 == 1) db.replace_document(did, document);
        }
        const Schema schema = read_schema(db).value();
        EXPECT_EQ(find_stale_documents(db, schema, &model).size(), 15u);
        db.commit();
    }
    EXPECT_EQ(annotate_again(folder / "db").examined, 15u);
    StoredValues after = stored_values(Xapian::Database(folder / "db"));
    for (StoredValues* values : {&after, &annotated}) {
        for (auto& [did, of_document] : *values)
            of_document.erase(Slot::GROUP);
    }
    EXPECT_EQ(after, annotated);
    expect_valid_groups(Xapian::Database(folder / "db"), model);
}

}  // namespace
}  // namespace descry
