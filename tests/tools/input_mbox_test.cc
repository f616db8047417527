// What parts the messages of an mbox, in the shapes in which other programs write it and their
// tests have it; what does not.

#include <random>

#include <gtest/gtest.h>

#include "tests/tools/input_files.h"
#include "tools/input/mail/mail_lines.h"

namespace descry {
namespace {

using testing::run_inputs;
using testing::TempDir;
using Ids = std::vector<std::string>;

const std::string MESSAGE_HEADER =
    "From: =?utf-8?q?J=C3=B6rg?= <j@example.org>\n"
    "Subject: =?iso-8859-1?q?Caf=E9?= at noon\n";

TEST(Mbox, FromLines) {
    const std::vector<std::pair<FromLine, std::vector<const char*>>> expected = {
        {FromLine::DATED,
         {"From a@b.c Sat Jan  3 01:05:34 1996", "From MAILER-DAEMON Fri Jul  8 12:08:34 2011",
          "From bdale at gag.com  Mon Jan  1 00:00:00 2001",
          "From 12@xxx Sat Jan 01 00:00:00 +0000 2020", "From - Sat Jan  3 1:05:34 2009 CET",
          "From a@b.c 2026-07-08 12:08:34", "From a 2026-07-08T12:08:34Z",
          "From a@b.c 08/07/2026 12:08"}},
        {FromLine::SENDER,
         {"From -", "From - ", "From ", "From a@b.c", "From 1844347792267117879@xxx",
          "From a@b.c blah", "From a@b.c Sat Jan  3 1996", "From root Sat Jan  3 1996",
          "From root 2026-07-08", "From ???@???"}},
        {FromLine::WORDS,
         {"From", "From now on", "From 2001 on", "From 12:30 on, daily", "From root",
          "From a 3 1:0 1996", "From a 01:05 31996", "From a 01:05 1896", "From me Sat 5"}},
        {FromLine::NONE,
         {"From: a@b.c", "from a Sat Jan  3 01:05:34 1996", ">From a@b.c", " From -", "Fromage",
          ""}},
    };
    for (const auto& [kind, lines] : expected) {
        for (const char* const line : lines)
            EXPECT_EQ(from_line(line), kind) << line;
    }
}

// Each kind of line after a blank line and after text, before each kind of line.
TEST(Mbox, LinesThatPartMessages) {
    const std::string dated = "From a@b.c Sat Jan  3 01:05:34 1996";
    const std::string sender = "From - ";
    const std::string words = "From Russia with love";
    const std::string mail = "From: a@b.c\nX-Y: z\n  more\nSubject: s\n\nbody\n";
    const std::string header = "Year: 1963\n\nbody\n";
    const std::string text = "we go\n\nFrom: a\nSubject: s\n";
    struct Case {
        std::string line;
        bool after_blank;
        std::vector<std::string> parts;
        std::vector<std::string> does_not;
    };
    const std::string empty = "\nbody\n";
    const std::string quoted = ">From a@b.c\n" + mail;
    for (const Case& c :
         {Case{dated, true, {mail, header, empty, quoted, dated + "\n", sender, ""}, {text}},
          Case{dated, false, {mail, header, quoted}, {text, empty, dated, ""}},
          Case{sender, true, {mail, header, quoted}, {text, empty, sender, ""}},
          Case{sender, false, {mail, quoted}, {header, text, empty, ""}},
          Case{words, true, {mail, quoted}, {header, text, empty, ""}},
          Case{words, false, {}, {mail, header, text, empty, quoted, ""}},
          Case{"words", true, {}, {mail}}}) {
        for (const std::string& following : c.parts)
            EXPECT_TRUE(parts_messages(c.line, c.after_blank, following)) << c.line << following;
        for (const std::string& following : c.does_not)
            EXPECT_FALSE(parts_messages(c.line, c.after_blank, following)) << c.line << following;
    }
}

const std::string FROM_LINE = "From a@b.c Sat Jan  3 01:05:34 1996\n";

TEST(Mbox, EachMessageIsADocumentByItsNumber) {
    TempDir dir;
    const std::string box =
        FROM_LINE + MESSAGE_HEADER + "\none\n>From here\n>>From there\n> From x\n\n" + FROM_LINE +
        "Subject: two\n\nFrom now on\n\n" + FROM_LINE + "Subject: three\r\n\r\nlast";
    std::string file = dir.write("box", box);
    testing::Run run = run_inputs({file});
    ASSERT_EQ(run.ids(), (Ids{file + "/1", file + "/2", file + "/3"})) << run.messages;
    EXPECT_EQ(run.documents[0].text, "Café at noon\n\none\nFrom here\n>From there\n> From x");
    EXPECT_EQ(run.documents[1].text, "two\n\nFrom now on");
    EXPECT_EQ(run.documents[2].text, "three\n\nlast");
    EXPECT_EQ(run.documents[0].location, file + "(1)");
    // It grows: the numbers stay. The same mail as a file of its own is the same text.
    run = run_inputs({dir.write("box", box + "\n\n" + FROM_LINE + MESSAGE_HEADER + "\nx\n"),
                      dir.write("one.eml", "Subject: three\r\n\r\nlast\r\n")});
    EXPECT_EQ(run.ids(),
              (Ids{file + "/1", file + "/2", file + "/3", file + "/4", dir / "one.eml"}));
    EXPECT_EQ(run.documents[2].text, run.documents[4].text);
}

TEST(Mbox, AMessageBeyondTheLimitIsRejectedAndTheRestRead) {
    TempDir dir;
    InputOptions options;
    options.max_document_bytes = 200;
    const std::string small = FROM_LINE + "Subject: s\n\nx\n";
    for (const std::string& big :
         {std::string(300, 'x'),
          std::string(75, '\n') + std::string(75, '\n') + std::string(75, '\n')}) {
        std::string file =
            dir.write("box", small + FROM_LINE + "Subject: b\n\n" + big + "\n" + small);
        testing::Run run = run_inputs({file}, options);
        EXPECT_EQ(run.ids(), (Ids{file + "/1", file + "/3"}));
        EXPECT_EQ(run.messages, file + "(2): more than 200 bytes in one document\n");
    }
}

TEST(Mbox, ADamagedEndCostsTheMessageItCuts) {
    TempDir dir;
    std::string box;
    std::mt19937_64 random(5);
    for (int i = 0; i < 50; ++i) {
        box += FROM_LINE + "Subject: s\n\n";
        for (int n = 0; n < 300; ++n)
            box += static_cast<char>('a' + random() % 26);
        box += "\n\n";
    }
    std::string bytes = testing::gzip(box);
    std::string file = dir.write("box.gz", bytes.substr(0, bytes.size() / 2));
    testing::Run run = run_inputs({file});
    EXPECT_GT(run.documents.size(), 15U);
    EXPECT_EQ(run.rejected, 1U);
    std::string location = file + "(" + std::to_string(run.documents.size() + 1) + "): ";
    EXPECT_TRUE(run.messages.starts_with(location)) << run.messages;
}

// Files as they are about, made anew: how many messages there are, and whose shape it is.
struct Shape {
    const char* origin;
    std::size_t messages;
    // Of a message, where %N is its number from 1.
    std::string form;
    // Before the first and after the last.
    std::string begin = {};
    std::string end = {};
};

std::string with_numbers(const Shape& shape) {
    std::string all = shape.begin;
    for (std::size_t n = 1; n <= shape.messages; ++n) {
        std::string message = shape.form;
        for (std::size_t at = 0; (at = message.find("%N", at)) != std::string::npos;)
            message.replace(at, 2, std::to_string(n));
        all += message;
    }
    return all + shape.end;
}

std::string with_crlf(std::string bytes) {
    for (std::size_t at = 0; (at = bytes.find('\n', at)) != std::string::npos; at += 2)
        bytes.replace(at, 1, "\r\n");
    return bytes;
}

const std::string BODY =
    "From: a@example.org\nSubject: s%N\nDate: Thu, 1 Jan 2026 10:00:00 +0000\n";

const std::vector<Shape> SHAPES = {
    {"MimeKit, simple: no blank line, parts that do not end", 3,
     "From - \n" + BODY +
         "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\n"
         "body %N <-- You are here.\n"},
    {"MimeKit, unmunged: From in bodies", 2,
     "From -\nFrom: a@example.org\nSubject: s%N\n\nbody %N\n\nFrom Russia with love\n\nasked.\n\n"
     "From Russia with love\nYear: 1963\n\nasked.\n\n"},
    {"MimeKit, issue 1189: Gmail's ids", 4,
     "From 184434779226711787%N@xxx\nMIME-Version: 1.0\n" + BODY + "\nbody %N\n\n"},
    {"MimeKit, content-length: wrong lengths, a boundary before the next", 4,
     "From - \nReturn-Path: <>\n" + BODY +
         "Content-Type: multipart/mixed; boundary=\"= _=%N\"\nX-Mozilla-Status: 0011\n"
         "Content-Length: 3748\n\n--= _=%N\nContent-Type: text/plain\n\nbody %N\n--= _=%N--\n"},
    {"Netscape and Thunderbird", 3,
     "From - Mon Jun  3 12:50:27 1996\nX-Mozilla-Status: 0001\n" + BODY + "\nbody %N\n\n"},
    {"Python, mbox: no date", 3, "From foo@bar blah\nFrom: foo\n\nbody %N\n\n"},
    {"Python, mbox: written by it", 3,
     "From MAILER-DAEMON Thu Jan  1 00:00:00 1970\nFrom: foo\n\nbody %N\n\n"},
    {"Python, mbox: messages without headers", 2,
     "From MAILER-DAEMON Thu Jan  1 00:00:00 1970\n\nbody %N\n\n"},
    {"Python, MMDF", 3, "\1\1\1\1\nFrom foo@bar blah\nFrom: foo\n\nbody %N\n\n\1\1\1\1\n"},
    {"MMDF without From lines", 2,
     "\1\1\1\1\nFrom: foo\n\nbody %N\n\nFrom - \nSubject: within\n\1\1\1\1\n"},
    {"JavaMail, Solaris: lengths that are right, From lines as they are", 3,
     "From a Thu Jan  1 00:00:00 1970\n" + BODY +
         "Content-Length: 102\n\nbody %N\n\nFrom b@example.org Thu Jan  1 00:00:00 1970\n"
         "From: b@example.org\nSubject: within\n\nquoted whole\n\n"},
    {"JavaMail, Solaris: an address with a host", 2,
     "From a@example.org  Thu Jan 1 00:00 GMT 1970\nX-UIDL: %N\n" + BODY + "\nbody %N\n\n"},
    {"Eudora", 2, "From ???@??? Thu Jan 01 00:00:00 1970\n" + BODY + "\nbody %N\n"},
    {"Pipermail", 2, "From a at b.c  Mon Jan  1 00:00:00 2001\nFrom: a at b.c\n\nbody %N\n\n"},
    {"Gmail's export", 2,
     with_crlf("From 12%N@xxx Sat Jan 01 00:00:00 +0000 2020\nX-GM-THRID: %N\n" + BODY +
               "\nbody %N\n\n")},
    {"git format-patch", 2,
     "From 9d7715b63c0d3c3cd2a1b8a7d2a0f7c8e6f0a1b%N Mon Sep 17 00:00:00 2001\nFrom: a@b.c\n"
     "Date: Thu, 1 Jan 2026\nSubject: [PATCH] s%N\n\nbody %N\n---\n-- \n2.39.2\n\n"},
    {"a date without time", 2, "From a@b.c Sat Jan  3 1996\nSubject: s\n\nbody %N\n\n"},
    {"a name and a date without time", 2, "From root Sat Jan  3 1996\nSubject: s\n\nbody %N\n\n"},
    {"a date of ISO 8601", 2, "From a@b.c 2026-07-08 12:08:34\nSubject: s\n\nbody %N\n\n"},
    {"From alone, a byte order mark before it", 2, "From \n" + BODY + "\nbody %N\n\n",
     "\xef\xbb\xbf"},
    {"a name alone", 2, "From root\n" + BODY + "\nbody %N\n\n"},
    {"empty lines before and after all", 2,
     "From - \r\nFrom: a@b.c\r\nSubject: s%N\r\n\r\nbody %N\r\n\r\n\r\n", "\r\n\n", "\n\n\n"},
    {"empty bodies; a quoted From line in the header", 3,
     "From - \n>From a@b.c Sat Jan  3 01:05:34 1996\nSubject: body %N\n\n\n"},
    {"no header lines but one, no body", 3,
     "From a@b.c Sat Jan  3 01:05:34 1996\nSubject: body %N\n"},
};

TEST(Mbox, FilesInTheShapesOfOtherProgramsAndTheirTests) {
    TempDir dir;
    std::size_t messages = 0;
    for (const Shape& shape : SHAPES) {
        SCOPED_TRACE(shape.origin);
        const std::string bytes = with_numbers(shape);
        for (const std::string& file :
             {dir.write("box", bytes), dir.write("crlf", with_crlf(bytes))}) {
            // Lengths are those of the bytes as they are.
            const bool is_as_it_is = bytes.find('\r') != std::string::npos ||
                                     bytes.find("Content-Length: 1") != std::string::npos;
            if (is_as_it_is && file.ends_with("crlf")) continue;
            testing::Run run = run_inputs({file});
            EXPECT_EQ(run.messages, "");
            ASSERT_EQ(run.documents.size(), shape.messages);
            for (std::size_t n = 1; n <= shape.messages; ++n) {
                const InputDocument& document = run.documents[n - 1];
                EXPECT_EQ(document.id, file + "/" + std::to_string(n));
                for (std::size_t other = 1; other <= shape.messages; ++other) {
                    const std::string body = "body " + std::to_string(other);
                    EXPECT_EQ(document.text.find(body) != std::string::npos, other == n) << body;
                }
            }
        }
        messages += shape.messages;
    }
    EXPECT_EQ(messages, 60U);
}

// Of what is called an mbox, whatever the first line is.
TEST(Mbox, CanBeAskedFor) {
    TempDir dir;
    InputOptions options;
    options.format = "mbox";
    const auto texts = [&](const std::string& bytes) {
        Ids all;
        for (const InputDocument& document : run_inputs({dir.write("a", bytes)}, options).documents)
            all.push_back(document.text);
        return all;
    };
    EXPECT_EQ(texts("Subject: one\n\nx\n\nFrom - \nSubject: two\n\ny\n"),
              (Ids{"one\n\nx", "two\n\ny"}));
    EXPECT_EQ(texts("words\n\nFrom - \nSubject: two\n"), (Ids{"words", "two"}));
    EXPECT_EQ(texts("From - \n"), Ids{"From -"});
    EXPECT_EQ(texts(FROM_LINE), Ids{""});
    EXPECT_EQ(texts(FROM_LINE + FROM_LINE), (Ids{"", ""}));
    EXPECT_EQ(texts("\n \n"), Ids{});
    EXPECT_EQ(texts(""), Ids{});
}

TEST(Mbox, TextsThatBeginWithFromAreText) {
    TempDir dir;
    for (const char* const text :
         {"From what I see\n\nwords\n", "From Russia with love\nYear: 1963\n\nwords\n",
          "From \nwords\n", "From a@b.c\nwe heard that\n", "From - \n\nwords\n", "From -",
          "From\nTo: x\n", "From the first day 12:00 of 2001 on\nwe waited.\n"}) {
        testing::Run run = run_inputs({dir.write("a", text)});
        ASSERT_EQ(run.ids(), Ids{dir / "a"});
        EXPECT_EQ(run.documents[0].text, text);
    }
}

}  // namespace
}  // namespace descry
