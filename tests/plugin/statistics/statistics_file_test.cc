#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>
#include <descry/statistics/statistics_file.h>

#include "engine/model/word_statistics.h"
#include "engine/training/training_steps.h"
#include "plugin/statistics/statistics_reader.h"
#include "tests/plugin/test_index.h"
#include "tests/volume.h"

namespace descry {
namespace {

using namespace testing;

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    std::ostringstream out;
    out << file.rdbuf();
    return out.str();
}

void write_bytes(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

TrainingOptions small(std::uint64_t min_documents = 100) {
    TrainingOptions options;
    options.min_documents = min_documents;
    options.selection.words = 200;
    options.selection.grow = false;
    return options;
}

StatisticsSummary export_of(const std::string& db, const std::string& file, unsigned threads = 1,
                            const std::string& prefix = "") {
    return export_statistics(read_options(db, prefix, threads), {"", prefix, 30}, file);
}

StatisticsSummary merge(std::vector<std::string> inputs, const std::string& output) {
    return merge_statistics(inputs, output);
}

Model model_of(const std::string& file, TrainingOptions options) {
    LoadedStatistics loaded = load_statistics(file, options.candidates, 3);
    return choose_model(loaded.statistics, std::move(loaded.learned), loaded.origin.term_prefix,
                        options);
}

// What a rejection says; empty when there is none.
template <typename Call>
std::string rejection(Call&& call) {
    try {
        call();
    } catch (const StatisticsFileError& error) {
        return error.what();
    }
    return {};
}

// One index, and the same documents dealt out to three shards of different sizes.
class Shards : public ::testing::Test {
  protected:
    void build(const std::vector<std::string>& texts, Style style = Style::STEMS) {
        std::vector<std::string> parts[3];
        for (std::size_t i = 0; i < texts.size(); ++i)
            parts[i % 7 < 4 ? 0 : i % 7 < 6 ? 1 : 2].push_back(texts[i]);
        build_database(folder_ / "whole", texts, style);
        for (int i = 0; i < 3; ++i) {
            const std::string name = "shard" + std::to_string(i);
            build_database(folder_ / name, parts[i], style);
            export_of(folder_ / name, folder_ / (name + ".stats"));
        }
        export_of(folder_ / "whole", folder_ / "whole.stats");
        whole_ = bytes_of(folder_ / "whole.stats");
    }

    std::string shard(int i) const { return folder_ / ("shard" + std::to_string(i) + ".stats"); }

    TempFolder folder_;
    std::string whole_;
};

TEST_F(Shards, AddUpToTheWholeInAnyOrder) {
    build(make_texts(700, 11));
    std::vector<int> order = {0, 1, 2};
    do {
        const StatisticsSummary summary =
            merge({shard(order[0]), shard(order[1]), shard(order[2])}, folder_ / "sum");
        EXPECT_EQ(bytes_of(folder_ / "sum"), whole_);
        EXPECT_GT(summary.terms, 1000u);
        merge({shard(order[0]), shard(order[1])}, folder_ / "part");
        EXPECT_NE(bytes_of(folder_ / "part"), whole_);
        merge({shard(order[2]), folder_ / "part"}, folder_ / "sum");
        EXPECT_EQ(bytes_of(folder_ / "sum"), whole_);
    } while (std::next_permutation(order.begin(), order.end()));
    // Alone, a file stays as it is; together as one index, the shards are what they add up to.
    merge({folder_ / "whole.stats"}, folder_ / "copy");
    EXPECT_EQ(bytes_of(folder_ / "copy"), whole_);
    const IndexCollection together{
        open_paths({folder_ / "shard2", folder_ / "shard0", folder_ / "shard1"}),
        TermSpace(),
        {.threads = 2}};
    export_statistics(together, {"", "", 30}, folder_ / "together");
    EXPECT_EQ(bytes_of(folder_ / "together"), whole_);
    for (const unsigned threads : {2u, 7u}) {
        export_of(folder_ / "whole", folder_ / "threads", threads);
        EXPECT_EQ(bytes_of(folder_ / "threads"), whole_) << threads;
    }
    EXPECT_EQ(model_of(folder_ / "sum", small()).serialise(),
              model_of(folder_ / "whole.stats", small()).serialise());
}

// More documents than the sample holds, equal ones among them.
TEST_F(Shards, KeepTheSampleOfTheWhole) {
    std::vector<std::string> texts;
    std::mt19937 random(5);
    for (std::size_t i = 0; i < SELECTION_SAMPLE + 600; ++i) {
        if (i % 50 == 49) {
            texts.push_back(texts[random() % texts.size()]);
            continue;
        }
        std::string text;
        for (int n = 0; n < 31; ++n)
            text += "w" + std::to_string(random() % (n < 16 ? 90 : 900)) + ' ';
        texts.push_back(text);
    }
    build(texts, Style::WORDS);
    merge({shard(2), shard(0), shard(1)}, folder_ / "sum");
    EXPECT_EQ(bytes_of(folder_ / "sum"), whole_);
    TrainingOptions options = small();
    options.learn = false;
    const LoadedStatistics loaded = load_statistics(folder_ / "sum", options.candidates, 2);
    EXPECT_EQ(loaded.statistics.sample_lengths.size(), SELECTION_SAMPLE);
    EXPECT_EQ(model_of(folder_ / "sum", options).serialise(),
              train_model(read_options(folder_ / "whole", ""), options).serialise());
}

TEST_F(Shards, EmptyOnesCountForNothing) {
    build(make_texts(60, 3));
    build_database(folder_ / "empty", {}, Style::WORDS);
    export_of(folder_ / "empty", folder_ / "none");
    merge({folder_ / "none", shard(0), shard(1), folder_ / "none", shard(2)}, folder_ / "sum");
    EXPECT_EQ(bytes_of(folder_ / "sum"), whole_);
    merge({folder_ / "none", folder_ / "none"}, folder_ / "sum");
    EXPECT_EQ(bytes_of(folder_ / "sum"), bytes_of(folder_ / "none"));
    EXPECT_TRUE(model_of(folder_ / "none", small()).words().empty());
}

class Learned : public Shards {
  protected:
    StatisticsSummary learn(const std::string& db, const std::string& of, const std::string& file) {
        return export_learned(read_options(folder_ / db, "", 2), folder_ / of, small(),
                              folder_ / file);
    }
};

// With few pairs finer thresholds are tried.
class TheModelOfTheFile : public Learned, public ::testing::WithParamInterface<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(FewPairsAndMany, TheModelOfTheFile, ::testing::Values(250, 600));

TEST_P(TheModelOfTheFile, IsTheOneOfTheIndex) {
    build(make_texts(GetParam(), 21));
    const std::uint64_t pairs = *learn("whole", "whole.stats", "learned").learned_pairs;
    EXPECT_EQ(pairs < FEW_PAIRS, GetParam() == 250) << pairs;
    EXPECT_GT(pairs, 5u);
    std::map<std::uint32_t, std::string> expected;  // by bands
    for (const bool learned_first : {false, true}) {
        merge(learned_first ? std::vector{folder_ / "learned", shard(0), shard(1), shard(2)}
                            : std::vector{folder_ / "whole.stats", folder_ / "learned"},
              folder_ / "both");
        for (const std::uint32_t bands : {8u, 4u}) {
            TrainingOptions options = small();
            options.bands = bands;
            options.distance = 100'000;
            options.group_order = "longest";
            options.selection.words = 150;
            options.selection.grow = false;
            const Model model = model_of(folder_ / "both", options);
            EXPECT_GT(model.words().size(), 50u);
            EXPECT_EQ(model.parameters().learned_pairs, pairs);
            std::string& bytes = expected[bands];
            if (bytes.empty())
                bytes = train_model(read_options(folder_ / "whole", ""), options).serialise();
            EXPECT_EQ(model.serialise(), bytes);
        }
    }
    if (pairs < FEW_PAIRS) {
        LoadedStatistics loaded = load_statistics(folder_ / "both", {}, 1);
        for (auto& counts : loaded.learned->finer)
            counts.clear();
        EXPECT_NE(choose_model(loaded.statistics, std::move(loaded.learned), "", small()),
                  model_of(folder_ / "both", small()));
    }
    TrainingOptions modelled = small();
    modelled.learn = false;
    EXPECT_EQ(model_of(folder_ / "whole.stats", modelled).serialise(),
              train_model(read_options(folder_ / "whole", ""), modelled).serialise());
    EXPECT_TRUE(model_of(folder_ / "both", small(100'000)).words().empty());
}

TEST_F(Learned, ShardsTeachTogether) {
    build(make_texts(700, 21));
    std::uint64_t pairs = 0;
    std::vector<std::string> files;
    for (int i = 0; i < 3; ++i) {
        const std::string name = "shard" + std::to_string(i);
        pairs += *learn(name, "whole.stats", name + ".learned").learned_pairs;
        files.push_back(folder_ / (name + ".learned"));
    }
    EXPECT_GT(pairs, FEW_PAIRS);
    const StatisticsSummary summary = merge(files, folder_ / "learned");
    EXPECT_EQ(summary.learned_pairs, pairs);
    EXPECT_EQ(summary.terms, 0u);
    merge({folder_ / "learned", folder_ / "whole.stats"}, folder_ / "both");
    std::reverse(files.begin(), files.end());
    files.insert(files.begin() + 1, folder_ / "whole.stats");
    merge(files, folder_ / "at once");
    EXPECT_EQ(bytes_of(folder_ / "at once"), bytes_of(folder_ / "both"));
    // Piece by piece as well.
    merge({folder_ / "whole.stats", files[0]}, folder_ / "some");
    merge({files[3], folder_ / "some", files[2]}, folder_ / "sum");
    EXPECT_EQ(bytes_of(folder_ / "sum"), bytes_of(folder_ / "both"));
    EXPECT_EQ(model_of(folder_ / "sum", small()).parameters().learned_pairs, pairs);
    // What was learned about a file is learned about its sum with what was learned, too.
    learn("shard0", "both", "again");
    EXPECT_EQ(bytes_of(folder_ / "again"), bytes_of(folder_ / "shard0.learned"));
}

TEST_F(Learned, BelongsToItsStatisticsAlone) {
    build(make_texts(300, 21));
    learn("shard0", "whole.stats", "learned");
    learn("shard0", "shard0.stats", "other");
    const auto merging = [&](std::vector<std::string> names) {
        for (std::string& name : names)
            name = folder_ / name;
        return rejection([&] { merge(names, folder_ / "sum"); });
    };
    EXPECT_EQ(merging({"whole.stats", "learned"}), "");
    const std::string id = to_hex(load_statistics(folder_ / "whole.stats", {}, 1).id);
    const std::string other_id = to_hex(load_statistics(shard(0), {}, 1).id);
    const std::string what = ": its learned counts belong to the statistics ";
    EXPECT_EQ(merging({"whole.stats", "other"}),
              (folder_ / "other") + what + other_id + ", not " + id);
    EXPECT_EQ(merging({"learned", "other"}), (folder_ / "other") + what + other_id + ", not " + id);
    std::filesystem::remove(folder_ / "sum");
    EXPECT_NE(merging({"shard0.stats", "shard1.stats", "learned"}), "");
    EXPECT_NE(merging({"whole.stats", "shard0.stats", "learned"}), "");
    // Nothing is left of a merge that was rejected.
    EXPECT_FALSE(std::filesystem::exists(folder_ / "sum"));
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / ""))
        EXPECT_FALSE(entry.path().filename().string().starts_with("sum")) << entry.path();
    EXPECT_NE(rejection([&] {
                  load_statistics(folder_ / "learned", {}, 1);
              }).find("holds only learned counts"),
              std::string::npos);
    EXPECT_NE(rejection([&] { learn("shard0", "learned", "x"); }), "");
}

TEST(StatisticsFile, OtherOriginsAreRejected) {
    TempFolder folder;
    build_database(folder / "db", make_texts(40, 1), Style::WORDS);
    build_database(folder / "field", make_texts(40, 1), Style::FIELD);
    const IndexCollection read = read_options(folder / "db", "");
    export_statistics(read, {"a", "", 30}, folder / "a");
    export_statistics(read, {"b", "", 30}, folder / "analyzer");
    export_statistics(read, {"a", "", 20}, folder / "length");
    export_statistics(read_options(folder / "field", "XFOO"), {"a", "XFOO", 30}, folder / "prefix");
    const auto merging = [&](const std::string& name) {
        return rejection([&] { merge({folder / "a", folder / name}, folder / "sum"); });
    };
    const std::string first = folder / "a";
    EXPECT_EQ(merging("analyzer"),
              (folder / "analyzer") + ": another analyzer (b) than " + first + "'s (a)");
    EXPECT_EQ(merging("length"), (folder / "length") +
                                     ": another minimum length of documents (20) than " + first +
                                     "'s (30)");
    EXPECT_EQ(
        merging("prefix"),
        (folder / "prefix") + ": another prefix of body terms (XFOO) than " + first + "'s ()");
    for (const char* const name : {"analyzer", "length", "prefix"}) {
        TrainingOptions options = small();
        options.analyzer = "a";
        EXPECT_NE(rejection([&] {
                      export_learned(read, folder / name, options, folder / "learned");
                  }).find(folder / name + ": the statistics do not match"),
                  std::string::npos);
    }
    EXPECT_EQ(load_statistics(folder / "length", {}, 1).origin, (StatisticsOrigin{"a", "", 20}));
}

// The layout of docs/commands/stats.md, written by hand.
TEST(StatisticsFile, BytesOfASmallOne) {
    TempFolder folder;
    build_database(folder / "db", {"a a b ", "", "a "}, Style::WORDS);
    export_statistics(read_options(folder / "db", ""), {"", "", 2}, folder / "stats");
    const std::string json =
        R"({"analyzer":"","by_length":[[12,1]],"documents":1,"few_pairs":100,"hash":"xxh64",)"
        R"("learned":null,"length_classes":192,"min_body_length":2,"occurrences":3,)"
        R"("sample":16384,"statistics":true,"term_prefix":"","wdf_classes":77})";
    const auto little_endian = [](std::uint64_t value, unsigned bytes) {
        std::string out;
        for (unsigned i = 0; i < bytes; ++i)
            out += static_cast<char>(value >> (8 * i) & 255);
        return out;
    };
    std::string expected =
        "descry-statistics" + little_endian(1, 4) + little_endian(json.size(), 4) + json;
    // One sampled document of three words.
    expected +=
        '\1' +
        little_endian(content_hash_part(hash64("a"), 2) + content_hash_part(hash64("b"), 1), 8) +
        '\3';
    // a: one cell, 2 * 192 + 12 after -1, one document; in the first document of the sample, twice.
    expected += std::string("\1a\1\x8d\3\1\1\1\2", 9);
    // b: the cell 192 + 12; once.
    expected += std::string("\1b\1\xcd\1\1\1\1\1", 9);
    expected += '\0';
    expected += little_endian(hash64(expected, 0), 8);
    EXPECT_EQ(bytes_of(folder / "stats"), expected);
}

// Every byte counts: a file with one changed, cut anywhere, or with one more is rejected.
TEST(StatisticsFile, DamageIsFound) {
    TempFolder folder;
    std::vector<std::string> texts = make_texts(50, 9);
    build_database(folder / "db", texts, Style::WORDS);
    export_of(folder / "db", folder / "stats");
    export_learned(read_options(folder / "db", ""), folder / "stats", small(), folder / "learned");
    merge({folder / "stats", folder / "learned"}, folder / "both");
    const std::string good = bytes_of(folder / "both");
    ASSERT_EQ(rejection([&] { load_statistics(folder / "both", {}, 1); }), "");

    const std::string path = folder / "bad";
    const auto check = [&](const std::string& bytes, const std::string& what) {
        write_bytes(path, bytes);
        const std::string loading = rejection([&] { load_statistics(path, {}, 1); });
        const std::string merging = rejection([&] { merge({path}, folder / "sum"); });
        EXPECT_TRUE(loading.starts_with(path + ": ")) << what << ": " << loading;
        EXPECT_TRUE(merging.starts_with(path + ": ")) << what << ": " << merging;
        return merging;
    };
    std::mt19937 random(1);
    const std::size_t step = good.size() / scaled<std::size_t>(400) + 1;
    const auto front = scaled<std::size_t>(500);
    for (std::size_t i = 0; i < good.size(); i += i < front ? 1 : 1 + random() % (2 * step)) {
        std::string bytes = good;
        bytes[i] = static_cast<char>(bytes[i] ^ (1 << random() % 8));
        check(bytes, "byte " + std::to_string(i));
        if (HasFailure()) return;
    }
    for (std::size_t i = 0; i < good.size(); i += i < 100 ? 1 : 1 + random() % (20 * step))
        check(good.substr(0, i), "cut to " + std::to_string(i));
    EXPECT_NE(check(good.substr(0, good.size() - 1), "cut").find("cut short"), std::string::npos);
    EXPECT_NE(check(good + 'x', "longer").find("bytes after its end"), std::string::npos);
    EXPECT_NE(check("", "empty").find("not a descry statistics file"), std::string::npos);
    std::string version = good;
    version[17] = 2;
    EXPECT_EQ(check(version, "version"),
              path + ": a statistics file of format 2; this version reads format 1");
    EXPECT_NE(
        rejection([&] { merge({folder / "absent"}, folder / "sum"); }).find("cannot be opened"),
        std::string::npos);
}

}  // namespace
}  // namespace descry
