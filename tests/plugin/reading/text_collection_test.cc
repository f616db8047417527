#include "engine/collection/text_collection.h"

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collection/collection_groups.h>
#include <descry/training/training.h>

#include "engine/collection/document_keys.h"
#include "engine/collection/forward_index.h"
#include "plugin/groups/index_groups.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

TEST(TextCollection, HasTheModelAndTheGroupsOfAnIndexOfItsTexts) {
    TempFolder folder;
    const std::vector<std::string> texts = make_texts(900, 4);
    {
        Xapian::WritableDatabase db = create_database(folder / "db");
        for (const std::string& text : texts) {
            Xapian::Document document;
            std::istringstream words(text);
            Xapian::termpos position = 0;
            for (std::string word; words >> word;)
                document.add_posting(word, ++position);
            db.add_document(document);
        }
        db.commit();
    }
    const IndexCollection index = read_options(folder / "db", "");
    TrainingOptions options;
    options.min_documents = 1;
    const Model model = train_model(index, options);
    const CollectionGroups expected = group_index(index, model, {});
    ASSERT_GT(expected.groups, 10u);
    for (const unsigned threads : {1u, 3u}) {
        const auto collection =
            std::make_shared<TextCollection>(Work{.threads = threads, .memory = 1 << 20});
        for (const std::string& text : texts) {
            std::string joined;
            std::istringstream words(text);
            for (std::string word; words >> word;)
                joined += (joined.empty() ? "" : " ") + word;
            collection->add(joined);
        }
        const ForwardIndex copy(collection);
        EXPECT_EQ(collection->lengths(), copy.lengths());
        EXPECT_EQ(collection->contents()->hashes, copy.contents()->hashes);
        EXPECT_EQ(train_model(copy, options), model);
        CollectionKeys keys = compute_keys(copy, model);
        std::vector<DocumentNumber> ordered;
        for (DocumentNumber document = 1; document < keys.content_hashes.size(); ++document) {
            if (keys.content_hashes[document] != 0) ordered.push_back(document);
        }
        const CollectionGroups groups = group_collection(copy, model, std::move(keys), ordered);
        EXPECT_EQ(groups.head_of, expected.head_of);
        EXPECT_EQ(groups.distance, expected.distance);
        EXPECT_EQ(groups.content_hashes, expected.content_hashes);
    }
}

}  // namespace
}  // namespace descry
