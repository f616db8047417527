#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/unique/unique_documents.h>

#include "engine/collection/document_keys.h"
#include "engine/collection/joined_collection.h"
#include "engine/collection/text_collection.h"
#include "engine/grouping/linked_numbers.h"
#include "engine/unique/known_documents.h"
#include "tests/engine/random_seed.h"

namespace descry {
namespace {

// Texts of 20 to 60 words, of which some are others with up to twelve words changed.
std::vector<CanonicalText> random_texts(std::size_t count, std::mt19937_64& random) {
    std::vector<std::vector<std::string>> texts;
    const auto word = [&random] {
        std::string letters(4 + random() % 6, ' ');
        std::ranges::generate(letters, [&] { return static_cast<char>('a' + random() % 26); });
        return letters;
    };
    while (texts.size() < count) {
        std::vector<std::string> words;
        if (texts.empty() || random() % 3 == 0) {
            words.resize(20 + random() % 40);
            std::ranges::generate(words, word);
        } else {
            words = texts[random() % texts.size()];
            for (std::uint64_t edits = random() % 13; edits > 0; --edits)
                words[random() % words.size()] = word();
        }
        texts.push_back(words);
    }
    std::vector<CanonicalText> canonical;
    for (const auto& words : texts) {
        std::string text;
        for (const std::string& w : words)
            text += (text.empty() ? "" : " ") + w;
        canonical.emplace_back(text);
    }
    return canonical;
}

std::shared_ptr<TextCollection> collection_of(std::span<const CanonicalText> texts,
                                              unsigned threads = 1) {
    auto collection = std::make_shared<TextCollection>(Work{.threads = threads});
    for (const CanonicalText& text : texts)
        collection->add(text.utf8());
    return collection;
}

std::vector<DocumentNumber> numbers_up_to(std::size_t count) {
    std::vector<DocumentNumber> numbers(count);
    std::iota(numbers.begin(), numbers.end(), DocumentNumber{1});
    return numbers;
}

constexpr DistanceMillionths LIMIT = 150'000;

// Of documents so few all are compared.
TEST(UniqueDocuments, WhatIsNearAReferenceGoesAndTheOthersAreGrouped) {
    DESCRY_RANDOM(random);
    constexpr DocumentNumber REFERENCES = 150;
    const std::vector<CanonicalText> texts = random_texts(400, random);
    const auto number = [&](std::size_t i) { return static_cast<DocumentNumber>(i + 1); };
    const auto distance = [&](DocumentNumber a, DocumentNumber b) {
        return canonical_distance(texts[a - 1], texts[b - 1], LIMIT);
    };
    const UniqueDocuments unique =
        find_unique(collection_of(texts), numbers_up_to(texts.size()), REFERENCES, {});
    ASSERT_EQ(unique.kept_for.size(), texts.size() + 1);
    std::size_t near_references = 0;
    std::size_t grouped = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const DocumentNumber document = number(i);
        const DocumentNumber kept = unique.kept_for[document];
        if (document <= REFERENCES) {
            EXPECT_EQ(kept, 0u);
            continue;
        }
        // One that is equal, else the first that is near.
        const auto first_of = [&](const auto& is_it) {
            DocumentNumber first = 1;
            while (first <= REFERENCES && !is_it(first))
                ++first;
            return first;
        };
        const DocumentNumber equal =
            first_of([&](DocumentNumber other) { return texts[i] == texts[other - 1]; });
        const DocumentNumber first =
            first_of([&](DocumentNumber other) { return distance(document, other).has_value(); });
        if (first <= REFERENCES) {
            ++near_references;
            EXPECT_EQ(kept, equal <= REFERENCES ? equal : first) << document;
        } else if (kept != 0) {
            ++grouped;
            EXPECT_GT(kept, REFERENCES);
            EXPECT_EQ(unique.kept_for[kept], 0u);
        }
        if (kept != 0) {
            // Nobody told that texts are equal.
            EXPECT_EQ(unique.groups.distance[document],
                      reported_distance(*distance(document, kept), false));
            EXPECT_EQ(unique.groups.head_of[document], kept);
        }
    }
    EXPECT_GT(near_references, 20u);
    EXPECT_GT(grouped, 10u);

    // Where the references are another collection, whose keys are known, all is the same.
    const auto references = collection_of(std::span(texts).first(REFERENCES));
    const auto new_texts = std::span(texts).subspan(REFERENCES);
    UniqueOptions options;
    options.model = unique.model;
    for (const unsigned threads : {1u, 3u}) {
        KnownDocuments known{references, compute_keys(*references, unique.model)};
        const UniqueDocuments beside =
            find_unique(collection_of(new_texts, threads), numbers_up_to(new_texts.size()), 0,
                        options, std::move(known));
        EXPECT_EQ(beside.kept_for, unique.kept_for);
        EXPECT_EQ(beside.groups.head_of, unique.groups.head_of);
        EXPECT_EQ(beside.groups.distance, unique.groups.distance);
        EXPECT_EQ(beside.groups.groups, unique.groups.groups);
        EXPECT_EQ(beside.groups.grouped_documents, unique.groups.grouped_documents);
    }
}

// So many documents that each meets more heads than it tries.
TEST(UniqueDocuments, AreTheSameWithAnyMemory) {
    DESCRY_RANDOM(random);
    std::size_t grouped = 0;
    std::uint64_t comparisons = 0;
    std::uint64_t expected_comparisons = 0;
    for (int i = 0; i < 12; ++i) {
        std::vector<CanonicalText> texts = random_texts(i % 2 == 0 ? 60 : 200, random);
        // One template, and texts that end alike.
        const std::string common = (i % 2 == 0 ? texts[0] : texts[1]).utf8().data();
        for (std::size_t own = i % 3 == 0 ? 1 : 30; own < 30; ++own) {
            const std::string_view words = texts[own].utf8();
            texts[own] =
                CanonicalText(common + " " + std::string(words.substr(0, words.find(' ', 55))));
        }
        const auto ordered = numbers_up_to(texts.size());
        UniqueOptions options;
        options.training.distance = 50'000 * static_cast<DistanceMillionths>(1 + random() % 8);
        const UniqueDocuments unique = find_unique(collection_of(texts), ordered, 0, options);
        auto crowded = std::make_shared<TextCollection>(Work{.threads = 1, .memory = 1024});
        for (const CanonicalText& text : texts)
            crowded->add(text.utf8());
        const UniqueDocuments expected = find_unique(crowded, ordered, 0, options);
        EXPECT_EQ(unique.groups.head_of, expected.groups.head_of);
        EXPECT_EQ(unique.groups.distance, expected.groups.distance);
        grouped += unique.groups.grouped_documents;
        comparisons += unique.groups.comparisons;
        expected_comparisons += expected.groups.comparisons;
    }
    EXPECT_GT(grouped, 100u);
    EXPECT_EQ(comparisons, expected_comparisons);
}

// Few references have a model without words; compared by it, each of many documents would meet all.
TEST(UniqueDocuments, ManyBesideFewReferencesHaveAModelOfTheirOwn) {
    DESCRY_RANDOM(random);
    constexpr std::size_t REFERENCES = 20;
    const std::vector<CanonicalText> texts = random_texts(4500, random);
    const auto first = std::span(texts).first(REFERENCES);
    UniqueOptions options;
    options.training.distance = 100'000;
    options.training.contained = 0.5;
    options.model = find_unique(collection_of(first), numbers_up_to(REFERENCES), 0, options).model;
    ASSERT_TRUE(options.model->stable_terms().empty());
    const auto references = collection_of(first);
    const UniqueDocuments unique =
        find_unique(collection_of(texts), numbers_up_to(texts.size()), 0, options,
                    KnownDocuments{references, compute_keys(*references, *options.model)});
    EXPECT_FALSE(unique.model.stable_terms().empty());
    EXPECT_EQ(unique.model.parameters().grouping, options.model->parameters().grouping);
    EXPECT_EQ(unique.model.parameters().contained, 500'000u);
    for (std::size_t i = 0; i < REFERENCES; ++i) {
        const DocumentNumber kept = unique.kept_for[REFERENCES + 1 + i];
        ASSERT_TRUE(kept >= 1 && kept <= REFERENCES) << i;
        EXPECT_EQ(texts[kept - 1], texts[i]);
    }
    EXPECT_GT(unique.groups.groups, 100u);
    EXPECT_LT(unique.groups.comparisons, 20 * texts.size());
}

// Families of texts that no key connects are grouped several at once.
TEST(UniqueDocuments, AreTheSameWithAnyNumberOfThreads) {
    DESCRY_RANDOM(random);
    const std::vector<CanonicalText> texts = random_texts(1500, random);
    UniqueOptions options;
    options.training.min_documents = 1;
    options.training.character_keys = CharacterKeyChoice::ON;
    const UniqueDocuments alone =
        find_unique(collection_of(texts), numbers_up_to(texts.size()), 0, options);
    ASSERT_FALSE(alone.model.stable_terms().empty());
    EXPECT_GE(alone.model.parameters().character_rows, MIN_CHARACTER_ROWS);
    EXPECT_GT(alone.groups.groups, 50u);
    for (const unsigned threads : {2u, 5u}) {
        const UniqueDocuments together =
            find_unique(collection_of(texts, threads), numbers_up_to(texts.size()), 0, options);
        EXPECT_EQ(together.model, alone.model);
        EXPECT_EQ(together.kept_for, alone.kept_for);
        EXPECT_EQ(together.groups.head_of, alone.groups.head_of);
        EXPECT_EQ(together.groups.distance, alone.groups.distance);
        EXPECT_EQ(together.groups.limited, alone.groups.limited);
    }
}

// Other values of a field make other collections, which share a model: of documents so few that all
// are compared, and of those that meet by keys.
TEST(UniqueDocuments, OtherFieldsAreGroupedApart) {
    DESCRY_RANDOM(random);
    std::vector<CanonicalText> texts = random_texts(1200, random);
    for (std::size_t copies = 0; copies < 300; ++copies)
        texts.push_back(texts[random() % 1200]);
    constexpr std::uint64_t VALUES = 3;
    std::vector<std::uint64_t> apart(texts.size());
    std::ranges::generate(apart, [&] { return 1 + random() % VALUES; });
    for (const std::uint64_t min_documents : {1u, 10'000u}) {
        UniqueOptions options;
        options.training.min_documents = min_documents;
        options.training.keep_apart.fields = {"amount"};
        const auto all = std::make_shared<TextCollection>();
        for (std::size_t i = 0; i < texts.size(); ++i)
            all->set_apart(all->add(texts[i].utf8()), apart[i]);
        const UniqueDocuments unique = find_unique(all, numbers_up_to(texts.size()), 0, options);
        ASSERT_EQ(unique.model.stable_terms().empty(), min_documents > 1);
        options.model = unique.model;
        std::size_t dropped = 0;
        for (std::uint64_t value = 1; value <= VALUES; ++value) {
            std::vector<DocumentNumber> of_value = {0};
            const auto part = std::make_shared<TextCollection>();
            for (std::size_t i = 0; i < texts.size(); ++i) {
                if (apart[i] != value) continue;
                part->set_apart(part->add(texts[i].utf8()), value);
                of_value.push_back(static_cast<DocumentNumber>(i + 1));
            }
            const UniqueDocuments alone =
                find_unique(part, numbers_up_to(part->size()), 0, options);
            for (std::size_t i = 1; i < of_value.size(); ++i) {
                const DocumentNumber kept = unique.kept_for[of_value[i]];
                EXPECT_EQ(kept, of_value[alone.kept_for[i]]);
                if (kept != 0) ++dropped;
            }
        }
        EXPECT_GT(dropped, 200u);
    }
}

// What several machines do: documents that share keys are grouped apart from all others.
TEST(GroupCollection, GroupsConnectedPartsAsTheWhole) {
    DESCRY_RANDOM(random);
    std::vector<CanonicalText> texts = random_texts(1500, random);
    for (std::size_t copies = 0; copies < 300; ++copies)
        texts.push_back(texts[random() % 1500]);
    std::ranges::shuffle(texts, random);
    UniqueOptions options;
    options.training.min_documents = 1;
    const UniqueDocuments unique =
        find_unique(collection_of(texts), numbers_up_to(texts.size()), 0, options);
    CollectionKeys keys = compute_keys(*collection_of(texts), unique.model);

    // By content: documents of it, and the first of them.
    std::map<std::uint64_t, std::pair<std::uint32_t, DocumentNumber>> contents;
    for (const DocumentNumber document : numbers_up_to(texts.size()))
        ++contents.try_emplace(keys.content_hashes[document], 0, document).first->second.first;
    LinkedNumbers linked;
    BandRecord before{};
    keys.bands.for_each([&](const BandRecord& record) {
        if (record.key == before.key && before.document != 0)
            linked.link(keys.content_hashes[before.document], keys.content_hashes[record.document]);
        before = record;
    });
    std::map<std::uint64_t, std::vector<DocumentNumber>> components;
    linked.for_each([&](std::uint64_t content, std::uint64_t component) {
        components[component].push_back(contents.at(content).second);
    });
    EXPECT_GT(components.size(), 10u);

    std::vector<DocumentNumber> head_of = numbers_up_to(texts.size());
    for (auto& [component, documents] : components) {
        std::ranges::sort(documents);
        std::vector<CanonicalText> part;
        Whole whole{{0}, contents.size()};
        for (const DocumentNumber document : documents) {
            part.push_back(texts[document - 1]);
            whole.weights.push_back(contents.at(keys.content_hashes[document]).first);
        }
        const auto collection = collection_of(part);
        const CollectionGroups groups =
            group_collection(*collection, unique.model, compute_keys(*collection, unique.model),
                             numbers_up_to(part.size()), true, HeadOrder::PREFERRED, whole);
        for (std::size_t i = 0; i < documents.size(); ++i) {
            head_of[documents[i] - 1] = documents[groups.head_of[i + 1] - 1];
            EXPECT_EQ(groups.distance[i + 1], unique.groups.distance[documents[i]]);
        }
    }
    for (const DocumentNumber document : numbers_up_to(texts.size())) {
        const DocumentNumber first = contents.at(keys.content_hashes[document]).second;
        EXPECT_EQ(unique.groups.head_of[document], head_of[first - 1]);
    }
}

TEST(UniqueDocuments, CountsGroupsOfReferencesWithTheirNearDocuments) {
    const CanonicalText a("one two three four five six seven eight nine ten eleven twelve");
    const CanonicalText b("there is nothing in here that stands in any of the others at all");
    const std::vector<CanonicalText> texts = {a, a, b, a, a, b};
    const UniqueDocuments unique = find_unique(collection_of(texts), numbers_up_to(6), 2, {});
    EXPECT_EQ(unique.kept_for, (std::vector<DocumentNumber>{0, 0, 0, 0, 1, 1, 3}));
    EXPECT_EQ(unique.groups.groups, 2u);
    EXPECT_EQ(unique.groups.grouped_documents, 5u);
}

// Keys of references are there, and no document to be grouped.
TEST(UniqueDocuments, MayAllBeNearReferences) {
    DESCRY_RANDOM(random);
    const std::vector<CanonicalText> texts = random_texts(300, random);
    UniqueOptions options;
    options.training.min_documents = 1;
    options.model =
        find_unique(collection_of(texts), numbers_up_to(texts.size()), 0, options).model;
    ASSERT_FALSE(options.model->stable_terms().empty());
    const UniqueDocuments unique = find_unique(collection_of(texts), numbers_up_to(texts.size()),
                                               static_cast<DocumentNumber>(texts.size()), options);
    EXPECT_EQ(unique.kept_for, std::vector<DocumentNumber>(texts.size() + 1, 0));
    const auto known = [&] {
        const auto references = collection_of(texts);
        return KnownDocuments{references, compute_keys(*references, *options.model)};
    };
    // Copies of references, texts without words, and nothing at all.
    const std::vector<CanonicalText> copies(texts.begin(), texts.begin() + 3);
    const auto beside = [&](std::span<const CanonicalText> added) {
        return find_unique(collection_of(added), numbers_up_to(added.size()), 0, options, known());
    };
    const std::vector<DocumentNumber> kept_for = beside(copies).kept_for;
    ASSERT_EQ(kept_for.size(), texts.size() + copies.size() + 1);
    for (std::size_t i = 0; i < copies.size(); ++i)
        EXPECT_EQ(texts[kept_for[texts.size() + 1 + i] - 1], copies[i]);
    EXPECT_EQ(beside(std::vector<CanonicalText>(2)).groups.groups, 0u);
    EXPECT_EQ(beside({}).groups.groups, 0u);
    EXPECT_EQ(find_unique(collection_of({}), {}, 0, options).groups.groups, 0u);
}

// Of long texts what is enough to group them may be a few edits above the least.
TEST(UniqueDocuments, ExactDistancesMakeNoDifferenceToGroups) {
    DESCRY_RANDOM(random);
    std::vector<CanonicalText> texts;
    for (int group = 0; group < 4; ++group) {
        std::vector<std::string> words(1500);
        for (std::string& word : words)
            word = std::to_string(random() % 3000);
        for (int i = 0; i < 5; ++i) {
            std::string text;
            for (const std::string& word : words)
                text += (text.empty() ? "" : " ") + (random() % 12 == 0 ? "x" + word : word);
            texts.emplace_back(text);
            // A block of them moves.
            std::rotate(words.begin(), words.begin() + 20, words.begin() + 60);
        }
    }
    ASSERT_TRUE(std::ranges::all_of(texts, &CanonicalText::is_long));
    const auto ordered = numbers_up_to(texts.size());
    const UniqueDocuments exact = find_unique(collection_of(texts), ordered, 0, {});
    UniqueOptions options;
    options.exact_distances = false;
    const UniqueDocuments enough = find_unique(collection_of(texts), ordered, 0, options);
    EXPECT_EQ(enough.groups.head_of, exact.groups.head_of);
    std::size_t members = 0;
    for (const DocumentNumber document : ordered) {
        const DocumentNumber head = exact.groups.head_of[document];
        if (head == document) continue;
        ++members;
        const auto least = canonical_distance(texts[document - 1], texts[head - 1], LIMIT);
        EXPECT_EQ(exact.groups.distance[document], least);
        EXPECT_GE(enough.groups.distance[document], least);
        EXPECT_LE(enough.groups.distance[document], LIMIT);
    }
    EXPECT_GT(members, 8u);
    EXPECT_NE(enough.groups.distance, exact.groups.distance);
}

TEST(JoinedCollection, HasTheDocumentsOfBoth) {
    DESCRY_RANDOM(random);
    const std::vector<CanonicalText> texts = random_texts(30, random);
    const auto whole = collection_of(texts);
    const JoinedCollection joined(collection_of(std::span(texts).first(13)),
                                  collection_of(std::span(texts).subspan(13), 5));
    EXPECT_EQ(joined.before_second(), 13u);
    EXPECT_EQ(joined.threads(), 5u);
    ASSERT_EQ(joined.end(), whole->end());
    EXPECT_EQ(joined.lengths(), whole->lengths());
    EXPECT_EQ(joined.contents()->hashes, whole->contents()->hashes);
    const auto reader = joined.reader();
    const auto expected = whole->reader();
    std::vector<DocumentNumber> visited;
    reader->read_range(5, 20, joined.end(), [&](DocumentNumber document) {
        visited.push_back(document);
        expected->read(document);
        EXPECT_TRUE(are_equal(reader->terms(), expected->terms()));
        EXPECT_TRUE(std::ranges::equal(reader->hashes(), expected->hashes()));
        EXPECT_TRUE(std::ranges::equal(reader->marks(), expected->marks()));
        EXPECT_EQ(reader->read_text(document), expected->read_text(document));
    });
    ASSERT_EQ(visited.size(), 15u);
    EXPECT_EQ(visited.front(), 5u);
}

}  // namespace
}  // namespace descry
