#include "engine/texts/text_pieces.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace descry {

namespace {

using Strings = std::vector<std::string>;

Strings strings_of(std::string_view text, PieceKind kind) {
    Strings strings;
    for (const TextRange& piece : pieces_of(text, kind))
        strings.emplace_back(text.substr(piece.begin, piece.end - piece.begin));
    return strings;
}

Strings paragraphs(std::string_view text) {
    return strings_of(text, PieceKind::PARAGRAPH);
}

Strings lines(std::string_view text) {
    return strings_of(text, PieceKind::LINE);
}

// All strings of these letters, up to so many.
void for_each_string(std::string_view letters, std::size_t most,
                     const std::function<void(const std::string&)>& visit) {
    Strings strings = {""};
    for (std::size_t i = 0; i < strings.size(); ++i) {
        visit(strings[i]);
        if (strings[i].size() == most) continue;
        for (const char letter : letters)
            strings.push_back(strings[i] + letter);
    }
}

bool is_in_piece(std::string_view piece) {
    return piece.find('a') != std::string_view::npos;
}

// Character by character: a paragraph begins with the line of a letter that follows none, or an
// empty line.
Strings slow_paragraphs(const std::string& text) {
    Strings all_lines = {""};
    for (std::size_t i = 0; i < text.size(); ++i) {
        all_lines.back() += text[i];
        const bool is_in_end = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if ((text[i] == '\n' || text[i] == '\r') && !is_in_end) all_lines.emplace_back();
    }
    Strings found;
    bool was_empty = true;
    for (const std::string& line : all_lines) {
        if (is_in_piece(line) && was_empty) {
            found.push_back(line);
        } else if (!found.empty()) {
            found.back() += line;
        }
        was_empty = !is_in_piece(line);
    }
    return found;
}

}  // namespace

TEST(TextPieces, Examples) {
    const std::string text = "\n a\nb\n\t\n\nc \r\n\xc2\xa0\r\rd";
    EXPECT_EQ(paragraphs(text), (Strings{" a\nb\n\t\n\n", "c \r\n\xc2\xa0\r\r", "d"}));
    EXPECT_EQ(lines(text), (Strings{" a\n", "b\n", "c \r\n", "d"}));
    for (const std::string_view empty : {"", " ", "\n", " \r\n\xe2\x80\x83\n", "\xe2\x80\xa8"}) {
        EXPECT_TRUE(is_white_space(empty));
        EXPECT_TRUE(paragraphs(empty).empty());
        EXPECT_TRUE(lines(empty).empty());
    }
    const Strings others = {"a", " .", "\xff", "\xe2\x80\x8b", "\xa0", std::string(1, '\0')};
    for (const std::string& other : others) {
        EXPECT_FALSE(is_white_space(other));
        EXPECT_EQ(lines(other), Strings{other});
    }
}

TEST(TextPieces, AreThoseOfTheSlowWay) {
    std::size_t strings = 0;
    for_each_string("a \n\r", 7, [&](const std::string& text) {
        ASSERT_EQ(paragraphs(text), slow_paragraphs(text));
        ++strings;
    });
    EXPECT_EQ(strings, 21'845U);
}

TEST(TextPieces, OneThatIsTakenOutLeavesTheOthersAsTheyWere) {
    const auto check = [](const std::string& text, PieceKind kind) {
        const auto pieces = pieces_of(text, kind);
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            Strings others = strings_of(text, kind);
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            std::string rest = text;
            rest.erase(pieces[i].begin, pieces[i].end - pieces[i].begin);
            ASSERT_EQ(strings_of(rest, kind), others) << ::testing::PrintToString(text);
        }
    };
    for_each_string("a \n\r", 7,
                    [&](const std::string& text) { check(text, PieceKind::PARAGRAPH); });
    // Where lines end otherwise, `\r` and an empty line would become one end.
    for_each_string("a \n", 8, [&](const std::string& text) { check(text, PieceKind::LINE); });
}

}  // namespace descry
