#include <gtest/gtest.h>

#include <descry/jobs/duplicate_removal.h>

#include "tests/plugin/test_index.h"

namespace descry {

namespace {

using namespace testing;

int compared(std::string_view rules, const SurvivorCandidate& one, const SurvivorCandidate& other) {
    const int order = compare_survivors(parse_survivor_rules(rules), one, other);
    EXPECT_EQ(compare_survivors(parse_survivor_rules(rules), other, one), -order);
    return order;
}

SurvivorCandidate at(const char* url) {
    return {0, 0, url};
}

// Cases of Nutch's TestCrawlDbDeduplication, and their like.
TEST(Survivors, AreNutchs) {
    const std::string rules = "score,fetchTime,urlLength";
    EXPECT_EQ(compared(rules, {2, 0, "long"}, {1, 9, "l"}), -1);
    EXPECT_EQ(compared(rules, {1, 8, "l"}, {1, 9, "long"}), 1);
    EXPECT_EQ(compared(rules, {1, 9, "l"}, {1, 9, "long"}), -1);
    EXPECT_EQ(compared(rules, {1, 9, "long"}, {1, 9, "gnol"}), 0);
    EXPECT_EQ(compared("urlLength,score", {2, 0, "long"}, {1, 9, "l"}), 1);

    const SurvivorCandidate http = at("http://www.example.com/");
    const SurvivorCandidate https = at("https://www.example.com/");
    EXPECT_EQ(compared("httpsOverHttp,urlLength", http, https), 1);
    EXPECT_EQ(compared("urlLength,httpsOverHttp", http, https), -1);
    EXPECT_EQ(compared("httpsOverHttp", at("http://www.example.com/a"), https), 0);
    EXPECT_EQ(compared("httpsOverHttp", https, https), 0);

    EXPECT_EQ(compared("urlLength", at("http://x/b%C3%BCcher"), at("http://x/buecher")), -1);
    // One that cannot be decoded: both count as they are.
    EXPECT_EQ(compared("urlLength", at("http://x/b%YRcher"), at("http://x/b%C3%BCcher")), -1);
}

TEST(Survivors, UrlsAreDecodedForTheirLength) {
    const std::pair<const char*, const char*> equal[] = {
        {"a+b%20c", "a+b+c"},   {"b%C3%BCcher", "buecher" + 1},
        {"%F0%9F%98%80", "ab"}, {"%41", "a"},
        {"%YR", "abc"},         {"a%", "ab"},
        {"a%4", "abc"},         {"%%%", "abc"}};
    for (const auto& [url, other] : equal)
        EXPECT_EQ(compared("urlLength", at(url), at(other)), 0) << url;
}

TEST(Survivors, RulesAreNamed) {
    using enum SurvivorRule;
    EXPECT_EQ(parse_survivor_rules("httpsOverHttp,score,fetchTime,urlLength"),
              (std::vector{HTTPS_OVER_HTTP, SCORE, FETCH_TIME, URL_LENGTH}));
    for (const char* list : {"", "score,", "Score", "score,score", "urlLength, score"})
        EXPECT_THROW(parse_survivor_rules(list), Xapian::InvalidArgumentError) << list;
}

TEST(Survivors, HostsAndDomains) {
    EXPECT_EQ(host_of_url("http://User@WWW.Example.org:80/a@b?c"), "www.example.org");
    EXPECT_EQ(host_of_url("https://[::1]:8080/"), "[::1]");
    EXPECT_EQ(host_of_url("http://a?b://c"), "a");
    for (const char* url : {"", "file.txt", "mailto:a@b", "http://"})
        EXPECT_EQ(host_of_url(url), "") << url;
    EXPECT_EQ(domain_of_host("a.b.example.org"), "example.org");
    EXPECT_EQ(domain_of_host("example.org"), "example.org");
    EXPECT_EQ(domain_of_host("www.example.co.uk"), "example.co.uk");
    EXPECT_EQ(domain_of_host("co.uk"), "co.uk");
    EXPECT_EQ(domain_of_host("www.city.kawasaki.jp"), "city.kawasaki.jp");
    EXPECT_EQ(domain_of_host("www.example.com.tr."), "example.com.tr");
    EXPECT_EQ(domain_of_host("www.example.de"), "example.de");
    EXPECT_EQ(domain_of_host("localhost"), "localhost");
    EXPECT_EQ(domain_of_host("10.0.0.1"), "10.0.0.1");
    EXPECT_EQ(domain_of_host(""), "");
}

class Duplicates : public ::testing::Test {
  protected:
    Duplicates() : db_(create_database(folder_ / "db")) {
        search_.key_slot = 1;
        search_.score_slot = 2;
        search_.url = [this](Xapian::docid did) { return db_.get_document(did).get_data(); };
    }

    void add(const char* key, double score, const char* url) {
        Xapian::Document document;
        document.add_value(1, key);
        document.add_value(2, Xapian::sortable_serialise(score));
        document.set_data(url);
        document.add_boolean_term("Q" + std::to_string(db_.get_lastdocid() + 1));
        db_.add_document(document);
    }

    TempFolder folder_;
    Xapian::WritableDatabase db_;
    DuplicateSearch search_;
};

using Found = std::vector<DuplicateDocument>;

TEST_F(Duplicates, OneStaysOfEachKey) {
    add("a", 1, "http://h/1");
    add("b", 1, "http://h/2");
    add("a", 3, "http://h/3");
    add("a", 2, "http://h/4");
    add("", 1, "http://h/5");
    add("", 1, "http://h/6");
    EXPECT_EQ(find_duplicates(db_, search_), (Found{{1, 3}, {4, 3}}));
    // Nobody looks at the score: the lowest docid stays.
    search_.score_slot.reset();
    EXPECT_EQ(find_duplicates(db_, search_), (Found{{3, 1}, {4, 1}}));
}

TEST_F(Duplicates, RulesDecideBeforeTheLowestDocid) {
    search_.rules = {SurvivorRule::SCORE};
    for (const double score : {1, 1, 2, 1, 2})
        add("a", score, "u");
    EXPECT_EQ(find_duplicates(db_, search_), (Found{{1, 3}, {2, 3}, {4, 3}, {5, 3}}));
    add("b", 1, "http://x/");
    add("b", 1, "http://y/");
    add("b", 1, "https://x/");
    search_.rules = {SurvivorRule::HTTPS_OVER_HTTP};
    EXPECT_EQ(find_duplicates(db_, search_),
              (Found{{2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 8}, {7, 8}}));
    search_.rules = {SurvivorRule::HTTPS_OVER_HTTP, SurvivorRule::SCORE};
    EXPECT_EQ(find_duplicates(db_, search_),
              (Found{{1, 3}, {2, 3}, {4, 3}, {5, 3}, {6, 8}, {7, 8}}));
}

TEST_F(Duplicates, StayWithinAHostOrDomain) {
    add("a", 1, "http://one.example.org/");
    add("a", 2, "http://two.example.org/");
    add("a", 3, "http://two.example.org/x");
    add("a", 4, "http://example.com/");
    add("a", 5, "no host");
    EXPECT_EQ(find_duplicates(db_, search_), (Found{{1, 5}, {2, 5}, {3, 5}, {4, 5}}));
    search_.scope = DuplicateScope::HOST;
    EXPECT_EQ(find_duplicates(db_, search_), (Found{{2, 3}}));
    search_.scope = DuplicateScope::DOMAIN;
    EXPECT_EQ(find_duplicates(db_, search_), (Found{{1, 3}, {2, 3}}));
}

TEST_F(Duplicates, MarksAreValuesAlone) {
    for (int i = 0; i < 4; ++i)
        add("a", i, "u");
    EXPECT_EQ(mark_documents(db_, 9, {{1, "x"}, {3, "y"}}), 2u);
    EXPECT_EQ(mark_documents(db_, 9, {{1, "x"}, {3, "y"}}), 0u);
    EXPECT_EQ(mark_documents(db_, 9, {{1, "x"}, {2, "z"}}), 2u);
    EXPECT_EQ(db_.get_document(1).get_value(9), "x");
    EXPECT_EQ(db_.get_document(2).get_value(9), "z");
    EXPECT_EQ(db_.get_document(3).get_value(9), "");
    EXPECT_EQ(db_.get_document(3).get_data(), "u");
    EXPECT_TRUE(db_.term_exists("Q3"));
}

}  // namespace

}  // namespace descry
