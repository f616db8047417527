// Compressed input: every format, several streams in one file, long windows, damage.

#include <random>

#include <gtest/gtest.h>

#include "tests/tools/input_files.h"
#include "tools/input/bytes/decompress.h"

namespace descry {
namespace {

using testing::archive_compress;
using testing::gzip;
using testing::PiecewiseSource;
using testing::run_inputs;
using testing::TempDir;
using testing::zstd;

struct Codec {
    const char* name;
    const char* extension;
    std::string (*compress)(const std::string&);
    // Up to this many decompressed bytes before the damage may be lost.
    std::size_t may_lose;
};

std::string compress_zstd(const std::string& bytes) {
    return zstd(bytes);
}
std::string compress_xz(const std::string& bytes) {
    return archive_compress(bytes, "xz");
}
std::string compress_bzip2(const std::string& bytes) {
    return archive_compress(bytes, "bzip2");
}

const Codec CODECS[] = {{"gzip", ".gz", gzip, 0},
                        {"zstd", ".zst", compress_zstd, 128 << 10},
                        {"xz", ".xz", compress_xz, 64 << 10},
                        // A block of bzip2 is decoded as a whole.
                        {"bzip2", ".bz2", compress_bzip2, 900000 + (64 << 10)}};

constexpr std::size_t COUNT = 10000;

// Hardly compressible, so that the decompressed size before a cut can be told.
std::string random_lines(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::string lines;
    for (std::size_t i = 0; i < count; ++i) {
        lines += "{\"id\":" + std::to_string(i) + ",\"text\":\"";
        for (int n = 0; n < 200; ++n)
            lines += static_cast<char>('a' + random() % 26);
        lines += "\"}\n";
    }
    return lines;
}

TEST(Decompress, ReadsEachFormatWhateverTheNameSays) {
    TempDir dir;
    const std::string lines = random_lines(5000, 1);
    for (const Codec& codec : CODECS) {
        std::string bytes = codec.compress(lines);
        ASSERT_LT(bytes.size(), lines.size()) << codec.name;
        for (const std::string& name : {std::string("a.jsonl") + codec.extension,
                                        std::string("plain.name"), std::string("wrong.jsonl.gz")}) {
            testing::Run run = run_inputs({dir.write(name, bytes)});
            EXPECT_EQ(run.documents.size(), 5000U) << codec.name << " " << run.messages;
            EXPECT_EQ(run.messages, "");
            EXPECT_EQ(run.bytes_read, bytes.size());
        }
    }
}

TEST(Decompress, SeveralStreamsInOneFile) {
    TempDir dir;
    for (const Codec& codec : CODECS) {
        std::string file = dir.write("a.jsonl", codec.compress("{\"id\":1,\"text\":\"o") +
                                                    codec.compress("ne\"}\n") + codec.compress("") +
                                                    codec.compress("{\"id\":2,\"text\":\"two\"}"));
        testing::Run run = run_inputs({file});
        ASSERT_EQ(run.ids(), (std::vector<std::string>{"1", "2"})) << codec.name << run.messages;
        EXPECT_EQ(run.documents[0].text, "one");
        EXPECT_EQ(run.messages, "");
    }
}

TEST(Decompress, AnEmptyStreamIsAnEmptyDocument) {
    TempDir dir;
    for (const Codec& codec : CODECS) {
        testing::Run run = run_inputs({dir.write("a.txt", codec.compress(""))});
        EXPECT_EQ(run.documents.size(), 1U) << codec.name << run.messages;
        EXPECT_EQ(run.messages, "");
    }
}

TEST(Decompress, TinyPiecesGiveTheSameBytes) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    const std::string lines = random_lines(300, seed);
    for (const Codec& codec : CODECS) {
        for (std::size_t most : {1U, 5U, 1000U}) {
            auto source =
                decompress(std::make_unique<PiecewiseSource>(codec.compress(lines), most, seed));
            EXPECT_TRUE(read_all(*source, lines.size()) == lines) << codec.name << " " << most;
        }
    }
}

TEST(Decompress, GzipPaddedWithZerosButNotWithOtherBytes) {
    TempDir dir;
    testing::Run run = run_inputs({dir.write("a", gzip("text") + std::string(5000, '\0'))});
    ASSERT_EQ(run.documents.size(), 1U) << run.messages;
    EXPECT_EQ(run.documents[0].text, "text");
    run = run_inputs({dir.write("a", gzip("text") + "more")});
    EXPECT_EQ(run.rejected, 1U);
}

TEST(Decompress, ZstdWithTheLongestWindow) {
    TempDir dir;
    const std::string line = "{\"id\":1,\"text\":\"long\"}\n";
    std::string frame = zstd(line, 31);
    // The window descriptor (RFC 8878, 3.1.1.1.2) must say 2^31, else nothing is tested.
    ASSERT_EQ(static_cast<unsigned char>(frame[5]) >> 3, 31 - 10);
    testing::Run run = run_inputs({dir.write("a.jsonl.zst", frame)});
    EXPECT_EQ(run.ids(), std::vector<std::string>{"1"}) << run.messages;
}

TEST(Decompress, ZstdBehindASkippableFrame) {
    TempDir dir;
    std::string skippable(
        "\x50\x2a\x4d\x18\x04\x00\x00\x00"
        "abcd",
        12);
    testing::Run run = run_inputs({dir.write("a", skippable + zstd("text"))});
    ASSERT_EQ(run.documents.size(), 1U) << run.messages;
    EXPECT_EQ(run.documents[0].text, "text");
}

TEST(Decompress, ATruncatedFileKeepsWhatPrecedes) {
    TempDir dir;
    const std::string lines = random_lines(COUNT, 2);
    for (const Codec& codec : CODECS) {
        std::string bytes = codec.compress(lines);
        for (double part : {0.2, 0.6, 0.999}) {
            auto size = static_cast<std::size_t>(static_cast<double>(bytes.size()) * part);
            testing::Run run = run_inputs({dir.write("a.jsonl", bytes.substr(0, size))});
            auto decoded = static_cast<std::size_t>(static_cast<double>(lines.size()) * part);
            // 3 %: the letters of a block do not compress exactly like the whole.
            std::size_t lost = codec.may_lose + lines.size() * 3 / 100;
            std::size_t expected = decoded > lost ? (decoded - lost) * COUNT / lines.size() : 0;
            EXPECT_GE(run.documents.size(), expected) << codec.name << " " << part;
            EXPECT_LT(run.documents.size(), COUNT);
            EXPECT_EQ(run.rejected, 1U) << codec.name;
            // The beginning of the line that was cut is not taken for a line.
            EXPECT_EQ(run.messages.find("invalid JSON"), std::string::npos) << codec.name;
            // The location is the line that was cut; the file where nothing could be read.
            std::string location = dir / "a.jsonl";
            if (!run.documents.empty()) {
                location += ":" + std::to_string(run.documents.size() + 1);
            }
            location += ": ";
            EXPECT_TRUE(run.messages.starts_with(location)) << run.messages << " not " << location;
        }
    }
}

TEST(Decompress, ASmallTruncatedGzipOrZstdFileKeepsItsFirstLines) {
    TempDir dir;
    const std::string lines = random_lines(40, 3);
    std::string bytes = gzip(lines);
    testing::Run run = run_inputs({dir.write("a.jsonl.gz", bytes.substr(0, bytes.size() / 2))});
    EXPECT_GE(run.documents.size(), 15U) << run.messages;
    EXPECT_EQ(run.rejected, 1U);
    // Only the checksum is missing.
    run = run_inputs({dir.write("a.jsonl.gz", bytes.substr(0, bytes.size() - 8))});
    EXPECT_EQ(run.documents.size(), 40U);
    EXPECT_EQ(run.rejected, 1U);
    bytes = zstd(lines);
    run = run_inputs({dir.write("a.jsonl.zst", bytes.substr(0, bytes.size() - 4))});
    EXPECT_EQ(run.documents.size(), 40U);
    EXPECT_EQ(run.rejected, 1U) << run.messages;
}

TEST(Decompress, DamageIsReportedAndWhatPrecedesIsKept) {
    TempDir dir;
    const std::string lines = random_lines(COUNT, 4);
    for (const Codec& codec : CODECS) {
        std::string bytes = codec.compress(lines);
        for (std::size_t i = 0; i < 64; ++i)
            bytes[bytes.size() / 2 + i] ^= '\x5a';
        testing::Run run = run_inputs({dir.write("a.jsonl", bytes)});
        std::size_t least = (lines.size() * 47 / 100 - codec.may_lose) * COUNT / lines.size();
        EXPECT_GE(run.documents.size(), least) << codec.name;
        EXPECT_GE(run.rejected, 1U) << codec.name;
    }
}

// Where the header of a frame's block number `block` is (RFC 8878, 3.1.1.2).
std::size_t zstd_block_header(const std::string& frame, std::size_t block) {
    std::size_t at = 6;  // magic, descriptor, window
    for (; block != 0; --block) {
        auto byte = [&](std::size_t i) {
            return std::size_t{static_cast<unsigned char>(frame[i])};
        };
        std::size_t header = byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16;
        bool repeats_one_byte = (header >> 1 & 3) == 1;
        at += 3 + (repeats_one_byte ? 1 : header >> 3);
    }
    return at;
}

// A caller that asks for much at once loses no more of it.
TEST(Decompress, ADamagedZstdFrameLosesAtMostABlock) {
    std::string text;
    while (text.size() < 3000000)
        text += "a line that is repeated " + std::to_string(text.size());
    std::string bytes = zstd(text);
    constexpr std::size_t BLOCK = 128 << 10;
    constexpr std::size_t DAMAGED = 12;
    ASSERT_LT(bytes.size(), BLOCK * 8) << "must decompress to much more than is read at once";
    bytes.replace(zstd_block_header(bytes, DAMAGED), 3, "\xff\xff\xff");
    auto source = decompress(std::make_unique<PiecewiseSource>(bytes, bytes.size(), 1));
    std::string read(8000000, '\0');
    std::size_t size = 0;
    EXPECT_THROW(while (true) size += source->read(read.data() + size, read.size() - size),
                 InputError);
    EXPECT_GE(size, (DAMAGED - 1) * BLOCK);
    EXPECT_LE(size, DAMAGED * BLOCK);
    EXPECT_TRUE(text.starts_with(read.substr(0, size)));
}

TEST(Decompress, AWrongChecksumIsReported) {
    TempDir dir;
    for (const Codec& codec : CODECS) {
        if (std::string(codec.name) != "gzip" && std::string(codec.name) != "zstd") continue;
        std::string bytes = codec.compress("{\"id\":1,\"text\":\"x\"}\n");
        std::size_t checksum = bytes.size() - (std::string(codec.name) == "gzip" ? 8 : 4);
        bytes[checksum] ^= '\x01';
        testing::Run run = run_inputs({dir.write("a.jsonl", bytes)});
        EXPECT_EQ(run.rejected, 1U) << codec.name;
        EXPECT_NE(run.messages.find("damaged"), std::string::npos) << run.messages;
    }
}

TEST(Decompress, HalfATextIsNoDocument) {
    TempDir dir;
    std::string text;
    for (int line = 0; line < 100; ++line)
        text += "line " + std::to_string(line * line * 7919) + " of a text\n";
    std::string bytes = gzip(text);
    std::string file = dir.write("a.txt.gz", bytes.substr(0, bytes.size() / 2));
    testing::Run run = run_inputs({file});
    EXPECT_TRUE(run.documents.empty());
    EXPECT_EQ(run.messages, file + ": truncated gzip data\n");
}

TEST(Decompress, ATextThatBeginsLikeABzip2FileIsAText) {
    TempDir dir;
    testing::Run run = run_inputs({dir.write("a", "BZh9 is how bzip2 files begin")});
    ASSERT_EQ(run.documents.size(), 1U) << run.messages;
    EXPECT_EQ(run.documents[0].text.substr(0, 4), "BZh9");
}

TEST(Decompress, ExtensionsOfCompression) {
    EXPECT_EQ(without_compression_extension("a/b.jsonl.gz"), "a/b.jsonl");
    EXPECT_EQ(without_compression_extension("B.HTML.ZST"), "B.HTML");
    EXPECT_EQ(without_compression_extension("a.gz.bz2"), "a.gz");
    EXPECT_EQ(without_compression_extension(".gz"), ".gz");
    EXPECT_EQ(without_compression_extension("agz"), "agz");
}

TEST(Expansion, EndsWhereMuchIsUnpackedOfLittleWithoutADocument) {
    const std::size_t piece = Expansion::MOST_UNPACKED / 4;
    std::uint64_t stored = 0;
    Expansion expansion(stored);
    const auto unpack = [&](int times) {
        for (int i = 0; i < times; ++i)
            expansion.unpacked(piece);
    };
    unpack(4);
    EXPECT_THROW(expansion.unpacked(1), InputError);
    EXPECT_THROW(expansion.unpacked(0), InputError) << "again when repeated";

    expansion.restart();
    unpack(4);
    expansion.restart();
    unpack(4);
    stored = Expansion::MOST_UNPACKED / Expansion::MOST_TIMES + 1;
    EXPECT_NO_THROW(expansion.unpacked(1)) << "a file that is as large";
    EXPECT_NO_THROW(unpack(0));
    EXPECT_THROW(unpack(400), InputError);
}

}  // namespace
}  // namespace descry
