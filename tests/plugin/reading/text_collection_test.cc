#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <descry/collection/collection_groups.h>
#include <descry/collection/forward_index.h>
#include <descry/groups/index_groups.h>
#include <descry/training/training.h>

#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

// Texts without an index: what a class of somebody else's has to be, so that a copy of it
// (ForwardIndex) has everything that an index has.
class TextCollection final : public Collection {
  public:
    TextCollection(const std::vector<std::string>& texts, unsigned threads)
        : Collection(threads, {}), words_(texts.size() + 1), texts_(texts) {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            std::istringstream words(texts[i]);
            for (std::string word; words >> word;)
                ++words_[i + 1][word];
        }
    }

    std::uint64_t end() const override { return words_.size(); }
    std::unique_ptr<TermListReader> reader() const override {
        return std::make_unique<Reader>(words_, texts_);
    }
    std::string term_prefix() const override { return {}; }

    BodyLengths lengths() const override { throw std::logic_error("the copy knows"); }
    DocumentContents contents() const override { throw std::logic_error("the copy knows"); }
    WordsAndSample count_words(const BodyLengths&, std::span<const DocumentNumber>,
                               const CollectionStatistics&,
                               const CandidateOptions&) const override {
        throw std::logic_error("the copy knows");
    }
    void visit_vectors(const Model&, const BodyLengths&,
                       const std::function<std::unique_ptr<VectorVisitor>()>&) const override {
        throw std::logic_error("the copy knows");
    }

  private:
    using Words = std::vector<std::map<std::string, std::uint32_t>>;

    class Reader final : public TermListReader {
      public:
        Reader(const Words& words, const std::vector<std::string>& texts)
            : words_(words), texts_(texts) {}

        void read_range(DocumentNumber first, std::uint64_t last, std::uint64_t end,
                        const std::function<void(DocumentNumber)>& visit) override {
            for (std::uint64_t i = std::max(first, 1u); i < std::min(last, end); ++i) {
                read(static_cast<DocumentNumber>(i));
                visit(static_cast<DocumentNumber>(i));
            }
        }
        std::optional<CanonicalText> read_text(DocumentNumber document) override {
            std::string joined;
            std::istringstream words(texts_.at(document - 1));
            for (std::string word; words >> word;)
                joined += (joined.empty() ? "" : " ") + word;
            return CanonicalText(joined);
        }
        bool has_positions() override { return false; }
        std::uint32_t position_of(DocumentNumber, std::string_view) override { return NO_POSITION; }

      private:
        std::span<const TermCount> read_terms(DocumentNumber document) override {
            counts_.clear();
            for (const auto& [word, count] : words_.at(document))
                counts_.push_back({word, count});
            return counts_;
        }

        const Words& words_;
        const std::vector<std::string>& texts_;
        std::vector<TermCount> counts_;
    };

    Words words_;
    const std::vector<std::string>& texts_;
};

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
        const ForwardIndex copy(std::make_shared<TextCollection>(texts, threads));
        EXPECT_EQ(train_model(copy, options), model);
        constexpr std::size_t MEMORY = std::size_t{1} << 20;
        CollectionKeys keys = compute_keys(copy, model, MEMORY);
        std::vector<DocumentNumber> ordered;
        for (DocumentNumber document = 1; document < keys.content_hashes.size(); ++document) {
            if (keys.content_hashes[document] != 0) ordered.push_back(document);
        }
        const CollectionGroups groups =
            group_collection(copy, model, std::move(keys), ordered, PositionCache(), MEMORY);
        EXPECT_EQ(groups.head_of, expected.head_of);
        EXPECT_EQ(groups.distance, expected.distance);
        EXPECT_EQ(groups.content_hashes, expected.content_hashes);
    }
}

}  // namespace
}  // namespace descry
