#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/hashing/hash.h>
#include <descry/schema/document_id.h>

#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;
using namespace std::string_literals;

class DocumentIdTest : public ::testing::Test {
  protected:
    Xapian::docid add(const std::string& id, const std::string& data = {}) {
        Xapian::Document document;
        document.add_boolean_term(unique_term("Q", id));
        document.add_term("word");
        document.set_data(data);
        return db_.add_document(document);
    }

    TempFolder folder_;
    Xapian::WritableDatabase db_ = create_database(folder_ / "db");
};

TEST_F(DocumentIdTest, GivesBackWhatWasIndexed) {
    std::vector<std::string> ids = {"1",
                                    "a/b c",
                                    "\xe6\xbc\xa2\xe5\xad\x97",
                                    "#3",
                                    "Quis",
                                    "with\0nul"s,
                                    "\0"s,
                                    std::string(244, 'x'),
                                    std::string(122, '\0'),
                                    "\x01#",
                                    " "};
    std::vector<Xapian::docid> docids;
    for (const std::string& id : ids)
        docids.push_back(add(id));
    db_.commit();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        EXPECT_EQ(document_id(db_, docids[i], "Q"), ids[i]) << i;
        EXPECT_EQ(find_document(db_, ids[i], "Q"), docids[i]) << i;
    }
    EXPECT_EQ(find_document(db_, "2", "Q"), 0u);
    EXPECT_EQ(find_document(db_, "#3", "Q"), docids[3]);  // an id wins over a docid
}

TEST_F(DocumentIdTest, LongIdsAreHashedAndKeptInTheData) {
    const std::string longest(244, 'y');  // with the prefix: 245 bytes
    EXPECT_EQ(unique_term("Q", longest), "Q" + longest);
    const std::string too_long = longest + 'y';
    EXPECT_EQ(unique_term("Q", too_long), "Q\x01#" + hash80_base64url(too_long));
    // A zero byte takes two in a term.
    EXPECT_EQ(unique_term("Q", std::string(122, '\0')).size(), 123u);
    EXPECT_EQ(unique_term("Q", std::string(123, '\0')).size(), 17u);

    const std::string quoted = too_long + "\"\n";
    const Xapian::docid did = add(too_long, "{\"id\":\"" + too_long + "\",\"x\":1}");
    const Xapian::docid other = add(quoted, "{\"id\":\"" + too_long + "\\\"\\n\"}");
    const Xapian::docid lost = add(std::string(1000, 'z'), "not JSON");
    const Xapian::docid number = add(std::string(1000, 'w'), "{\"id\":17}");
    const Xapian::docid foreign = add(std::string(1000, 'v'), R"({"id":"another member"})");
    db_.commit();
    EXPECT_EQ(document_id(db_, did, "Q"), too_long);
    EXPECT_EQ(find_document(db_, too_long, "Q"), did);
    EXPECT_EQ(document_id(db_, other, "Q"), quoted);
    EXPECT_EQ(find_document(db_, quoted, "Q"), other);
    // Without the data the hash is all there is.
    EXPECT_EQ(document_id(db_, lost, "Q"), "\x01#" + hash80_base64url(std::string(1000, 'z')));
    EXPECT_EQ(find_document(db_, std::string(1000, 'z'), "Q"), lost);
    EXPECT_EQ(document_id(db_, number, "Q"), "\x01#" + hash80_base64url(std::string(1000, 'w')));
    EXPECT_EQ(document_id(db_, foreign, "Q"), "\x01#" + hash80_base64url(std::string(1000, 'v')));
    // What it prints finds the document again.
    EXPECT_EQ(find_document(db_, document_id(db_, foreign, "Q"), "Q"), foreign);
    EXPECT_EQ(find_document(db_, document_id(db_, lost, "Q"), "Q"), lost);
}

TEST_F(DocumentIdTest, AStoredIdIsBelievedOnlyOfItsDocument) {
    std::vector<Xapian::docid> docids;
    for (const char* const term : {"Qone", "Qtwo"}) {
        Xapian::Document document;
        document.add_boolean_term(term);
        docids.push_back(db_.add_document(document));
    }
    db_.commit();
    EXPECT_EQ(document_id(db_, docids[1], "Q", "two"), "two");
    EXPECT_EQ(document_id(db_, docids[1], "Q", "one"), "two");
    EXPECT_EQ(document_id(db_, docids[1], "Q", "three"), "two");
}

TEST_F(DocumentIdTest, OmindexTermsAreRecognised) {
    Xapian::Document page;
    page.add_boolean_term("Uhttp://example.com/a");
    page.add_boolean_term("P/a");
    const Xapian::docid with_url = db_.add_document(page);
    Xapian::Document file;
    file.add_boolean_term("P/srv/b.html");
    file.add_boolean_term("Hexample.com");
    const Xapian::docid with_path = db_.add_document(file);
    Xapian::Document bare;
    bare.add_term("word");
    const Xapian::docid without = db_.add_document(bare);
    db_.commit();
    EXPECT_EQ(document_id(db_, with_url, "Q"), "http://example.com/a");
    EXPECT_EQ(document_id(db_, with_path, "Q"), "/srv/b.html");
    EXPECT_EQ(document_id(db_, without, "Q"), "#3");
    EXPECT_EQ(find_document(db_, "http://example.com/a", "Q"), with_url);
    EXPECT_EQ(find_document(db_, "/srv/b.html", "Q"), with_path);
    EXPECT_EQ(find_document(db_, "#3", "Q"), without);
    EXPECT_EQ(find_document(db_, "#1", "Q"), with_url);
}

TEST_F(DocumentIdTest, DocidsThatAreNone) {
    add("one");
    add("two");
    add("three");
    db_.delete_document(2);
    db_.commit();
    for (const char* id : {"#2", "#4", "#0", "#", "#1x", "#-1", "# 1", "#1 ", "#4294967296",
                           "#99999999999999999999", "", "1"}) {
        EXPECT_EQ(find_document(db_, id, "Q"), 0u) << id;
    }
    EXPECT_EQ(find_document(db_, "#1", "Q"), 1u);
    EXPECT_EQ(find_document(db_, "#3", "Q"), 3u);
    EXPECT_THROW(document_id(db_, 2, "Q"), Xapian::DocNotFoundError);
    TempFolder folder;
    const Xapian::WritableDatabase empty = create_database(folder / "db");
    EXPECT_EQ(find_document(empty, "#1", "Q"), 0u);
    EXPECT_EQ(find_document(empty, "one", "Q"), 0u);
}

TEST_F(DocumentIdTest, FilesByPathOrAddress) {
    // As recoll names them: the member of an archive stands behind the bar.
    for (const char* id : {"/home/a b.txt|", "/home/\xc3\xa9%41.txt|", "/home/c.zip|d.txt"}) {
        Xapian::Document document;
        document.add_boolean_term(unique_term("Q", id));
        db_.add_document(document);
    }
    db_.commit();
    for (const char* id : {"/home/a b.txt|", "/home/a b.txt", "file:///home/a b.txt",
                           "file:///home/a%20b.txt", "file:///home/a b.txt|"}) {
        EXPECT_EQ(find_document(db_, id, "Q"), 1u) << id;
    }
    for (const char* id : {"/home/\xc3\xa9%41.txt", "file:///home/\xc3\xa9%41.txt",
                           "file:///home/%C3%a9%2541.txt"}) {
        EXPECT_EQ(find_document(db_, id, "Q"), 2u) << id;
    }
    EXPECT_EQ(find_document(db_, "file:///home/c.zip|d.txt", "Q"), 3u);
    for (const char* id : {"/home/c.zip", "file://", "file:///home/a%2", "file:///home/a%zzb.txt",
                           "%2Fhome/a b.txt"}) {
        EXPECT_EQ(find_document(db_, id, "Q"), 0u) << id;
    }
}

TEST_F(DocumentIdTest, AnotherProgramsPThatIsNoPath) {
    Xapian::Document document;
    document.add_boolean_term("Pn");
    const Xapian::docid did = db_.add_document(document);
    db_.commit();
    EXPECT_EQ(document_id(db_, did, "Q"), "#1");
}

TEST_F(DocumentIdTest, AnotherPrefix) {
    Xapian::Document document;
    document.add_boolean_term(unique_term("XID:", "Big"));
    document.add_boolean_term("Qother");
    const Xapian::docid did = db_.add_document(document);
    db_.commit();
    EXPECT_EQ(document_id(db_, did, "XID:"), "Big");
    EXPECT_EQ(find_document(db_, "Big", "XID:"), did);
    EXPECT_EQ(find_document(db_, "Big", "Q"), 0u);
}

}  // namespace
}  // namespace descry
