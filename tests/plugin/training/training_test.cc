#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collection/contents.h>
#include <descry/training/training.h>

#include "engine/distance/character_sketch.h"
#include "engine/training/candidate_pairs.h"
#include "plugin/reading/body_postings.h"
#include "tests/plugin/group_checks.h"
#include "tests/plugin/test_index.h"
#include "tests/volume.h"

namespace descry {
namespace {

using namespace testing;

TrainingOptions small_model() {
    TrainingOptions options;
    options.min_documents = 100;
    options.selection.words = 200;
    options.selection.grow = false;
    return options;
}

// Documents with words of their own, so that the threads have several ranges of terms to share.
std::vector<std::string> many_words(std::vector<std::string> texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        // Every third document is the one before it, but for a word.
        if (i % 3 == 2) texts[i] = texts[i - 1] + "another";
        for (int n = 0; n < 120 && i % 3 != 2 && !texts[i].empty(); ++n)
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
        TrainingReport report;
        const Model one = train_model(read_options(path, prefix, 1), small_model(), &report);
        EXPECT_GT(one.words().size(), 50u);
        EXPECT_GT(one.stable_terms().size(), 100u);
        EXPECT_GT(report.learned_pairs, 20u);
        EXPECT_EQ(one.parameters().term_prefix, prefix);
        for (const unsigned threads : {2u, 7u}) {
            if (threads == 2 && style != Style::WORDS && !has_full_volume()) continue;
            const Model model = train_model(read_options(path, prefix, threads), small_model());
            EXPECT_EQ(model.serialise(), one.serialise()) << threads << " threads";
        }
    }
}

TEST(TrainModel, MemoryForSortingDoesNotChangeAByte) {
    TempFolder folder;
    build_database(folder / "db", make_texts(800, 3), Style::WORDS);
    const Model model = train_model(read_options(folder / "db", ""), small_model());
    EXPECT_EQ(train_model(read_options(folder / "db", "", 1, 0), small_model()).serialise(),
              model.serialise());
}

// Holds for collections up to SELECTION_SAMPLE documents. In larger ones the docid decides which
// of several equal content hashes on the edge of the sample belongs to it. Which pairs are learned
// from depends on the order of documents: that holds for modelled rates alone.
TEST(TrainModel, OrderOfDocumentsAndShardsDoNotChangeAByte) {
    TempFolder folder;
    std::vector<std::string> texts = make_texts(600, 4);
    build_database(folder / "whole", texts, Style::WORDS);
    TrainingOptions modelled = small_model();
    modelled.learn = false;
    const Model whole = train_model(read_options(folder / "whole", ""), modelled);
    EXPECT_GT(whole.words().size(), 50u);
    EXPECT_EQ(whole.parameters().learned_pairs, 0u);

    std::mt19937 random(1);
    std::shuffle(texts.begin(), texts.end(), random);
    build_database(folder / "shuffled", texts, Style::WORDS);
    const Model shuffled = train_model(read_options(folder / "shuffled", ""), modelled);
    EXPECT_EQ(shuffled.serialise(), whole.serialise());

    const auto middle = texts.begin() + 200;
    build_database(folder / "a", {texts.begin(), middle}, Style::WORDS);
    build_database(folder / "b", {middle, texts.end()}, Style::WORDS);
    const IndexCollection together{
        open_paths({folder / "a", folder / "b"}), TermSpace(), {.threads = 2}};
    EXPECT_EQ(train_model(together, modelled).serialise(), whole.serialise());
}

TEST(TrainModel, LearnsFromShardsWhatItLearnsFromTheWhole) {
    TempFolder folder;
    const std::vector<std::string> texts = make_texts(600, 4);
    build_database(folder / "whole", texts, Style::WORDS);
    // Xapian numbers the documents of two databases in turn, so that the docids are the same.
    Xapian::WritableDatabase shards[] = {create_database(folder / "a"),
                                         create_database(folder / "b")};
    for (std::size_t i = 0; i < texts.size(); ++i)
        shards[i % 2].add_document(make_document(texts[i], i, Style::WORDS));
    for (Xapian::WritableDatabase& shard : shards)
        shard.commit();
    const Model whole = train_model(read_options(folder / "whole", ""), small_model());
    EXPECT_GT(whole.parameters().learned_pairs, 20u);
    const IndexCollection together{
        open_paths({folder / "a", folder / "b"}), TermSpace(), {.threads = 2}};
    EXPECT_EQ(train_model(together, small_model()).serialise(), whole.serialise());
}

TEST(FindNearDuplicates, OfVeryManyASample) {
    TempFolder folder;
    build_database(folder / "db", make_texts(800, 3), Style::WORDS);
    const IndexCollection index = read_options(folder / "db", "", 1, 1 << 21);
    const Model model = train_model(index, small_model());
    const std::shared_ptr<const DocumentContents> contents = index.contents();
    const auto find = [&](std::size_t enough) {
        return find_near_duplicates(index, *contents, model, enough);
    };
    const std::vector<VerifiedPair> all = find(ENOUGH_CANDIDATES);
    ASSERT_GT(all.size(), 100u);
    for (const std::size_t enough : {50u, 10u}) {
        const std::vector<VerifiedPair> sampled = find(enough);
        EXPECT_GT(sampled.size(), 0u);
        EXPECT_LE(sampled.size(), 2 * enough);
        for (const VerifiedPair& pair : sampled) {
            EXPECT_TRUE(std::ranges::any_of(all,
                                            [&](const VerifiedPair& other) {
                                                return other.a == pair.a && other.b == pair.b &&
                                                       other.distance == pair.distance;
                                            }))
                << pair.a << ' ' << pair.b;
        }
    }
}

TEST(TrainModel, FieldsOfTheModelSayWhatItWasMadeFrom) {
    TempFolder folder;
    build_database(folder / "db", make_texts(600, 4), Style::STEMS);
    TrainingOptions options = small_model();
    options.analyzer = "words-1";
    options.hash_seed = 7;
    options.candidates.min_body_length = 45;
    options.candidates.change = 0.05;
    options.selection.min_median_ones = 0;
    options.bands = 12;
    options.distance = 60'000;
    options.group_order = "newest:3";
    options.any_order = true;
    TrainingReport report;
    const IndexCollection read = read_options(folder / "db", "");
    const Model model = train_model(read, options, &report);
    const CollectionStatistics collection = collection_statistics(read.lengths(), 45);
    EXPECT_EQ(report.collection, collection);
    EXPECT_GE(report.candidate_words, model.words().size());
    EXPECT_EQ(report.sampled_documents, collection.documents);
    const ModelParameters& p = model.parameters();
    EXPECT_EQ(p.analyzer, "words-1");
    EXPECT_EQ(p.hash_seed, 7u);
    EXPECT_EQ(p.min_body_length, 45u);
    EXPECT_EQ(p.documents, collection.documents);
    EXPECT_EQ(p.occurrences, collection.occurrences);
    EXPECT_EQ(p.wanted_words, 200u);
    EXPECT_EQ(p.change_millionths, 50000u);
    EXPECT_EQ(p.flip_weight_millionths, 1000000u);
    EXPECT_EQ(p.learned_pairs, report.learned_pairs);
    EXPECT_GT(p.learned_pairs, 20u);
    EXPECT_EQ(p.bands, 12u);
    EXPECT_EQ(p.band_key_bits, 32u);
    const double log = std::log2(static_cast<double>(collection.documents));
    EXPECT_EQ(p.band_information, Fixed24::from(8 + 2 * log));
    EXPECT_EQ(p.term_band_information, Fixed24::from(4 + 1.75 * log));
    EXPECT_EQ(p.grouping.distance, 60'000u);
    EXPECT_EQ(p.grouping.near, 32'000u);
    EXPECT_EQ(p.group_order, "newest:3");
    EXPECT_TRUE(p.any_order);
    EXPECT_EQ(p.short_rows, 4u);
    for (const auto& [documents, rows] : std::map<std::uint64_t, std::uint32_t>{
             {200'000, 4}, {200'001, 5}, {2'000'000, 5}, {2'000'010, 6}, {4'000'000'000, 8}}) {
        options.documents = documents;
        EXPECT_EQ(train_model(read, options).parameters().short_rows, rows) << documents;
    }
    options.documents.reset();
    options.selection.grow = true;
    EXPECT_EQ(train_model(read, options).parameters().wanted_words, 0u);
    options.learn = false;
    EXPECT_EQ(train_model(read, options).parameters().learned_pairs, 0u);
}

TEST(TrainModel, NoWordsFromTooFewDocuments) {
    TempFolder folder;
    build_database(folder / "db", make_texts(600, 4), Style::WORDS);
    const IndexCollection read = read_options(folder / "db", "");
    TrainingReport report;
    TrainingOptions options = small_model();
    EXPECT_FALSE(train_model(read, options, &report).words().empty());
    options.min_documents = report.collection.documents;
    EXPECT_FALSE(train_model(read, options).words().empty());
    ++options.min_documents;
    options.distance = 120'000;
    TrainingReport rejected;
    const Model without = train_model(read, options, &rejected);
    EXPECT_TRUE(without.words().empty());
    EXPECT_TRUE(without.stable_terms().empty());
    EXPECT_EQ(rejected.collection, report.collection);
    EXPECT_EQ(rejected.sampled_documents, 0u);
    // It says how documents are compared, and is the same for any few of them.
    EXPECT_EQ(without.parameters().grouping.distance, 120'000u);
    EXPECT_EQ(without.parameters().documents, 0u);
    build_database(folder / "fewer", make_texts(50, 5), Style::WORDS);
    EXPECT_EQ(train_model(read_options(folder / "fewer", ""), options), without);

    build_database(folder / "empty", {}, Style::WORDS);
    EXPECT_EQ(train_model(read_options(folder / "empty", ""), options), without);
    options.min_documents = 0;
    EXPECT_EQ(train_model(read_options(folder / "empty", ""), options), without);
    // No document has a term of this prefix.
    EXPECT_TRUE(train_model(read_options(folder / "db", "XNONE"), options).words().empty());
    // No word helps: each document has its own.
    std::vector<std::string> own;
    for (int i = 0; i < 50; ++i) {
        own.emplace_back();
        for (int n = 0; n < 40; ++n)
            own.back() += "only" + std::to_string(i) + "x" + std::to_string(n) + ' ';
    }
    build_database(folder / "own", own, Style::WORDS);
    const Model none = train_model(read_options(folder / "own", ""), options);
    EXPECT_TRUE(none.words().empty());
    EXPECT_EQ(none.parameters().documents, 50u);
}

// Of documents that share no key of words with a copy in which every third word is another.
TEST(TrainModel, KeysOfCharactersWhereTheyFindWhatWordsMiss) {
    std::vector<std::string> texts = make_texts(300, 8);
    TempFolder folder;
    build_database(folder / "plain", texts, Style::RECORDS);
    for (std::uint32_t i = 0; i < 60; ++i) {
        texts.push_back(plain_text(1000 + i, 60));
        std::string noisy = texts.back();
        for (std::size_t at = 1; at < noisy.size(); ++at) {
            if (noisy[at - 1] == ' ' && at % 2 == 0) noisy[at] = 'z';
        }
        texts.push_back(noisy);
    }
    build_database(folder / "noisy", texts, Style::RECORDS);
    const auto rows_of = [&](const std::string& name, CharacterKeyChoice choice,
                             const auto& change) {
        TrainingOptions options = small_model();
        options.character_keys = choice;
        change(options);
        const Model model = train_model(read_options(folder / name, "", 1), options);
        EXPECT_EQ(model, train_model(read_options(folder / name, "", 3), options));
        EXPECT_FALSE(model.stable_terms().empty());
        return model.parameters().character_rows;
    };
    const auto as_is = [](TrainingOptions&) {};
    EXPECT_EQ(rows_of("plain", CharacterKeyChoice::AUTO, as_is), 0u);
    const std::uint32_t rows = rows_of("noisy", CharacterKeyChoice::AUTO, as_is);
    EXPECT_EQ(rows, MIN_CHARACTER_ROWS);
    EXPECT_EQ(rows_of("noisy", CharacterKeyChoice::ON, as_is), rows);
    EXPECT_EQ(rows_of("noisy", CharacterKeyChoice::OFF, as_is), 0u);
    EXPECT_EQ(rows_of("plain", CharacterKeyChoice::AUTO,
                      [](TrainingOptions& options) { options.distance = 250'000; }),
              rows);
    EXPECT_EQ(rows_of("noisy", CharacterKeyChoice::ON,
                      [](TrainingOptions& options) { options.any_order = true; }),
              0u);
}

TEST(TrainModel, TellsItsProgress) {
    TempFolder folder;
    build_database(folder / "db", many_words(make_texts(600, 4)), Style::WORDS);
    std::vector<std::string> phases;
    std::uint64_t last = 0;
    const Progress progress = [&](const Phase& phase) {
        if (phases.empty() || phases.back() != phase.name) {
            phases.emplace_back(phase.name);
            last = 0;
        }
        EXPECT_GT(phase.done, last);
        EXPECT_LE(phase.done, phase.total);
        last = phase.done;
    };
    train_model(IndexCollection(open_paths({folder / "db"}), TermSpace(),
                                {.threads = 3, .progress = progress}),
                small_model());
    EXPECT_EQ(phases,
              (std::vector<std::string>{"body lengths", "words", "near-duplicates to learn from",
                                        "beginnings read"}));
}

}  // namespace
}  // namespace descry
