// Mail files: what is recognised, the text and fields of a message, damage.

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "analyzers/utf8.h"
#include "tests/tools/input_files.h"
#include "tools/input/mail/mail_message.h"

namespace descry {
namespace {

using testing::run_inputs;
using testing::TempDir;
using Ids = std::vector<std::string>;

const std::string HEADER =
    "From: =?utf-8?q?J=C3=B6rg?= <j@example.org>\n"
    "To: a@example.org, \"B, C\" <b@example.org>\n"
    "Subject: =?iso-8859-1?q?Caf=E9?= at noon\n"
    "Date: Sat, 31 Jan 2026 14:00:00 +0200\n"
    "Message-ID: <1@example.org>\n";

InputDocument parsed(const std::string& bytes) {
    InputDocument document;
    InputEncoding encoding({}, nullptr, {});
    parse_mail(bytes, encoding, document);
    return document;
}

std::string field(const InputDocument& document, const std::string& name) {
    for (const InputField& known : document.fields) {
        if (known.name == name) return known.values.at(0).text;
    }
    return "(none)";
}

std::string part(const std::string& type, const std::string& body,
                 const std::string& encoding = "8bit") {
    return "Content-Type: " + type + "\nContent-Transfer-Encoding: " + encoding + "\n\n" + body +
           "\n";
}

std::string multipart(const std::string& kind, const std::vector<std::string>& parts,
                      const std::string& boundary = "bb") {
    std::string all = "Content-Type: multipart/" + kind + "; boundary=" + boundary + "\n\n";
    for (const std::string& one : parts)
        all += "--" + boundary + "\n" + one;
    return all + "--" + boundary + "--\n";
}

TEST(Mail, TextIsSubjectAndBodyAndFieldsAreDecoded) {
    InputDocument document = parsed(HEADER + "\nfirst\r\nsecond\n\n\n");
    EXPECT_EQ(document.text, "Café at noon\n\nfirst\nsecond");
    EXPECT_EQ(field(document, "subject"), "Café at noon");
    EXPECT_EQ(field(document, "from"), "Jörg <j@example.org>");
    EXPECT_EQ(field(document, "to"), "a@example.org, \"B, C\" <b@example.org>");
    EXPECT_EQ(field(document, "date"), "2026-01-31T12:00:00Z");
    EXPECT_EQ(field(document, "message-id"), "1@example.org");
    EXPECT_EQ(document.stray_bytes, 0U);
}

TEST(Mail, WhatBeginsWithNoHeaderLineIsBody) {
    EXPECT_EQ(parsed("words\nSubject: x\n\nbody\n").text, "words\nSubject: x\n\nbody");
    EXPECT_EQ(parsed("From bob").text, "From bob");
    EXPECT_EQ(parsed(" Subject: x\nFrom: b").text, " Subject: x\nFrom: b");
    EXPECT_EQ(parsed("\nbody").text, "body");
    EXPECT_EQ(parsed("").text, "");
}

// As in Python's `email`; GMime alone skips these texts.
TEST(Mail, TextThatBreaksTheRulesIsText) {
    const std::string multi = "Content-Type: multipart/mixed; boundary=";
    const std::string plain = "Content-Type: text/plain\n";
    struct Case {
        std::string after_from;
        std::string text;
    };
    for (const Case& c : {
             // The boundary is another, or missing.
             Case{multi + "y\n\n--x\n" + plain + "\nwords\n--x--\n",
                  "--x\nContent-Type: text/plain\n\nwords\n--x--"},
             Case{"Content-Type: multipart/mixed\n\n--x\nwords\n--x--\n", "--x\nwords\n--x--"},
             Case{multi + "y\n\nwords\n", "words"},
             Case{multi + "y\n--x\nwords\n--x\n" + plain + "\nmore\n--x--\n",
                  "--x\nwords\n--x\nContent-Type: text/plain\n\nmore\n--x--"},
             Case{"Content-Type: multipart/alternative; boundary=y\n\nwords", "words"},
             Case{multi + "y\n\nwords\n--y--\nmore\n", "words\nmore"},
             Case{multi + "y\n\n--y\n" + multi + "z\n\nwords\n--y--\n", "words"},
             Case{multi + "y\n\n\xf0\xd2\xc9\xd7\xc5\xd4\n", "Привет"},
             Case{multi + "y\n\nnot of a part\n--y\n\nwords\n--y--\nnor this\n", "words"},
             // No empty line ends a part's header.
             Case{multi + "x\n\n--x\n" + plain + "words\n--x--\n", "words"},
             Case{multi + "x\n\n--x\nwords\n--x\nmore\n--x--\n", "words\nmore"},
             Case{multi + "\"x y\"\r\n\r\n--x y\r\n" + plain + "words\r\n--x y--\r\n", "words"},
             Case{"Content-Type: multipart/mixed;\n\tBoundary=x\n--x\nwords\n--x\n" + plain +
                      "\nmore\n--x--\n",
                  "words\nmore"},
             Case{multi + "x\n\n--x\nContent-Type: message/rfc822\n\nSubject: s\nwords\n--x--\n",
                  "s\n\nwords"},
             Case{multi + "x\n\n--x\nContent-Type: message/rfc822\n\nwords\n--x--\n", "words"},
             Case{multi + "x\n\n--x\n\nwords\n--z\nX\n--x--\n", "words\n--z\nX"},
             // Nor that of the message.
             Case{"words\n", "words"},
             Case{"words", "words"},
             Case{"two words: x\nA: b\n\nmore\n", "two words: x\nA: b\n\nmore"},
             Case{"Привет: мир\n", "Привет: мир"},
             Case{"X-Y: z\n  more\nwords\n", "words"},
             // Damaged and old header lines are no bodies.
             Case{"damaged\nMIME-Version: 1.0\n" + part("text/plain", "d29yZHM=", "base64"),
                  "words"},
             Case{">From a@b.c\nX-Y : z\n\nwords\n", "words"},
         }) {
        const InputDocument document = parsed("From: a@b.c\n" + c.after_from);
        EXPECT_EQ(document.text, c.text) << c.after_from;
        EXPECT_EQ(document.stray_bytes, 0U) << c.after_from;
        EXPECT_EQ(field(document, "from"), "a@b.c");
    }
}

TEST(Mail, AHeaderInRawBytesIsInTheEncodingOfTheMessage) {
    const std::string hello = "\xf0\xd2\xc9\xd7\xc5\xd4";
    InputDocument document =
        parsed("From: " + hello + " <a@b.c>\nSubject: " + hello + "\n\n" + hello + "\n");
    EXPECT_EQ(field(document, "subject"), "Привет");
    EXPECT_EQ(field(document, "from"), "Привет <a@b.c>");
    EXPECT_EQ(document.text, "Привет\n\nПривет");
    EXPECT_EQ(document.stray_bytes, 0U);
}

TEST(Mail, FieldsThatAreAbsentAreLeftOutAndAnOddDateIsKept) {
    InputDocument document = parsed("From: a@b.c\nDate: someday\n\nx\n");
    EXPECT_EQ(document.fields.size(), 2U);
    EXPECT_EQ(field(document, "date"), "someday");
    EXPECT_EQ(document.text, "x");
}

TEST(Mail, DatesAreInUtcWhateverTheirForm) {
    for (const auto& [date, utc] : std::vector<std::pair<std::string, std::string>>{
             {"Mon, 5 Jan 2026 10:00:00 -0500 (EST)", "2026-01-05T15:00:00Z"},
             {"Mon Jan  5 10:00:00 EST 2026", "2026-01-05T15:00:00Z"},
             {"Monday, January 5, 2026 8:00 PM", "2026-01-05T20:00:00Z"},
             {"Monday, January 5, 2026 12:30:05 am", "2026-01-05T00:30:05Z"},
             {"Jan 5, 2026, 12:00\u202fPM", "2026-01-05T12:00:00Z"},
             {"Mon, 5 Jan 2026 8 p.m.", "2026-01-05T20:00:00Z"},
             {"Mon, 5 Jan 2026 8:00:00 PM -0500", "2026-01-06T01:00:00Z"},
             {"Mon, 5 Jan 2026 14:00 PM", "2026-01-05T14:00:00Z"},
             {"2026-01-05T10:00:00+09:00", "2026-01-05T01:00:00Z"},
             {"2026-01-05T10:00:00.123Z", "2026-01-05T10:00:00Z"},
             {"2026-01-05T10:00", "2026-01-05T10:00:00Z"},
             {"2026-12-25 22:00:00-0500", "2026-12-26T03:00:00Z"},
             {"Mon, 5 Jan 2026 10:00:00 +09:00", "2026-01-05T01:00:00Z"},
             {"Mon Jan 05 2026 10:00:00 GMT+0900 (Japan Standard Time)", "2026-01-05T01:00:00Z"},
             {"Mon, 5 Jan 2026 10:00:00 UTC-5", "2026-01-05T15:00:00Z"},
             // No dates, which are kept.
             {"Mon, 5 Jan 2026 25:00:00 +0900", "Mon, 5 Jan 2026 25:00:00 +0900"},
             {"05.01.2026 8:00 PM", "05.01.2026 8:00 PM"},
             {std::string(5000, '1') + ":00 PM", std::string(5000, '1') + ":00 PM"},
         })
        EXPECT_EQ(field(parsed("Date: " + date + "\n\nx\n"), "date"), utc) << date;
}

TEST(Mail, EncodedWordsOfOneCharsetAreJoined) {
    for (const auto& [words, text] : std::vector<std::pair<std::string, std::string>>{
             {"=?utf-8?b?0L/RgNC40A==?=\n =?utf-8?b?stC10YI=?=", "привет"},
             {"Re =?utf-8?b?0L/RgNC40A==?= =?UTF-8?q?=B2=D0=B5?= =?utf-8*ru?b?0YI=?= x",
              "Re привет x"},
             {"=?koi8-r?b?0NI=?= =?koi8-r?b?ydfF1A==?=", "привет"},
             {"=?utf-8?q?=D?= =?utf-8?q?0=BF_q?=", "п q"},
             {"=?utf-8?q?=D0=BF?= =?koi8-r?q?=D2?=", "пр"},
             {"=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"},
             {"=?utf-8?b?0L8=", "=?utf-8?b?0L8="},
         }) {
        const InputDocument document = parsed(
            "Subject: " + words + "\nFrom: " + words + " <a@b.c>\n" +
            multipart("mixed", {"Content-Type: application/pdf; name=\"" + words + "\"\n\nx\n",
                                part("message/rfc822", "Subject: " + words + "\n\nx")}));
        EXPECT_EQ(document.text, text + "\n\n" + text + "\n\nx");
        EXPECT_EQ(field(document, "from"), text + " <a@b.c>");
        EXPECT_TRUE(field(document, "attachments").starts_with(text + ", 1 bytes")) << text;
    }
}

TEST(Mail, TransferEncodingsAndCharsets) {
    struct Case {
        const char* type;
        const char* encoding;
        const char* body;
        const char* text;
    };
    for (const Case& c : {
             Case{"text/plain; charset=utf-8", "quoted-printable", "caf=C3=A9 =\nau lait",
                  "café au lait"},
             Case{"text/plain; charset=utf-8", "base64", "5pel5pys\n", "日本"},
             Case{"text/plain; charset=koi8-r", "8bit", "\xcd\xc9\xd2", "мир"},
             Case{"text/plain; charset=\"iso-2022-jp\"", "7bit", "\x1b$BF|K\\\x1b(B", "日本"},
             Case{"text/plain; charset=gb2312", "base64", "xOO6ww==", "你好"},
             // What senders call iso-8859-1 is windows-1252.
             Case{"text/plain; charset=iso-8859-1", "8bit", "\x93q\x94", "“q”"},
             // Without a name that tells, it is guessed.
             Case{"text/plain", "8bit", "\xf0\xd2\xc9\xd7\xc5\xd4", "Привет"},
             Case{"text/plain; charset=us-ascii", "8bit", "\xcf\xf0\xe8\xe2\xe5\xf2", "Привет"},
             Case{"text/plain", "base64", "8NLJ18XU", "Привет"},
             Case{"text/html", "8bit", "<p>\xf0\xd2\xc9\xd7\xc5\xd4</p>", "Привет"},
             Case{"text/plain; charset=nonsense", "8bit", "caf\xc3\xa9", "café"},
             Case{"text/html; charset=iso-8859-2", "8bit", "<p>\xb1&amp;</p><script>x</script>",
                  "ą&"},
         }) {
        InputDocument document = parsed("From: a@b.c\n" + part(c.type, c.body, c.encoding));
        EXPECT_EQ(document.text, c.text) << c.type << " " << c.encoding;
        EXPECT_EQ(document.stray_bytes, 0U) << c.type;
    }
    EXPECT_EQ(parsed("From: a@b.c\n" + part("text/plain; charset=utf-8", "a\xff z")).stray_bytes,
              1U);
}

TEST(Mail, OfAlternativesThePlainTextIsTakenUnlessItIsBlank) {
    const std::string plain = part("text/plain", "plain words");
    const std::string html = part("text/html", "<b>rich</b> words");
    auto text = [](const std::string& body) { return parsed("From: a@b.c\n" + body).text; };
    EXPECT_EQ(text(multipart("alternative", {plain, html})), "plain words");
    EXPECT_EQ(text(multipart("alternative", {html, plain})), "plain words");
    EXPECT_EQ(text(multipart("alternative", {part("text/plain", " "), html})), "rich words");
    EXPECT_EQ(text(multipart("alternative",
                             {multipart("related", {html, part("image/png", "xx")}, "in")})),
              "rich words");
    // What is replaced in a part that is not taken is not counted.
    const std::string bad = part("text/plain; charset=utf-8", "bad \xff");
    InputDocument document = parsed("From: a@b.c\n" + multipart("alternative", {bad, html, plain}));
    EXPECT_EQ(document.text, "bad ÿ\u034F");
    EXPECT_EQ(document.stray_bytes, 1U);
    document = parsed("From: a@b.c\n" +
                      multipart("alternative", {multipart("mixed", {bad}, "in"), plain}));
    EXPECT_EQ(document.text, "plain words");
    EXPECT_EQ(document.stray_bytes, 0U);
    document = parsed("From: a@b.c\n" +
                      multipart("alternative", {part("text/x-rich; charset=utf-8", "bad \xff"),
                                                part("text/plain", " ")}));
    EXPECT_EQ(document.stray_bytes, 1U);
}

TEST(Mail, AttachmentsOfTextAreTakenOthersAreNot) {
    InputDocument document =
        parsed("From: a@b.c\nSubject: s\n" +
               multipart("mixed", {part("text/plain", "body"),
                                   part("text/x-diff", "+line\nContent-Disposition: attachment"),
                                   part("image/png", "\x89PNG"), part("application/json", "{}"),
                                   part("message/rfc822", "Subject: inner\n\nforwarded")}));
    EXPECT_EQ(document.text,
              "s\n\nbody\n+line\nContent-Disposition: attachment\ninner\n\nforwarded");
}

TEST(Mail, ASavedPageIsItsTextWithoutItsStyle) {
    TempDir dir;
    testing::Run run = run_inputs({dir.write(
        "page.mhtml",
        "From: <Saved by Blink>\nSnapshot-Content-Location: http://a/\nSubject: s\n" +
            multipart("related", {part("text/html; charset=koi8-r", "<p>\xcd\xc9\xd2"),
                                  part("text/css", "p {}"), part("text/javascript", "x()")}))});
    ASSERT_EQ(run.documents.size(), 1U);
    EXPECT_EQ(run.documents[0].text, "s\n\nмир");
}

TEST(Mail, PartsNestedTooDeepAreReadOrTheMailIsRejected) {
    TempDir dir;
    std::string body = part("text/plain", "deep");
    for (int depth = 1; depth <= 3000; ++depth) {
        body = multipart("mixed", {body}, "b" + std::to_string(depth));
        if (depth > 120 && depth % 500 != 0) continue;
        const std::string file = dir.write("a.eml", "From: a@b.c\nSubject: s\n" + body);
        const testing::Run run = run_inputs({file});
        const bool is_read = !run.documents.empty();
        EXPECT_EQ(is_read, depth <= 64) << depth;
        EXPECT_TRUE(is_read ? run.documents[0].text.ends_with("deep")
                            : run.messages == file + ": parts in parts more than 64 deep\n")
            << depth << run.messages;
    }
}

TEST(Mail, StructureWithoutEndIsRejected) {
    TempDir dir;
    const std::string begin = "From: a@b.c\nSubject: s\n";
    std::string parts = begin + "Content-Type: multipart/mixed; boundary=b\n\n";
    std::string headers = begin;
    std::string many = begin + "To: a@b.c";
    for (int i = 0; i < 2000000; ++i) {
        parts += "--b\n\nx\n";
        headers += "X-Y: some value of a header line\n";
        many += ",\n a@b.example.org, more@b.example.org";
    }
    for (const std::string& bytes : {parts, headers, many}) {
        std::string file = dir.write("a.eml", bytes);
        testing::Run run = run_inputs({file});
        EXPECT_EQ(run.messages, file + ": too many header lines, addresses or parts\n");
        EXPECT_EQ(run.documents.size(), 0U);
    }
    // Long lines of words are none.
    std::string file = dir.write("a.eml", begin + "\n" + std::string(std::size_t{70} << 20, 'x'));
    EXPECT_EQ(run_inputs({file}).documents.size(), 1U);
}

TEST(Mail, IsRecognisedByContent) {
    TempDir dir;
    // A maildir's file, a compressed one, a part of the head only.
    dir.write("cur/1.eml:2,S", HEADER + "\nx\n");
    dir.write("new/2", "Received: by x\nReturn-Path: <a@b.c>\n\nx\n");
    dir.write("new/3.gz", testing::gzip(HEADER + "\nx\n"));
    dir.write("new/4", "Received: " + std::string(20000, 'x') + "\nFrom: a@b.c\n\nx\n");
    dir.write("new/5.eml", "X-Odd: 1\n\nx\n");
    testing::Run run = run_inputs({dir.path()});
    ASSERT_EQ(run.documents.size(), 5U) << run.messages;
    EXPECT_EQ(run.documents[0].id, dir / "cur/1.eml:2,S");
    EXPECT_EQ(field(run.documents[0], "message-id"), "1@example.org");
    EXPECT_EQ(field(run.documents[2], "message-id"), "1@example.org");
    EXPECT_EQ(run.documents[1].text, "x");
    EXPECT_EQ(run.documents[4].text, "x");
    EXPECT_EQ(run.messages, "");
}

// What mail programs put before the header, or around the message.
TEST(Mail, FilesWithOtherThingsBeforeTheHeader) {
    const std::string mail = HEADER +
                             "Content-Type: text/plain; charset=utf-8\n"
                             "Content-Transfer-Encoding: quoted-printable\n\n"
                             "=C3=A4rger <?xml?>\n";
    const std::string list =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist>\n<plist>flags</plist>\n";
    const std::string size = std::to_string(mail.size());
    const auto utf16 = [](const std::string& bytes, bool is_big) {
        std::string units = is_big ? "\xfe\xff" : "\xff\xfe";
        for (const char c : bytes)
            units += is_big ? std::string{'\0', c} : std::string{c, '\0'};
        return units;
    };
    TempDir dir;
    std::string of_carriage_returns = mail;
    std::ranges::replace(of_carriage_returns, '\n', '\r');
    for (const std::string& bytes :
         {of_carriage_returns, utf16(of_carriage_returns, true), "\n\r\n" + mail,
          "\xef\xbb\xbf" + mail, "\xef\xbb\xbf\n" + mail,
          ">From - Sat Apr 12 2025 15:59:28\n" + mail, ">From a@b.c\n\n" + mail, utf16(mail, true),
          utf16("\n" + mail, false), size + "       \n" + mail + list, size + "\n" + mail,
          size + "\r\n" + mail + list, "4\n" + mail + list, "4\n" + mail, "99999\n" + mail}) {
        for (const char* name : {"a.eml", "a.EMLX", "a", "cur/1:2,S"}) {
            testing::Run run = run_inputs({dir.write(name, bytes)});
            ASSERT_EQ(run.documents.size(), 1U) << bytes;
            EXPECT_EQ(run.documents[0].text, "Café at noon\n\närger <?xml?>") << name << bytes;
            EXPECT_EQ(field(run.documents[0], "message-id"), "1@example.org");
            EXPECT_EQ(run.documents[0].id, dir / name);
        }
    }
    // Called so, one header line is enough; without one it is text.
    for (const char* const bytes : {"\nX-Odd: 1\n\nx\n", "12\nX-Odd: 1\n\nx\n"})
        EXPECT_EQ(run_inputs({dir.write("a.eml", bytes)}).documents[0].text, "x");
    for (const char* const bytes : {"\n\n", "\nwords\n", "12\nwords\n", ">From a\nwords\n", ""})
        EXPECT_EQ(run_inputs({dir.write("a.eml", bytes)}).documents[0].text, bytes);
}

TEST(Mail, OtherFilesOfNamesAndValuesAreText) {
    TempDir dir;
    for (const std::string& text :
         {std::string("Package: x\nVersion: 1\nSection: mail\n"),
          std::string("From here on: nothing\nSubject: x\n"),
          std::string("Subject: x\n\nDate: y\n"), std::string("From: a\nno header\nDate: x\n"),
          std::string("From: only\n\nwords\n"),
          std::string("From the first day 12:00 of 2001 on\nwe waited.\n")}) {
        testing::Run run = run_inputs({dir.write("a", text)});
        ASSERT_EQ(run.documents.size(), 1U) << text;
        EXPECT_EQ(run.documents[0].text, text);
    }
}

// Cut anywhere and damaged anyhow, a message is text; the sanitizers look on.
TEST(Mail, AnyBytesAreAMessage) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    const std::string whole =
        HEADER +
        multipart("mixed", {part("text/plain; charset=utf-8", "5pel5pys", "base64"),
                            multipart("alternative", {part("text/html", "<p>x</p>")}, "in"),
                            part("message/rfc822", "Subject: =?utf-8?q?=C3?=\n\nx")});
    for (std::size_t size = 0; size <= whole.size(); ++size)
        EXPECT_TRUE(is_valid_utf8(parsed(whole.substr(0, size)).text));
    for (int round = 0; round < 2000; ++round) {
        std::string damaged = whole;
        for (int i = 0; i < 8; ++i)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        InputDocument document = parsed(damaged);
        EXPECT_TRUE(is_valid_utf8(document.text));
        for (const InputField& field : document.fields)
            EXPECT_TRUE(is_valid_utf8(field.values.at(0).text)) << field.name;
    }
}

}  // namespace
}  // namespace descry
