// What other threads read ahead changes nothing.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/indexing/indexing_stage.h>

#include "tests/plugin/group_checks.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

std::string name(std::size_t number) {
    return "Q" + std::to_string(number);
}

// More than are read ahead together: copies of what was there, and of one another.
TEST(Prefetcher, DocumentsArePlacedAsIfAddedOneByOne) {
    const std::vector<std::string> old_texts = make_texts(300, 74);
    std::vector<std::string> texts = make_texts(150, 75);
    for (std::size_t i = 0; i < old_texts.size(); ++i) {
        if (old_texts[i].size() > 300)
            texts.push_back(near_copy(old_texts[i], 40, static_cast<unsigned>(i)));
    }
    ASSERT_GT(texts.size(), 300u);
    const TempFolder folder;
    build_database(folder / "start", old_texts, Style::STEMS);
    const Model model = train_small_model(folder / "start", "");
    annotate_with(folder / "start", model);
    const auto copy = [&](const std::string& name) {
        std::filesystem::copy(folder / "start", folder / name);
        return open_to_write(folder / name);
    };
    auto one_by_one = copy("one by one");
    IndexingStage stage(one_by_one);
    for (std::size_t i = 0; i < texts.size(); ++i)
        stage.replace_document(name(1000 + i), make_document(texts[i], 1000 + i, Style::STEMS));
    one_by_one.commit();
    const auto is_grouped = [](const auto& values) { return values.second.contains(Slot::GROUP); };
    const StoredValues expected = stored_values(one_by_one);
    ASSERT_GT(std::count_if(expected.begin(), expected.end(), is_grouped), 300);

    for (const unsigned threads : {1u, 3u}) {
        SCOPED_TRACE(threads);
        const std::string together = std::to_string(threads) + " threads";
        auto db = copy(together);
        IndexingStage signer(db);
        std::vector<Xapian::docid> documents;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            Xapian::Document document = make_document(texts[i], 1000 + i, Style::STEMS);
            signer.sign_for_groups(document);
            document.add_boolean_term(name(1000 + i));
            documents.push_back(db.add_document(document));
        }
        db.commit();
        IndexingStage(db).assign_groups(documents, open_paths({folder / together}), threads);
        db.commit();
        EXPECT_EQ(stored_values(db), expected);
        expect_valid_groups(db, model, "");
    }
}

}  // namespace
}  // namespace descry
