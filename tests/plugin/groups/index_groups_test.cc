#include "plugin/groups/index_groups.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/reading/text_reader.h>
#include <descry/training/training.h>

#include "plugin/groups/stored_document.h"
#include "plugin/schema/group_order.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/group_checks.h"
#include "tests/plugin/test_index.h"
#include "tests/volume.h"

namespace descry {
namespace {

using namespace testing;

// A model for all pairs: without words.
Model model_without_words(const ModelParameters& parameters = {}) {
    return Model(parameters, {});
}

// The grouping of RECIPE's step 8 with every pair a candidate, in the plainest way: documents in
// the order of their docids, all in one thread, every distance computed when it is asked for.
class GroupingOracle {
  public:
    GroupingOracle(const Xapian::Database& db, const ModelParameters& parameters,
                   std::vector<Xapian::docid> order)
        : parameters_(parameters) {
        for (const Xapian::docid did : order) {
            const auto terms = body_terms_oracle(db, did, "");
            if (terms.empty()) continue;
            const auto same = std::find_if(documents_.begin(), documents_.end(),
                                           [&](const Document& d) { return d.terms == terms; });
            if (same != documents_.end()) {
                same->copies.push_back(did);
                continue;
            }
            std::vector<TermCount> counts;
            std::uint64_t length = 0;
            for (const auto& [term, wdf] : terms) {
                counts.push_back({term, wdf});
                length += wdf;
            }
            documents_.push_back(
                {terms, Bag(counts), length >= parameters.min_short_length, {did}});
        }
    }

    // By docid: its head; itself when it is alone.
    std::map<Xapian::docid, Xapian::docid> run() {
        head_of_.resize(documents_.size());
        std::iota(head_of_.begin(), head_of_.end(), 0u);
        for (const Document& document : documents_)
            size_.push_back(document.copies.size());
        std::vector<std::size_t> order;
        for (std::size_t p = 0; p < documents_.size(); ++p) {
            if (documents_[p].is_long) order.push_back(p);
        }
        join(order, parameters_.grouping.near);
        const std::vector<std::size_t> first_level = head_of_;
        std::erase_if(order, [&](std::size_t p) { return head_of_[p] != p; });
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return size_[a] > size_[b]; });
        join(order, parameters_.grouping.distance);
        follow(first_level);
        lead_by_first();
        std::map<Xapian::docid, Xapian::docid> heads;
        for (std::size_t p = 0; p < documents_.size(); ++p) {
            for (const Xapian::docid did : documents_[p].copies)
                heads[did] = documents_[head_of_[p]].copies.front();
        }
        return heads;
    }

  private:
    struct Document {
        std::map<std::string, std::uint32_t> terms;
        Bag content_hash;
        bool is_long;
        std::vector<Xapian::docid> copies;
    };

    bool is_near(std::size_t a, std::size_t b, DistanceMillionths limit) const {
        return bag_distance(documents_[a].content_hash, documents_[b].content_hash) <= limit;
    }

    void join(const std::vector<std::size_t>& order, DistanceMillionths limit) {
        std::vector<std::size_t> heads;
        for (const std::size_t p : order) {
            std::sort(heads.begin(), heads.end(), [&](std::size_t a, std::size_t b) {
                return size_[a] != size_[b] ? size_[a] > size_[b] : a < b;
            });
            const auto head = std::find_if(heads.begin(), heads.end(),
                                           [&](std::size_t h) { return is_near(p, h, limit); });
            if (head == heads.end()) {
                heads.push_back(p);
                continue;
            }
            head_of_[p] = *head;
            size_[*head] += size_[p];
        }
    }

    void follow(const std::vector<std::size_t>& first_level) {
        std::map<std::size_t, std::vector<std::size_t>> left;
        for (std::size_t p = 0; p < documents_.size(); ++p) {
            const std::size_t old_head = first_level[p];
            if (old_head == p || head_of_[old_head] == old_head) continue;
            head_of_[p] = head_of_[old_head];
            if (is_near(p, head_of_[p], parameters_.grouping.distance)) continue;
            head_of_[p] = p;
            left[old_head].push_back(p);
        }
        for (const auto& [old_head, members] : left) {
            std::vector<std::size_t> heads;
            for (const std::size_t p : members) {
                const auto head = std::find_if(heads.begin(), heads.end(), [&](std::size_t h) {
                    return is_near(p, h, parameters_.grouping.distance);
                });
                if (head == heads.end()) {
                    heads.push_back(p);
                } else {
                    head_of_[p] = *head;
                }
            }
        }
    }

    void lead_by_first() {
        std::map<std::size_t, std::vector<std::size_t>> groups;
        for (std::size_t p = 0; p < documents_.size(); ++p)
            groups[head_of_[p]].push_back(p);
        for (const auto& [head, members] : groups) {
            for (std::size_t tried = 0; tried < std::min<std::size_t>(members.size(), 8); ++tried) {
                const std::size_t leader = members[tried];
                if (leader == head) break;
                const bool leads = std::all_of(members.begin(), members.end(), [&](std::size_t p) {
                    return p == leader || is_near(p, leader, parameters_.grouping.distance);
                });
                if (!leads) continue;
                for (const std::size_t p : members)
                    head_of_[p] = leader;
                break;
            }
        }
    }

    ModelParameters parameters_;
    std::vector<Document> documents_;
    std::vector<std::size_t> head_of_;
    std::vector<std::size_t> size_;
};

std::map<Xapian::docid, Xapian::docid> heads_of(const CollectionGroups& groups) {
    std::map<Xapian::docid, Xapian::docid> heads;
    for (std::size_t did = 0; did < groups.head_of.size(); ++did) {
        if (groups.head_of[did] != 0) heads[static_cast<Xapian::docid>(did)] = groups.head_of[did];
    }
    return heads;
}

std::size_t grouped(const std::map<Xapian::docid, Xapian::docid>& heads) {
    return static_cast<std::size_t>(std::count_if(
        heads.begin(), heads.end(), [](const auto& pair) { return pair.first != pair.second; }));
}

class IndexGroupsTest : public ::testing::Test {
  protected:
    CollectionGroups group(const Model& model, unsigned threads = 1,
                           std::optional<Xapian::valueno> stored_keys = std::nullopt,
                           std::size_t memory = Work().memory) const {
        return group_index(read_options(path_, "", threads, memory), model, stored_keys);
    }

    Xapian::Database db() const { return Xapian::Database(path_); }

    TempFolder folder_;
    std::string path_ = folder_ / "db";
};

// Clusters of near-copies of near-copies, some equal, some short, some empty; gaps among docids.
void build_clusters(const std::string& path, std::size_t count, std::mt19937_64& random,
                    Style style) {
    std::vector<std::string> texts = make_texts(count, static_cast<std::uint32_t>(random()));
    for (std::size_t i = 1; i < count; ++i) {
        switch (random() % 4) {
            case 0:
                texts[i] = texts[random() % i];
                break;
            case 1:
                texts[i] = near_copy(texts[random() % i], 5 + static_cast<unsigned>(random() % 40),
                                     static_cast<std::uint32_t>(random()));
                break;
            default:
                break;
        }
    }
    build_database(path, texts, style);
    Xapian::WritableDatabase db = open_to_write(path);
    for (std::size_t i = 0; i < count / 20; ++i) {
        const auto did = static_cast<Xapian::docid>(1 + random() % count);
        if (db.get_doccount() > 0 && db.postlist_begin("Q" + std::to_string(did - 1)) !=
                                         db.postlist_end("Q" + std::to_string(did - 1))) {
            db.delete_document(did);
        }
    }
    db.commit();
}

TEST_F(IndexGroupsTest, AreThoseOfTheOracle) {
    DESCRY_RANDOM(random);
    for (int round = 0; round < 12; ++round) {
        TempFolder folder;
        path_ = folder / "db";
        const Style style = round % 2 == 0 ? Style::WORDS : Style::STEMS;
        build_clusters(path_, 20 + random() % 230, random, style);
        ModelParameters parameters;
        parameters.grouping.distance = round % 3 == 0 ? 250'000 : 150'000;
        parameters.any_order = true;
        const Model model = model_without_words(parameters);
        const auto expected = GroupingOracle(db(), parameters, docids_of(db())).run();
        EXPECT_GT(grouped(expected), 2u);
        for (const unsigned threads : {1u, 2u, 7u}) {
            const CollectionGroups groups = group(model, threads);
            ASSERT_EQ(heads_of(groups), expected) << threads << " threads, round " << round;
            EXPECT_EQ(groups.limited, 0u);
            EXPECT_EQ(groups.grouped_documents, grouped(expected) + groups.groups);
        }
    }
}

// What must hold whatever the candidates are.
void expect_invariants(const Xapian::Database& db, const Model& model,
                       const CollectionGroups& groups) {
    TextReader texts(db, read_schema(db).value_or(Schema()));
    std::map<Xapian::docid, std::map<std::string, std::uint32_t>> terms;
    for (const Xapian::docid did : docids_of(db))
        terms[did] = body_terms_oracle(db, did, "");
    std::map<std::map<std::string, std::uint32_t>, Xapian::docid> head_of_bag;
    for (const auto& [did, of] : terms) {
        const Xapian::docid head = groups.head_of.at(did);
        if (of.empty()) {
            EXPECT_EQ(head, 0u);
            continue;
        }
        ASSERT_NE(head, 0u) << did;
        EXPECT_EQ(groups.head_of[head], head) << "a chain";
        EXPECT_EQ(head_of_bag.emplace(of, head).first->second, head) << "equal bags apart";
        if (head == did) {
            EXPECT_EQ(groups.distance[did], 0u);
            continue;
        }
        // With positions the texts count, whose distance has an oracle of its own.
        const auto text = texts.read(did);
        const auto head_text = texts.read(head);
        const double distance = !model.parameters().any_order && text && head_text
                                    ? *canonical_distance(*text, *head_text, WHOLE_DISTANCE) / 1e6
                                    : distance_oracle(terms.at(head), of);
        EXPECT_LE(distance, model.parameters().grouping.distance / 1e6 + 1e-6);
        EXPECT_NEAR(testing::told_without_texts(distance), groups.distance[did] / 1e6, 2e-6);
        std::uint64_t length = 0;
        for (const auto& [term, wdf] : of)
            length += wdf;
        if (length < model.parameters().min_short_length) {
            EXPECT_EQ(of, terms.at(head));
        }
    }
}

TEST_F(IndexGroupsTest, ByBands) {
    DESCRY_RANDOM(random);
    build_clusters(path_, 700, random, Style::WORDS);
    const Model model = train_small_model(path_, "");
    ASSERT_GT(model.stable_terms().size(), 200u);
    const CollectionGroups groups = group(model);
    expect_invariants(db(), model, groups);
    // Bands find nearly all that a comparison of all pairs finds.
    const auto complete = heads_of(group(model_without_words()));
    const auto found = heads_of(groups);
    ASSERT_EQ(found.size(), complete.size());
    EXPECT_GT(grouped(complete), 150u);
    EXPECT_GE(grouped(found), grouped(complete) * 9 / 10);
    EXPECT_LE(groups.comparisons, 700u * 20);
}

TEST_F(IndexGroupsTest, CopiesDoNotTakeThePlaceOfTheFirstDocument) {
    std::vector<std::string> texts = make_texts(500, 52);
    texts[0] = plain_text(1, 100);
    texts[1] = near_copy(texts[0], 60, 1);
    for (std::size_t i = 100; i < 500; ++i)
        texts[i] = plain_text(i / 2, 100);
    build_database(path_, texts, Style::WORDS);
    const CollectionGroups groups = group(train_small_model(path_, ""));
    EXPECT_EQ(groups.head_of[2], 1u);
    EXPECT_GE(groups.groups, 200u);
}

TEST_F(IndexGroupsTest, ThreadsMemoryAndStoredKeysDoNotChangeThem) {
    DESCRY_RANDOM(random);
    build_clusters(path_, 900, random, Style::STEMS);
    const Model model = train_small_model(path_, "");
    annotate_with(path_, model);
    const CollectionGroups expected = group(model);
    EXPECT_GT(expected.groups, 50u);
    expect_invariants(db(), model, expected);
    const auto expect_same = [&](const CollectionGroups& groups) {
        EXPECT_EQ(groups.head_of, expected.head_of);
        EXPECT_EQ(groups.distance, expected.distance);
        EXPECT_EQ(groups.content_hashes, expected.content_hashes);
        EXPECT_EQ(groups.groups, expected.groups);
        EXPECT_EQ(groups.grouped_documents, expected.grouped_documents);
        EXPECT_EQ(groups.limited, expected.limited);
    };
    for (const unsigned threads : {1u, 2u, 7u}) {
        for (const std::size_t memory :
             {std::size_t{0}, std::size_t{1} << 20, std::size_t{256} << 20}) {
            for (const std::optional<Xapian::valueno> keys :
                 {std::optional<Xapian::valueno>(), {1007}}) {
                SCOPED_TRACE(::testing::Message() << threads << " threads, memory " << memory
                                                  << (keys ? ", stored keys" : ""));
                expect_same(group(model, threads, keys, memory));
            }
        }
    }
}

TEST_F(IndexGroupsTest, ShardsOpenedTogetherAreGroupedAsOne) {
    DESCRY_RANDOM(random);
    build_clusters(path_, 300, random, Style::WORDS);
    const Model model = train_small_model(path_, "");
    Xapian::WritableDatabase shards[] = {create_database(folder_ / "a"),
                                         create_database(folder_ / "b")};
    const Xapian::Database whole = db();
    for (const Xapian::docid did : docids_of(whole)) {
        // Xapian numbers the documents of two databases in turn.
        shards[(did - 1) % 2].replace_document((did - 1) / 2 + 1, whole.get_document(did));
    }
    for (Xapian::WritableDatabase& shard : shards)
        shard.commit();
    const IndexCollection read{
        open_paths({folder_ / "a", folder_ / "b"}), TermSpace(), {.threads = 2}};
    EXPECT_EQ(heads_of(group_index(read, model, {})), heads_of(group(model)));
}

TEST_F(IndexGroupsTest, NoChains) {
    // Each is near to the one before it, and no other.
    std::vector<std::string> texts = {plain_text(1, 100)};
    for (unsigned i = 1; i < 12; ++i) {
        std::string text = texts.back();
        for (unsigned n = 0; n < 11; ++n) {
            const std::size_t end = text.find(' ') + 1;
            text.erase(0, end);
            text += "new" + std::to_string(i) + "x" + std::to_string(n) + ' ';
        }
        texts.push_back(text);
    }
    build_database(path_, texts, Style::WORDS);
    const CollectionGroups groups = group(model_without_words());
    expect_invariants(db(), model_without_words(), groups);
    EXPECT_EQ(groups.head_of[1], groups.head_of[2]);
    EXPECT_NE(groups.head_of[1], groups.head_of[12]);
    EXPECT_GE(groups.groups, 3u);
}

TEST_F(IndexGroupsTest, DocumentsOfFewWordsAreGroupedByEqualBagsAlone) {
    const std::string text = plain_text(5, 6);
    build_database(path_, {text, text + "more", text, "one", "one", "two", "", "", text + "more"},
                   Style::WORDS);
    const CollectionGroups groups = group(model_without_words());
    EXPECT_EQ(heads_of(groups), (std::map<Xapian::docid, Xapian::docid>{
                                    {1, 1}, {2, 2}, {3, 1}, {4, 4}, {5, 4}, {6, 6}, {9, 2}}));
    EXPECT_EQ(groups.groups, 3u);
    EXPECT_EQ(groups.grouped_documents, 6u);
}

TEST_F(IndexGroupsTest, TheOrderSaysWhoIsHead) {
    // Four near-copies; the second is the longest, the third has the shortest name, and so on.
    const std::string text = plain_text(7, 100);
    const std::string texts[] = {text, text + "and more", text + "end", text + "fin"};
    const std::string names[] = {"name4", "name34", "n", "na"};
    const std::string values[] = {"20250101", "20240101", "", "20260101"};
    Xapian::WritableDatabase writer = create_database(path_);
    for (std::size_t i = 0; i < 4; ++i) {
        Xapian::Document document = make_document(texts[i], i, Style::WORDS);
        document.remove_term("Q" + std::to_string(i));
        document.add_boolean_term("Q" + names[i]);
        document.add_value(3, values[i]);
        writer.add_document(document);
    }
    writer.commit();
    const auto head = [&](const std::string& order) {
        ModelParameters parameters;
        parameters.group_order = order;
        const CollectionGroups groups = group(model_without_words(parameters));
        EXPECT_EQ(groups.groups, 1u) << order;
        EXPECT_EQ(groups.grouped_documents, 4u) << order;
        return groups.head_of[1];
    };
    EXPECT_EQ(head("first"), 1u);
    EXPECT_EQ(head("longest"), 2u);
    EXPECT_EQ(head("newest:3"), 4u);
    EXPECT_EQ(head("max:3"), 4u);
    EXPECT_EQ(head("min:3"), 2u);
    EXPECT_EQ(head("shortest-url"), 3u);
    EXPECT_EQ(head("min:9"), 1u);  // no document has one
    EXPECT_THROW(head("newest"), Xapian::InvalidArgumentError);
}

TEST_F(IndexGroupsTest, TheOrderSaysWhichOfEqualDocumentsIsHead) {
    const std::string text = plain_text(7, 10);
    Xapian::WritableDatabase writer = create_database(path_);
    for (unsigned i = 0; i < 3; ++i) {
        Xapian::Document document = make_document(text, i, Style::WORDS);
        document.add_value(3, std::to_string(i * 7 % 5));  // 0, 2, 4
        writer.add_document(document);
    }
    writer.commit();
    ModelParameters parameters;
    parameters.group_order = "max:3";
    const CollectionGroups groups = group(model_without_words(parameters));
    EXPECT_EQ(heads_of(groups), (std::map<Xapian::docid, Xapian::docid>{{1, 3}, {2, 3}, {3, 3}}));
}

TEST(GroupOrder, RefusesWhatItDoesNotKnow) {
    for (const char* good :
         {"first", "longest", "newest:0", "max:4294967294", "min:7", "shortest-url"}) {
        EXPECT_NO_THROW(check_group_order(good)) << good;
    }
    for (const char* bad :
         {"", "First", "first:1", "newest", "newest:", "newest:x", "newest:1x", "newest:-1",
          "newest:4294967295", "newest:4294967296", "min: 1", "shortest-url:1"}) {
        EXPECT_THROW(check_group_order(bad), Xapian::InvalidArgumentError) << bad;
    }
}

TEST_F(IndexGroupsTest, SwappedParagraphsAreOneGroupOnlyInAnyOrder) {
    const std::string first = plain_text(8, 60);
    const std::string second = plain_text(9, 60);
    const std::vector<std::string> texts = {first + second, second + first + "end"};
    ModelParameters parameters;
    for (const bool any_order : {false, true}) {
        for (const Style style : {Style::WORDS, Style::STEMS}) {
            TempFolder folder;
            path_ = folder / "db";
            {
                Xapian::WritableDatabase writer = create_database(path_);
                for (const std::string& text : texts) {
                    Xapian::Document document;
                    if (style == Style::STEMS) {
                        Xapian::TermGenerator generator;
                        generator.set_document(document);
                        generator.index_text(text);
                    } else {
                        document = make_document(text, 0, style);
                    }
                    writer.add_document(document);
                }
                writer.commit();
            }
            parameters.any_order = any_order;
            const bool has_positions = style == Style::STEMS;
            EXPECT_EQ(group(model_without_words(parameters)).groups,
                      has_positions && !any_order ? 0u : 1u);
        }
    }
}

TEST_F(IndexGroupsTest, ALargeIndexWithoutWordsTriesNoMoreHeadsThanASmallOneHas) {
    // Documents of their own words: a model finds none to draw from, and no document is like
    // another.
    Xapian::WritableDatabase writer = create_database(path_);
    const unsigned beyond = scaled(3000u);
    for (unsigned i = 0; i < 2000 + beyond; ++i) {
        Xapian::Document document;
        for (unsigned n = 0; n < 30; ++n)
            document.add_term("w" + std::to_string(30 * i + n));
        writer.add_document(document);
    }
    writer.commit();
    ModelParameters parameters;
    parameters.grouping.near = 0;  // one level is enough here
    const CollectionGroups groups = group(model_without_words(parameters));
    EXPECT_EQ(groups.groups, 0u);
    // Those with more than LIKELIEST_HEADS before them may be limited before all 2000 are tried.
    EXPECT_GE(groups.limited, beyond);
    EXPECT_LE(groups.limited, 2000 + beyond - ClusteringLimits::LIKELIEST_HEADS);
    EXPECT_LE(groups.comparisons, 2000 * 1999 / 2 + 2000 * beyond);
}

TEST_F(IndexGroupsTest, ManyEqualDocumentsAreOneGroupWithoutComparisons) {
    Xapian::WritableDatabase writer = create_database(path_);
    for (unsigned i = 0; i < 3000; ++i)
        writer.add_document(make_document(plain_text(1, 80), i, Style::WORDS));
    writer.commit();
    const CollectionGroups groups = group(model_without_words());
    EXPECT_EQ(groups.groups, 1u);
    EXPECT_EQ(groups.grouped_documents, 3000u);
    EXPECT_EQ(groups.comparisons, 0u);
}

TEST_F(IndexGroupsTest, EmptyIndex) {
    build_database(path_, {}, Style::WORDS);
    const CollectionGroups groups = group(model_without_words(), 2);
    EXPECT_EQ(groups.groups, 0u);
    EXPECT_TRUE(heads_of(groups).empty());
}

}  // namespace
}  // namespace descry
