#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <descry/texts/group_texts.h>
#include <descry/texts/text_finder.h>

#include "engine/collection/document_keys.h"
#include "engine/inside/inside_match.h"
#include "engine/texts/analyzed_texts.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using namespace testing;

std::string by_chance(std::mt19937_64& random, std::size_t words) {
    std::string text;
    for (std::size_t i = 0; i < words; ++i)
        text += (text.empty() ? "w" : " w") + std::to_string(random() % 5000);
    return text;
}

// Some words are others.
std::string changed(std::mt19937_64& random, const std::string& text, std::uint64_t one_in) {
    std::string out;
    for (const char c : text)
        out += c >= '0' && c <= '9' && random() % one_in == 0 ? 'x' : c;
    return out;
}

struct World {
    std::vector<std::string> texts;
    std::shared_ptr<const Model> model;
    std::shared_ptr<const Collection> documents;
    std::unique_ptr<TextFinder> finder;

    explicit World(std::vector<std::string> made, const GroupingOptions& options = {})
        : texts(std::move(made)) {
        AnalyzedTexts analyzed({}, Work{.threads = 2});
        const std::vector<std::string_view> views(texts.begin(), texts.end());
        analyzed.add(views);
        model = std::make_shared<const Model>(learn_model(analyzed, options));
        documents = analyzed.documents();
        finder = std::make_unique<TextFinder>(documents, model, compute_keys(*documents, *model));
    }
};

std::vector<std::string> varied_texts(std::mt19937_64& random, std::size_t count) {
    std::vector<std::string> texts = {"", "w1 w2 w3", "w1 w2 w3"};
    while (texts.size() < count) {
        const std::string text = by_chance(random, 12 + random() % 60);
        texts.push_back(text);
        for (std::uint64_t i = random() % 4; i > 0; --i)
            texts.push_back(changed(random, text, 10 + random() % 40));
        if (random() % 3 == 0)
            texts.push_back(by_chance(random, 30) + " " + text + " " + by_chance(random, 30));
    }
    return texts;
}

// All pairs, by the slow way.
std::vector<NearDocument> near_by_all(const World& world, const std::string& text) {
    std::vector<NearDocument> near;
    const CanonicalText asked(text);
    for (DocumentNumber document = 1; document <= world.texts.size(); ++document) {
        const CanonicalText other(world.texts[document - 1]);
        const bool is_short =
            std::ranges::count(text, ' ') < 7 || std::ranges::count(other.utf8(), ' ') < 7;
        const auto distance = canonical_distance(
            asked, other, is_short ? 0 : world.model->parameters().grouping.distance);
        if (!distance || text.empty()) continue;
        near.push_back({document, reported_distance(*distance, *distance == 0)});
    }
    std::ranges::stable_sort(near, {}, &NearDocument::distance);
    return near;
}

TEST(TextFinder, FindsWhatAllPairsTell) {
    DESCRY_RANDOM(random);
    const World world(varied_texts(random, 900));
    TextFinder::Reader reader(*world.finder);
    FindOptions options;
    options.rows = 100;
    std::size_t found = 0;
    for (int round = 0; round < 300; ++round) {
        std::string text = world.texts[random() % world.texts.size()];
        if (round % 2 == 0) text = changed(random, text, 30);
        const FoundDocuments here = reader.find(text, options);
        EXPECT_EQ(here.near, near_by_all(world, text)) << text;
        EXPECT_TRUE(here.inside.empty() && here.holds.empty());
        found += here.near.size();
    }
    EXPECT_GT(found, 300U);
    EXPECT_TRUE(reader.find("").is_empty());
    options.rows = 1;
    EXPECT_EQ(reader.find("w1 w2 w3", options).near, (std::vector<NearDocument>{{2, 0}}));
    // Of words alone nobody knows whether the texts are equal.
    EXPECT_EQ(reader.find_words("w1 w2 w3", options).near,
              (std::vector<NearDocument>{{2, SAME_WORDS_DISTANCE}}));
}

TEST(TextFinder, FindsWhatStandsInsideInEitherDirection) {
    DESCRY_RANDOM(random);
    const World world(varied_texts(random, 600));
    TextFinder::Reader reader(*world.finder);
    FindOptions options{.near = false, .inside = true, .rows = 1000};
    std::size_t found = 0;
    std::size_t missed = 0;
    std::size_t missed_of_most = 0;
    ContainerText container;
    ContainerText around;
    for (int round = 0; round < 400; ++round) {
        const std::string& text = world.texts[random() % world.texts.size()];
        const FoundDocuments here = reader.find(text, options);
        EXPECT_TRUE(here.near.empty());
        around.assign(text);
        const HashedWords asked(text);
        for (DocumentNumber document = 1; document <= world.texts.size(); ++document) {
            const auto share_told = [&](const std::vector<InsideDocument>& list) {
                const auto at = std::ranges::find(list, document, &InsideDocument::document);
                return at == list.end() ? 0 : at->share;
            };
            container.assign(world.texts[document - 1]);
            const std::size_t words = container.words().size();
            const auto expect = [&](const auto& match, bool is_long_enough,
                                    DistanceMillionths told) {
                const DistanceMillionths share = match && is_long_enough ? match->share() : 0;
                EXPECT_TRUE(told == share || told == 0) << text;
                (told == share ? found : missed) += share > 0 ? 1U : 0U;
                // Where every other word is another one, few shingles are the same.
                missed_of_most += told == 0 && share > 900'000 ? 1U : 0U;
            };
            expect(container.find(asked, options.share), asked.size() >= 20 && words > asked.size(),
                   share_told(here.inside));
            expect(around.find(container.words(), options.share),
                   words >= 20 && words < asked.size(), share_told(here.holds));
        }
    }
    EXPECT_GT(found, 50U);
    EXPECT_LT(missed, found);
    EXPECT_LE(missed_of_most * 50, found);
}

TEST(TextFinder, AnswersTheSameInAnyThread) {
    DESCRY_RANDOM(random);
    const World world(varied_texts(random, 300));
    const FindOptions options{.inside = true};
    std::vector<FoundDocuments> first(world.texts.size());
    std::vector<FoundDocuments> second(world.texts.size());
    const auto ask = [&](std::vector<FoundDocuments>& answers) {
        TextFinder::Reader reader(*world.finder);
        for (std::size_t i = 0; i < answers.size(); ++i)
            answers[i] = reader.find(world.texts[i], options);
    };
    {
        const std::jthread other([&] { ask(second); });
        ask(first);
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].near, second[i].near);
        EXPECT_EQ(first[i].inside, second[i].inside);
        EXPECT_EQ(first[i].holds, second[i].holds);
    }
}

TEST(TextFinder, KeepsApartWhatTheModelDoes) {
    DESCRY_RANDOM(random);
    const std::string text = by_chance(random, 40);
    GroupingOptions options;
    options.keep_apart = KeepApart{.numbers = true, .fields = {}};
    const World world({text + " 7", text + " 8", by_chance(random, 40)}, options);
    TextFinder::Reader reader(*world.finder);
    EXPECT_EQ(reader.find(text + " 8").near, (std::vector<NearDocument>{{2, 0}}));
    EXPECT_TRUE(reader.find(text + " 9").is_empty());
}

}  // namespace
}  // namespace descry
