#include "plugin/indexing/index_swap.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace descry::testing;
namespace fs = std::filesystem;

class IndexSuccessorTest : public ::testing::Test {
  protected:
    IndexSuccessorTest() { build_database(path_, make_texts(20, 1), Style::WORDS); }

    const TempFolder folder_;
    const std::string path_ = folder_ / "db";
};

TEST_F(IndexSuccessorTest, TakesThePlaceWhileTheLockIsHeld) {
    Xapian::WritableDatabase writer = open_to_write(path_);
    Xapian::Database reader(path_);
    {
        const auto swap = IndexSwap::begin(path_, 0);
        ASSERT_NE(swap, nullptr);
        build_database(swap->path(), make_texts(30, 2), Style::WORDS);
        swap->take_over();
        EXPECT_THROW(open_to_write(path_), Xapian::DatabaseLockError);
        EXPECT_EQ(reader.get_doccount(), 20u);
    }
    EXPECT_FALSE(fs::exists(path_ + ".descry-parts"));
    writer.close();
    EXPECT_EQ(open_to_write(path_).get_doccount(), 30u);
    EXPECT_TRUE(reader.reopen());
    EXPECT_EQ(reader.get_doccount(), 30u);
}

// A reader takes an index of its own revision for its own index.
TEST_F(IndexSuccessorTest, IsTakenForNewWhateverTheRevisions) {
    for (const int commits : {0, 1, 2, 40}) {
        {
            Xapian::WritableDatabase writer = open_to_write(path_);
            for (int i = 0; i < commits; ++i) {
                writer.set_metadata("key", std::to_string(i));
                writer.commit();
            }
        }
        Xapian::Database reader(path_);
        const Xapian::doccount documents = reader.get_doccount();
        const auto swap = IndexSwap::begin(path_, 0);
        ASSERT_NE(swap, nullptr);
        build_database(swap->path(), make_texts(documents + 1, 2), Style::WORDS);
        swap->take_over();
        EXPECT_TRUE(reader.reopen()) << commits;
        EXPECT_EQ(reader.get_doccount(), documents + 1);
        EXPECT_EQ(count_records(reader, ""), 0u);
    }
}

TEST_F(IndexSuccessorTest, ThatIsGivenUpLeavesTheIndexAndNothingElse) {
    const auto before = bytes_of_files(path_);
    {
        const auto swap = IndexSwap::begin(path_, 0);
        ASSERT_NE(swap, nullptr);
        build_database(swap->path(), make_texts(30, 2), Style::WORDS);
    }
    EXPECT_EQ(bytes_of_files(path_), before);
    EXPECT_FALSE(fs::exists(path_ + ".descry-parts"));
}

TEST_F(IndexSuccessorTest, CannotBeginWhereFoldersCannotBeExchanged) {
    EXPECT_EQ(IndexSwap::begin(folder_ / "nothing", 0), nullptr);
    EXPECT_EQ(IndexSwap::begin(path_, UINTMAX_MAX), nullptr) << "no room";
    std::ofstream(folder_ / "stub") << "auto " << path_ << "\n";
    EXPECT_EQ(IndexSwap::begin(folder_ / "stub", 0), nullptr);
    std::ofstream(path_ + "/notes") << "mine";
    EXPECT_EQ(IndexSwap::begin(path_, 0), nullptr) << "a file of somebody else";
    fs::remove(path_ + "/notes");
    EXPECT_NE(IndexSwap::begin(path_, 0), nullptr);
    const fs::path before = fs::current_path();
    fs::current_path(path_);
    EXPECT_EQ(IndexSwap::begin(".", 0), nullptr) << "who stands in it would stand nowhere";
    fs::current_path(before);
}

TEST_F(IndexSuccessorTest, WhatAStoppedRunLeftIsRemoved) {
    const fs::path parts = path_ + ".descry-parts";
    for (const char* name : {"", "index", "0-12", "one", "one/other"}) {
        // As begin() makes it.
        fs::create_directory(parts);
        fs::permissions(parts, fs::perms::owner_all | fs::perms::sticky_bit);
        fs::create_directories(parts / name);
        IndexSwap::remove_remains(path_);
        EXPECT_FALSE(fs::exists(parts)) << name;
    }
}

TEST_F(IndexSuccessorTest, AFolderOfSomebodyElseStays) {
    const fs::path theirs = path_ + ".descry-parts";
    const auto stays = [&](const char* what) {
        IndexSwap::remove_remains(path_);
        EXPECT_TRUE(fs::exists(theirs)) << what;
        {
            const auto swap = IndexSwap::begin(path_, 0);
            ASSERT_NE(swap, nullptr) << what;
            EXPECT_NE(swap->folder(), theirs) << what;
        }
        EXPECT_TRUE(fs::exists(theirs)) << what;
        EXPECT_FALSE(fs::exists(theirs.string() + "-2")) << what;
        fs::remove_all(theirs);
    };
    fs::create_directory(theirs);
    stays("an empty folder");
    fs::create_directories(theirs / "index");
    stays("rights as usual");
    fs::create_directory(theirs);
    fs::permissions(theirs, fs::perms::owner_all | fs::perms::sticky_bit);
    std::ofstream(theirs / "notes") << "mine";
    stays("a file that we make nowhere");
    fs::create_directory_symlink(folder_ / "elsewhere", theirs);
    fs::create_directory(folder_ / "elsewhere");
    stays("a link");
    EXPECT_TRUE(fs::exists(folder_ / "elsewhere"));
}

}  // namespace
}  // namespace descry
