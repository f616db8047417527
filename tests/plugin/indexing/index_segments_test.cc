#include "plugin/indexing/index_segments.h"

#include <random>
#include <stdexcept>

#include <gtest/gtest.h>

#include "engine/mechanics/parallel.h"
#include "tests/engine/random_seed.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace descry::testing;

// More than one level of merging.
constexpr std::size_t PARTS = IndexSegments::MERGED_AT_ONCE * 2 + 5;

struct Cut {
    std::size_t first;
    std::size_t count;
};

// Parts of 1 to 4 documents.
std::vector<Cut> random_cuts(std::mt19937_64& random) {
    std::vector<Cut> cuts;
    std::size_t first = 0;
    for (std::size_t i = 0; i < PARTS; ++i) {
        cuts.push_back({first, 1 + random() % 4});
        first += cuts.back().count;
    }
    return cuts;
}

TEST(IndexSegments, HoldTheSameAsDocumentsAddedOneByOne) {
    DESCRY_RANDOM(random);
    const std::vector<Cut> cuts = random_cuts(random);
    const std::size_t added = cuts.back().first + cuts.back().count;
    const std::vector<std::string> old_texts = make_texts(50, 1);
    const std::vector<std::string> texts = make_texts(added, 2);
    const TempFolder folder;
    for (const unsigned threads : {1u, 3u}) {
        const std::string name = std::to_string(threads);
        build_database(folder / name, old_texts, Style::STEMS);
        const std::string parts_folder = folder / (name + ".parts");
        std::filesystem::create_directory(parts_folder);
        {
            auto db = open_to_write(folder / name);
            db.delete_document(50);
            db.set_metadata("key", "value");
            db.commit();
        }
        IndexSegments parts(parts_folder);
        parallel_for(threads, PARTS, [&] {
            return [&](std::size_t i) {
                const Cut cut = cuts[i];
                parts.build(i, static_cast<Xapian::docid>(51 + cut.first), cut.count,
                            [&](std::size_t k) {
                                return make_document(texts[cut.first + k], 50 + cut.first + k,
                                                     Style::STEMS);
                            });
            };
        });
        parts.merge(folder / name, folder / (name + ".merged"));
        EXPECT_TRUE(std::filesystem::is_empty(parts_folder));

        auto db = open_to_write(folder / name);
        for (std::size_t i = 0; i < added; ++i)
            db.add_document(make_document(texts[i], 50 + i, Style::STEMS));
        db.commit();
        const Xapian::Database merged(folder / (name + ".merged"));
        EXPECT_EQ(dump_foreign(merged), dump_foreign(db));
        EXPECT_EQ(merged.get_lastdocid(), db.get_lastdocid());
        EXPECT_EQ(merged.get_total_length(), db.get_total_length());
        EXPECT_EQ(merged.get_metadata("key"), "value");
    }
}

TEST(IndexSegments, PassOnWhatADocumentThrows) {
    const TempFolder folder;
    std::filesystem::create_directory(folder / "parts");
    IndexSegments parts(folder / "parts");
    const auto fail = [](std::size_t) -> Xapian::Document { throw std::runtime_error("no"); };
    EXPECT_THROW(parts.build(0, 1, 1, fail), std::runtime_error);
}

}  // namespace
}  // namespace descry
