#include "engine/collection/forward_index.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>
#include <descry/training/training.h>

#include "engine/collection/forward_words.h"
#include "engine/model/word_statistics.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"
#include "tests/temporary_directory.h"

namespace descry {
namespace {

using namespace testing;

constexpr unsigned NUMBERS_OF_THREADS[] = {1, 2, 5};

ForwardIndex copy_of(const IndexCollection& index,
                     std::uint32_t most_terms = ForwardIndex::ALL_TERMS,
                     std::size_t in_memory = 0) {
    return ForwardIndex(std::make_shared<const IndexCollection>(index), most_terms, in_memory);
}

// Texts with gaps among the docids, one with very frequent words, one with 40,000 words.
void build(const std::string& path, Style style) {
    const std::vector<std::string> texts = make_texts(700, 23);
    Xapian::WritableDatabase db = create_database(path);
    for (std::size_t i = 0; i < texts.size(); ++i)
        db.add_document(make_document(texts[i], i, style));
    for (Xapian::docid did = 500; did < 530; ++did)
        db.delete_document(did);
    Xapian::Document frequent;
    for (const Xapian::termcount wdf : {1u, 253u, 254u, 255u, 256u, 70000u})
        frequent.add_term(body_prefix(style) + "word" + std::to_string(wdf), wdf);
    db.replace_document(505, frequent);
    Xapian::Document large;
    for (int i = 0; i < 40000; ++i)
        large.add_term(body_prefix(style) + "large" + std::to_string(i));
    db.replace_document(3000, large);
    db.commit();
}

using TermWdfs = std::map<std::string, std::uint32_t>;

void check_reads(TermListReader& reader, Xapian::docid did, const TermWdfs& expected) {
    reader.read(did);
    TermWdfs read;
    for (const TermCount& term : reader.terms())
        read.emplace(term.term, term.wdf);
    ASSERT_EQ(read, expected) << "document " << did;
    ASSERT_EQ(read.size(), reader.terms().size());
    ASSERT_EQ(reader.hashes().size(), reader.terms().size());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < reader.terms().size(); ++i) {
        wrong += reader.hashes()[i] != hash64(reader.terms()[i].term);
        wrong += i > 0 && reader.terms()[i - 1].term >= reader.terms()[i].term;
    }
    ASSERT_EQ(wrong, 0u) << "hashes, or terms not in order, of document " << did;
}

void check_reads(TermListReader& reader, const Xapian::Database& db, Xapian::docid did) {
    check_reads(reader, did, body_terms_oracle(db, did, ""));
}

class ForwardIndexTest : public ::testing::TestWithParam<Style> {};
INSTANTIATE_TEST_SUITE_P(Styles, ForwardIndexTest,
                         ::testing::Values(Style::WORDS, Style::STEMS, Style::FIELD));

TEST_P(ForwardIndexTest, AreWhatTheIndexHolds) {
    DESCRY_RANDOM(random);
    TempFolder folder;
    build(folder / "db", GetParam());
    const std::string prefix = body_prefix(GetParam());
    const Xapian::Database db(folder / "db");
    std::vector<Xapian::docid> docids = docids_of(db);
    std::map<Xapian::docid, TermWdfs> expected;
    for (const Xapian::docid did : docids)
        expected[did] = body_terms_oracle(db, did, prefix);
    for (const unsigned threads : NUMBERS_OF_THREADS) {
        const IndexCollection plain = read_options(folder / "db", prefix, threads);
        const ForwardIndex read = copy_of(plain);
        EXPECT_EQ(read.contents()->lengths, plain.contents()->lengths);
        EXPECT_EQ(read.contents()->hashes, plain.contents()->hashes);
        EXPECT_EQ(read.lengths(), plain.lengths());
        const auto reader = read.reader();
        for (const Xapian::docid did : docids)
            check_reads(*reader, did, expected[did]);
        std::shuffle(docids.begin(), docids.end(), random);
        for (const Xapian::docid did : docids)
            check_reads(*reader, did, expected[did]);
        for (const Xapian::docid gone : {501u, 800u, 2999u, 3001u})
            EXPECT_THROW(reader->read(gone), Xapian::DocNotFoundError) << gone;
    }
}

// Words as counted from posting lists.
TEST_P(ForwardIndexTest, AreCountedLikePostings) {
    TempFolder folder;
    build(folder / "db", GetParam());
    const std::string prefix = body_prefix(GetParam());
    const IndexCollection plain = read_options(folder / "db", prefix);
    const DocumentContents contents = *plain.contents();
    const CandidateOptions candidates;
    const CollectionStatistics collection =
        collection_statistics(contents.lengths, candidates.min_body_length);
    std::vector<Xapian::docid> sample = sample_documents(contents, candidates.min_body_length);
    sample.resize(sample.size() / 2);
    const WordsAndSample expected =
        plain.count_words(contents.lengths, sample, collection, candidates);
    EXPECT_GT(expected.words.size(), 100u);
    for (const unsigned threads : NUMBERS_OF_THREADS) {
        const ForwardIndex read = copy_of(read_options(folder / "db", prefix, threads));
        ASSERT_TRUE(read.is_whole());
        for (const std::uint64_t cells_at_once : {std::uint64_t{5000}, CELLS_AT_ONCE}) {
            const WordsAndSample counted = count_forward_words(
                read, contents.lengths, sample, collection, candidates, cells_at_once);
            EXPECT_EQ(counted.collection, expected.collection);
            EXPECT_EQ(counted.sample_lengths, expected.sample_lengths);
            ASSERT_EQ(counted.words.size(), expected.words.size());
            for (std::size_t i = 0; i < expected.words.size(); ++i) {
                ASSERT_EQ(counted.words[i].term, expected.words[i].term);
                ASSERT_EQ(counted.words[i].histogram.cells(), expected.words[i].histogram.cells());
                ASSERT_EQ(counted.words[i].sample, expected.words[i].sample);
                ASSERT_EQ(counted.words[i].thresholds, expected.words[i].thresholds);
            }
            ASSERT_EQ(counted.frequencies.size(), expected.frequencies.size());
            for (std::size_t i = 0; i < expected.frequencies.size(); ++i) {
                ASSERT_EQ(counted.frequencies[i].term, expected.frequencies[i].term);
                ASSERT_EQ(counted.frequencies[i].documents, expected.frequencies[i].documents);
            }
        }
    }
}

// Whether all documents are kept, or some are read from the index.
TEST(ForwardIndex, TellEqualContents) {
    TempFolder folder;
    std::vector<std::string> texts = make_texts(200, 3);
    for (std::size_t i = 0; i < texts.size(); i += 50)
        texts[i] = texts[7];
    build_database(folder / "db", texts, Style::WORDS);
    const IndexCollection plain = read_options(folder / "db", "");
    const ForwardIndex whole = copy_of(plain);
    const ForwardIndex partial = copy_of(plain, whole.terms() / 2);
    ASSERT_FALSE(partial.is_whole());
    for (const ForwardIndex* const copy : {&whole, &partial}) {
        const auto reader = copy->reader();
        std::map<std::string, std::string> text_of;  // by contents
        std::size_t equal = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (texts[i].empty()) continue;
            std::string contents;
            reader->append_contents(static_cast<DocumentNumber>(i + 1), contents);
            const auto [found, is_new] = text_of.try_emplace(contents, texts[i]);
            EXPECT_EQ(found->second, texts[i]);
            if (!is_new) ++equal;
        }
        EXPECT_GE(equal, 4u);
    }
}

TEST(ForwardIndex, AreReadOnceAlone) {
    TempFolder folder;
    build_database(folder / "db", make_texts(50, 3), Style::WORDS);
    bool is_closed = false;
    const DatabaseOpener open = [&] {
        // Nothing is left to read: the index is not opened again.
        if (is_closed) throw Xapian::DatabaseOpeningError("opened");
        return Xapian::Database(folder / "db");
    };
    const ForwardIndex read = copy_of({open, TermSpace()});
    const Xapian::Database db(folder / "db");
    is_closed = true;
    const auto reader = read.reader();
    for (const Xapian::docid did : docids_of(db))
        check_reads(*reader, db, did);
    EXPECT_THROW(reader->read(51), Xapian::DatabaseOpeningError);
}

TEST(ForwardIndex, WithoutADiskTheIndexIsReadAgain) {
    TempFolder folder;
    build(folder / "db", Style::WORDS);
    const IndexCollection plain = read_options(folder / "db", "");
    const TemporaryDirectoryIs nowhere(folder / "nowhere");
    const ForwardIndex read = copy_of(plain);
    EXPECT_FALSE(read.is_whole());
    EXPECT_TRUE(copy_of(plain, ForwardIndex::ALL_TERMS, TemporaryFile::SMALL).is_whole());
    const Xapian::Database db(folder / "db");
    EXPECT_EQ(read.contents()->hashes, plain.contents()->hashes);
    const auto reader = read.reader();
    for (const Xapian::docid did : docids_of(db))
        check_reads(*reader, db, did);
}

TEST(ForwardIndex, BeyondTheTermsThatItIsToKeepTheIndexIsReadAgain) {
    TempFolder folder;
    build(folder / "db", Style::WORDS);
    const IndexCollection plain = read_options(folder / "db", "");
    const ForwardIndex whole = copy_of(plain);
    ASSERT_TRUE(whole.is_whole());
    const Xapian::Database db(folder / "db");
    const std::uint32_t most = whole.terms() - 1;
    for (const std::uint32_t most_terms : {0u, most / 2, most, most + 1}) {
        const ForwardIndex read = copy_of(plain, most_terms);
        EXPECT_EQ(read.is_whole(), most_terms == whole.terms());
        EXPECT_EQ(read.terms(), most_terms);
        EXPECT_EQ(read.contents()->hashes, plain.contents()->hashes);
        const auto reader = read.reader();
        for (const Xapian::docid did : docids_of(db))
            check_reads(*reader, db, did);
    }
}

TEST(ForwardIndex, OfShards) {
    TempFolder folder;
    build(folder / "a", Style::WORDS);
    build_database(folder / "b", make_texts(100, 9), Style::WORDS);
    const ForwardIndex read =
        copy_of({open_paths({folder / "a", folder / "b"}), TermSpace(), {.threads = 2}});
    const Xapian::Database db = open_paths({folder / "a", folder / "b"})();
    const auto reader = read.reader();
    for (const Xapian::docid did : docids_of(db))
        check_reads(*reader, db, did);
}

TEST(ForwardIndex, ChangeNoByteOfAModel) {
    TempFolder folder;
    build_database(folder / "db", make_texts(900, 4), Style::WORDS);
    const IndexCollection plain = read_options(folder / "db", "");
    TrainingOptions options;
    options.min_documents = 1;
    const Model model = train_model(plain, options);
    EXPECT_FALSE(model.words().empty());
    EXPECT_GT(model.parameters().learned_pairs, 0u);
    EXPECT_EQ(train_model(copy_of(plain), options), model);
}

}  // namespace
}  // namespace descry
