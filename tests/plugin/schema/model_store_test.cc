#include <regex>
#include <string>

#include <gtest/gtest.h>

#include <descry/schema/model_store.h>

#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

Model stored_model(const std::string& term, const std::string& prefix = {},
                   const std::string& analyzer = {}) {
    ModelParameters parameters;
    parameters.term_prefix = prefix;
    parameters.analyzer = analyzer;
    return {parameters, {{term, 1, {}, {}}}};
}

class ModelStoreTest : public ::testing::Test {
  protected:
    TempFolder folder_;
    Xapian::WritableDatabase db_ = create_database(folder_ / "db");
};

TEST_F(ModelStoreTest, AnIndexHasNoneAtFirst) {
    EXPECT_FALSE(read_model(db_));
    EXPECT_FALSE(read_next_model(db_));
    promote_next_model(db_);
    EXPECT_FALSE(read_model(db_));
}

TEST_F(ModelStoreTest, TheNextBecomesTheCurrent) {
    const Model first = stored_model("first");
    const Model second = stored_model("second");
    write_next_model(db_, first);
    EXPECT_FALSE(read_model(db_));
    ASSERT_TRUE(read_next_model(db_));
    EXPECT_EQ(read_next_model(db_)->model, first);
    const std::string created = read_next_model(db_)->created;
    EXPECT_TRUE(std::regex_match(
        created, std::regex("20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")))
        << created;

    promote_next_model(db_);
    ASSERT_TRUE(read_model(db_));
    EXPECT_EQ(read_model(db_)->model, first);
    EXPECT_EQ(read_model(db_)->created, created);
    EXPECT_FALSE(read_next_model(db_));

    write_next_model(db_, second);
    EXPECT_EQ(read_model(db_)->model, first);
    promote_next_model(db_);
    promote_next_model(db_);  // none waits: nothing happens
    EXPECT_EQ(read_model(db_)->model, second);
    db_.commit();
    EXPECT_EQ(read_model(Xapian::Database(folder_ / "db"))->model, second);
}

TEST_F(ModelStoreTest, NothingIsStoredBeforeTheCommit) {
    db_.commit();
    write_next_model(db_, stored_model("first"));
    EXPECT_FALSE(read_next_model(Xapian::Database(folder_ / "db")));
    db_.commit();
    EXPECT_TRUE(read_next_model(Xapian::Database(folder_ / "db")));
}

TEST_F(ModelStoreTest, ForeignModelsAreRejectedByName) {
    const auto rejection = [&](const std::string& bytes, bool next) {
        db_.set_metadata(next ? "descry:next-model" : "descry:model", bytes);
        try {
            next ? read_next_model(db_) : read_model(db_);
        } catch (const Xapian::DatabaseVersionError& error) {
            return error.get_msg();
        }
        return std::string("read");
    };
    std::string other = stored_model("a").serialise();
    other[12] = static_cast<char>(Model::FORMAT_VERSION + 1);
    EXPECT_EQ(rejection(other, false),
              "the metadata record descry:model cannot be used: a model of format " +
                  std::to_string(Model::FORMAT_VERSION + 1) + "; this version reads format " +
                  std::to_string(Model::FORMAT_VERSION) + "; run descry rebuild");
    EXPECT_EQ(rejection("not a model", true),
              "the metadata record descry:next-model cannot be used: not a descry model; run "
              "descry rebuild");
    EXPECT_EQ(rejection(stored_model("a").serialise(), false), "read");
}

TEST(CheckModelFits, RefusesAnOrderOfGroupsThatThereIsNot) {
    ModelParameters parameters;
    parameters.group_order = "sideways";
    EXPECT_THROW(check_model_fits(Model(parameters, {}), Schema()), Xapian::InvalidArgumentError);
    parameters.group_order = "newest:3";
    EXPECT_NO_THROW(check_model_fits(Model(parameters, {}), Schema()));
}

TEST(CheckModelFits, NamesBothSides) {
    const auto rejection = [](const Model& model, const Schema& schema) {
        try {
            check_model_fits(model, schema);
        } catch (const Xapian::InvalidArgumentError& error) {
            return error.get_msg();
        }
        return std::string("fits");
    };
    Schema schema;
    EXPECT_EQ(rejection(stored_model("a"), schema), "fits");
    schema.term_prefix = "Z";
    EXPECT_EQ(rejection(stored_model("a", "Z"), schema), "fits");
    EXPECT_EQ(rejection(stored_model("a", "XFOO"), schema),
              "the model was made for another prefix of body terms: \"XFOO\"; the index has \"Z\"");
    schema.analyzer = "words-1";
    EXPECT_EQ(rejection(stored_model("a", "Z", "words-2"), schema),
              "the model was made for another analyzer: \"words-2\"; the index has \"words-1\"");
    EXPECT_EQ(rejection(stored_model("a", "Z", "words-1"), schema), "fits");
}

}  // namespace
}  // namespace descry
