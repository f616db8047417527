// The real collections: zstd with a long window, tens of thousands of documents.

#include <gtest/gtest.h>

#include "tests/shared_data.h"
#include "tests/tools/input_files.h"

namespace descry {
namespace {

struct Collection {
    const char* name;
    std::size_t documents;  // ../shared/corpora/README.md
};

TEST(SharedCollections, AllDocumentsAreRead) {
    for (const Collection& collection :
         {Collection{"reuters21578", 21577}, Collection{"debian-copyright", 10540}}) {
        std::string path = std::string("corpora/") + collection.name + ".jsonl.zst";
        DESCRY_REQUIRE_SHARED(path);
        std::ostringstream stream;
        Diagnostics problems(stream);
        InputReader reader({(testing::shared_folder() / path).string()}, {}, problems);
        InputDocument document;
        std::size_t documents = 0;
        while (reader.next(document)) {
            ++documents;
            EXPECT_FALSE(document.id.empty());
        }
        EXPECT_EQ(documents, collection.documents);
        EXPECT_EQ(stream.str(), "");
        EXPECT_EQ(reader.bytes_read(), reader.total_bytes());
    }
}

}  // namespace
}  // namespace descry
