#include "engine/mechanics/record_spool.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace descry {
namespace {

struct Record {
    std::uint32_t number;
    std::uint64_t square;

    friend bool operator==(const Record&, const Record&) = default;
};

TEST(RecordSpool, GivesBackRecordsInOrderAsOftenAsIsWanted) {
    for (const std::size_t memory : {std::size_t{0}, 1000 * sizeof(Record), std::size_t{1} << 30}) {
        RecordSpool<Record> spool(memory);
        std::vector<Record> records;
        for (std::uint32_t i = 0; i < 30'000; ++i) {
            records.push_back({i, std::uint64_t{i} * i});
            spool.add(records.back());
            if (i != 10 && i != 5000 && i != 29'999) continue;
            for (int time = 0; time < 2; ++time) {
                std::vector<Record> read;
                spool.for_each([&](const Record& record) { read.push_back(record); });
                ASSERT_EQ(read, records) << "memory " << memory;
            }
        }
    }
}

}  // namespace
}  // namespace descry
