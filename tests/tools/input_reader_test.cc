// Files, directories and standard input; which format is taken; what is rejected and what skipped.

#include <chrono>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/tools/input_files.h"
#include "tools/input/bytes/byte_source.h"

namespace descry {
namespace {

using testing::run_inputs;
using testing::TempDir;
using Ids = std::vector<std::string>;

const std::string LINE = "{\"id\":\"j\",\"text\":\"t\"}\n";
const std::string PNG("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);

/// Standard input is the file during the life of this object.
class StandardInput {
  public:
    explicit StandardInput(const std::string& file) : saved_(::dup(STDIN_FILENO)) {
        int descriptor = ::open(file.c_str(), O_RDONLY);
        ::dup2(descriptor, STDIN_FILENO);
        ::close(descriptor);
    }
    StandardInput(const StandardInput&) = delete;
    StandardInput& operator=(const StandardInput&) = delete;
    ~StandardInput() {
        ::dup2(saved_, STDIN_FILENO);
        ::close(saved_);
    }

  private:
    int saved_;
};

TEST(InputReader, APlainTextFileIsADocumentWithItsPathAsId) {
    TempDir dir;
    std::string file = dir.write("a.txt", "\xef\xbb\xbfline\r\ncaf\xe9\n");
    testing::Run run = run_inputs({file});
    ASSERT_EQ(run.documents.size(), 1U);
    EXPECT_EQ(run.documents[0].id, file);
    EXPECT_EQ(run.documents[0].location, file);
    EXPECT_EQ(run.documents[0].text, "line\r\ncafé\u034F\n");
    EXPECT_EQ(run.documents[0].stray_bytes, 1U);
    EXPECT_EQ(run.rejected, 0U);
    // The mark says UTF-8.
    EXPECT_EQ(run.messages, "");
}

TEST(InputReader, ACompressedTextKeepsItsOwnPathAsId) {
    TempDir dir;
    std::string file = dir.write("changelog.gz", testing::gzip("new\n"));
    EXPECT_EQ(run_inputs({file}).ids(), Ids{file});
}

TEST(InputReader, DirectoriesAreReadInTheOrderOfNames) {
    TempDir dir;
    for (const char* name : {"b", "a/z", "a/b/c", "a.txt", "B", ".hidden", "é", "a/b.txt"}) {
        dir.write(name, name);
    }
    std::string root = dir.path();
    const Ids expected = {root + "/.hidden", root + "/B",     root + "/a/b/c", root + "/a/b.txt",
                          root + "/a/z",     root + "/a.txt", root + "/b",     root + "/é"};
    EXPECT_EQ(run_inputs({root}).ids(), expected);
    EXPECT_EQ(run_inputs({root + "/"}).ids(), expected);
    testing::Run run = run_inputs({root + "/a//", root + "/b"});
    EXPECT_EQ(run.ids()[0], root + "/a//b/c");
    EXPECT_EQ(run.ids().back(), root + "/b");
}

TEST(InputReader, SymbolicLinksToFilesAreFollowedToDirectoriesNot) {
    TempDir dir;
    TempDir elsewhere;
    dir.write("real/file", "x");
    std::filesystem::create_symlink(elsewhere.write("file", "y"), dir / "link");
    std::filesystem::create_directory_symlink("..", dir / "real/up");
    std::filesystem::create_directory_symlink("real", dir / "other");
    std::filesystem::create_symlink("nowhere", dir / "broken");
    std::filesystem::create_symlink("self", dir / "self");
    testing::Run run = run_inputs({dir.path()});
    EXPECT_EQ(run.ids(), (Ids{dir / "link", dir / "real/file"}));
    EXPECT_EQ(run.rejected, 0U);
    EXPECT_EQ(run.skipped, 2U);
    // Named, a link to a directory is that directory.
    EXPECT_EQ(run_inputs({dir / "other"}).ids(), Ids{dir / "other/file"});
}

TEST(InputReader, AFileIsReadOnceWhateverItIsCalled) {
    TempDir dir;
    TempDir elsewhere;
    const std::string file = dir.write("d/m", "x");
    const std::string outside = elsewhere.write("file", "y");
    std::filesystem::create_hard_link(file, dir / "d/n");
    // Links that come before the file, one after it, and two to what is not read otherwise.
    std::filesystem::create_symlink("m", dir / "d/a");
    std::filesystem::create_symlink(file, dir / "d/z");
    std::filesystem::create_symlink(outside, dir / "d/b");
    std::filesystem::create_symlink(outside, dir / "d/c");
    const std::string d = dir / "d";
    const Ids once = {d + "/b", d + "/m"};
    EXPECT_EQ(run_inputs({d}).ids(), once);
    EXPECT_EQ(run_inputs({d, file, d + "/."}).ids(), once);
    EXPECT_EQ(run_inputs({d, d + "/a", d + "/n"}).ids(), once);
    EXPECT_EQ(run_inputs({d + "/a", file}).ids(), Ids{file});
    EXPECT_EQ(run_inputs({d + "/a", d + "/z"}).ids(), Ids{d + "/a"});
    EXPECT_EQ(run_inputs({outside, d + "/b"}).ids(), Ids{outside});
    const testing::Run run = run_inputs({d, file});
    EXPECT_EQ(run.bytes_read, run.total_bytes);
    EXPECT_EQ(run.skipped, 0U);
    EXPECT_EQ(common_file({d}, {outside}), d + "/b");
    EXPECT_EQ(common_file({outside}, {d}), outside);
    EXPECT_EQ(common_file({file}, {outside, dir / "missing"}), "");
}

TEST(InputReader, SpecialFilesInADirectoryAreSkipped) {
    TempDir dir;
    ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
    dir.write("z", "x");
    testing::Run run = run_inputs({dir.path()});
    EXPECT_EQ(run.ids(), Ids{dir / "z"});
    EXPECT_EQ(run.skipped, 1U);
}

TEST(InputReader, ANamedPipeIsRead) {
    TempDir dir;
    std::string pipe = dir / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(pipe) << LINE; });
    testing::Run run = run_inputs({pipe});
    writer.join();
    EXPECT_EQ(run.ids(), Ids{"j"});
    EXPECT_EQ(run.total_bytes, std::nullopt);
}

TEST(InputReader, APipeThatNobodyWritesIntoIsTold) {
    TempDir dir;
    std::string pipe = dir / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1500));
        std::ofstream(pipe) << LINE;
    });
    const testing::Run run = run_inputs({pipe});
    writer.join();
    EXPECT_EQ(run.ids(), Ids{"j"});
    EXPECT_EQ(run.messages, pipe + ": waits for a program to write into this pipe\n");
}

TEST(InputReader, EmptyFilesAndDirectories) {
    TempDir dir;
    dir.write("empty.txt", "");
    dir.write("empty.jsonl", "");
    dir.write("empty.html", "");
    std::filesystem::create_directory(dir / "none");
    EXPECT_TRUE(run_inputs({dir / "none"}).documents.empty());
    testing::Run run = run_inputs({dir.path()});
    EXPECT_EQ(run.ids(), (Ids{dir / "empty.html", dir / "empty.txt"}));
    EXPECT_EQ(run.documents[1].text, "");
    EXPECT_EQ(run.rejected, 0U);
    EXPECT_TRUE(run_inputs({}).documents.empty());
}

TEST(InputReader, WhatCannotBeOpenedIsReportedAndTheRestRead) {
    TempDir dir;
    std::string good = dir.write("good", "x");
    std::filesystem::create_symlink("self", dir / "self");
    testing::Run run = run_inputs({dir / "missing", dir / "self", good, good + "/below", ""});
    EXPECT_EQ(run.ids(), Ids{good});
    EXPECT_EQ(run.rejected, 4U);
    EXPECT_TRUE(
        run.messages.starts_with((dir / "missing") + ": cannot open: No such file or directory\n"))
        << run.messages;
}

// Root may read everything, so a child gives up being root.
TEST(InputReader, WithoutPermissionTheRestIsRead) {
    TempDir dir;
    ASSERT_EQ(::chmod(dir.path().c_str(), 0755), 0);
    dir.write("a", "x");
    ASSERT_EQ(::chmod(dir.write("b", "x").c_str(), 0), 0);
    dir.write("c/d", "x");
    ASSERT_EQ(::chmod((dir / "c").c_str(), 0), 0);
    dir.write("e", "x");
    pid_t child = ::fork();
    if (child == 0) {
        constexpr uid_t NOBODY = 65534;
        if (::getuid() == 0 && ::setuid(NOBODY) != 0) ::_exit(2);
        testing::Run run = run_inputs({dir.path()});
        bool right =
            run.ids() == Ids{dir / "a", dir / "e"} && run.rejected == 2 &&
            run.messages.find((dir / "b") + ": cannot open: Permission denied\n") == 0 &&
            run.messages.find((dir / "c") + ": cannot read directory: Permission denied") !=
                std::string::npos;
        ::_exit(right ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(::chmod((dir / "c").c_str(), 0700), 0);
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "this system lets root be nobody but root";
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(InputReader, BinaryFilesAreSkippedInADirectoryAndRejectedWhenNamed) {
    TempDir dir;
    dir.write("a.png", PNG);
    dir.write("b.pdf", "%PDF-1.4\n1 0 obj\n");
    dir.write("c.html", PNG);
    dir.write("d.gz", testing::gzip(PNG));
    dir.write("e", std::string("\x01\x02\0\x03\xff\xfe\xfd", 7));
    dir.write("f", std::string("U\0T\0\3\0", 6));
    dir.write("g.gz.gz", testing::gzip(testing::gzip("text")));
    dir.write("text", "x");
    testing::Run run = run_inputs({dir.path()});
    EXPECT_EQ(run.ids(), Ids{dir / "text"});
    EXPECT_EQ(run.skipped, 7U);
    EXPECT_EQ(run.messages, "");
    EXPECT_EQ(run.bytes_read, run.total_bytes);
    run = run_inputs({dir / "b.pdf", dir / "e"});
    EXPECT_EQ(run.messages, (dir / "b.pdf") + ": not text: PDF document\n" + (dir / "e") +
                                ": not text: NUL bytes\n");
}

TEST(InputReader, NulAndControlCharactersDoNotMakeATextBinary) {
    TempDir dir;
    std::string text = "naïve words\x01 and a \x1b[1m\0 byte, and more words\n";
    text += std::string("a\0b", 3);
    // The head ends within a character.
    text += std::string(FileHead::HEAD_SIZE - text.size() - 1, 'x') + "é";
    testing::Run run = run_inputs({dir.write("a", text)});
    ASSERT_EQ(run.documents.size(), 1U) << run.messages;
    EXPECT_EQ(run.documents[0].text, text);
}

TEST(InputReader, Utf16WithAByteOrderMarkIsText) {
    TempDir dir;
    testing::Run run = run_inputs({dir.write("le", std::string("\xff\xfe"
                                                               "A\0\xe9\0",
                                                               6)),
                                   dir.write("be", std::string("\xfe\xff\0A\x65\xe5", 6))});
    ASSERT_EQ(run.documents.size(), 2U) << run.messages;
    EXPECT_EQ(run.documents[0].text, "Aé");
    EXPECT_EQ(run.documents[1].text, "A日");
}

TEST(InputReader, Utf16WithoutAByteOrderMarkIsReadInEachFormat) {
    struct Case {
        const char* name;
        std::string bytes;
        const char* text;
    };
    for (const Case& c : {
             Case{"a", "A dog's life", "A dog's life"},
             Case{"a.html", "<html><p>one<script>two</script>", "one"},
             Case{"a.txt", "<!DOCTYPE html><p>one", "one"},
             // A declaration of another encoding is wrong.
             Case{"b.htm", "<meta charset=windows-1251><p>one\xe9", "oneé"},
             Case{"b.xml", "<?xml version='1.0' encoding='windows-1251'?><a>one\xe9</a>", "oneé"},
             Case{"a.xml", "<a><b>one</b> two</a>", "one\ntwo"},
             Case{"a.eml", "Subject: s\n\none", "s\n\none"},
             Case{"mail", "From: a@b.c\nSubject: s\n\none", "s\n\none"},
             Case{"a.mbox", "From a@b.c Sat Jan  3 01:05:34 1996\nSubject: s\n\none\n", "s\n\none"},
         }) {
        for (const bool is_big : {false, true}) {
            std::string units;
            for (const char byte : c.bytes)
                units += is_big ? std::string{'\0', byte} : std::string{byte, '\0'};
            TempDir dir;
            const std::string file = dir.write(c.name, units);
            for (const std::string& input : {file, dir.path()}) {
                const testing::Run run = run_inputs({input});
                ASSERT_EQ(run.documents.size(), 1U) << c.bytes << run.messages;
                EXPECT_EQ(run.documents[0].text, c.text) << c.bytes;
            }
        }
    }
}

TEST(InputReader, HtmlByExtensionOrContent) {
    TempDir dir;
    const std::string body = "<p>one &amp; two</p><script>three</script>";
    for (const std::string& file :
         {dir.write("a.html", body), dir.write("a.HTM.gz", testing::gzip(body)),
          dir.write("b", "\n <!-- c --><!DOCTYPE HTML><html>" + body),
          dir.write("c", "<?xml version=\"1.0\"?>\n<html>" + body)}) {
        testing::Run run = run_inputs({file});
        ASSERT_EQ(run.documents.size(), 1U);
        EXPECT_EQ(run.documents[0].id, file);
        EXPECT_NE(run.documents[0].text.find("one & two"), std::string::npos) << file;
        EXPECT_EQ(run.documents[0].text.find("three"), std::string::npos) << file;
    }
    EXPECT_EQ(run_inputs({dir.write("d", body)}).documents[0].text, body);
}

TEST(InputReader, JsonLinesByExtensionOrContent) {
    TempDir dir;
    EXPECT_EQ(run_inputs({dir.write("a.jsonl", LINE), dir.write("b.NDJSON", LINE),
                          dir.write("c.jsonl.gz", testing::gzip(LINE)),
                          dir.write("d", "\xef\xbb\xbf\n " + LINE)})
                  .ids(),
              (Ids{"j", "j", "j", "j"}));
    // Damaged, but meant: the user named it, or the extension says so.
    EXPECT_EQ(run_inputs({dir.write("e", "{bad\n" + LINE)}).rejected, 1U);
    EXPECT_EQ(run_inputs({dir.write("f.jsonl", "bad\n" + LINE)}).rejected, 1U);
    EXPECT_EQ(run_inputs({dir.write("g.json", "[\n" + LINE)}).rejected, 1U);
}

// Texts whose first characters look like another format's; those of other programs' sources.
const std::vector<std::string> TEXTS = {
    "{{Infobox river\n| name = Avon\n}}\nThe river rises in the hills.\n",
    "{\\rtf1\\ansi The ferry left}\n",
    "{-# LANGUAGE Safe #-}\nmodule Ferry where\n",
    "{- | \"id\": a comment -}\nmodule Ferry where\n",
    "{ pkgs ? import <nixpkgs> {} }:\npkgs.hello\n",
    "{ \"a\" = 1; }\n",
    "{% extends \"base.html\" %}\n<p>The ferry left</p>\n",
    "{# \"id\" #}\n{{ \"text\" }}\n",
    "{\\bf Theorem.} Every ferry returns.\n",
    "{ \"$@\"; } 2>/dev/null\n{\n  echo \"id\"\n}\n",
    "{\n  color: red;\n}\n",
    "{\n\"id\"\n}\n",
    "{\"Hello\", he said, \"id\"}\n",
    "{\"id\": .id, \"text\": .body}\n",
    "{\"1\", 1}, {\"2\", 2}\n",
    "{",
    "{bad\nworse\n",
    "[[link]] and [more]\n",
    "[section]\nid=text\n",
    "[{kernel, [{a, \"id\"}]}].\n",
    "[{\"id\", \"text\"}].\n",
    "[7] see below\n",
    "[",
    "<p>one</p>\n",
    "<- 1\n",
    "\"id\" and \"text\"\n",
    "\"unended, id\n",
    "\"id,text\"\nwords\n",
    "id,text\nare columns of a table. They say it\nwithout an end,\n",
    "id text\n1 2\n",
    "text;id\nwords of a text\nand more of them\n",
    "%PDFs are files\n",
    "% comment\n\\documentclass{article}\n",
    "%!PS\n",
    "GIF89a is a format of images.\n",
    "PAR1 is a road.\n",
    "PK\tis short for Park\n",
    "WARC/1.0 is a format\nof pages: so\n",
    "From what I see\n",
    "From: nobody\n",
    "Note: a line\nOther: line\n",
    "# Lines\n\nare\n\n```\n{\"id\":1,\"text\":\"a\"}\n```\nSo.\n",
    "x{\"id\":1}\n",
    "---\nid: 1\ntext: a\n",
    "BZh9 is a key\n",
};

TEST(InputReader, TextsThatBeginLikeOtherFormatsAreTextsHoweverTheyCome) {
    for (const std::string& text : TEXTS) {
        TempDir dir;
        for (const char* const name : {"a.txt", "b.rtf", "c"}) {
            const std::string file = dir.write(std::string("in/") + name, text);
            testing::Run run = run_inputs({file});
            ASSERT_EQ(run.ids(), Ids{file}) << text << run.messages;
            EXPECT_EQ(run.documents[0].text, text);
        }
        testing::Run walked = run_inputs({dir / "in"});
        ASSERT_EQ(walked.documents.size(), 3U) << text << walked.messages;
        EXPECT_EQ(walked.documents[0].text, text);
        StandardInput input(dir / "in/c");
        testing::Run piped = run_inputs({"-"});
        ASSERT_EQ(piped.ids(), Ids{"-"}) << text << piped.messages;
        EXPECT_EQ(piped.documents[0].text, text);
    }
}

struct Damaged {
    const char* name;
    std::string bytes;
    std::size_t documents;
    std::size_t rejected;
};

// Meant to be documents: told so, as many times as there are documents.
TEST(InputReader, DamagedJsonIsNoText) {
    const std::string second = "{\"id\":\"k\",\"text\":\"u\"}\n";
    const std::string cut = "{\"id\":\"k\",\"text\":\"u";
    for (const Damaged& c : {
             Damaged{"a.jsonl", "bad\n" + LINE, 1, 1},
             {"a.jsonl", "<html>\n", 0, 1},
             {"a", "{bad\n" + LINE, 1, 1},
             {"a", "bad\n" + LINE + second, 2, 1},
             {"a", cut + "\n" + LINE, 1, 1},
             {"a", LINE + cut, 1, 1},
             {"a", cut, 0, 1},
             {"a", "[" + LINE + "," + cut, 1, 1},
             {"a.json", "[" + LINE + "," + cut, 1, 1},
             {"a", "[" + LINE, 1, 1},
             {"a", second + "x\n" + LINE, 2, 1},
             {"a", "{\n\"id\":\"j\",\n\"text\":\"t\n", 0, 1},
         }) {
        TempDir dir;
        const std::string file = dir.write(std::string("in/") + c.name, c.bytes);
        for (const std::string& input : {file, dir / "in"}) {
            testing::Run run = run_inputs({input});
            EXPECT_EQ(run.documents.size(), c.documents) << input << c.bytes;
            EXPECT_EQ(run.rejected, c.rejected) << c.bytes << run.messages;
        }
    }
    // Called JSON where the user named it: one file is one rejection.
    TempDir dir;
    for (const char* const bytes : {"<html>\n<p>not found\n</html>\n", "[7]", "7", "{a:1}\n",
                                    "words\nand words\n", "{\"id\""}) {
        testing::Run run = run_inputs({dir.write("a.json", bytes)});
        EXPECT_EQ(run.rejected, 1U) << bytes << run.messages;
        EXPECT_EQ(run.documents.size(), 0U);
    }
}

TEST(InputReader, ObjectsOfAnyLayout) {
    const std::string one = LINE.substr(0, LINE.size() - 1);
    const std::string wide = "{\"id\":\"j\",\n\"text\":\n\"t\"}";
    for (const std::string& bytes :
         {wide + wide, one + one + "\n", one + " " + one, one + "\n" + one,
          "\n[ " + one + "\n,\n" + wide + "]", "{ \n" + one.substr(1) + wide}) {
        TempDir dir;
        for (const std::string& file :
             {dir.write("in/a.json", bytes), dir.write("in/b", bytes), dir / "in"}) {
            const std::size_t files = file.ends_with("in") ? 2 : 1;
            EXPECT_EQ(run_inputs({file}).documents.size(), 2 * files) << bytes;
        }
    }
}

TEST(InputReader, ProgramsDataInADirectoryAreText) {
    TempDir dir;
    dir.write("b.json", "{\n  \"id\": 1\n}\n");
    dir.write("d", LINE);
    dir.write("e.json", "{\"name\": 1}\n");
    testing::Run run = run_inputs({dir.path()});
    EXPECT_EQ(run.ids(), (Ids{dir / "b.json", "j", dir / "e.json"}));
    EXPECT_EQ(run.rejected, 0U);
    InputOptions options;
    options.id_field = "name";
    EXPECT_EQ(run_inputs({dir.path()}, options).rejected, 1U);
}

TEST(InputReader, StandardInput) {
    TempDir dir;
    auto run_stdin = [&](const std::string& bytes) {
        StandardInput input(dir.write("in", bytes));
        return run_inputs({"-"});
    };
    testing::Run run = run_stdin("\n" + LINE + "{\n");
    EXPECT_EQ(run.ids(), Ids{"j"});
    EXPECT_EQ(run.documents[0].location, "-:2");
    EXPECT_TRUE(run.messages.starts_with("-:3: invalid JSON: ")) << run.messages;
    EXPECT_EQ(run.total_bytes, std::nullopt);
    EXPECT_EQ(run_stdin(testing::gzip(LINE)).ids(), Ids{"j"});
    // A bad first line is reported, as it would be in a .jsonl file.
    run = run_stdin("bad\n" + LINE);
    EXPECT_EQ(run.ids(), Ids{"j"});
    EXPECT_TRUE(run.messages.starts_with("-:1: ")) << run.messages;
    EXPECT_EQ(run_stdin("words").ids(), Ids{"-"});
    EXPECT_TRUE(run_stdin("").documents.empty());
    EXPECT_TRUE(run_stdin(testing::gzip("")).documents.empty());
}

// A program that writes one line and waits for the answer must not wait for ever.
TEST(InputReader, ALineFromAPipeIsADocumentAtOnce) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    int saved = ::dup(STDIN_FILENO);
    ::dup2(ends[0], STDIN_FILENO);
    ASSERT_EQ(::write(ends[1], LINE.data(), LINE.size()), static_cast<ssize_t>(LINE.size()));
    Diagnostics problems;
    InputReader reader({"-"}, {}, problems);
    InputDocument document;
    EXPECT_TRUE(reader.next(document));
    EXPECT_EQ(document.id, "j");
    ::close(ends[1]);
    EXPECT_FALSE(reader.next(document));
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
    ::close(ends[0]);
}

TEST(InputReader, AFormatCanBeForced) {
    TempDir dir;
    std::string file = dir.write("a.jsonl", LINE);
    InputOptions options;
    options.format = "text";
    EXPECT_EQ(run_inputs({file}, options).documents[0].text, LINE);
    options.format = "nonsense";
    EXPECT_THROW(run_inputs({file}, options), std::invalid_argument);
    EXPECT_EQ(format_names(), (Ids{"csv", "tsv", "json", "jsonl", "lines", "tar", "zip", "warc",
                                   "mbox", "html", "xml", "mail", "text"}));
}

TEST(InputReader, AFileBeyondTheLimitIsRejected) {
    TempDir dir;
    InputOptions options;
    options.max_document_bytes = 5;
    std::string big = dir.write("big", "123456");
    testing::Run run = run_inputs({big, dir.write("fits", "12345")}, options);
    EXPECT_EQ(run.ids(), Ids{dir / "fits"});
    EXPECT_EQ(run.messages, big + ": more than 5 bytes in one document\n");
}

TEST(InputReader, APathThatIsNoUtf8GivesAnIdThatIs) {
    TempDir dir;
    std::string file = dir.write("caf\xe9 日.txt", "x");
    testing::Run run = run_inputs({file});
    EXPECT_EQ(run.ids(), Ids{dir / "caf%E9 %E6%97%A5.txt"});
    EXPECT_EQ(run.documents[0].location, file);
}

TEST(InputReader, CountsBytes) {
    TempDir dir;
    dir.write("a.jsonl", LINE + LINE);
    dir.write("b.gz", testing::gzip(std::string(100000, 'x')));
    dir.write("c.png", PNG + std::string(1000000, 'x'));
    testing::Run run = run_inputs({dir.path(), dir / "a.jsonl", dir / "missing"});
    EXPECT_EQ(run.documents.size(), 3U);
    ASSERT_TRUE(run.total_bytes.has_value());
    EXPECT_GT(*run.total_bytes, 1000000U);
    EXPECT_EQ(run.bytes_read, *run.total_bytes);
}

TEST(InputReader, ASmallFileTakesWhatItHolds) {
    for (const std::size_t size : {std::size_t{10}, std::size_t{200'000}, std::size_t{131'072}}) {
        const std::string bytes(size, 'a');
        testing::PiecewiseSource source(bytes, 100'000, 1);
        const std::string all = read_all(source, size);
        EXPECT_EQ(all, bytes);
        EXPECT_LE(all.capacity(), size + 16);
    }
}

}  // namespace
}  // namespace descry
