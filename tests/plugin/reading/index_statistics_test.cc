#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>
#include <descry/reading/index_collection.h>

#include "engine/collection/forward_index.h"
#include "engine/model/flip_rates.h"
#include "engine/model/word_statistics.h"
#include "plugin/reading/body_postings.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

constexpr unsigned THREADS[] = {1, 2, 5};

// One index for each style: gaps among the docids, and enough terms for several ranges of them.
class IndexStatisticsTest : public ::testing::TestWithParam<Style> {
  protected:
    static std::string path(Style style) {
        static TempFolder folder;
        static std::map<Style, std::string> built;
        std::string& path = built[style];
        if (!path.empty()) return path;
        path = folder / std::to_string(static_cast<int>(style));
        const std::vector<std::string> texts = make_texts(900, 11);
        Xapian::WritableDatabase db = create_database(path);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            Xapian::Document document = make_document(texts[i], i, style);
            for (int n = 0; n < 70 && !texts[i].empty(); ++n) {
                document.add_term(body_prefix(style) + "only" + std::to_string(i) + "x" +
                                  std::to_string(n));
            }
            db.add_document(document);
        }
        for (Xapian::docid did = 10; did < 60; did += 3)
            db.delete_document(did);
        db.delete_document(static_cast<Xapian::docid>(texts.size()));
        db.replace_document(2000, make_document(texts[2], 2000, style));
        db.commit();
        return path;
    }

    std::string path() const { return path(GetParam()); }
    std::string prefix() const { return body_prefix(GetParam()); }
    IndexCollection options(unsigned threads) const {
        return read_options(path(), prefix(), threads);
    }

    Xapian::Database db() const { return Xapian::Database(path()); }

    // The body terms of each document, read once for each style.
    using ForwardIndex = std::map<Xapian::docid, std::map<std::string, std::uint32_t>>;
    const ForwardIndex& term_lists() const {
        static std::map<Style, ForwardIndex> read;
        ForwardIndex& lists = read[GetParam()];
        if (!lists.empty()) return lists;
        const Xapian::Database reader = db();
        for (const Xapian::docid did : docids_of(reader))
            lists[did] = body_terms_oracle(reader, did, prefix());
        return lists;
    }

    BodyLengths lengths_oracle() const {
        BodyLengths lengths(db().get_lastdocid() + 1);
        for (const auto& [did, terms] : term_lists()) {
            for (const auto& [term, wdf] : terms)
                lengths[did] += wdf;
        }
        return lengths;
    }
};

INSTANTIATE_TEST_SUITE_P(Styles, IndexStatisticsTest,
                         ::testing::Values(Style::WORDS, Style::STEMS, Style::FIELD),
                         [](const auto& style) {
                             return style.param == Style::WORDS   ? "Words"
                                    : style.param == Style::STEMS ? "Stems"
                                                                  : "Field";
                         });

TEST_P(IndexStatisticsTest, RangesCoverEachBodyTermOnce) {
    const TermSpace space(prefix());
    const Xapian::Database reader = db();
    std::vector<std::string> expected;
    for (auto term = reader.allterms_begin(); term != reader.allterms_end(); ++term) {
        if (space.contains(*term)) expected.push_back(*term);
    }
    const std::vector<TermRange> ranges = cut_term_ranges(reader, space);
    EXPECT_GT(ranges.size(), 2u);  // else the threads below have nothing to share
    std::vector<std::string> visited;
    for (const TermRange& range : ranges) {
        for_each_body_term(reader, space, range,
                           [&](const std::string& term, Xapian::doccount termfreq) {
                               visited.push_back(term);
                               EXPECT_EQ(termfreq, reader.get_termfreq(term));
                           });
    }
    EXPECT_EQ(visited, expected);
}

// WORDS takes the shortcut: all its terms are body terms or have wdf 0.
TEST_P(IndexStatisticsTest, BodyLengthsAreSumsOverTermLists) {
    const BodyLengths expected = lengths_oracle();
    EXPECT_EQ(expected.size(), 2001u);
    for (const unsigned threads : THREADS)
        EXPECT_EQ(options(threads).lengths(), expected) << threads << " threads";
    const bool all_terms_count = db().get_doclength(1) == expected[1];
    EXPECT_EQ(all_terms_count, GetParam() == Style::WORDS);
}

TEST_P(IndexStatisticsTest, BagsAreSumsOverTermLists) {
    DocumentContents expected{lengths_oracle(), {}};
    expected.hashes.resize(expected.lengths.size());
    for (const auto& [did, terms] : term_lists()) {
        for (const auto& [term, wdf] : terms)
            expected.hashes[did] += content_hash_part(hash64(term), wdf);
    }
    for (const unsigned threads : THREADS) {
        const DocumentContents contents = *options(threads).contents();
        EXPECT_EQ(contents.lengths, expected.lengths) << threads << " threads";
        EXPECT_EQ(contents.hashes, expected.hashes) << threads << " threads";
    }
    EXPECT_EQ(
        expected.hashes[2000],
        expected.hashes[3] - [&] {  // document 3 has 70 terms of its own more
            std::uint64_t own = 0;
            for (int n = 0; n < 70; ++n) {
                own += content_hash_part(hash64(prefix() + "only2x" + std::to_string(n)), 1);
            }
            return own;
        }());
}

TEST_P(IndexStatisticsTest, WordsFollowFromTermLists) {
    const BodyLengths lengths = lengths_oracle();
    CandidateOptions wanted;
    wanted.limits.min_documents = 5;
    const CollectionStatistics collection = collection_statistics(lengths, wanted.min_body_length);
    // A sample of some of the documents.
    std::vector<Xapian::docid> sample;
    for (Xapian::docid did = 1; did < lengths.size(); ++did) {
        if (lengths[did] >= wanted.min_body_length && did % 3 != 0) sample.push_back(did);
    }

    std::map<std::string, std::map<Xapian::docid, std::uint32_t>> postings;
    for (const auto& [did, terms] : term_lists()) {
        if (lengths[did] < wanted.min_body_length) continue;
        for (const auto& [term, wdf] : terms)
            postings[term][did] = wdf;
    }
    const ModelledFlips flips(wanted.change);
    std::vector<WordStatistics> expected;
    std::map<std::string, std::uint64_t> frequencies;
    HistogramBuilder builder;
    for (const auto& [term, documents] : postings) {
        for (const auto& [did, wdf] : documents)
            builder.add(wdf, length_class(lengths[did]));
        WordStatistics word{term, builder.finish(), {}, {}};
        if (documents.size() >= wanted.limits.min_documents) frequencies[term] = documents.size();
        if (!is_candidate_word(documents.size(), collection.documents, wanted.limits)) continue;
        word.thresholds = modelled_thresholds(word.histogram, collection, flips, wanted.limits);
        for (std::size_t i = 0; i < sample.size(); ++i) {
            const auto found = documents.find(sample[i]);
            if (found == documents.end()) continue;
            word.sample.push_back({static_cast<std::uint16_t>(i), found->second});
        }
        expected.push_back(std::move(word));
    }
    EXPECT_GT(expected.size(), 500u);
    EXPECT_GT(frequencies.size(), expected.size());  // the most frequent words are no candidates

    for (const unsigned threads : THREADS) {
        SCOPED_TRACE(threads);
        const WordsAndSample got =
            options(threads).count_words(lengths, sample, collection, wanted);
        EXPECT_EQ(got.collection, collection);
        ASSERT_EQ(got.sample_lengths.size(), sample.size());
        for (std::size_t i = 0; i < sample.size(); ++i)
            ASSERT_EQ(got.sample_lengths[i], lengths[sample[i]]);
        ASSERT_EQ(got.words.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const WordStatistics& word = got.words[i];
            ASSERT_EQ(word.term, expected[i].term);
            ASSERT_EQ(word.histogram, expected[i].histogram) << word.term;
            ASSERT_EQ(word.thresholds, expected[i].thresholds) << word.term;
            ASSERT_EQ(word.sample, expected[i].sample) << word.term;
        }
        ASSERT_EQ(got.frequencies.size(), frequencies.size());
        auto frequency = frequencies.begin();
        for (const auto& [term, documents] : got.frequencies) {
            ASSERT_EQ(term, frequency->first);
            ASSERT_EQ(documents, (frequency++)->second) << term;
        }
    }
}

TEST_P(IndexStatisticsTest, ShardsAddUpToTheWhole) {
    TempFolder folder;
    const std::vector<std::string> texts = make_texts(120, 5);
    build_database(folder / "whole", texts, GetParam());
    // Xapian numbers the documents of two databases alternately, so the even ones go to one.
    Xapian::WritableDatabase a = create_database(folder / "a");
    Xapian::WritableDatabase b = create_database(folder / "b");
    for (std::size_t i = 0; i < texts.size(); ++i)
        (i % 2 == 0 ? a : b).add_document(make_document(texts[i], i, GetParam()));
    a.commit();
    b.commit();
    const IndexCollection shards{
        open_paths({folder / "a", folder / "b"}), TermSpace(prefix()), {.threads = 2}};
    const IndexCollection whole = read_options(folder / "whole", prefix());
    EXPECT_EQ(shards.lengths(), whole.lengths());
    EXPECT_EQ(shards.contents()->hashes, whole.contents()->hashes);
    CollectionStatistics sum;
    for (const char* name : {"a", "b"})
        sum.merge(collection_statistics(read_options(folder / name, prefix()).lengths(), 30));
    EXPECT_EQ(sum, collection_statistics(whole.lengths(), 30));
}

TEST(BodyLengths, OfAnEmptyIndex) {
    TempFolder folder;
    build_database(folder / "db", {}, Style::WORDS);
    for (const unsigned threads : THREADS) {
        const IndexCollection options = read_options(folder / "db", "", threads);
        EXPECT_EQ(options.lengths(), BodyLengths{0});
        EXPECT_EQ(options.contents()->hashes, std::vector<std::uint64_t>{0});
    }
}

TEST(DocumentContents, EqualBagsHaveEqualHashes) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    const auto add = [&](const std::vector<std::pair<std::string, unsigned>>& words) {
        Xapian::Document document;
        for (const auto& [word, wdf] : words)
            document.add_term(word, wdf);
        return db.add_document(document);
    };
    const Xapian::docid one = add({{"a", 2}, {"b", 1}, {"c", 3}});
    const Xapian::docid same = add({{"c", 3}, {"a", 2}, {"b", 1}, {"Zb", 7}, {"Qx", 0}});
    const Xapian::docid other_wdf = add({{"a", 2}, {"b", 2}, {"c", 3}});
    const Xapian::docid moved = add({{"a", 1}, {"b", 2}, {"c", 3}});
    const Xapian::docid other_word = add({{"a", 2}, {"d", 1}, {"c", 3}});
    const Xapian::docid nothing = add({{"Qy", 0}});
    db.commit();
    const DocumentContents contents = *read_options(folder / "db", "").contents();
    EXPECT_EQ(contents.hashes[one], contents.hashes[same]);
    EXPECT_EQ(contents.lengths[one], contents.lengths[same]);
    EXPECT_NE(contents.hashes[one], contents.hashes[other_wdf]);
    EXPECT_NE(contents.hashes[one], contents.hashes[moved]);
    EXPECT_NE(contents.hashes[one], contents.hashes[other_word]);
    EXPECT_EQ(contents.hashes[nothing], 0u);
    EXPECT_EQ(contents.lengths[nothing], 0u);
}

// The documents of a sample as (hash, docid), ascending.
std::vector<std::pair<std::uint64_t, Xapian::docid>> by_hash(
    const DocumentContents& contents, const std::vector<Xapian::docid>& docids) {
    std::vector<std::pair<std::uint64_t, Xapian::docid>> sorted;
    for (const Xapian::docid did : docids)
        sorted.emplace_back(contents.hashes[did], did);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

TEST(SampleDocuments, TakesTheSmallestHashes) {
    DESCRY_RANDOM(random);
    for (const std::size_t documents : {std::size_t{0}, std::size_t{10}, SELECTION_SAMPLE,
                                        SELECTION_SAMPLE + 1, 3 * SELECTION_SAMPLE}) {
        DocumentContents contents{BodyLengths(documents + 1),
                                  std::vector<std::uint64_t>(documents + 1)};
        std::vector<Xapian::docid> long_enough;
        for (Xapian::docid did = 1; did <= documents; ++did) {
            contents.lengths[did] = static_cast<std::uint32_t>(random() % 4 == 0 ? 29 : 30 + did);
            contents.hashes[did] = random() % (documents / 2);  // docids break many ties
            if (contents.lengths[did] >= 30) long_enough.push_back(did);
        }
        auto expected = by_hash(contents, long_enough);
        expected.resize(std::min(expected.size(), SELECTION_SAMPLE));
        const std::vector<Xapian::docid> sample = sample_documents(contents, 30);
        EXPECT_TRUE(std::is_sorted(sample.begin(), sample.end()));
        EXPECT_EQ(by_hash(contents, sample), expected) << documents;
    }
}

TEST(SampleDocuments, LeavesOutDocidsWithoutTerms) {
    const DocumentContents contents{{0, 0, 1, 0, 5}, {0, 0, 7, 0, 3}};
    EXPECT_EQ(sample_documents(contents, 0), (std::vector<Xapian::docid>{2, 4}));
    EXPECT_EQ(sample_documents(contents, 2), (std::vector<Xapian::docid>{4}));
}

TEST(SampleDocuments, OfShardsAreEnoughForTheWhole) {
    DESCRY_RANDOM(random);
    const std::size_t documents = 4 * SELECTION_SAMPLE;
    DocumentContents whole{BodyLengths(documents + 1, 50),
                           std::vector<std::uint64_t>(documents + 1)};
    whole.lengths[0] = 0;
    DocumentContents shards[2] = {whole, whole};
    for (Xapian::docid did = 1; did <= documents; ++did) {
        whole.hashes[did] = shards[0].hashes[did] = shards[1].hashes[did] = random();
        shards[random() % 3 == 0].lengths[did] = 0;
    }
    std::vector<Xapian::docid> together = sample_documents(shards[0], 30);
    const std::vector<Xapian::docid> second = sample_documents(shards[1], 30);
    together.insert(together.end(), second.begin(), second.end());
    auto merged = by_hash(whole, together);
    merged.resize(SELECTION_SAMPLE);
    EXPECT_EQ(merged, by_hash(whole, sample_documents(whole, 30)));
}

TEST(CollectionStatistics, CountsDocumentsThatAreLongEnough) {
    const BodyLengths lengths = {0, 29, 30, 0, 31, 1000000};
    CollectionStatistics expected;
    for (const std::uint32_t length : {30u, 31u, 1000000u})
        expected.add(length);
    EXPECT_EQ(collection_statistics(lengths, 30), expected);
    expected.add(29);
    EXPECT_EQ(collection_statistics(lengths, 0), expected);  // never those without body terms
    EXPECT_EQ(collection_statistics(lengths, 1), expected);
}

}  // namespace
}  // namespace descry
