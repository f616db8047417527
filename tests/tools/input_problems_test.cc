// The lines that a run prints about documents it cannot use.

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "messages/diagnostics.h"

namespace descry {
namespace {

TEST(Diagnostics, NothingWrongPrintsNothing) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    problems.count_strays(0);
    problems.summarize();
    EXPECT_EQ(stream.str(), "");
    EXPECT_FALSE(problems.any_refused());
}

TEST(Diagnostics, PrintsTwentyAndCountsTheRest) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    for (int i = 1; i <= 25; ++i)
        problems.refuse("f.jsonl:" + std::to_string(i), "no member");
    std::string lines = stream.str();
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 20);
    EXPECT_TRUE(lines.starts_with("f.jsonl:1: no member\nf.jsonl:2: "));
    EXPECT_EQ(problems.refused(), 25U);
    EXPECT_TRUE(problems.any_refused());
    stream.str("");
    problems.summarize();
    EXPECT_EQ(stream.str(), "descry: 25 documents refused (20 shown)\n");
}

TEST(Diagnostics, ARefusalIsOneLine) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    problems.refuse("a\nb\x1b[0m.txt", "why\tnot");
    EXPECT_EQ(stream.str(), "a\\nb\\x1b[0m.txt: why\\tnot\n");
}

TEST(Diagnostics, RepairsAndSkipsAreNoRefusals) {
    std::ostringstream stream;
    Diagnostics problems(stream);
    problems.count_strays(3);
    problems.count_strays(1);
    problems.count_skipped();
    problems.guessed_encoding("a.csv", "read as koi8-r");
    EXPECT_FALSE(problems.any_refused());
    problems.summarize();
    EXPECT_EQ(stream.str(),
              "a.csv: read as koi8-r\n"
              "descry: 4 bytes in 2 documents without a meaning in the encoding, kept apart\n"
              "descry: 1 file skipped: not text, nor of a known format\n");
}

}  // namespace
}  // namespace descry
