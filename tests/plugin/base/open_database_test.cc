// The door from paths to databases: what is one, what a stub may name, and that none runs a
// program.
#include "plugin/base/open_database.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

class OpenDatabaseTest : public ::testing::Test {
  protected:
    OpenDatabaseTest() {
        build_database(db_, make_texts(20, 1), Style::WORDS);
        Xapian::Database(db_).compact(file_, Xapian::DBCOMPACT_SINGLE_FILE);
    }

    std::string write(const std::string& name, const std::string& bytes) const {
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
        return folder_ / name;
    }

    static std::string rejection(const std::string& path) {
        std::string message = rejection_of([&] { open_database(path); });
        const std::string to_write =
            rejection_of([&] { open_database_to_write(path, Xapian::DB_OPEN); });
        EXPECT_EQ(message, to_write);
        return message;
    }

    template <typename Open>
    static std::string rejection_of(const Open& open) {
        try {
            open();
        } catch (const Xapian::DatabaseOpeningError& error) {
            return error.get_msg();
        }
        return "it was opened";
    }

    TempFolder folder_;
    const std::string db_ = folder_ / "db";
    const std::string file_ = folder_ / "single";
};

TEST_F(OpenDatabaseTest, KnowsWhatABytesAre) {
    EXPECT_EQ(database_kind(db_), DatabaseKind::GLASS);
    EXPECT_EQ(database_kind(file_), DatabaseKind::SINGLE_FILE);
    EXPECT_EQ(database_kind(write("text", "auto db\n")), DatabaseKind::FILE);
    EXPECT_EQ(database_kind(write("empty", "")), DatabaseKind::FILE);
    EXPECT_EQ(database_kind(folder_ / "absent"), DatabaseKind::NONE);
    EXPECT_EQ(database_kind("/dev/null"), DatabaseKind::NONE);
    std::filesystem::create_directory(folder_ / "folder");
    EXPECT_EQ(database_kind(folder_ / "folder"), DatabaseKind::NONE);
    write("folder/XAPIANDB", "auto ../db\n");
    EXPECT_EQ(database_kind(folder_ / "folder"), DatabaseKind::STUB_FOLDER);
    EXPECT_TRUE(is_certainly_database(db_));
    EXPECT_TRUE(is_certainly_database(file_));
    for (const char* name : {"text", "empty", "folder", "absent"})
        EXPECT_FALSE(is_certainly_database(folder_ / name)) << name;
}

TEST_F(OpenDatabaseTest, OpensWhatStubsName) {
    EXPECT_EQ(open_database(db_).get_doccount(), 20u);
    EXPECT_EQ(open_database(file_).get_doccount(), 20u);
    const std::string stub =
        write("stub", "# all\n\nauto db\nauto " + file_ + "\nglass db\ninmemory\n");
    EXPECT_EQ(open_database(stub).get_doccount(), 60u);
    std::filesystem::create_directory(folder_ / "folder");
    write("folder/XAPIANDB", "auto ../stub\nauto ../db\n");
    EXPECT_EQ(open_database(folder_ / "folder").get_doccount(), 80u);
    const std::string one = write("one", "auto db");
    EXPECT_EQ(open_database(one).get_revision(), open_database(db_).get_revision());
    EXPECT_EQ(open_database_to_write(one, Xapian::DB_OPEN).get_doccount(), 20u);
}

TEST_F(OpenDatabaseTest, RunsNoProgram) {
    const std::string ran = folder_ / "ran";
    const std::string program = "remote :touch " + ran + "\n";
    const std::string stub = write("stub", "# a list\n" + program);
    write("nested", "auto db\nauto stub\n");
    std::filesystem::create_directory(folder_ / "folder");
    write("folder/XAPIANDB", program);
    write("colon", "remote :touch " + ran + ":1\n");
    const std::string because = ": a stub's line that runs a program is not followed";
    EXPECT_TRUE(rejection(stub).starts_with(stub + ":2" + because)) << rejection(stub);
    EXPECT_TRUE(rejection(folder_ / "nested").starts_with(stub + ":2" + because));
    EXPECT_TRUE(rejection(folder_ / "folder").find(because) != std::string::npos);
    EXPECT_TRUE(rejection(folder_ / "colon").find(because) != std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(ran));
}

TEST_F(OpenDatabaseTest, RefusesWhatNamesNoDatabase) {
    const auto rejected = [&](const std::string& bytes) { return rejection(write("stub", bytes)); };
    const std::string stub = folder_ / "stub";
    EXPECT_EQ(rejected(""), stub + ": not a Xapian database: it names none");
    EXPECT_EQ(rejected("# none\n"), stub + ": not a Xapian database: it names none");
    for (const char* line : {"auto", "auto ", "glass", "remote ", "remote host", "remote host:x",
                             "remote host:0", "remote host:65536", "remote host:80 more",
                             "inmemory of", "AUTO db", " auto db", "{\"id\":\"1\"}"}) {
        EXPECT_EQ(rejected(std::string("auto db\n") + line + "\n"), stub + ":2: Bad line") << line;
    }
    EXPECT_EQ(rejected("auto " + std::string(10000, 'x')), stub + ": not a Xapian database");
    EXPECT_EQ(rejected("auto absent\n"), folder_ / "absent: No such file or directory");
}

TEST_F(OpenDatabaseTest, EndsWhereStubsNameEachOther) {
    write("one", "auto two\n");
    const std::string two = write("two", "auto one\nauto one\n");
    EXPECT_NE(rejection(two).find("stub files name each other"), std::string::npos);
    std::string many;
    for (int i = 0; i < 200; ++i)
        many += "auto memories\n";
    std::string memories;
    for (int i = 0; i < 200; ++i)
        memories += "inmemory\n";
    write("memories", memories);
    EXPECT_NE(rejection(write("many", many)).find("too many databases"), std::string::npos);
}

TEST_F(OpenDatabaseTest, TellsStubsFromTexts) {
    const auto is_stub = [&](const std::string& bytes) {
        return is_certainly_stub(write("stub", bytes));
    };
    EXPECT_TRUE(is_stub("auto db\n"));
    EXPECT_TRUE(is_stub("# all\nglass db\nremote localhost:7000\n"));
    for (const char* text : {"", "# none\n", "auto absent\n", "auto stub\n", "auto db\nand more\n",
                             "inmemory\n", "remote :touch ran\n"})
        EXPECT_FALSE(is_stub(text)) << text;
    EXPECT_FALSE(is_certainly_stub(db_));
    EXPECT_FALSE(is_certainly_stub(file_));
}

TEST_F(OpenDatabaseTest, MakesOneWhereItIsAskedTo) {
    const std::string fresh = folder_ / "fresh";
    EXPECT_THROW(open_database_to_write(fresh, Xapian::DB_OPEN), Xapian::DatabaseOpeningError);
    EXPECT_FALSE(std::filesystem::exists(fresh));
    open_database_to_write(fresh, Xapian::DB_CREATE_OR_OPEN | Xapian::DB_NO_SYNC);
    EXPECT_EQ(open_database(fresh).get_doccount(), 0u);
    EXPECT_THROW(open_database_to_write(file_, Xapian::DB_OPEN), Xapian::DatabaseOpeningError);
    EXPECT_EQ(open_database(file_).get_doccount(), 20u);
}

}  // namespace
}  // namespace descry
