// The lines that a run prints about documents it cannot use.

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "tools/messages/diagnostics.h"

namespace descry {
namespace {

TEST(Diagnostics, NothingWrongPrintsNothing) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    problems.count_strays(0);
    problems.summarize();
    EXPECT_EQ(stream.str(), "");
    EXPECT_FALSE(problems.any_rejected());
}

TEST(Diagnostics, PrintsTwentyAndCountsTheRest) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    for (int i = 1; i <= 25; ++i)
        problems.reject("f.jsonl:" + std::to_string(i), "no field " + std::to_string(i));
    std::string lines = stream.str();
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 20);
    EXPECT_TRUE(lines.starts_with("f.jsonl:1: no field 1\nf.jsonl:2: "));
    EXPECT_EQ(problems.rejected(), 25U);
    EXPECT_TRUE(problems.any_rejected());
    stream.str("");
    problems.summarize();
    EXPECT_EQ(stream.str(), "descry: 25 documents rejected (20 shown)\n");
}

TEST(Diagnostics, TellsOneReasonThreeTimesAndCountsTheRest) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    for (int i = 1; i <= 1500; ++i)
        problems.reject("f:" + std::to_string(i), "no id; found: m" + std::to_string(i));
    problems.reject("f:1501", "document 7: another");
    problems.skip_value("f:1502", "no id");
    problems.summarize();
    EXPECT_EQ(stream.str(),
              "f:1: no id; found: m1\nf:2: no id; found: m2\nf:3: no id; found: m3\nf:1501: "
              "document 7: another\nf:1502: no id\ndescry: and 1,497 more: no id\ndescry: 1,501 "
              "documents rejected (4 shown)\ndescry: 1 value skipped (1 shown)\n");
}

TEST(Diagnostics, AReasonThatComesAfterTheTwentiethIsCounted) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    for (int i = 0; i < 10; ++i)
        for (int reason = 0; reason < 30; ++reason)
            problems.reject("f", "reason " + std::to_string(reason));
    problems.summarize();
    const std::string lines = stream.str();
    EXPECT_NE(lines.find("descry: and 9 more: reason 19\n"), std::string::npos) << lines;
    EXPECT_EQ(lines.find("reason 20"), std::string::npos) << lines;
    EXPECT_NE(lines.find("300 documents rejected (20 shown)"), std::string::npos) << lines;
}

TEST(Diagnostics, AnInputIsNoDocument) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    problems.give_up("missing", "cannot open", false);
    problems.give_up("a.gz", "cut short", true);
    EXPECT_EQ(problems.given_up(), 2U);
    EXPECT_EQ(problems.rejected(), 0U);
    EXPECT_TRUE(problems.any_rejected());
    problems.summarize();
    EXPECT_EQ(stream.str(),
              "missing: cannot open\na.gz: cut short\n"
              "descry: 1 input could not be read (1 shown)\n"
              "descry: 1 input could not be read to the end (1 shown)\n");
}

TEST(Diagnostics, ARefusalIsOneLine) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    problems.reject("a\nb\x1b[0m.txt", "why\tnot");
    EXPECT_EQ(stream.str(), "a\\nb\\x1b[0m.txt: why\\tnot\n");
}

TEST(Diagnostics, RepairsAndSkipsAreNoRefusals) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    problems.count_strays(3);
    problems.count_strays(1);
    problems.skip("d/lease.pdf", "not text: PDF document");
    problems.guessed_encoding("a.csv", "read as koi8-r");
    EXPECT_FALSE(problems.any_rejected());
    problems.summarize();
    EXPECT_EQ(stream.str(),
              "a.csv: read as koi8-r\ndescry: 4 bytes in 2 documents invalid in the encoding, kept "
              "distinct\ndescry: 1 file skipped: not text and not of a known format\n");
}

TEST(Diagnostics, WhatIsSkippedIsNamedWhereDetailsAreShown) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    problems.show_details(true);
    for (int i = 0; i < 30; ++i)
        problems.skip("d/lease.pdf", "not text: PDF document");
    std::string lines;
    for (int i = 0; i < 30; ++i)
        lines += "d/lease.pdf: skipped: not text: PDF document\n";
    EXPECT_EQ(stream.str(), lines);
}

TEST(Diagnostics, WhatWasNotReadIsCountedAndNamed) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    EXPECT_TRUE(problems.unread_input().is_empty());
    for (std::size_t i = 0; i <= UnreadInput::Places::MOST_NAMED; ++i)
        problems.reject("a.jsonl:7", "no field \"text\"");
    problems.give_up("b.gz", "truncated", true);
    problems.skip("c.pdf", "not text");
    const UnreadInput& unread = problems.unread_input();
    EXPECT_EQ(unread.rejected.count, UnreadInput::Places::MOST_NAMED + 1);
    EXPECT_EQ(unread.rejected.first.size(), UnreadInput::Places::MOST_NAMED);
    EXPECT_EQ(unread.rejected.first[0].location, "a.jsonl:7");
    EXPECT_EQ(unread.unread.first[0].reason, "truncated");
    EXPECT_EQ(unread.skipped.first[0].location, "c.pdf");
}

}  // namespace
}  // namespace descry
