// Invariant 5: stopped at any moment, the index holds the last commit, and the same call goes on.
#include <csignal>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/jobs/annotator.h>
#include <descry/schema/model_store.h>

#include "plugin/schema/groups_info.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

constexpr Xapian::doccount TEXTS = 200;

struct Stopped : std::runtime_error {
    Stopped() : std::runtime_error("stopped") {}
};

// Throws once all documents have been written, while those after the last full commit wait.
Progress stop_before_the_last_commit() {
    return [](const Phase& phase) {
        if (phase.name == "documents signed") throw Stopped();
    };
}

class InterruptedAnnotationTest : public ::testing::Test {
  protected:
    // All tests begin with the same index and model.
    void SetUp() override {
        texts_ = make_texts(TEXTS, 41);
        static const StartIndex start(texts_, Style::STEMS);
        model_ = start.model();
        start.copy_to(folder_ / "start");
        ModelParameters parameters = model_->parameters();
        parameters.hash_seed = 3;
        second_model_.emplace(parameters, model_->words());
    }

    std::string copy_of(const std::string& name) {
        const std::string copy = folder_ / ("copy" + std::to_string(++copies_));
        std::filesystem::copy(folder_ / name, copy);
        return copy;
    }

    static StoredValues values(const std::string& path) {
        return stored_values(Xapian::Database(path));
    }

    static std::size_t current(const std::string& path, const Model& model) {
        std::size_t count = 0;
        for (const auto& [did, of_document] : values(path)) {
            const auto state = of_document.find(Slot::STATE);
            if (state != of_document.end() && state->second == state_of_model(model.id())) ++count;
        }
        return count;
    }

    TempFolder folder_;
    int copies_ = 0;
    std::vector<std::string> texts_;
    std::optional<Model> model_;
    std::optional<Model> second_model_;
};

TEST_F(InterruptedAnnotationTest, AFirstRunGoesOnWhereItWas) {
    const std::string undisturbed = copy_of("start");
    annotate_with(undisturbed, *model_);
    const std::string foreign = dump_foreign(Xapian::Database(undisturbed));
    for (const Xapian::doccount every : {0u, 1u, 7u, 60u, 150u, 199u, 200u, 201u}) {
        SCOPED_TRACE(every);
        const std::string path = copy_of("start");
        AnnotateOptions options;
        options.commit_every = every;
        options.work.progress = stop_before_the_last_commit();
        EXPECT_THROW(annotate_with(path, *model_, options), Stopped);
        const Xapian::doccount committed = every == 0 ? 0 : TEXTS / every * every;
        EXPECT_EQ(current(path, *model_), committed);
        EXPECT_EQ(read_schema(Xapian::Database(path)).has_value(), committed > 0);
        EXPECT_EQ(dump_foreign(Xapian::Database(path)), foreign);

        options.work.progress = nullptr;
        const AnnotateReport report = annotate_with(path, *model_, options);
        EXPECT_EQ(report.written, TEXTS - committed);
        EXPECT_EQ(values(path), values(undisturbed));
        EXPECT_EQ(dump_foreign(Xapian::Database(path)), foreign);
        EXPECT_FALSE(read_checkpoint(Xapian::Database(path)));
        EXPECT_EQ(annotate_again(path).examined, 0u);
    }
}

TEST_F(InterruptedAnnotationTest, ARunOverAllGoesOnAtItsNote) {
    annotate_with(folder_ / "start", *model_);
    AnnotateOptions add;
    add.methods = {Slot::TERM_PROFILE};
    const std::string undisturbed = copy_of("start");
    annotate_again(undisturbed, add);
    std::size_t with_profile = 0;
    for (const auto& [did, of_document] : values(undisturbed))
        with_profile += of_document.count(Slot::TERM_PROFILE);

    AnnotateOptions stopped = add;
    stopped.commit_every = 70;
    stopped.work.progress = stop_before_the_last_commit();
    const std::string half = copy_of("start");
    EXPECT_THROW(annotate_again(half, stopped), Stopped);
    const auto note = read_checkpoint(Xapian::Database(half));
    ASSERT_TRUE(note);
    EXPECT_EQ(note->state, state_of_model(model_->id()));
    ASSERT_GT(note->next, 100u);
    EXPECT_EQ(Xapian::Database(half).get_value_freq(1004), with_profile / 70 * 70);
    std::filesystem::copy(half, folder_ / "half");

    // Whether or not the method is named again; twice, in case this run is stopped, too.
    for (const bool named : {true, false}) {
        const std::string path = copy_of("half");
        AnnotateOptions options;
        options.methods = named ? add.methods : std::vector<Slot>{};
        options.commit_every = 20;
        options.work.progress = stop_before_the_last_commit();
        EXPECT_THROW(annotate_again(path, options), Stopped);
        EXPECT_GT(read_checkpoint(Xapian::Database(path))->next, note->next);
        options.work.progress = nullptr;
        const AnnotateReport report = annotate_again(path, options);
        EXPECT_LT(report.examined, TEXTS - note->next);
        EXPECT_EQ(values(path), values(undisturbed));
        EXPECT_FALSE(read_checkpoint(Xapian::Database(path)));
        EXPECT_EQ(annotate_again(path).examined, 0u);
    }

    // Documents that were done and then rewritten by another program are not forgotten.
    {
        const std::string path = copy_of("half");
        Xapian::WritableDatabase writer = open_to_write(path);
        writer.replace_document(2, make_document(texts_[1], 1, Style::STEMS));
        writer.commit();
        writer.close();
        annotate_again(path);
        EXPECT_EQ(values(path), values(undisturbed));
    }
}

TEST_F(InterruptedAnnotationTest, AnotherModelInBetween) {
    annotate_with(folder_ / "start", *model_);
    AnnotateOptions add;
    add.methods = {Slot::TERM_PROFILE};
    const std::string undisturbed = copy_of("start");
    annotate_with(undisturbed, *second_model_, add);

    AnnotateOptions stopped = add;
    stopped.commit_every = 70;
    stopped.work.progress = stop_before_the_last_commit();
    const std::string path = copy_of("start");
    EXPECT_THROW(annotate_again(path, stopped), Stopped);
    // The second model's run is stopped as well.
    stopped.methods = {};
    stopped.commit_every = 90;
    EXPECT_THROW(annotate_with(path, *second_model_, stopped), Stopped);
    EXPECT_EQ(current(path, *second_model_), 180u);
    annotate_again(path);
    EXPECT_EQ(values(path), values(undisturbed));
    EXPECT_FALSE(read_checkpoint(Xapian::Database(path)));
    EXPECT_EQ(annotate_again(path).examined, 0u);
}

TEST_F(InterruptedAnnotationTest, BackToTheFirstModel) {
    annotate_with(folder_ / "start", *model_);
    AnnotateOptions add;
    add.methods = {Slot::TERM_PROFILE};
    const std::string undisturbed = copy_of("start");
    annotate_again(undisturbed, add);

    AnnotateOptions stopped = add;
    stopped.commit_every = 70;
    stopped.work.progress = stop_before_the_last_commit();
    const std::string path = copy_of("start");
    EXPECT_THROW(annotate_again(path, stopped), Stopped);
    // A run with the second model that does not get as far as its first commit.
    stopped.methods = {};
    stopped.commit_every = 0;
    EXPECT_THROW(annotate_with(path, *second_model_, stopped), Stopped);
    annotate_with(path, *model_);
    EXPECT_EQ(values(path), values(undisturbed));
    EXPECT_FALSE(read_checkpoint(Xapian::Database(path)));
}

TEST_F(InterruptedAnnotationTest, BackToTheFirstModelHalfWay) {
    annotate_with(folder_ / "start", *model_);
    AnnotateOptions add;
    add.methods = {Slot::TERM_PROFILE};
    const std::string undisturbed = copy_of("start");
    annotate_again(undisturbed, add);

    AnnotateOptions stopped = add;
    stopped.commit_every = 120;
    stopped.work.progress = stop_before_the_last_commit();
    const std::string path = copy_of("start");
    EXPECT_THROW(annotate_again(path, stopped), Stopped);
    // The second model's run replaces the note. The documents it does not reach have the first
    // model's state, and no term profile yet.
    stopped.methods = {};
    EXPECT_THROW(annotate_with(path, *second_model_, stopped), Stopped);
    EXPECT_EQ(current(path, *second_model_), 120u);
    annotate_with(path, *model_);
    EXPECT_EQ(values(path), values(undisturbed));
    EXPECT_FALSE(read_checkpoint(Xapian::Database(path)));
}

TEST_F(InterruptedAnnotationTest, AMethodIsNotForgottenByTheSameCaller) {
    annotate_with(folder_ / "start", *model_);
    AnnotateOptions options;
    options.methods = {Slot::TERM_PROFILE};
    const std::string undisturbed = copy_of("start");
    annotate_again(undisturbed, options);

    const std::string path = copy_of("start");
    Xapian::WritableDatabase db = open_to_write(path);
    Schema schema = read_schema(db).value();
    options.commit_every = 0;
    options.work.progress = stop_before_the_last_commit();
    EXPECT_THROW(annotate(db, open_paths({path}), schema, &*model_, options), Stopped);
    // Nothing was committed; the caller tries again with what it has in hand.
    options.work.progress = nullptr;
    annotate(db, open_paths({path}), schema, &*model_, options);
    EXPECT_EQ(values(path), values(undisturbed));
    EXPECT_EQ(read_schema(db), schema);
}

TEST_F(InterruptedAnnotationTest, AWriterGoesOnAfterAFailure) {
    // The transaction is given up, so the same handle may be used again.
    const std::string path = copy_of("start");
    Xapian::WritableDatabase db = open_to_write(path);
    Schema schema = make_schema(db);
    AnnotateOptions options;
    options.commit_every = 70;
    options.work.progress = stop_before_the_last_commit();
    EXPECT_THROW(annotate(db, open_paths({path}), schema, &*model_, options), Stopped);
    options.work.progress = nullptr;
    EXPECT_EQ(annotate(db, open_paths({path}), schema, &*model_, options).written, 60u);
    EXPECT_EQ(current(path, *model_), TEXTS);
}

using InterruptedAnnotationDeathTest = InterruptedAnnotationTest;

TEST_F(InterruptedAnnotationDeathTest, KilledRunsAreResumed) {
    const std::string undisturbed = copy_of("start");
    annotate_with(undisturbed, *model_);
    for (const Xapian::doccount every : {0u, 30u, 150u}) {
        const std::string path = copy_of("start");
        AnnotateOptions options;
        options.commit_every = every;
        options.work.progress = [](const Phase& phase) {
            if (phase.name == "documents signed") std::raise(SIGKILL);
        };
        EXPECT_EXIT(annotate_with(path, *model_, options), ::testing::KilledBySignal(SIGKILL), "");
        EXPECT_EQ(current(path, *model_), every == 0 ? 0 : TEXTS / every * every);
#ifndef __SANITIZE_ADDRESS__  // which finds fault with how Xapian's check frees its memory
        EXPECT_EQ(Xapian::Database::check(path, 0, nullptr), 0u);
#endif
        annotate_with(path, *model_);
        EXPECT_EQ(values(path), values(undisturbed));
    }
}

}  // namespace
}  // namespace descry
