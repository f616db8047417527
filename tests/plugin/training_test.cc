#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/training.h>

#include "plugin/posting_ranges.h"
#include "test_index.h"

namespace descry {
namespace {

using namespace testing;

TrainingOptions small() {
    TrainingOptions options;
    options.min_documents = 100;
    options.selection.words = 200;
    return options;
}

// Documents with words of their own, so that the threads have several ranges of terms to share.
std::vector<std::string> many_words(std::vector<std::string> texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        for (int n = 0; n < 80 && !texts[i].empty(); ++n)
            texts[i] += "only" + std::to_string(i) + "x" + std::to_string(n) + ' ';
    }
    return texts;
}

TEST(TrainModel, ThreadsDoNotChangeAByte) {
    TempFolder folder;
    for (const Style style : {Style::WORDS, Style::STEMS, Style::FIELD}) {
        const std::string path = folder / std::to_string(static_cast<int>(style));
        build_database(path, many_words(make_texts(800, 3)), style);
        const std::string prefix = body_prefix(style);
        ASSERT_GT(cut_term_ranges(Xapian::Database(path), TermSpace(prefix)).size(), 2u);
        const auto one = train_model(read_options(path, prefix, 1), small());
        ASSERT_TRUE(one);
        EXPECT_GT(one->words().size(), 50u);
        EXPECT_EQ(one->parameters().term_prefix, prefix);
        for (const unsigned threads : {2u, 7u}) {
            const auto model = train_model(read_options(path, prefix, threads), small());
            ASSERT_TRUE(model);
            EXPECT_EQ(model->serialise(), one->serialise()) << threads << " threads";
        }
    }
}

// Holds for collections up to SELECTION_SAMPLE documents. In larger ones the docid decides which
// of several equal bags on the edge of the sample belongs to it.
TEST(TrainModel, OrderOfDocumentsAndShardsDoNotChangeAByte) {
    TempFolder folder;
    std::vector<std::string> texts = make_texts(600, 4);
    build_database(folder / "whole", texts, Style::WORDS);
    const auto whole = train_model(read_options(folder / "whole", ""), small());
    ASSERT_TRUE(whole);

    std::mt19937 random(1);
    std::shuffle(texts.begin(), texts.end(), random);
    build_database(folder / "shuffled", texts, Style::WORDS);
    const auto shuffled = train_model(read_options(folder / "shuffled", ""), small());
    ASSERT_TRUE(shuffled);
    EXPECT_EQ(shuffled->serialise(), whole->serialise());

    const auto middle = texts.begin() + 200;
    build_database(folder / "a", {texts.begin(), middle}, Style::WORDS);
    build_database(folder / "b", {middle, texts.end()}, Style::WORDS);
    const auto shards =
        train_model({open_paths({folder / "a", folder / "b"}), TermSpace(), 2, {}}, small());
    ASSERT_TRUE(shards);
    EXPECT_EQ(shards->serialise(), whole->serialise());
}

TEST(TrainModel, FieldsOfTheModelSayWhatItWasMadeFrom) {
    TempFolder folder;
    build_database(folder / "db", make_texts(600, 4), Style::STEMS);
    TrainingOptions options = small();
    options.analyzer = "words-1";
    options.hash_seed = 7;
    options.candidates.min_body_length = 45;
    options.candidates.change = 0.05;
    options.selection.min_median_ones = 0;
    TrainingReport report;
    const ReadOptions read = read_options(folder / "db", "");
    const auto model = train_model(read, options, &report);
    ASSERT_TRUE(model);
    const CollectionStatistics collection = collection_statistics(read_body_lengths(read), 45);
    EXPECT_EQ(report.collection, collection);
    EXPECT_GE(report.candidate_words, model->words().size());
    EXPECT_EQ(report.sampled_documents, collection.documents);
    const ModelParameters& p = model->parameters();
    EXPECT_EQ(p.analyzer, "words-1");
    EXPECT_EQ(p.hash_seed, 7u);
    EXPECT_EQ(p.min_body_length, 45u);
    EXPECT_EQ(p.documents, collection.documents);
    EXPECT_EQ(p.occurrences, collection.occurrences);
    EXPECT_EQ(p.wanted_words, 200u);
    EXPECT_EQ(p.change_millionths, 50000u);
    EXPECT_EQ(p.flip_weight_millionths, 1000000u);
    options.selection.grow = true;
    EXPECT_EQ(train_model(read, options)->parameters().wanted_words, 0u);
}

TEST(TrainModel, NoneFromTooFewDocuments) {
    TempFolder folder;
    build_database(folder / "db", make_texts(600, 4), Style::WORDS);
    const ReadOptions read = read_options(folder / "db", "");
    TrainingReport report;
    TrainingOptions options = small();
    ASSERT_TRUE(train_model(read, options, &report));
    options.min_documents = report.collection.documents;
    EXPECT_TRUE(train_model(read, options));
    ++options.min_documents;
    TrainingReport refused;
    EXPECT_FALSE(train_model(read, options, &refused));
    EXPECT_EQ(refused.collection, report.collection);
    EXPECT_EQ(refused.sampled_documents, 0u);

    build_database(folder / "empty", {}, Style::WORDS);
    options.min_documents = 0;
    EXPECT_FALSE(train_model(read_options(folder / "empty", ""), options));
    // No document has a term of this prefix.
    EXPECT_FALSE(train_model(read_options(folder / "db", "XNONE"), options));
    // No word helps: each document has its own.
    std::vector<std::string> own;
    for (int i = 0; i < 50; ++i) {
        own.emplace_back();
        for (int n = 0; n < 40; ++n)
            own.back() += "only" + std::to_string(i) + "x" + std::to_string(n) + ' ';
    }
    build_database(folder / "own", own, Style::WORDS);
    EXPECT_FALSE(train_model(read_options(folder / "own", ""), options));
}

TEST(TrainModel, TellsItsProgress) {
    TempFolder folder;
    build_database(folder / "db", many_words(make_texts(600, 4)), Style::WORDS);
    ReadOptions read = read_options(folder / "db", "", 3);
    std::vector<std::string> phases;
    std::uint64_t last = 0;
    read.progress = [&](std::string_view phase, std::uint64_t done, std::uint64_t total) {
        if (phases.empty() || phases.back() != phase) {
            phases.emplace_back(phase);
            last = 0;
        }
        EXPECT_EQ(done, ++last);
        EXPECT_LE(done, total);
    };
    ASSERT_TRUE(train_model(read, small()));
    EXPECT_EQ(phases, (std::vector<std::string>{"body lengths", "words"}));
}

}  // namespace
}  // namespace descry
