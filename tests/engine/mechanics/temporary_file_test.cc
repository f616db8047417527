#include <string>
#include <system_error>

#include <gtest/gtest.h>

#include <descry/mechanics/temporary_file.h>

#include "tests/temporary_directory.h"

namespace descry {
namespace {

std::string all_of(TemporaryFile& file) {
    file.rewind();
    std::string all;
    std::string some(7, '\0');
    while (const std::size_t size = file.read(some.data(), some.size()))
        all.append(some, 0, size);
    return all;
}

// Before and behind the limit, read whole and by places.
TEST(TemporaryFile, HoldsTheSameInMemoryAndOnDisk) {
    std::string expected;
    TemporaryFile kept(1000);
    TemporaryFile file;
    for (int i = 0; i < 300; ++i) {
        const std::string piece = std::to_string(i) + " ";
        expected += piece;
        for (TemporaryFile* each : {&kept, &file})
            each->write(piece.data(), piece.size());
        if (i % 50 != 0) continue;
        for (TemporaryFile* each : {&kept, &file}) {
            std::string part(20, '?');
            const std::size_t from = expected.size() / 2;
            part.resize(each->read_at(from, part.data(), part.size()));
            EXPECT_EQ(part, expected.substr(from, 20));
            EXPECT_EQ(each->read_at(expected.size(), part.data(), part.size()), 0u);
        }
    }
    EXPECT_EQ(all_of(kept), expected);
    EXPECT_EQ(all_of(file), expected);
    EXPECT_EQ(all_of(kept), expected);
}

TEST(TemporaryFile, NeedsNoDirectoryWhileItIsSmall) {
    const testing::TemporaryDirectoryIs nowhere("/nonexistent");
    TemporaryFile file(5);
    file.write("hello", 5);
    EXPECT_EQ(all_of(file), "hello");
    EXPECT_THROW(file.write("!", 1), std::system_error);
    EXPECT_EQ(all_of(file), "hello");
}

}  // namespace
}  // namespace descry
