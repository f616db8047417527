#include <algorithm>
#include <chrono>
#include <limits>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collection/collection_groups.h>
#include <descry/grouping/clustering_limits.h>
#include <descry/mechanics/work.h>
#include <descry/texts/group_texts.h>

#include "engine/inside/inside_match.h"
#include "tests/engine/random_seed.h"
#include "tests/temporary_directory.h"

namespace descry {
namespace {

using namespace testing;

// Texts of chance, a third of them near-copies of others.
std::vector<std::string> made_texts(std::size_t count, std::mt19937_64& random) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<std::uint64_t> words(60 + random() % 200);
        for (std::uint64_t& word : words)
            word = random() % (1 + random() % 20'000);
        std::string text;
        for (const std::uint64_t word : words)
            text += "w" + std::to_string(word) + " ";
        if (i > 0 && random() % 3 == 0) text = texts[random() % i] + "more";
        texts.push_back(std::move(text));
    }
    return texts;
}

std::vector<std::string_view> views_of(const std::vector<std::string>& texts) {
    return {texts.begin(), texts.end()};
}

TEST(GroupTexts, AreTheSameWithAnyNumberOfThreads) {
    DESCRY_RANDOM(random);
    const std::vector<std::string> texts = made_texts(3000, random);
    const GroupedTexts expected = group_texts(views_of(texts));
    EXPECT_GT(expected.groups().groups, 300u);
    EXPECT_FALSE(expected.model().words().empty());
    Work work;
    work.threads = 3;
    const GroupedTexts found = group_texts(views_of(texts), {}, nullptr, work);
    EXPECT_EQ(found.model().id(), expected.model().id());
    EXPECT_EQ(found.groups().head_of, expected.groups().head_of);
    EXPECT_EQ(found.groups().distance, expected.groups().distance);
    EXPECT_EQ(found.kept_for(), expected.kept_for());
    // By its own model again.
    EXPECT_EQ(group_texts(views_of(texts), {}, &expected.model()).groups().head_of,
              expected.groups().head_of);
}

// Texts of one template, far from each other, and behind them a near copy of each.
std::vector<std::string> texts_of_a_template(std::size_t count, const std::string& own,
                                             std::mt19937_64& random) {
    std::vector<std::string> texts(2 * count);
    for (std::size_t i = 0; i < count; ++i) {
        for (int word = 0; word < 60; ++word)
            texts[i] += "template" + std::to_string(word * word) + " ";
        for (int word = 0; word < 24; ++word)
            texts[i] += own + std::to_string(random() % 100'000) + " ";
        texts[count + i] = texts[i] + "more";
    }
    return texts;
}

// A document does not try most of those that share its template, and finds its near copy.
TEST(GroupTexts, DropWhatIsInsideOnlyForWhatIsKeptAndHoldsIt) {
    DESCRY_RANDOM(random);
    std::vector<std::string> texts = made_texts(1500, random);
    const std::size_t made = texts.size();
    for (std::size_t i = 0; i < 500; ++i)
        texts.push_back(made_texts(1, random)[0] + texts[random() % (made + i)] +
                        made_texts(1, random)[0]);
    GroupingOptions options;
    options.inside = 0.9;
    const GroupedTexts found = group_texts(views_of(texts), options);
    EXPECT_GT(found.count_dropped(Relation::INSIDE), 200u);
    Work work;
    work.threads = 3;
    EXPECT_EQ(group_texts(views_of(texts), options, nullptr, work).kept_for(), found.kept_for());
    ContainerText container;
    for (const DroppedDocument& dropped : found.dropped_documents()) {
        const auto document = static_cast<DocumentNumber>(dropped.document);
        const auto kept = static_cast<DocumentNumber>(dropped.kept);
        EXPECT_EQ(found.kept_for(kept), 0u);
        EXPECT_EQ(found.groups().head_of[document], kept);
        if (dropped.relation == Relation::NEAR) continue;
        const auto outer = found.text_of(kept);
        const auto inner = found.text_of(document);
        container.assign(outer->utf8());
        const auto match = container.find(HashedWords(inner->utf8()), 900'000);
        ASSERT_TRUE(match);
        EXPECT_EQ(WHOLE_DISTANCE - match->share(), dropped.distance);
    }
}

TEST(GroupTexts, OfManyHeadsTheLikeliestAreTried) {
    DESCRY_RANDOM(random);
    constexpr std::size_t COUNT = 120;
    static_assert(COUNT > ClusteringLimits::LIKELIEST_HEADS);
    for (const bool keep_apart_numbers : {false, true}) {
        GroupingOptions options;
        options.keep_apart = KeepApart{.numbers = keep_apart_numbers};
        Work work;
        work.threads = 2;
        const auto texts = texts_of_a_template(COUNT, keep_apart_numbers ? "" : "own", random);
        const GroupedTexts found = group_texts(views_of(texts), options, nullptr, work);
        for (std::size_t i = 1; i <= COUNT; ++i)
            EXPECT_EQ(found.groups().head_of[COUNT + i], found.groups().head_of[i]) << i;
        work.threads = 1;
        const GroupedTexts same = group_texts(views_of(texts), options, nullptr, work);
        EXPECT_EQ(same.groups().head_of, found.groups().head_of);
        EXPECT_EQ(same.groups().limited, found.groups().limited);
        EXPECT_EQ(found.groups().limited > 0, !keep_apart_numbers);
    }
}

// So many of one template that no document can try all others.
TEST(GroupTexts, DocumentsOfOtherNumbersAreNotTried) {
    constexpr std::size_t COUNT = 2400;
    constexpr std::size_t COPIES = 50;
    const auto text_of = [](const std::string& number) {
        return "the ferry number " + number +
               " leaves the old harbour of the northern islands at " + number + " every day";
    };
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < COUNT; ++i)
        texts.push_back(text_of(std::to_string(100'000 + 37 * i)));
    for (std::size_t i = 0; i < COPIES; ++i)
        texts.push_back(texts[COUNT - COPIES + i] + " now");
    GroupingOptions options;
    options.keep_apart = KeepApart{.numbers = true};
    const GroupedTexts found = group_texts(views_of(texts), options);
    EXPECT_EQ(found.groups().groups, COPIES);
    for (std::size_t i = 1; i <= COPIES; ++i)
        EXPECT_EQ(found.groups().head_of[COUNT + i], COUNT - COPIES + i);
    EXPECT_LT(found.groups().comparisons, 10 * COPIES);
}

TEST(GroupTexts, TheOrderSaysWhoIsHead) {
    const std::string text(
        "the ferry leaves the north quay at nine in the morning and returns at "
        "noon with the mail and some passengers on board");
    const std::vector<std::string> texts = {text, text + " today", "another text altogether here"};
    GroupingOptions options;
    EXPECT_EQ(group_texts(views_of(texts), options).kept_for(),
              (std::vector<DocumentNumber>{0, 0, 1, 0}));
    options.order = "longest";
    EXPECT_EQ(group_texts(views_of(texts), options).kept_for(),
              (std::vector<DocumentNumber>{0, 2, 0, 0}));
    EXPECT_TRUE(group_texts({}, options).kept_for().size() <= 1);
}

TEST(GroupTexts, NeedsNoFolderForAFewAndRefusesOtherModels) {
    const TemporaryDirectoryIs nowhere("/nonexistent");
    DESCRY_RANDOM(random);
    const std::vector<std::string> texts = made_texts(200, random);
    EXPECT_GT(group_texts(views_of(texts)).groups().groups, 20u);
    const Model other({}, {});
    EXPECT_THROW(group_texts(views_of(texts), {}, &other), std::invalid_argument);
}

// What a caller throws in any phase comes out of the call.
TEST(GroupTexts, ACallbackThatThrowsEndsAnyPhase) {
    DESCRY_RANDOM(random);
    const std::vector<std::string> texts = made_texts(2500, random);
    std::set<std::string> phases;
    Work work;
    work.threads = 2;
    work.progress = [&](const Phase& phase) { phases.emplace(phase.name); };
    group_texts(views_of(texts), {}, nullptr, work);
    EXPECT_TRUE(phases.contains("texts read") && phases.contains("documents compared"));
    for (const std::string& ended : phases) {
        work.progress = [&](const Phase& phase) {
            if (phase.name == ended) throw std::runtime_error(ended);
        };
        try {
            group_texts(views_of(texts), {}, nullptr, work);
            ADD_FAILURE() << ended << " went on";
        } catch (const std::runtime_error& error) {
            EXPECT_EQ(error.what(), ended);
        }
    }
}

TEST(GroupTexts, AFlagEndsItAtAnyMoment) {
    DESCRY_RANDOM(random);
    const std::vector<std::string> texts = made_texts(2500, random);
    Work work;
    work.threads = 2;
    std::size_t stopped = 0;
    for (int milliseconds = 1; milliseconds < 2000; milliseconds *= 3) {
        StopFlag flag;
        std::chrono::steady_clock::time_point requested;
        const std::jthread timer([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
            requested = std::chrono::steady_clock::now();
            flag.request();
        });
        const StopScope scope(&flag);
        try {
            group_texts(views_of(texts), {}, nullptr, work);
            break;
        } catch (const Stopped&) {
            ++stopped;
            // 0.1 where the cores are free.
            EXPECT_LT(std::chrono::steady_clock::now() - requested, std::chrono::seconds(2));
        }
    }
    EXPECT_GE(stopped, 2u);
}

TEST(GroupingOptions, OutsideTheirLimitsAreRejected) {
    const auto rejected = [](const GroupingOptions& options) {
        EXPECT_THROW(group_texts({}, options), std::invalid_argument);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double distance : {0.41, -0.1, nan})
        rejected({.distance = distance});
    for (const double contained : {1.01, -0.1, nan})
        rejected({.contained = contained});
    rejected({.words = 0});
    rejected({.words = 65536});
    rejected({.order = "newest"});
    EXPECT_NO_THROW(group_texts({}, {.distance = 0.4, .contained = 1, .words = 65535}));
}

}  // namespace
}  // namespace descry
