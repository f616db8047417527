// Lines, and JSON lines as documents, do not depend on the pieces in which the bytes come.

#include <random>

#include <gtest/gtest.h>

#include "tests/tools/input_files.h"
#include "tools/input/bytes/line_reader.h"

namespace descry {
namespace {

using testing::PiecewiseSource;

constexpr const char* TOO_LONG = "<too long>";

std::vector<std::string> read_lines(const std::string& bytes, std::size_t most, std::size_t max,
                                    std::size_t capacity, std::uint64_t seed) {
    PiecewiseSource source(bytes, most, seed);
    LineReader reader(source, max, capacity);
    std::vector<std::string> lines;
    while (reader.next()) {
        lines.emplace_back(reader.too_long() ? TOO_LONG : std::string(reader.line()));
        EXPECT_EQ(reader.number(), lines.size());
        EXPECT_FALSE(reader.too_long() && !reader.line().empty());
    }
    return lines;
}

// The obvious way.
std::vector<std::string> split(const std::string& bytes, std::size_t max) {
    std::vector<std::string> lines;
    std::size_t at = 0;
    while (at < bytes.size()) {
        std::size_t end = std::min(bytes.find('\n', at), bytes.size());
        std::string line = bytes.substr(at, end - at);
        if (!line.empty() && line.back() == '\r') line.pop_back();
        lines.push_back(line.size() > max ? TOO_LONG : line);
        at = end + 1;
    }
    return lines;
}

TEST(LineReader, EqualsSplittingInAnyPieces) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    for (int i = 0; i < 20000; ++i) {
        std::string bytes;
        for (std::size_t n = random() % 40; n != 0; --n)
            bytes += "\n\n\rab"[random() % 5];
        std::size_t max = random() % 8;
        ASSERT_EQ(read_lines(bytes, 1 + random() % 9, max, 1 + random() % 16, random()),
                  split(bytes, max))
            << ::testing::PrintToString(bytes) << " max " << max;
    }
}

TEST(LineReader, GivesAllCompleteLinesBeforeAnError) {
    PiecewiseSource source("one\ntwo\nthr", 4, 1, true);
    LineReader reader(source, 100);
    ASSERT_TRUE(reader.next());
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.line(), "two");
    EXPECT_THROW(reader.next(), InputError);
    EXPECT_EQ(reader.number(), 3U);
}

TEST(JsonLines, ReadInAnyPiecesGiveTheSameDocuments) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    std::string bytes;
    for (int i = 0; i < 200; ++i) {
        std::string text;
        for (std::size_t n = random() % 60; n != 0; --n) {
            const char* pieces[] = {"word ", "日", "\\n", "\\ud800", "\xff", "\x01", "é"};
            text += pieces[random() % std::size(pieces)];
        }
        bytes += "{\"id\":" + std::to_string(i) + ",\"text\":\"" + text + "\"}\r\n";
        if (random() % 5 == 0) bytes += "{\"bad\n";
    }
    const InputOptions options;
    auto read = [&](std::size_t most) {
        std::ostringstream messages;
        Diagnostics problems(messages);
        auto reader = open_json_lines(std::make_unique<BufferedSource>(
                                          std::make_unique<PiecewiseSource>(bytes, most, random())),
                                      {"f", "f", options, problems});
        std::string all;
        InputDocument document;
        while (reader->next(document)) {
            all += document.location + " " + document.id + " " + document.text + " " +
                   std::to_string(document.stray_bytes) + "\n";
        }
        return all + messages.str();
    };
    const std::string whole = read(bytes.size());
    EXPECT_NE(whole.find(" 199 "), std::string::npos);
    for (std::size_t most : {1U, 2U, 3U, 7U, 64U, 4096U})
        EXPECT_EQ(read(most), whole) << most;
}

TEST(BufferedSource, LooksAheadWithoutTaking) {
    BufferedSource source(std::make_unique<PiecewiseSource>("abcdefgh", 3, 7));
    EXPECT_EQ(source.peek(5).substr(0, 5), "abcde");
    source.consume(2);
    EXPECT_EQ(source.peek(20), "cdefgh");
    EXPECT_EQ(read_all(source, 100), "cdefgh");
    EXPECT_EQ(source.peek(1), "");
}

TEST(BufferedSource, GivesWhatPrecedesAnErrorAndThenTheError) {
    BufferedSource source(std::make_unique<PiecewiseSource>("abc", 3, 7, true));
    EXPECT_EQ(source.peek(10), "abc");
    char bytes[8];
    EXPECT_EQ(source.read(bytes, sizeof bytes), 3U);
    EXPECT_THROW(source.read(bytes, sizeof bytes), InputError);
    EXPECT_THROW(source.peek(1), InputError);
}

TEST(ReadAll, RefusesMoreThanTheLimit) {
    PiecewiseSource exact("12345", 2, 1);
    EXPECT_EQ(read_all(exact, 5), "12345");
    PiecewiseSource more("123456", 2, 1);
    EXPECT_THROW(read_all(more, 5), InputError);
}

}  // namespace
}  // namespace descry
