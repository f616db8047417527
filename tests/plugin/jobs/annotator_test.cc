#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/indexing/indexing_stage.h>
#include <descry/jobs/annotator.h>
#include <descry/reading/text_reader.h>
#include <descry/schema/model_store.h>

#include "engine/collection/document_keys.h"
#include "engine/keys/collapse_key.h"
#include "engine/keys/descriptive_vector.h"
#include "plugin/groups/group_store.h"
#include "plugin/groups/index_groups.h"
#include "plugin/schema/groups_info.h"
#include "tests/plugin/group_checks.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

AnnotateOptions with_methods(std::vector<Slot> methods) {
    AnnotateOptions options;
    options.methods = std::move(methods);
    return options;
}

class AnnotatorTest : public ::testing::Test {
  protected:
    void build(std::size_t documents, Style style = Style::WORDS) {
        texts_ = make_texts(documents, 31);
        build_database(path_, texts_, style);
        model_.emplace(train_small_model(path_, body_prefix(style)));
    }

    Xapian::Database db() const { return Xapian::Database(path_); }
    // All values but the groups.
    StoredValues values(Xapian::valueno slot_base = DEFAULT_SLOT_BASE) const {
        StoredValues values = stored_values(db(), slot_base);
        for (auto& [did, of_document] : values)
            of_document.erase(Slot::GROUP);
        return values;
    }

    // Every document's group, as a grouping of the whole index has it.
    void expect_groups_of_a_rebuild() const {
        expect_valid_groups(db(), *model_);
        const CollectionGroups groups =
            group_index(read_options(path_, model_->parameters().term_prefix), *model_, {});
        EXPECT_GT(groups.groups, 5u);
        std::map<std::string, std::vector<Xapian::docid>> expected;
        for (Xapian::docid did = 1; did < groups.head_of.size(); ++did) {
            const Xapian::docid head = groups.head_of[did];
            if (head != 0)
                expected[group_key(model_->id(), groups.content_hashes[head])].push_back(did);
        }
        std::erase_if(expected, [](const auto& group) { return group.second.size() < 2; });
        EXPECT_EQ(groups_of(db()), expected);
    }

    // What every document should hold, from its term list; its group is checked by itself.
    StoredValues expected_values() const {
        StoredValues expected;
        DescriptiveSigner signer(*model_);
        DocumentKeySigner key_signer(*model_);
        const Xapian::Database reader = db();
        TextReader texts(reader, read_schema(reader).value());
        for (const Xapian::docid did : docids_of(reader)) {
            const auto counts = body_terms_oracle(reader, did, model_->parameters().term_prefix);
            std::vector<TermCount> terms;
            for (const auto& [term, wdf] : counts)
                terms.push_back({term, wdf});
            const DescriptiveSignatures signatures = signer.sign_terms(terms);
            expected[did][Slot::STATE] = model_->id().substr(0, 4);
            if (!terms.empty()) {
                std::vector<std::uint64_t> hashes;
                hash_terms(terms, hashes);
                std::optional<SequenceKeys> sequence;
                if (const auto text = texts.read(did)) {
                    sequence = SequenceKeySigner().sign(text->utf8());
                    expected[did][Slot::SEQUENCE_KEYS] =
                        encode_sequence_keys(*sequence, content_hash_of(terms, hashes));
                }
                expected[did][Slot::TERM_BANDS] =
                    encode_keys(key_signer.sign(terms, hashes, sequence), model_->parameters());
            }
            if (signatures.descriptive) {
                expected[did][Slot::DESCRIPTIVE] =
                    model_slot_key(model_->id(), *signatures.descriptive);
            }
            if (signatures.stable) {
                expected[did][Slot::DESCRIPTIVE_STABLE] =
                    model_slot_key(model_->id(), *signatures.stable);
            }
        }
        return expected;
    }

    TempFolder folder_;
    std::string path_ = folder_ / "db";
    std::vector<std::string> texts_;
    std::optional<Model> model_;
};

TEST_F(AnnotatorTest, WritesWhatTermListsSay) {
    build(300);
    const AnnotateReport report = annotate_with(path_, *model_);
    EXPECT_EQ(values(), expected_values());
    EXPECT_EQ(report.documents, 300u);
    EXPECT_EQ(report.examined, 300u);
    EXPECT_EQ(report.written, 300u);
    std::size_t with_descriptive = 0;
    for (const auto& [did, of_document] : values())
        with_descriptive += of_document.count(Slot::DESCRIPTIVE);
    EXPECT_GT(with_descriptive, 200u);
    EXPECT_LT(with_descriptive, 300u);  // some are short or empty
    const Schema schema = read_schema(db()).value();
    EXPECT_EQ(schema.methods,
              (std::vector<Slot>{Slot::GROUP, Slot::DESCRIPTIVE, Slot::DESCRIPTIVE_STABLE}));
    expect_groups_of_a_rebuild();
    EXPECT_EQ(report.grouped, db().get_value_freq(1000));
}

// Where no method needs term lists, signatures come from posting lists.
TEST_F(AnnotatorTest, PostingListsSayTheSame) {
    build(300);
    annotate_with(path_, *model_, with_methods({Slot::DESCRIPTIVE, Slot::DESCRIPTIVE_STABLE}));
    StoredValues expected = expected_values();
    for (auto& [did, of_document] : expected)
        of_document.erase(Slot::TERM_BANDS);
    EXPECT_EQ(values(), expected);
}

TEST_F(AnnotatorTest, ChangesNothingButValuesAndMetadata) {
    for (const Style style : {Style::WORDS, Style::STEMS, Style::FIELD}) {
        TempFolder folder;
        path_ = folder / "db";
        build(200, style);
        {
            Xapian::WritableDatabase writer = open_to_write(path_);
            writer.set_metadata("other", "program");
            writer.add_spelling("word");
            writer.commit();
        }
        const std::string before = dump_foreign(db());
        AnnotateOptions options = with_methods({Slot::DESCRIPTIVE, Slot::TERM_PROFILE});
        options.commit_every = 30;
        annotate_with(path_, *model_, options);
        EXPECT_EQ(dump_foreign(db()), before);
        EXPECT_FALSE(values().at(1).empty());
        for (auto key = db().metadata_keys_begin(); key != db().metadata_keys_end(); ++key)
            EXPECT_TRUE(*key == "other" || (*key).starts_with("descry:")) << *key;
    }
}

TEST_F(AnnotatorTest, AnotherSlotBase) {
    build(200);
    {
        Xapian::WritableDatabase writer = open_to_write(path_);
        write_schema(writer, make_schema(writer, 20));
        writer.commit();
    }
    annotate_with(path_, *model_);
    EXPECT_EQ(values(20), expected_values());
    expect_groups_of_a_rebuild();
    EXPECT_EQ(db().get_value_freq(1005), 0u);
}

TEST_F(AnnotatorTest, ASecondRunWritesNothing) {
    build(200);
    annotate_with(path_, *model_, with_methods({Slot::DESCRIPTIVE, Slot::TERM_PROFILE}));
    const auto bytes = bytes_of_files(path_);
    const auto revision = db().get_revision();
    AnnotateOptions options = with_methods({Slot::DESCRIPTIVE});
    EXPECT_EQ(annotate_again(path_, options).examined, 0u);
    options.all = true;
    const AnnotateReport report = annotate_again(path_, options);
    EXPECT_EQ(report.examined, 200u);
    EXPECT_EQ(report.written, 0u);
    EXPECT_EQ(db().get_revision(), revision);
    EXPECT_EQ(bytes_of_files(path_), bytes);
}

TEST_F(AnnotatorTest, DoesOnlyWhatOthersHaveWritten) {
    build(200);
    annotate_with(path_, *model_);
    {
        Xapian::WritableDatabase writer = open_to_write(path_);
        // Rewritten from scratch, as omindex does: its values are gone.
        writer.replace_document(7, make_document(texts_[100], 6, Style::WORDS));
        writer.replace_document(150, make_document(texts_[149], 149, Style::WORDS));
        writer.delete_document(20);
        writer.add_document(make_document(texts_[3], 201, Style::WORDS));
        writer.commit();
    }
    const Schema schema = read_schema(db()).value();
    EXPECT_EQ(find_stale_documents(db(), schema, &*model_),
              (std::vector<Xapian::docid>{7, 150, 201}));
    const AnnotateReport report = annotate_again(path_);
    EXPECT_EQ(report.documents, 200u);
    EXPECT_EQ(report.examined, 3u);
    EXPECT_EQ(report.written, 3u);
    EXPECT_EQ(values(), expected_values());
    expect_valid_groups(db(), *model_);
    EXPECT_TRUE(find_stale_documents(db(), schema, &*model_).empty());
}

TEST_F(AnnotatorTest, AllFindsValuesThatAreWrong) {
    build(200);
    annotate_with(path_, *model_);
    {
        Xapian::WritableDatabase writer = open_to_write(path_);
        for (const Xapian::docid did : {5u, 6u, 199u}) {
            Xapian::Document document = writer.get_document(did);
            document.add_value(1001, "wrong");
            writer.replace_document(did, document);
        }
        writer.commit();
    }
    EXPECT_EQ(annotate_again(path_).examined, 0u);  // their state is current
    AnnotateOptions options;
    options.all = true;
    const AnnotateReport report = annotate_again(path_, options);
    EXPECT_EQ(report.examined, 200u);
    EXPECT_EQ(report.written, 3u);
    EXPECT_EQ(values(), expected_values());
}

TEST_F(AnnotatorTest, AMethodAddedLaterCoversAll) {
    build(200);
    annotate_with(path_, *model_, with_methods({Slot::DESCRIPTIVE}));
    const AnnotateReport report = annotate_again(path_, with_methods({Slot::TERM_PROFILE}));
    EXPECT_EQ(report.examined, 200u);
    EXPECT_FALSE(read_checkpoint(db()));
    TempFolder folder;
    build_database(folder / "at once", texts_, Style::WORDS);
    annotate_with(folder / "at once", *model_,
                  with_methods({Slot::DESCRIPTIVE, Slot::TERM_PROFILE}));
    EXPECT_EQ(values(), stored_values(Xapian::Database(folder / "at once")));
    EXPECT_GT(db().get_value_freq(1004), 150u);
    // And stays up to date, named or not.
    {
        Xapian::WritableDatabase writer = open_to_write(path_);
        writer.replace_document(9, make_document(texts_[8], 8, Style::WORDS));
        writer.commit();
    }
    EXPECT_EQ(annotate_again(path_, with_methods({})).written, 1u);
    EXPECT_EQ(values(), stored_values(Xapian::Database(folder / "at once")));
}

TEST_F(AnnotatorTest, ANewModelReplacesTheValuesOfTheOld) {
    build(200);
    annotate_with(path_, *model_);
    const Model old = *model_;
    ModelParameters parameters = old.parameters();
    parameters.hash_seed = 1;
    model_.emplace(parameters, old.words(), old.stable_terms());
    const auto old_groups = groups_of(db());
    const AnnotateReport report = annotate_with(path_, *model_);
    EXPECT_EQ(report.written, 200u);
    EXPECT_EQ(values(), expected_values());
    expect_groups_of_a_rebuild();
    for (const auto& [key, members] : groups_of(db()))
        EXPECT_FALSE(old_groups.contains(key));
    // Back again: the same bytes of values.
    model_ = old;
    annotate_with(path_, *model_);
    EXPECT_EQ(values(), expected_values());
    EXPECT_EQ(groups_of(db()), old_groups);
}

TEST_F(AnnotatorTest, WithoutAModelOnlyWhatNeedsNone) {
    build(200);
    {
        Xapian::WritableDatabase writer = open_to_write(path_);
        Schema schema = make_schema(writer);
        annotate(writer, open_paths({path_}), schema, nullptr,
                 with_methods({Slot::DESCRIPTIVE, Slot::TERM_PROFILE}));
    }
    for (const auto& [did, of_document] : values()) {
        EXPECT_EQ(of_document.at(Slot::STATE), STATE_WITHOUT_MODEL);
        EXPECT_EQ(of_document.count(Slot::DESCRIPTIVE), 0u);
    }
    EXPECT_GT(db().get_value_freq(1004), 150u);
    EXPECT_EQ(annotate_again(path_, with_methods({})).examined, 0u);
    EXPECT_EQ(annotate_with(path_, *model_, with_methods({})).written, 200u);
}

TEST_F(AnnotatorTest, EmptyIndex) {
    build(200);
    const std::string empty = folder_ / "empty";
    build_database(empty, {}, Style::WORDS);
    const AnnotateReport report = annotate_with(empty, *model_);
    EXPECT_EQ(report.documents, 0u);
    EXPECT_EQ(report.examined, 0u);
    EXPECT_TRUE(read_schema(Xapian::Database(empty)));
    const auto bytes = bytes_of_files(empty);
    EXPECT_EQ(annotate_again(empty).written, 0u);
    EXPECT_EQ(bytes_of_files(empty), bytes);
}

TEST_F(AnnotatorTest, GapsAmongTheDocids) {
    build(200);
    {
        Xapian::WritableDatabase writer = open_to_write(path_);
        for (Xapian::docid did = 1; did <= 200; ++did) {
            if (did % 4 == 1) writer.delete_document(did);
        }
        // Around the borders of the ranges that are signed at a time.
        for (const Xapian::docid did : {65535u, 65536u, 65537u, 131072u, 131073u, 400000u}) {
            writer.replace_document(did, make_document(texts_[did % 200], did, Style::WORDS));
        }
        writer.commit();
    }
    AnnotateOptions options;
    options.work.threads = 3;
    EXPECT_EQ(annotate_with(path_, *model_, options).written, 156u);
    EXPECT_EQ(values(), expected_values());
}

TEST_F(AnnotatorTest, MoreDocumentsThanAreHeldAtATime) {
    ModelParameters parameters;
    parameters.min_body_length = 1;
    parameters.min_ones = 1;
    parameters.min_stable_bits = 1;
    std::vector<ModelWord> words;
    for (int i = 0; i < 20; ++i)
        words.push_back({"w" + std::to_string(i), 0, {}, Fixed24::from(10)});
    model_.emplace(parameters, words);
    {
        Xapian::WritableDatabase writer = create_database(path_);
        for (unsigned i = 0; i < 140000; ++i) {
            Xapian::Document document;
            document.add_term("w" + std::to_string(i % 23));
            writer.add_document(document);
        }
        writer.commit();
    }
    std::uint64_t last = 0;
    AnnotateOptions options;
    options.work.threads = 2;
    options.work.progress = [&](const Phase& phase) {
        if (phase.name != "documents signed") return;
        EXPECT_GT(phase.done, last);
        EXPECT_EQ(phase.total, 140000u);
        last = phase.done;
    };
    const AnnotateReport report = annotate_with(path_, *model_, options);
    EXPECT_EQ(last, 140000u);
    EXPECT_EQ(report.written, 140000u);
    const Xapian::Database reader = db();
    DescriptiveSigner signer(*model_);
    std::map<unsigned, std::string> expected;
    for (unsigned i = 0; i < 20; ++i) {
        const std::string term = "w" + std::to_string(i);
        expected[i] = model_slot_key(model_->id(),
                                     signer.sign_terms({{TermCount{term, 1}}}).descriptive.value());
    }
    std::size_t wrong = 0;
    Xapian::docid did = 0;
    auto value = reader.valuestream_begin(1001);
    for (unsigned i = 0; i < 140000; ++i) {
        ++did;
        if (i % 23 >= 20) continue;
        if (value.get_docid() != did || *value != expected[i % 23]) ++wrong;
        ++value;
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT_TRUE(value == reader.valuestream_end(1001));
    EXPECT_EQ(annotate_again(path_).examined, 0u);
}

TEST_F(AnnotatorTest, OneCommitWhenAskedFor) {
    build(200);
    {
        Xapian::WritableDatabase writer = open_to_write(path_);
        write_next_model(writer, *model_);
        promote_next_model(writer);
        writer.commit();
    }
    Xapian::doccount grouped = 0;
    const auto commits = [&](Xapian::doccount every) {
        AnnotateOptions options;
        options.commit_every = every;
        options.all = true;
        Xapian::WritableDatabase writer = open_to_write(path_);
        ModelParameters parameters = model_->parameters();
        parameters.hash_seed += 1 + every;  // so that all values change
        const Model other(parameters, model_->words());
        const std::optional<Schema> stored = read_schema(writer);
        Schema schema = stored ? *stored : make_schema(writer);
        const auto before = writer.get_revision();
        const auto report = annotate(writer, open_paths({path_}), schema, &other, options);
        EXPECT_EQ(report.written, 200u);
        EXPECT_GT(report.grouped, 50u);
        grouped = report.grouped;
        return writer.get_revision() - before;
    };
    EXPECT_EQ(commits(0), 1u);
    EXPECT_EQ(commits(1000), 2u);  // values, groups
    // Four full ones, and the last, which takes the note away; the same for groups.
    EXPECT_EQ(commits(50), 5u + grouped / 50 + 1);
    EXPECT_EQ(commits(60), 4u + grouped / 60 + 1);
}

TEST_F(AnnotatorTest, ReadersSurviveOneCommit) {
    build(200);
    const Xapian::Database reader = db();
    const std::string before = dump_foreign(reader);
    {
        Xapian::WritableDatabase writer = open_to_write(path_);
        Schema schema = make_schema(writer);
        AnnotateOptions options;
        options.commit_every = 0;
        annotate(writer, open_paths({path_}), schema, &*model_, options);
    }
    EXPECT_EQ(dump_foreign(reader), before);
}

TEST_F(AnnotatorTest, RefusesWhatItCannotDo) {
    build(200);
    Xapian::WritableDatabase writer = open_to_write(path_);
    Schema schema = make_schema(writer);
    const DatabaseOpener open = open_paths({path_});
    for (const Slot method : {Slot::EXACT, Slot::TEXT_PROFILE}) {
        EXPECT_THROW(annotate(writer, open, schema, &*model_, with_methods({method})),
                     Xapian::InvalidArgumentError);
    }
    Schema stems = schema;
    stems.term_prefix = "Z";
    EXPECT_THROW(annotate(writer, open, stems, &*model_, {}), Xapian::InvalidArgumentError);
    writer.close();
    EXPECT_FALSE(read_schema(db()));
    EXPECT_EQ(db().get_value_freq(1005), 0u);
}

TEST_F(AnnotatorTest, RefusesIndexesWithoutTermLists) {
    build(200);
    const std::string bare = folder_ / "bare";
    Xapian::WritableDatabase writer(bare, Xapian::DB_CREATE | Xapian::DB_NO_TERMLIST);
    for (std::size_t i = 0; i < texts_.size(); ++i)
        writer.add_document(make_document(texts_[i], i, Style::WORDS));
    writer.commit();
    Schema schema = make_schema(writer);
    EXPECT_THROW(annotate(writer, open_paths({bare}), schema, &*model_, {}),
                 Xapian::FeatureUnavailableError);
    writer.close();
    EXPECT_EQ(Xapian::Database(bare).get_value_freq(1005), 0u);
    EXPECT_FALSE(read_schema(Xapian::Database(bare)));
    // Xapian does not even open it to write, unless told that term lists are not wanted.
    EXPECT_THROW(annotate_with(bare, *model_), Xapian::DatabaseOpeningError);
}

TEST_F(AnnotatorTest, RefusesIndexesInMemory) {
    // They have no transactions; their documents are signed by the indexing stage.
    build(200);
    Xapian::WritableDatabase memory("", Xapian::DB_BACKEND_INMEMORY);
    for (std::size_t i = 0; i < texts_.size(); ++i)
        memory.add_document(make_document(texts_[i], i, Style::WORDS));
    const DatabaseOpener same = [&] { return Xapian::Database(memory); };
    Schema schema = make_schema(memory);
    EXPECT_THROW(annotate(memory, same, schema, &*model_, {}), Xapian::UnimplementedError);
    EXPECT_EQ(memory.get_value_freq(1005), 0u);
    EXPECT_FALSE(read_schema(memory));

    Schema wanted = make_schema(memory);
    wanted.methods = AnnotateOptions().methods;
    write_schema(memory, wanted);
    write_next_model(memory, *model_);
    promote_next_model(memory);
    IndexingStage stage(memory);
    for (Xapian::docid did = 1; did <= texts_.size(); ++did) {
        Xapian::Document document = memory.get_document(did);
        stage.sign(document);
        memory.replace_document(did, document);
    }
    annotate_with(path_, *model_);
    // They are signed, and wait for an annotation to be grouped, which there is none of in memory.
    StoredValues expected = values();
    for (auto& [did, of_document] : expected)
        of_document[Slot::STATE] = STATE_WITHOUT_MODEL;
    EXPECT_EQ(stored_values(memory), expected);
    EXPECT_EQ(IndexCollection(same, TermSpace()).lengths(), read_options(path_, "").lengths());
    EXPECT_EQ(IndexCollection(same, TermSpace()).contents()->hashes,
              read_options(path_, "").contents()->hashes);
}

}  // namespace
}  // namespace descry
