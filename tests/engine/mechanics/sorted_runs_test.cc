#include "engine/mechanics/sorted_runs.h"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include "engine/collection/document_keys.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"
#include "tests/temporary_directory.h"
#include "tests/volume.h"

namespace descry {
namespace {

using namespace testing;

// As few records as are ever held in memory.
constexpr std::size_t LEAST = 1024;

std::vector<BandRecord> random_records(std::size_t count, std::mt19937_64& random) {
    std::vector<BandRecord> records(count);
    for (BandRecord& record : records) {
        record.key = random() % (count / 2 + 1);
        record.document = static_cast<Xapian::docid>(random() % 7);
    }
    return records;
}

std::vector<BandRecord> read_all(SortedRuns<BandRecord>& runs) {
    std::vector<BandRecord> records;
    runs.for_each([&](const BandRecord& record) { records.push_back(record); });
    return records;
}

TEST(SortedRuns, GivesBackInOrder) {
    DESCRY_RANDOM(random);
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, LEAST - 1, LEAST, LEAST + 1,
                                    2 * LEAST, 2 * LEAST + 1, std::size_t{50000}}) {
        SCOPED_TRACE(count);
        std::vector<BandRecord> records = random_records(count, random);
        for (const std::size_t memory : {std::size_t{0}, LEAST * 40, std::size_t{1} << 24}) {
            SortedRuns<BandRecord> runs(memory);
            for (const BandRecord& record : records)
                runs.add(record);
            const std::size_t capacity = std::max(LEAST, memory / sizeof(BandRecord));
            EXPECT_EQ(runs.runs_on_disk(), count == 0 ? 0 : (count - 1) / capacity);
            std::vector<BandRecord> expected = records;
            std::sort(expected.begin(), expected.end());
            EXPECT_EQ(read_all(runs), expected);
            EXPECT_EQ(read_all(runs), expected);
        }
    }
}

TEST(SortedRuns, MovesWithItsRuns) {
    DESCRY_RANDOM(random);
    std::vector<BandRecord> records = random_records(5 * LEAST, random);
    SortedRuns<BandRecord> first(0);
    for (std::size_t i = 0; i < 3 * LEAST; ++i)
        first.add(records[i]);
    SortedRuns<BandRecord> second = std::move(first);
    for (std::size_t i = 3 * LEAST; i < records.size(); ++i)
        second.add(records[i]);
    std::sort(records.begin(), records.end());
    EXPECT_EQ(read_all(second), records);
}

TEST(SortedRuns, MergesInPasses) {
    DESCRY_RANDOM(random);
    for (const std::size_t fan_in : {2u, 3u}) {
        for (std::size_t runs = 0; runs <= fan_in * fan_in * fan_in + 2; ++runs) {
            SCOPED_TRACE(::testing::Message() << runs << " runs, " << fan_in << " at once");
            std::vector<BandRecord> records = random_records(runs * LEAST + 1, random);
            SortedRuns<BandRecord> sorted(0, fan_in);
            for (const BandRecord& record : records)
                sorted.add(record);
            EXPECT_LT(sorted.runs_on_disk(), 4 * fan_in);
            std::sort(records.begin(), records.end());
            EXPECT_EQ(read_all(sorted), records);
        }
    }
}

std::size_t open_files() {
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator("/proc/self/fd"))
        ++files;
    return files;
}

// Of all that is allocated; 0 under the address sanitizer.
std::size_t allocated_bytes() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

TEST(SortedRuns, KeepFilesAndMemoryWithinBounds) {
    constexpr std::size_t MEMORY = 2 * LEAST * sizeof(BandRecord);
    const std::uint64_t RECORDS = testing::scaled(std::uint64_t{2000}) * 2 * LEAST + 1;
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit few{open_files() + 3 * SortedRuns<BandRecord>::FAN_IN, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    const std::size_t allocated = allocated_bytes();
    std::size_t most = allocated;
    std::uint64_t expected = 0;
    std::string failure;
    try {
        SortedRuns<BandRecord> runs(MEMORY);
        for (std::uint64_t i = 0; i < RECORDS; ++i)
            runs.add({i * 2654435761u % RECORDS, 1});
        runs.for_each([&](const BandRecord& record) {
            if (expected % 1000 == 0) most = std::max(most, allocated_bytes());
            if (record.key == expected) ++expected;
        });
    } catch (const std::exception& error) {
        failure = error.what();
    }
    setrlimit(RLIMIT_NOFILE, &before);
    EXPECT_EQ(failure, "");
    EXPECT_EQ(expected, RECORDS);
    EXPECT_LT(most - allocated, MEMORY + SortedRuns<BandRecord>::FAN_IN * 6144);
}

// What a sort of many runs fails with; empty when it does not.
std::string failure_of_a_big_sort() {
    try {
        SortedRuns<BandRecord> runs(0);
        for (Xapian::docid i = 0; i < 400 * LEAST; ++i)
            runs.add({i, i});
    } catch (const std::system_error& error) {
        return error.what();
    }
    return {};
}

TEST(SortedRuns, TheirFilesHaveNoNames) {
    TempFolder folder;
    const TemporaryDirectoryIs directory(folder / ".");
    SortedRuns<BandRecord> runs(0);
    for (Xapian::docid i = 0; i < 3 * LEAST; ++i)
        runs.add({i, i});
    EXPECT_EQ(runs.runs_on_disk(), 2u);
    EXPECT_TRUE(std::filesystem::is_empty(folder / "."));
}

TEST(SortedRuns, NameTheDirectoryThatIsNone) {
    TempFolder folder;
    {
        const TemporaryDirectoryIs directory(folder / "absent");
        EXPECT_NE(failure_of_a_big_sort().find(folder / "absent"), std::string::npos)
            << failure_of_a_big_sort();
    }
    std::ofstream(folder / "file") << "no directory";
    const TemporaryDirectoryIs directory(folder / "file");
    EXPECT_NE(failure_of_a_big_sort().find(folder / "file"), std::string::npos);
}

TEST(SortedRuns, NameTheDirectoryThatTakesNoFiles) {
    // /proc takes no files, whoever asks.
    const TemporaryDirectoryIs directory("/proc");
    const std::string failure = failure_of_a_big_sort();
    EXPECT_NE(failure.find("a temporary file in /proc; set TMPDIR to another directory"),
              std::string::npos)
        << failure;
}

TEST(SortedRuns, NameTheDirectoryThatIsFull) {
    TempFolder folder;
    std::filesystem::create_directory(folder / "small");
    if (mount("tmpfs", (folder / "small").c_str(), "tmpfs", 0, "size=256k") != 0) {
        GTEST_SKIP() << "mounting a file system of its own needs root";
    }
    const TemporaryDirectoryIs directory(folder / "small");
    const std::string failure = failure_of_a_big_sort();
    EXPECT_EQ(umount((folder / "small").c_str()), 0);  // nothing was left open in it
    EXPECT_NE(failure.find("cannot write a temporary file in " + folder / "small"),
              std::string::npos)
        << failure;
    EXPECT_NE(failure.find("No space left"), std::string::npos) << failure;
}

TEST(SortedRuns, FailAtALimitOfTheProcess) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    TempFolder folder;
    const TemporaryDirectoryIs directory(folder / ".");
    const rlimit small{4096, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string failure = failure_of_a_big_sort();
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_NE(failure.find("cannot write a temporary file in"), std::string::npos) << failure;
    EXPECT_NE(failure.find("File too large"), std::string::npos) << failure;
}

}  // namespace
}  // namespace descry
