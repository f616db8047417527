#include "engine/report/aligned_texts.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

AlignedTexts align(std::string_view kept, std::string_view dropped) {
    WordAnalyzer analyzer{AnalyzerRecipe()};
    return align_texts(analyzer, kept, dropped);
}

std::string text_of(const std::vector<MarkedPiece>& pieces) {
    std::string text;
    for (const MarkedPiece& piece : pieces)
        text += piece.differs ? "[" + piece.text + "]" : piece.text;
    return text;
}

// "kept | dropped", a row a line.
std::string shown(const AlignedTexts& texts) {
    std::string rows;
    for (const AlignedRow& row : texts.rows)
        rows += text_of(row.kept) + " | " + text_of(row.dropped) + "\n";
    return rows;
}

TEST(AlignedTexts, AnAddedLineShiftsNothing) {
    EXPECT_EQ(
        shown(align("one two\nthree four\nfive six\n",
                    "one two\nnew line here\nthree four\nfive six")),
        "one two | one two\n | [new line here]\nthree four | three four\nfive six | five six\n");
    EXPECT_EQ(shown(align("one two\ngone\nthree four", "one two\nthree four")),
              "one two | one two\n[gone] | \nthree four | three four\n");
}

TEST(AlignedTexts, AnAddedLineThatBeginsAsItsNeighbourIsAWholeLine) {
    EXPECT_EQ(
        shown(align("- the first\n- the third\n", "- the first\n- the second\n- the third\n")),
        "- the first | - the first\n | [- the second]\n- the third | - the third\n");
    EXPECT_EQ(shown(align("a x\nb x\n", "a x\nb x\nc x\n")), "a x | a x\nb x | b x\n | [c x]\n");
}

TEST(AlignedTexts, ChangedWordsAreMarkedInTheirLines) {
    const AlignedTexts texts =
        align("Rent: 500 euros\nof 7 May\nsigned", "Rent: 600 euros\nof 8 May\nsigned");
    EXPECT_EQ(shown(texts),
              "Rent: [500] euros | Rent: [600] euros\nof [7] May | of [8] May\nsigned | signed\n");
    EXPECT_EQ(texts.first.before, "Rent: ");
    EXPECT_EQ(texts.first.kept, "500");
    EXPECT_EQ(texts.first.dropped, "600");
    EXPECT_EQ(texts.first.after, "euros");
}

TEST(AlignedTexts, WordsAroundTheFirstDifferenceStandInBothTexts) {
    const FirstDifference first =
        align("Subject: hpl nom for may 26 to 29 again", "Subject: hpl nom for march 26 to 1 again")
            .first;
    EXPECT_EQ(first.before, "Subject: hpl nom for ");
    EXPECT_EQ(first.kept, "may");
    EXPECT_EQ(first.dropped, "march");
    EXPECT_EQ(first.after, "26 to …");
    EXPECT_EQ(align("a b c", "a x c").first.after, "c");
}

TEST(AlignedTexts, LinesThatAreReplacedStandBesideEachOther) {
    EXPECT_EQ(shown(align("top\nalpha beta\ngamma delta\nend", "top\nkappa mu\nnu xi\nend")),
              "top | top\n[alpha beta] | [kappa mu]\n[gamma delta] | [nu xi]\nend | end\n");
}

TEST(AlignedTexts, TextsOfTheSameWordsShowWhereTheyDiffer) {
    const AlignedTexts texts =
        align("It costs (5) new degrees.\nsame line", "It costs 5 new degrees!\nsame line");
    EXPECT_EQ(texts.likeness, TextLikeness::SAME_WORDS);
    EXPECT_EQ(
        shown(texts),
        "It costs [(5)] new [degrees.] | It costs [5] new [degrees!]\nsame line | same line\n");
    EXPECT_EQ(texts.first.kept, "(5)");
}

TEST(AlignedTexts, SignsAreMarkedBesideOtherWords) {
    const AlignedTexts texts = align("one (5)\ntwo", "one 5\nthree");
    EXPECT_EQ(texts.likeness, TextLikeness::OTHER_WORDS);
    EXPECT_EQ(shown(texts), "one [(5)] | one [5]\n[two] | [three]\n");
}

TEST(AlignedTexts, WhiteSpaceAndCaseAreAlike) {
    const AlignedTexts texts = align("One  two\n\n\n\nthree", "one two\nTHREE");
    EXPECT_EQ(texts.likeness, TextLikeness::EQUAL);
    EXPECT_EQ(shown(texts), "One  two | one two\nthree | THREE\n");
    EXPECT_TRUE(texts.first.is_empty());
}

TEST(AlignedTexts, LongLinesAreCutAtSentences) {
    std::string text;
    for (int i = 0; i < 12; ++i)
        text += "Sentence number " + std::to_string(i) + " goes on for a while, as sentences do. ";
    std::string other = text;
    other.replace(other.find("number 7"), 8, "number 9999");
    const AlignedTexts texts = align(text, other);
    EXPECT_GT(texts.rows.size(), 3U);
    int differing = 0;
    for (const AlignedRow& row : texts.rows)
        differing += row.differs ? 1 : 0;
    EXPECT_EQ(differing, 1);
}

TEST(AlignedTexts, LongTextsAreComparedAtTheirBeginningsUnlessTheseAreAlike) {
    std::string text;
    for (int i = 0; i < 6000; ++i)
        text += "w" + std::to_string(i) + (i % 10 == 9 ? "\n" : " ");
    const AlignedTexts at_end = align(text + "quay.", text + "quay!");
    EXPECT_TRUE(at_end.is_complete);
    EXPECT_EQ(at_end.first.kept, "quay.");
    const AlignedTexts at_begin = align("x\n" + text, "y\n" + text);
    EXPECT_FALSE(at_begin.is_complete);
    EXPECT_EQ(at_begin.first.dropped, "y");
    // The beginnings end with different words, which is no difference.
    const AlignedTexts shifted = align("added line of words\n" + text, text);
    for (std::size_t i = 1; i < shifted.rows.size(); ++i)
        EXPECT_FALSE(shifted.rows[i].differs) << i;
}

// Whatever the texts are, their rows are all of them but for white space.
TEST(AlignedTexts, RowsMakeUpTheTexts) {
    DESCRY_RANDOM(random);
    const auto without_blanks = [](std::string_view text) {
        std::string bare;
        for (const char character : text)
            if (character != ' ' && character != '\n') bare += character;
        return bare;
    };
    constexpr std::string_view PIECES[] = {"a ",  "b ", "c\n", "d. ",  "- ",
                                           "a\n", "\n", "é ",  "中文", "e, "};
    for (int round = 0; round < 3000; ++round) {
        std::string kept;
        for (std::uint64_t i = random() % 30; i > 0; --i)
            kept += PIECES[random() % std::size(PIECES)];
        std::string dropped = kept;
        for (std::uint64_t i = random() % 4; i > 0; --i) {
            const std::string_view piece = PIECES[random() % std::size(PIECES)];
            const std::size_t at = dropped.find(PIECES[random() % std::size(PIECES)]);
            if (at != std::string::npos) dropped.insert(at, piece);
        }
        if (random() % 4 == 0) std::swap(kept, dropped);
        const AlignedTexts texts = align(kept, dropped);
        std::string all_kept;
        std::string all_dropped;
        for (const AlignedRow& row : texts.rows) {
            for (const MarkedPiece& piece : row.kept)
                all_kept += piece.text;
            for (const MarkedPiece& piece : row.dropped)
                all_dropped += piece.text;
        }
        ASSERT_EQ(without_blanks(all_kept), without_blanks(kept)) << kept << "---\n" << dropped;
        ASSERT_EQ(without_blanks(all_dropped), without_blanks(dropped)) << kept << "---\n"
                                                                        << dropped;
    }
}

}  // namespace
}  // namespace descry
