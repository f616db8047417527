#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/schema/body_terms.h>

#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;
using namespace std::string_literals;

using Terms = std::vector<std::string>;

TEST(TermSpace, TermsWithoutPrefix) {
    const TermSpace space;
    for (const char* body :
         {"word", "1", "17", "\xc3\xa9t\xc3\xa9", "\xe6\xbc\xa2", "_x", "[", "@", "wORD", ":x"}) {
        EXPECT_TRUE(space.contains(body)) << body;
    }
    for (const char* other : {"", "A", "Zword", "Q1", "XFOOword", "XFOO:Word", "Z\xc3\xa9"})
        EXPECT_FALSE(space.contains(other)) << other;
    EXPECT_TRUE(space.contains("\0"s));
    EXPECT_EQ(space.prefix(), "");
}

TEST(TermSpace, TermsWithOnePrefix) {
    const TermSpace stems("Z");
    EXPECT_TRUE(stems.contains("Zword"));
    EXPECT_TRUE(stems.contains("Z7"));
    EXPECT_FALSE(stems.contains("Z"));
    EXPECT_FALSE(stems.contains("ZSword"));
    EXPECT_FALSE(stems.contains("word"));
    EXPECT_FALSE(stems.contains("Yword"));
    const TermSpace field("XFOO");
    EXPECT_TRUE(field.contains("XFOOword"));
    EXPECT_TRUE(field.contains("XFOO:Word"));
    EXPECT_TRUE(field.contains("XFOO\xc3\xa9"));
    for (const char* other :
         {"XFOO", "XFO", "XFOOBARword", "XFOword", "XFPword", "word", "ZXFOOword"})
        EXPECT_FALSE(field.contains(other)) << other;
    EXPECT_EQ(field.prefix(), "XFOO");
}

const Terms ALL_TERMS = {
    "\x01low",   "1",       "17",       "A",        "Aauthor",  "Qid",
    "XFOO",      "XFOO1",   "XFOO:Big", "XFOOBARx", "XFOOword", "XFOO\xc3\xa9",
    "XFOZ",      "XFOword", "Z",        "Z1",       "ZXFOOx",   "Zword",
    "Z\xc3\xa9", "[x",      "_",        "wORD",     "word",     "\xc3\xa9t\xc3\xa9"};

// What contains() says, term by term.
Terms filtered(const Terms& terms, const TermSpace& space) {
    Terms kept;
    for (const std::string& term : terms) {
        if (space.contains(term)) kept.push_back(term);
    }
    return kept;
}

Terms walk(Xapian::TermIterator term, const Xapian::TermIterator& end, const TermSpace& space) {
    Terms visited;
    space.skip_to_body_term(term, end);
    while (term != end) {
        visited.push_back(*term);
        ++term;
        space.skip_to_body_term(term, end);
    }
    return visited;
}

Terms walk_others(Xapian::TermIterator term, const Xapian::TermIterator& end,
                  const TermSpace& space) {
    Terms visited;
    space.skip_body_terms(term, end);
    while (term != end) {
        visited.push_back(*term);
        ++term;
        space.skip_body_terms(term, end);
    }
    return visited;
}

TEST(TermSpace, SkippingVisitsWhatItContains) {
    TempFolder folder;
    Xapian::WritableDatabase db = create_database(folder / "db");
    Xapian::Document document;
    for (const std::string& term : ALL_TERMS)
        document.add_term(term);
    db.add_document(document);
    db.commit();
    for (const char* prefix : {"", "Z", "XFOO", "X", "XF", "Q", "XFOOBAR", "B", "ZZZ", "a"}) {
        SCOPED_TRACE(prefix);
        const TermSpace space{std::string(prefix)};
        Terms all;
        for (auto term = db.allterms_begin(); term != db.allterms_end(); ++term)
            all.push_back(*term);
        const Terms expected = filtered(all, space);
        EXPECT_EQ(walk(db.allterms_begin(), db.allterms_end(), space), expected);
        EXPECT_EQ(walk(db.termlist_begin(1), db.termlist_end(1), space), expected);
        EXPECT_EQ(walk(document.termlist_begin(), document.termlist_end(), space), expected);
        Terms others;
        std::set_difference(all.begin(), all.end(), expected.begin(), expected.end(),
                            std::back_inserter(others));
        EXPECT_EQ(walk_others(db.allterms_begin(), db.allterms_end(), space), others);

        BodyTerms terms(space);
        terms.read(db, 1);
        Terms read;
        for (const TermCount& term : terms.terms())
            read.emplace_back(term.term);
        EXPECT_EQ(read, expected);
    }
}

TEST(TermSpace, DetectsWhatAnIndexHas) {
    const auto detected = [](const Terms& terms) {
        TempFolder folder;
        Xapian::WritableDatabase db = create_database(folder / "db");
        Xapian::Document document;
        for (const std::string& term : terms)
            document.add_term(term);
        db.add_document(document);
        db.commit();
        return TermSpace::detect(db).prefix();
    };
    EXPECT_EQ(detected({"Qid", "Zword", "word"}), "");
    EXPECT_EQ(detected({"Qid", "Zword", "\xc3\xa9"}), "");
    EXPECT_EQ(detected({"1", "Zword"}), "");
    EXPECT_EQ(detected({"Qid", "Zword", "XFOOword"}), "Z");
    EXPECT_EQ(detected({"Qid", "XFOOword"}), "");
    EXPECT_EQ(detected({}), "");
}

TEST(BodyTerms, OfADocumentAndOfTheDatabaseAreEqual) {
    for (const Style style : {Style::WORDS, Style::STEMS, Style::FIELD}) {
        TempFolder folder;
        const std::vector<std::string> texts = make_texts(60, 7);
        build_database(folder / "db", texts, style);
        const Xapian::Database db(folder / "db");
        for (const std::string& prefix : {body_prefix(style), "Z"s}) {
            BodyTerms stored{TermSpace(prefix)};
            BodyTerms built{TermSpace(prefix)};
            for (Xapian::docid did = 1; did <= texts.size(); ++did) {
                stored.read(db, did);
                built.read(make_document(texts[did - 1], did - 1, style));
                std::map<std::string, std::uint32_t> from_stored;
                std::map<std::string, std::uint32_t> from_built;
                for (const TermCount& term : stored.terms())
                    from_stored.emplace(term.term, term.wdf);
                for (const TermCount& term : built.terms())
                    from_built.emplace(term.term, term.wdf);
                const auto expected = body_terms_oracle(db, did, prefix);
                ASSERT_EQ(from_stored, expected);
                ASSERT_EQ(from_built, expected);
                ASSERT_EQ(stored.terms().size(), expected.size());
                ASSERT_TRUE(std::is_sorted(
                    stored.terms().begin(), stored.terms().end(),
                    [](const TermCount& a, const TermCount& b) { return a.term < b.term; }));
            }
        }
    }
}

TEST(BodyTerms, BooleanTermsAreNone) {
    Xapian::Document document;
    document.add_boolean_term("tag");
    document.add_term("word", 2);
    document.add_term("nothing", 0);
    BodyTerms terms{TermSpace()};
    terms.read(document);
    ASSERT_EQ(terms.terms().size(), 1u);
    EXPECT_EQ(terms.terms()[0].term, "word");
    EXPECT_EQ(terms.terms()[0].wdf, 2u);
    terms.read(Xapian::Document());
    EXPECT_TRUE(terms.terms().empty());
}

TEST(BodyTerms, SaysWhatItCannotRead) {
    TempFolder folder;
    {
        Xapian::WritableDatabase db(folder / "bare", Xapian::DB_CREATE | Xapian::DB_NO_TERMLIST);
        db.add_document(make_document("one two", 1, Style::WORDS));
        db.commit();
    }
    BodyTerms terms{TermSpace()};
    EXPECT_THROW(terms.read(Xapian::Database(folder / "bare"), 1), Xapian::FeatureUnavailableError);
    build_database(folder / "db", {"one two"}, Style::WORDS);
    EXPECT_THROW(terms.read(Xapian::Database(folder / "db"), 2), Xapian::DocNotFoundError);
}

TEST(OpenPaths, OneOrSeveralDatabases) {
    TempFolder folder;
    build_database(folder / "a", {"one", "two"}, Style::WORDS);
    build_database(folder / "b", {"three"}, Style::WORDS);
    EXPECT_EQ(open_paths({folder / "a"})().get_doccount(), 2u);
    EXPECT_EQ(open_paths({folder / "a", folder / "b"})().get_doccount(), 3u);
    const DatabaseOpener missing = open_paths({folder / "none"});
    EXPECT_THROW(missing(), Xapian::DatabaseOpeningError);
    // A single one still tells its revision.
    EXPECT_NO_THROW(open_paths({folder / "a"})().get_revision());
}

}  // namespace
}  // namespace descry
