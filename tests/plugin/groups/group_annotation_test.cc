// Groups that an annotation writes: all of an index, or a few documents that others have changed.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/jobs/annotator.h>
#include <descry/schema/model_store.h>

#include "plugin/groups/group_store.h"
#include "plugin/groups/index_groups.h"
#include "plugin/schema/groups_info.h"
#include "tests/plugin/group_checks.h"
#include "tests/plugin/test_index.h"
#include "tests/volume.h"

namespace descry {
namespace {

using namespace testing;

constexpr Xapian::docid DOCUMENTS = 300;

struct Stopped : std::runtime_error {
    Stopped() : std::runtime_error("stopped") {}
};

class GroupAnnotationTest : public ::testing::Test {
  protected:
    // All tests begin with the same index and model.
    void SetUp() override {
        texts_ = make_texts(DOCUMENTS, 91);
        static const StartIndex start(texts_, Style::WORDS);
        model_ = start.model();
        start.copy_to(folder_ / "start");
    }

    std::string copy_of(const std::string& name) {
        const std::string copy = folder_ / ("copy" + std::to_string(++copies_));
        std::filesystem::copy(folder_ / name, copy);
        return copy;
    }

    // The start, annotated.
    std::string annotated(const AnnotateOptions& options = {}) {
        const std::string path = copy_of("start");
        annotate_with(path, *model_, options);
        return path;
    }

    static void change(const std::string& path,
                       const std::function<void(Xapian::WritableDatabase&)>& changes) {
        Xapian::WritableDatabase db = open_to_write(path);
        changes(db);
        db.commit();
    }

    static std::string key_of(const std::string& path, Xapian::docid did) {
        return Xapian::Database(path).get_document(did).get_value(1000);
    }

    void expect_valid(const std::string& path) const {
        const Xapian::Database db(path);
        expect_valid_groups(db, *model_);
        EXPECT_TRUE(read_groups_info(db).value().complete);
        const Schema schema = read_schema(db).value();
        EXPECT_TRUE(find_stale_documents(db, schema, &*model_).empty());
    }

    // The groups of at least so many documents, as they are stored.
    static std::vector<KeyedGroup> groups_from(const std::string& path, std::size_t size) {
        std::vector<KeyedGroup> groups;
        for_each_group(Xapian::Database(path), [&](const KeyedGroup& group) {
            if (group.members.size() >= size) groups.push_back(group);
        });
        return groups;
    }

    TempFolder folder_;
    int copies_ = 0;
    std::vector<std::string> texts_;
    std::optional<Model> model_;
};

TEST_F(GroupAnnotationTest, ASecondRunChangesNoByte) {
    const std::string path = annotated();
    EXPECT_GT(groups_from(path, 3).size(), 5u);
    const auto bytes = bytes_of_files(path);
    AnnotateOptions options;
    EXPECT_EQ(annotate_again(path, options).grouped, 0u);
    EXPECT_EQ(bytes_of_files(path), bytes);
    options.all = true;
    options.work.threads = 3;
    options.work.memory = 0;
    EXPECT_EQ(annotate_again(path, options).grouped, 0u);
    EXPECT_EQ(bytes_of_files(path), bytes);
}

TEST_F(GroupAnnotationTest, ThreadsMemoryAndCommitsDoNotChangeThem) {
    const std::string expected = annotated();
    for (const Xapian::doccount every : {0u, 1u, 20u}) {
        AnnotateOptions options;
        options.commit_every = every;
        options.work.threads = 3;
        options.work.memory = every == 1 ? 0 : 1 << 20;
        const std::string path = annotated(options);
        EXPECT_EQ(stored_values(Xapian::Database(path)), stored_values(Xapian::Database(expected)));
        EXPECT_EQ(metadata_of(Xapian::Database(path)), metadata_of(Xapian::Database(expected)));
    }
}

TEST_F(GroupAnnotationTest, GroupsOfAModelWithoutWords) {
    model_.emplace(ModelParameters(), std::vector<ModelWord>());
    const std::string path = annotated();
    expect_valid(path);
    const CollectionGroups groups = group_index(read_options(path, ""), *model_, {});
    EXPECT_EQ(Xapian::Database(path).get_value_freq(1000), groups.grouped_documents);
    EXPECT_GT(groups.groups, 20u);
    const auto bytes = bytes_of_files(path);
    annotate_again(path);
    EXPECT_EQ(bytes_of_files(path), bytes);
    // Another program adds one, and deletes a head and a group of two.
    const KeyedGroup large = groups_from(path, 3).front();
    const KeyedGroup pair = [&] {
        for (const KeyedGroup& group : groups_from(path, 2)) {
            if (group.members.size() == 2) return group;
        }
        return KeyedGroup();
    }();
    ASSERT_EQ(pair.members.size(), 2u);
    change(path, [&](Xapian::WritableDatabase& db) {
        db.delete_document(large.members.front().document);
        db.delete_document(pair.members.front().document);
    });
    annotate_again(path);
    expect_valid(path);
    EXPECT_EQ(key_of(path, pair.members.back().document), "");
    change(path, [&](Xapian::WritableDatabase& db) {
        db.add_document(
            make_document(texts_[pair.members.back().document - 1], 5000, Style::WORDS));
    });
    annotate_again(path);
    expect_valid(path);
    EXPECT_NE(key_of(path, pair.members.back().document), "");
    EXPECT_EQ(key_of(path, pair.members.back().document), key_of(path, DOCUMENTS + 1));
}

TEST_F(GroupAnnotationTest, FindsTheGroupsOfDocumentsThatOthersAdded) {
    const std::string path = annotated();
    const auto before = groups_of(Xapian::Database(path));
    // One that is alone, a head, a member: near-copies of each come.
    Xapian::docid alone = 0;
    for (Xapian::docid did = 1; did <= DOCUMENTS && alone == 0; ++did) {
        if (key_of(path, did).empty() && texts_[did - 1].size() > 500) alone = did;
    }
    ASSERT_NE(alone, 0u);
    const KeyedGroup group = groups_from(path, 3).front();
    const Xapian::docid head = group.members.front().document;
    change(path, [&](Xapian::WritableDatabase& db) {
        db.add_document(make_document(near_copy(texts_[alone - 1], 40, 1), 5001, Style::WORDS));
        db.add_document(make_document(texts_[alone - 1], 5002, Style::WORDS));
        db.add_document(make_document(texts_[head - 1], 5003, Style::WORDS));
        db.add_document(
            make_document(texts_[group.members.back().document - 1], 5004, Style::WORDS));
        db.add_document(make_document(plain_text(4711, 100), 5005, Style::WORDS));
        db.add_document(make_document("", 5006, Style::WORDS));
    });
    const AnnotateReport report = annotate_again(path);
    EXPECT_EQ(report.examined, 6u);
    EXPECT_EQ(report.grouped, 0u);  // nothing was grouped anew
    expect_valid(path);
    const std::string founded = key_of(path, alone);
    EXPECT_FALSE(founded.empty());
    EXPECT_EQ(key_of(path, 301), founded);
    EXPECT_EQ(key_of(path, 302), founded);
    EXPECT_EQ(read_group(Xapian::Database(path), founded)->members.front().document, alone);
    EXPECT_EQ(key_of(path, 303), group.key);
    EXPECT_EQ(key_of(path, 304), group.key);
    EXPECT_EQ(key_of(path, 305), "");
    EXPECT_EQ(key_of(path, 306), "");
    const auto after = groups_of(Xapian::Database(path));
    EXPECT_EQ(after.size(), before.size() + 1);
}

TEST_F(GroupAnnotationTest, GroupsWhoseHeadsAreGoneAreHandedOn) {
    const std::string start = annotated();
    std::filesystem::copy(start, folder_ / "annotated");
    for (const bool rewritten : {false, true}) {
        const std::string path = copy_of("annotated");
        const std::vector<KeyedGroup> groups = groups_from(path, 3);
        ASSERT_GT(groups.size(), 5u);
        change(path, [&](Xapian::WritableDatabase& db) {
            for (std::size_t i = 0; i < 5; ++i) {
                const Xapian::docid head = groups[i].members.front().document;
                if (rewritten) {
                    db.replace_document(
                        head, make_document(plain_text(head, 90), head - 1, Style::WORDS));
                } else {
                    db.delete_document(head);
                }
            }
        });
        annotate_again(path);
        expect_valid(path);
        for (std::size_t i = 0; i < 5; ++i) {
            if (rewritten) {
                EXPECT_EQ(key_of(path, groups[i].members.front().document), "");
            }
            const std::string key = key_of(path, groups[i].members[1].document);
            const auto group = read_group(Xapian::Database(path), key);
            if (group) {
                EXPECT_NE(group->members.front().document, groups[i].members.front().document);
            }
        }
        const auto bytes = bytes_of_files(path);
        annotate_again(path);
        EXPECT_EQ(bytes_of_files(path), bytes);
    }
}

TEST_F(GroupAnnotationTest, MembersThatAreGoneLeaveTheirGroups) {
    const std::string path = annotated();
    const std::vector<KeyedGroup> groups = groups_from(path, 2);
    std::size_t dissolved = 0;
    change(path, [&](Xapian::WritableDatabase& db) {
        for (const KeyedGroup& group : groups) {
            if (group.members.size() == 2) ++dissolved;
            db.delete_document(group.members.back().document);
        }
    });
    EXPECT_GT(dissolved, 3u);
    annotate_again(path);
    expect_valid(path);
    EXPECT_EQ(groups_from(path, 2).size(), groups.size() - dissolved);
}

TEST_F(GroupAnnotationTest, DamagedRecordsAreMadeAgain) {
    const std::string path = annotated();
    const auto values = stored_values(Xapian::Database(path));
    const auto metadata = metadata_of(Xapian::Database(path));
    change(path, [&](Xapian::WritableDatabase& db) {
        int i = 0;
        for (const auto& [name, bytes] : metadata) {
            const bool is_record = name.starts_with(metadata_key::GROUP_PREFIX) ||
                                   name.starts_with(metadata_key::BANDS_PREFIX);
            if (is_record && ++i % 2 == 0) db.set_metadata(name, i % 4 == 0 ? "damaged" : "");
        }
        db.set_metadata("descry:group:nobody", std::string("\1\2\3"));
    });
    AnnotateOptions options;
    options.all = true;
    annotate_again(path, options);
    EXPECT_EQ(stored_values(Xapian::Database(path)), values);
    EXPECT_EQ(metadata_of(Xapian::Database(path)), metadata);
}

TEST_F(GroupAnnotationTest, KeysOfTwoModelsAreNeverEqual) {
    ModelParameters parameters = model_->parameters();
    parameters.grouping.distance = 140'000;
    const Model other(parameters, model_->words(), model_->stable_terms());
    const std::string path = annotated();
    const auto old_keys = groups_of(Xapian::Database(path));
    const std::string undisturbed = copy_of("start");
    annotate_with(undisturbed, other);
    // Half-way, documents of the old model's groups and the new one's stand beside each other.
    AnnotateOptions options;
    options.commit_every = 10;
    int calls = 0;
    options.work.progress = [&](const Phase& phase) {
        if (phase.name == "groups written" && phase.done == 45) throw Stopped();
        if (phase.name == "groups written") ++calls;
    };
    EXPECT_THROW(annotate_with(path, other, options), Stopped);
    EXPECT_GT(calls, 40);
    const auto half = groups_of(Xapian::Database(path));
    const auto new_keys = groups_of(Xapian::Database(undisturbed));
    std::size_t of_old = 0;
    std::size_t of_new = 0;
    for (const auto& [key, members] : half) {
        EXPECT_NE(old_keys.contains(key), new_keys.contains(key)) << key;
        ++(old_keys.contains(key) ? of_old : of_new);
    }
    EXPECT_GT(of_old, 5u);
    EXPECT_GT(of_new, 5u);
    annotate_again(path);
    EXPECT_EQ(groups_of(Xapian::Database(path)), new_keys);
    EXPECT_EQ(metadata_of(Xapian::Database(path)), metadata_of(Xapian::Database(undisturbed)));
}

TEST_F(GroupAnnotationTest, AStoppedRepairIsFinishedByTheNextRun) {
    const std::string path = annotated();
    const auto groups = groups_of(Xapian::Database(path));
    change(path, [&](Xapian::WritableDatabase& db) {
        for (Xapian::docid did = 1; did <= 40; ++did) {
            Xapian::Document document = db.get_document(did);
            document.add_value(1000, "wrong");
            db.replace_document(did, document);
        }
    });
    AnnotateOptions options;
    options.all = true;
    options.commit_every = 10;
    options.work.progress = [](const Phase& phase) {
        if (phase.name == "groups written" && phase.done == 25) throw Stopped();
    };
    EXPECT_THROW(annotate_again(path, options), Stopped);
    EXPECT_FALSE(read_groups_info(Xapian::Database(path)).value().complete);
    annotate_again(path);
    EXPECT_EQ(groups_of(Xapian::Database(path)), groups);
    expect_valid(path);
}

// Runs annotate_again() on copies of an index, stopped at one call of its progress after another
// (the first ones, the last ones, and some between), and gives every copy to `check` after another
// run, undisturbed. Returns how often it was stopped.
int stop_everywhere(const std::function<std::string()>& make_copy, AnnotateOptions options,
                    const std::function<void(const std::string&)>& check) {
    int calls = 0;
    int stop_at = 0;
    options.work.progress = [&](const Phase&) {
        if (++calls == stop_at) throw Stopped();
    };
    annotate_again(make_copy(), options);
    const int all = calls;
    for (stop_at = 1; stop_at <= all && !::testing::Test::HasFailure();
         stop_at += stop_at < 4 || stop_at > all - 4 ? 1 : std::max(1, all / scaled(10, 2))) {
        SCOPED_TRACE("stopped at call " + std::to_string(stop_at) + " of " + std::to_string(all));
        const std::string path = make_copy();
        calls = 0;
        EXPECT_THROW(annotate_again(path, options), Stopped);
        AnnotateOptions undisturbed = options;
        undisturbed.work.progress = nullptr;
        annotate_again(path, undisturbed);
        check(path);
        std::filesystem::remove_all(path);
    }
    return all;
}

TEST_F(GroupAnnotationTest, StoppedAnywhereTheNextRunEndsInTheSameGroups) {
    change(folder_ / "start", [&](Xapian::WritableDatabase& db) {
        write_schema(db, make_schema(db));
        write_next_model(db, *model_);
        promote_next_model(db);
    });
    const std::string undisturbed = copy_of("start");
    annotate_again(undisturbed);
    for (const Xapian::doccount every : {0u, 1u, 35u}) {
        SCOPED_TRACE(every);
        AnnotateOptions options;
        options.commit_every = every;
        const auto copy = [&] { return copy_of("start"); };
        const int calls = stop_everywhere(copy, options, [&](const std::string& path) {
            EXPECT_EQ(stored_values(Xapian::Database(path)),
                      stored_values(Xapian::Database(undisturbed)));
            EXPECT_EQ(metadata_of(Xapian::Database(path)),
                      metadata_of(Xapian::Database(undisturbed)));
        });
        EXPECT_GT(calls, 50);
    }
}

TEST_F(GroupAnnotationTest, StoppedAnywhereNoAddedDocumentIsForgotten) {
    const std::string start = annotated();
    // Copies of documents that are alone and of heads, few enough to be placed one by one.
    std::vector<Xapian::docid> originals;
    for (Xapian::docid did = 1; did <= DOCUMENTS && originals.size() < 9; did += 11) {
        if (texts_[did - 1].size() > 500) originals.push_back(did);
    }
    change(start, [&](Xapian::WritableDatabase& db) {
        std::size_t number = 5000;
        for (const Xapian::docid did : originals)
            db.add_document(make_document(texts_[did - 1], ++number, Style::WORDS));
    });
    std::filesystem::copy(start, folder_ / "added");
    for (const Xapian::doccount every : {0u, 1u, 4u}) {
        SCOPED_TRACE(every);
        AnnotateOptions options;
        options.commit_every = every;
        const auto copy = [&] { return copy_of("added"); };
        const std::string undisturbed = copy();
        annotate_again(undisturbed, options);
        const int calls = stop_everywhere(copy, options, [&](const std::string& path) {
            expect_valid(path);
            for (std::size_t i = 0; i < originals.size(); ++i) {
                const std::string key = key_of(path, DOCUMENTS + 1 + static_cast<Xapian::docid>(i));
                EXPECT_NE(key, "") << "the copy of " << originals[i];
                EXPECT_EQ(key, key_of(path, originals[i]));
            }
            EXPECT_EQ(stored_values(Xapian::Database(path)),
                      stored_values(Xapian::Database(undisturbed)));
            EXPECT_EQ(metadata_of(Xapian::Database(path)),
                      metadata_of(Xapian::Database(undisturbed)));
        });
        EXPECT_GE(calls, 1);
    }
}

using GroupAnnotationDeathTest = GroupAnnotationTest;

TEST_F(GroupAnnotationDeathTest, KilledWhileGroupsAreWritten) {
    const std::string undisturbed = annotated();
    for (const Xapian::doccount every : {0u, 20u}) {
        const std::string path = copy_of("start");
        AnnotateOptions options;
        options.commit_every = every;
        options.work.progress = [](const Phase& phase) {
            if (phase.name == "groups written" && phase.done == 50) std::raise(SIGKILL);
        };
        EXPECT_EXIT(annotate_with(path, *model_, options), ::testing::KilledBySignal(SIGKILL), "");
        annotate_with(path, *model_);
        EXPECT_EQ(groups_of(Xapian::Database(path)), groups_of(Xapian::Database(undisturbed)));
        EXPECT_EQ(metadata_of(Xapian::Database(path)), metadata_of(Xapian::Database(undisturbed)));
    }
}

}  // namespace
}  // namespace descry
