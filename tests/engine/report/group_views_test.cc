#include "engine/report/group_views.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/report/groups_page.h"
#include "engine/report/page.h"

namespace descry {
namespace {

std::size_t count_of(const std::string& text, std::string_view what) {
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

const std::string HOSTILE = "<script>alert(1)</script>\"' onload=\"x\" \x01 \u202e &amp;";

ReportedText hostile_text(const std::string& id) {
    ReportedText text{id + HOSTILE, HOSTILE + " " + id, {{HOSTILE, HOSTILE + id}}};
    text.title = text.date = text.place = HOSTILE;
    text.link = "javascript:alert(1)";
    return text;
}

void expect_harmless(const std::string& html) {
    EXPECT_EQ(count_of(html, "<script>alert"), 0U);
    EXPECT_EQ(count_of(html, "onload=\""), 0U);
    EXPECT_EQ(count_of(html, "href=\"javascript"), 0U);
    EXPECT_EQ(count_of(html, "\x01"), 0U);
    EXPECT_EQ(count_of(html, "\u202e"), 0U);
}

TEST(GroupViews, WhatComesFromOutsideIsEscapedEverywhere) {
    WordAnalyzer analyzer{AnalyzerRecipe()};
    const ReportedText kept = hostile_text("a");
    const ReportedText dropped = hostile_text("b");
    HtmlWriter to;
    const PageHead head{HOSTILE, HOSTILE, {{HOSTILE, HOSTILE}}, {{HOSTILE, "/" + HOSTILE}}, true};
    begin_page(to, head);
    ReportedCollection collection{{{HOSTILE, HOSTILE}}, {{HOSTILE, HOSTILE}}, 2};
    collection.unread = {{HOSTILE, {{HOSTILE, HOSTILE}}}};
    write_collection(to, collection);
    begin_groups(to, true);
    begin_group(to,
                {HOSTILE,
                 HOSTILE,
                 "javascript:x",
                 2,
                 7,
                 {HOSTILE, HOSTILE, HOSTILE, HOSTILE},
                 HOSTILE,
                 HOSTILE},
                "g", GroupDisplay::OPEN);
    const std::vector<MemberView> members = {{kept, true},
                                             {dropped, false, 7, Relation::NEAR, "p"}};
    write_members(to, members);
    write_pair(to, {kept, dropped, 7, Relation::NEAR, "p"},
               align_texts(analyzer, kept.text, dropped.text));
    to.end();
    to.end();
    const std::string html = end_page(to, head);
    expect_harmless(html);
    EXPECT_GT(count_of(html, "&lt;script&gt;alert"), 15U);
}

TEST(GroupViews, LinksLeadToPagesAlone) {
    for (const char* const address : {"http://x/", "HTTPS://x/?a#b", "a.txt", "/a/b:c",
                                      "../a%20b.txt", "?q=a:b", "#pair-1", "//x/"})
        EXPECT_TRUE(is_safe_link(address)) << address;
    for (const char* const address : {"", "javascript:alert(1)", "JavaScript:x", " javascript:x",
                                      "java\nscript:x", "\tjavascript:x", "data:text/html,x",
                                      "file:///etc/passwd", "vbscript:x", "x y", "http ://x"})
        EXPECT_FALSE(is_safe_link(address)) << address;
}

TEST(GroupViews, WhatIsNotKnownComesFromFields) {
    ReportedText text{"folder/a.txt",
                      "First line of it\nsecond",
                      {{"date", "2024-05-06"}, {"url", "https://example.org/a"}}};
    complete(text);
    EXPECT_EQ(text.title, "First line of it");
    EXPECT_EQ(text.date, "2024-05-06");
    EXPECT_EQ(text.place, "folder");
    EXPECT_EQ(text.link, "https://example.org/a");
    EXPECT_EQ(text.words, 5U);
    ReportedText other{"a", "x", {{"subject", "Lease"}, {"url", "javascript:x"}}};
    complete(other);
    EXPECT_EQ(other.title, "Lease");
    EXPECT_EQ(other.link, "");
}

TEST(GroupViews, ServersAddTheirForms) {
    WordAnalyzer analyzer{AnalyzerRecipe()};
    const ReportedText kept{"a", "one two three"};
    const ReportedText dropped{"b", "one two four"};
    HtmlWriter to;
    const auto form = [](HtmlWriter& writer) {
        writer.begin("form", {{"method", "post"}});
        writer.element("input", {{"type", "hidden"}, {"name", "id"}, {"value", ""}});
        writer.element("button", {{"disabled", ""}, {"title", std::string_view()}}, "Keep both");
        writer.end();
    };
    write_pair(to, {kept, dropped, 100'000, Relation::NEAR, "p-1", false, form},
               align_texts(analyzer, kept.text, dropped.text));
    const std::vector<MemberView> members = {
        {kept, true}, {dropped, false, 100'000, Relation::NEAR, "p-1", form}};
    write_members(to, members);
    const std::string html = to.finish();
    EXPECT_EQ(
        count_of(
            html,
            R"(<form method="post"><input type="hidden" name="id" value><button disabled>Keep both</button></form>)"),
        2U);
    EXPECT_EQ(count_of(html, "<details class=\"pair\" id=\"p-1\"><summary><b>90.0\u00a0%</b>"), 1U);
    EXPECT_EQ(count_of(html, R"(href="#p-1")"), 1U);
}

TEST(GroupViews, StretchesThatAreAlikeAreFolded) {
    WordAnalyzer analyzer{AnalyzerRecipe()};
    std::string lines;
    for (int i = 0; i < 36; ++i)
        lines += "line " + std::to_string(i) + "\n";
    const ReportedText kept{"a", "one\n" + lines + "two"};
    const ReportedText dropped{"b", "eins\n" + lines + "zwei"};
    const AlignedTexts texts = align_texts(analyzer, kept.text, dropped.text);
    HtmlWriter to;
    write_pair(to, {kept, dropped, 1, Relation::NEAR, "p"}, texts);
    HtmlWriter shut;
    write_pair(shut, {kept, dropped, 1, Relation::NEAR, "p"}, texts, {4000, 100});
    const std::string html = to.finish();
    EXPECT_EQ(count_of(html, "<summary>34 unchanged lines</summary>"), 1U);
    EXPECT_EQ(count_of(html, "line 20"), 1U);
    const std::string closed = shut.finish();
    EXPECT_EQ(count_of(closed, "34 unchanged lines"), 1U);
    EXPECT_EQ(count_of(closed, "line 20"), 0U);
}

TEST(GroupsPage, ListsEachGroupOnceTheLeastAlikeFirst) {
    std::vector<DroppedDocument> dropped = {{2, 1, 10, Relation::NEAR, 3},
                                            {3, 1, 90'000, Relation::NEAR, 3},
                                            {5, 4, 0},
                                            {7, 6, 50'000, Relation::INSIDE}};
    const std::vector<DroppedGroup> groups = groups_of(dropped);
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].kept, 1U);
    EXPECT_EQ(groups[0].members[0].document, 3U);
    EXPECT_EQ(groups[1].kept, 6U);
    EXPECT_EQ(groups[2].kept, 4U);
}

TEST(GroupsPage, StaysBelowAMegabyteForManyGroupsAndReadsWhatItShows) {
    WordAnalyzer analyzer{AnalyzerRecipe()};
    std::vector<DroppedDocument> dropped;
    for (std::uint64_t i = 0; i < 100'000; ++i)
        dropped.push_back({2 * i + 2, 2 * i + 1, static_cast<DistanceMillionths>(i % 150'000)});
    ReportedCollection collection;
    collection.documents = 200'000;
    collection.groups = 100'000;
    collection.limit = 150'000;
    collection.count(dropped);
    std::size_t shown = 0;
    const auto show = [&](std::uint64_t number) {
        ++shown;
        return ReportedText{std::to_string(number),
                            "The text of number " + std::to_string(number) + " with some words"};
    };
    const std::string page =
        groups_page({collection, dropped, show, GroupsPage::ANY_ROWS, "Elsewhere."}, analyzer);
    EXPECT_LT(page.size(), 1'000'000U);
    EXPECT_GT(page.size(), 900'000U);
    EXPECT_LT(shown, 5'000U);
    EXPECT_NE(page.find("more groups are not on this page. Elsewhere."), std::string::npos);
    shown = 0;
    const std::string small = groups_page({collection, dropped, show, 3, "Elsewhere."}, analyzer);
    EXPECT_EQ(shown, 6U);
    EXPECT_EQ(count_of(small, "<details class=\"group\""), 3U);
    EXPECT_NE(small.find("99,997 more groups are not on this page. Elsewhere."), std::string::npos);
}

TEST(GroupsPage, DrawsNothingOfNothing) {
    WordAnalyzer analyzer{AnalyzerRecipe()};
    const ReportedCollection collection;
    const std::string page = groups_page({collection, {}, nullptr}, analyzer);
    EXPECT_NE(page.find("0 documents; 0 groups of near-duplicates."), std::string::npos);
    EXPECT_EQ(page.find("<table"), std::string::npos);
    EXPECT_EQ(page.find("class=\"bar\""), std::string::npos);
}

TEST(Pages, PoliciesAllowWhatAPageHas) {
    PageHead head{"t", "h"};
    EXPECT_EQ(page_policy(head).find(
                  "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-"),
              0U);
    EXPECT_EQ(page_policy(head).find("script-src"), std::string::npos);
    head.is_served = true;
    head.has_script = true;
    EXPECT_NE(page_policy(head).find("form-action 'self'; connect-src 'self'; "),
              std::string::npos);
    EXPECT_NE(page_policy(head).find("; script-src 'sha256-"), std::string::npos);
    EXPECT_EQ(page_policy(head).find("unsafe"), std::string::npos);
}

}  // namespace
}  // namespace descry
