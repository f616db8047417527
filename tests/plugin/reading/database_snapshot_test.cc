// Readers beside a writer: one state for one reading, and nothing written out of bounds where
// somebody opens another one all the same.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/inspection/model_preview.h>
#include <descry/reading/database_snapshot.h>
#include <descry/reading/index_collection.h>
#include <descry/statistics/statistics_file.h>

#include "engine/collection/forward_index.h"
#include "plugin/groups/index_groups.h"
#include "tests/plugin/test_index.h"
#include "tests/temporary_directory.h"

namespace descry {
namespace {

using namespace testing;

constexpr std::uint64_t ANY_SIZE = std::uint64_t{1} << 30;

std::vector<Xapian::docid> documents_of(const Xapian::Database& db) {
    return {db.postlist_begin(""), db.postlist_end("")};
}

// The folder for temporary files is another one as long as this lives.
class OwnTmpdir {
  public:
    OwnTmpdir() : is_(path()) { std::filesystem::create_directory(path()); }

    std::string path() const { return folder_ / "tmp"; }

    // Bytes of the files that have a name.
    std::uintmax_t named_bytes() const {
        std::uintmax_t bytes = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path())) {
            if (!entry.is_symlink() && entry.is_regular_file()) bytes += entry.file_size();
        }
        return bytes;
    }

  private:
    TempFolder folder_;
    TemporaryDirectoryIs is_;
};

class DatabaseSnapshotTest : public ::testing::Test {
  protected:
    DatabaseSnapshotTest() { build_database(path_, make_texts(200, 7), Style::WORDS); }

    // One more document, in a commit of its own.
    void commit() {
        Xapian::WritableDatabase db = open_to_write(path_);
        db.add_document(make_document("one more", 1000 + db.get_lastdocid(), Style::WORDS));
        db.commit();
    }

    TempFolder folder_;
    const std::string path_ = folder_ / "db";
};

TEST_F(DatabaseSnapshotTest, RefusesToOpenALaterState) {
    const DatabaseSnapshot snapshot({path_});
    EXPECT_EQ(snapshot.opener()().get_doccount(), 200u);
    EXPECT_TRUE(snapshot.is_current());
    commit();
    EXPECT_FALSE(snapshot.is_current());
    EXPECT_THROW(snapshot.opener()(), Xapian::DatabaseModifiedError);
    // One commit later the blocks are still there.
    EXPECT_EQ(documents_of(snapshot.database()).size(), 200u);
}

TEST_F(DatabaseSnapshotTest, SeesACommitInOneOfSeveral) {
    const std::string other = folder_ / "other";
    build_database(other, make_texts(50, 8), Style::WORDS);
    const std::string stub = folder_ / "stub";
    std::ofstream(stub) << "auto " << path_ << "\nauto " << other << "\n";
    const DatabaseSnapshot two({other, path_});
    const DatabaseSnapshot joined({stub});
    EXPECT_EQ(two.database().get_doccount(), 250u);
    EXPECT_EQ(two.shards()[0].get_doccount(), 50u);
    EXPECT_EQ(joined.opener()().get_doccount(), 250u);
    commit();
    EXPECT_THROW(two.opener()(), Xapian::DatabaseModifiedError);
    EXPECT_THROW(joined.opener()(), Xapian::DatabaseModifiedError);
}

TEST_F(DatabaseSnapshotTest, ACopyOutlivesCommits) {
    const OwnTmpdir tmpdir;
    {
        const auto copies = DatabaseSnapshot::of_copies({path_}, ANY_SIZE);
        ASSERT_TRUE(copies);
        for (int i = 0; i < 5; ++i)
            commit();
        EXPECT_TRUE(copies->is_current());
        const Xapian::Database late = copies->opener()();
        EXPECT_EQ(documents_of(late).size(), 200u);
        for (const Xapian::docid did : documents_of(late))
            EXPECT_EQ(late.get_document(did).termlist_count(),
                      copies->database().get_document(did).termlist_count());
        // A killed reader leaves the version file, and links that lead nowhere.
        EXPECT_LT(tmpdir.named_bytes(), 1000u);
    }
    EXPECT_TRUE(std::filesystem::is_empty(tmpdir.path()));
}

TEST_F(DatabaseSnapshotTest, WhatIsNotCopied) {
    const OwnTmpdir tmpdir;
    EXPECT_FALSE(DatabaseSnapshot::of_copies({path_}, 1000));
    EXPECT_FALSE(DatabaseSnapshot::of_copies({path_, folder_ / "missing"}, ANY_SIZE));
    const std::string stub = folder_ / "stub";
    std::ofstream(stub) << "auto " << path_ << "\n";
    EXPECT_FALSE(DatabaseSnapshot::of_copies({stub}, ANY_SIZE));
    EXPECT_TRUE(std::filesystem::is_empty(tmpdir.path()));
    std::filesystem::remove(tmpdir.path());
    EXPECT_FALSE(DatabaseSnapshot::of_copies({path_}, ANY_SIZE));
}

// A function of the library whose caller opens the index anew for each handle, while it grows: from
// every handle on, later ones are of a larger state.
class GrowingIndexTest : public ::testing::TestWithParam<unsigned> {
  protected:
    static constexpr unsigned HANDLES = 12;

    static void SetUpTestSuite() {
        folder_ = std::make_unique<TempFolder>();
        const std::vector<std::string> texts = make_texts(3000, 9);
        build_database(*folder_ / "small", {texts.begin(), texts.begin() + 400}, Style::STEMS);
        build_database(*folder_ / "large", texts, Style::STEMS);
        model_ = std::make_unique<Model>(train_small_model(*folder_ / "small", ""));
    }
    static void TearDownTestSuite() {
        model_.reset();
        folder_.reset();
    }

    // Either the whole is of one state, or the later one is rejected.
    static void read(unsigned threads,
                     const std::function<void(const IndexCollection&)>& function) {
        unsigned rejected = 0;
        for (unsigned before = 0; before <= HANDLES; ++before) {
            const auto opened = std::make_shared<std::atomic<unsigned>>(0);
            const DatabaseOpener open = [before, opened] {
                return Xapian::Database(*folder_ / ((*opened)++ < before ? "small" : "large"));
            };
            try {
                function({open, TermSpace(), {.threads = threads}});
            } catch (const Xapian::DatabaseCorruptError& error) {
                EXPECT_NE(error.get_msg().find("the last one is"), std::string::npos);
                ++rejected;
            } catch (const Xapian::DocNotFoundError&) {
                ++rejected;
            }
        }
        EXPECT_GT(rejected, 0u);
    }

    static inline std::unique_ptr<TempFolder> folder_;
    static inline std::unique_ptr<Model> model_;
};

INSTANTIATE_TEST_SUITE_P(Threads, GrowingIndexTest, ::testing::Values(1, 3));

TEST_P(GrowingIndexTest, BodyLengths) {
    read(GetParam(), [](const IndexCollection& options) { options.lengths(); });
}

TEST_P(GrowingIndexTest, DocumentContents) {
    read(GetParam(), [](const IndexCollection& options) { options.contents(); });
}

TEST_P(GrowingIndexTest, ForwardIndex) {
    read(GetParam(),
         [](const IndexCollection& options) { IndexCollection(options).copy_documents(); });
}

TEST_P(GrowingIndexTest, Coverage) {
    read(GetParam(), [](const IndexCollection& options) { measure_coverage(options, *model_); });
}

TEST_P(GrowingIndexTest, Statistics) {
    const TempFolder folder;
    read(GetParam(), [&](const IndexCollection& options) {
        export_statistics(options, {"words-1", "", 30}, folder / "statistics");
    });
}

TEST_P(GrowingIndexTest, Groups) {
    read(GetParam(), [](const IndexCollection& options) { group_index(options, *model_, {}); });
}

}  // namespace
}  // namespace descry
