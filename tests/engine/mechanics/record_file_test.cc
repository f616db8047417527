#include "engine/mechanics/record_file.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

TEST(RecordFile, GivesBackRecordsOfAnySize) {
    std::mt19937_64 random(testing::random_seed());
    RecordFile file;
    std::vector<std::string> records;
    for (unsigned i = 0; i < 400; ++i) {
        const std::size_t size = i % 50 == 7 ? std::size_t{1} << 20 : random() % 3000 * (i % 3);
        records.emplace_back(size, static_cast<char>(random()));
        const std::string_view whole = records.back();
        const std::size_t begin = random() % (size + 1);
        if (i % 2 == 0) {
            file.add(whole);
        } else {
            file.add({whole.substr(0, begin), whole.substr(begin)});
        }
        // What was added last is not in the file yet.
        const std::size_t number = random() % records.size();
        std::string record = "something else";
        file.read(number, record);
        ASSERT_EQ(record, records[number]);
    }
    ASSERT_EQ(file.size(), records.size());
}

}  // namespace
}  // namespace descry
