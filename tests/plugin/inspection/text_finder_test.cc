#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include <descry/inspection/similar.h>
#include <descry/reading/open_index.h>
#include <descry/reading/text_reader.h>
#include <descry/schema/body_terms.h>

#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

class TextFinderTest : public ::testing::TestWithParam<Style> {};

// As they stand there, or, where nobody knows, in some order.
std::string words_of(const OpenIndex& index, Xapian::docid did) {
    TextReader texts(index.db, index.schema);
    if (const auto text = texts.read(did)) return std::string(text->utf8());
    BodyTerms terms(TermSpace(index.schema.term_prefix));
    terms.read(index.db, did);
    std::string words;
    for (const auto& [term, wdf] : terms.terms()) {
        for (std::uint32_t i = 0; i < wdf; ++i)
            words.append(words.empty() ? "" : " ")
                .append(term.substr(index.schema.term_prefix.size()));
    }
    return words;
}

// Whoever made the terms: words of a document are near to what the document is.
TEST_P(TextFinderTest, IsNearToWhatTheDocumentIs) {
    const TempFolder folder;
    const std::string path = folder / "db";
    build_database(path, make_texts(300, 17), GetParam());
    const auto model =
        std::make_shared<const Model>(train_small_model(path, body_prefix(GetParam())));
    annotate_with(path, *model);
    const OpenIndex index = open_index(DatabaseSnapshot({path}));
    const TextFinder finder = make_text_finder(index, model);
    TextFinder::Reader reader(finder);
    FindOptions options;
    options.rows = 1000;
    std::size_t found = 0;
    for (const Xapian::docid did : docids_of(index.db)) {
        BodyTerms terms(TermSpace(index.schema.term_prefix));
        terms.read(index.db, did);
        const std::uint32_t length = body_length_of(terms.terms());
        if (length < model->parameters().min_body_length) continue;
        std::map<Xapian::docid, DistanceMillionths> expected{{did, SAME_WORDS_DISTANCE}};
        for (const SimilarDocument& other :
             find_similar(index.db, index.schema, *model, did, 1000)) {
            if (other.near) expected[other.did] = std::max(other.distance, SAME_WORDS_DISTANCE);
        }
        std::map<Xapian::docid, DistanceMillionths> near;
        for (const auto& [document, distance] :
             reader.find_words(words_of(index, did), options).near)
            near[document] = distance;
        EXPECT_EQ(near, expected) << did;
        found += near.size() - 1;
    }
    EXPECT_GT(found, 50U);
}

INSTANTIATE_TEST_SUITE_P(Styles, TextFinderTest,
                         ::testing::Values(Style::WORDS, Style::STEMS, Style::RECORDS,
                                           Style::FIELD));

TEST(TextFinderOfIndex, NeedsGroups) {
    const TempFolder folder;
    const StartIndex start(make_texts(300, 17), Style::WORDS);
    start.copy_to(folder / "db");
    const OpenIndex index = open_index(DatabaseSnapshot({folder / "db"}));
    EXPECT_THROW(make_text_finder(index, std::make_shared<const Model>(start.model())),
                 Xapian::InvalidOperationError);
}

}  // namespace
}  // namespace descry
