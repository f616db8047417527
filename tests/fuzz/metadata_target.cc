// What the records and values of an index may hold: an index, some of it replaced by anything, is
// read and written in all the ways there are.

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/indexing/indexing_stage.h>
#include <descry/inspection/explanation.h>
#include <descry/inspection/group_list.h>
#include <descry/inspection/similar.h>
#include <descry/jobs/group_import.h>
#include <descry/prepared/prepared_documents.h>
#include <descry/schema/model_store.h>
#include <descry/schema/stored_format.h>

#include "engine/hashing/coding.h"
#include "plugin/base/transaction.h"
#include "plugin/candidates/band_index.h"
#include "plugin/groups/group_record.h"
#include "plugin/groups/group_store.h"
#include "plugin/groups/index_groups.h"
#include "plugin/schema/groups_info.h"
#include "tests/fuzz/targets.h"

namespace descry::testing {

namespace {

constexpr Xapian::docid DOCUMENTS = 6;
constexpr unsigned TERMS = 24;

std::string term(unsigned number) {
    return "term" + std::string(1, static_cast<char>('a' + number));
}

const Model& small_model() {
    static const Model model = [] {
        ModelParameters parameters;
        parameters.min_body_length = 4;
        parameters.min_stable_terms = 2;
        std::vector<ModelWord> words;
        std::vector<StableTerm> stable;
        for (unsigned i = 0; i < TERMS; ++i) {
            words.push_back({term(i), 1u << 26, Fixed24::from(0.01), Fixed24::from(4)});
            stable.push_back({term(i), Fixed24::from(0.01), Fixed24::from(4)});
        }
        return Model(parameters, std::move(words), std::move(stable));
    }();
    return model;
}

// Documents 1 and 2 are alike, and 3 and 4; the others stand alone.
Xapian::Document document(unsigned number) {
    Xapian::Document made;
    const unsigned first = number / 2 * 3;
    for (unsigned i = first; i < first + 12; ++i)
        made.add_posting(term(i % TERMS), i - first + 1, 1 + i % 3);
    return made;
}

void add_documents(IndexingStage& stage, unsigned end) {
    for (unsigned i = 2; i < end; ++i)
        stage.replace_document("Q" + std::to_string(i), document(i));
}

// An index of its own, whose every change is given up: schema, model, complete groups of no
// document, and then documents that join them.
class World {
  public:
    World() : folder_(std::filesystem::temp_directory_path() / "descry-fuzz-XXXXXX") {
        if (::mkdtemp(folder_.data()) == nullptr)
            throw std::runtime_error("no folder for an index");
        db = Xapian::WritableDatabase(folder_, Xapian::DB_CREATE_OR_OPEN | Xapian::DB_NO_SYNC);
        Schema schema;
        schema.methods = {Slot::GROUP, Slot::DESCRIPTIVE};
        write_schema(db, schema);
        write_next_model(db, small_model());
        promote_next_model(db);
        write_groups_info(db, {state_of_model(small_model().id()), true, 0, 0, 0});
        IndexingStage stage(db);
        add_documents(stage, DOCUMENTS + 2);
        db.commit();
        for_each_group(db, [&](const KeyedGroup& group) { key = group.key; });
        require(!key.empty(), "the world has a group");
    }
    World(const World&) = delete;
    World& operator=(const World&) = delete;
    ~World() {
        db.close();
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    Xapian::WritableDatabase db;
    std::string key;

  private:
    std::string folder_;
};

using Write = std::function<void(World&, const std::string&)>;

Write record(const char* name) {
    return [name](World& world, const std::string& bytes) { world.db.set_metadata(name, bytes); };
}

Write value(Slot slot) {
    return [slot](World& world, const std::string& bytes) {
        Xapian::Document changed = world.db.get_document(1);
        changed.add_value(Schema().slot(slot), bytes);
        world.db.replace_document(1, changed);
    };
}

const std::vector<Write>& record_kinds() {
    static const std::vector<Write> kinds = {
        record(metadata_key::SCHEMA),
        record(metadata_key::MODEL),
        record(metadata_key::NEXT_MODEL),
        record(metadata_key::UNFINISHED),
        record(metadata_key::GROUPS),
        [](World& world, const std::string& bytes) {
            world.db.set_metadata(metadata_key::GROUP_PREFIX + world.key, bytes);
        },
        [](World& world, const std::string& bytes) {
            world.db.set_metadata(metadata_key::GROUP_CHUNK_PREFIX + world.key + bytes.substr(0, 9),
                                  bytes.substr(std::min<std::size_t>(bytes.size(), 9)));
        },
        [](World& world, const std::string& bytes) {
            world.db.set_metadata(metadata_key::BANDS_PREFIX + bytes.substr(0, 8),
                                  bytes.substr(std::min<std::size_t>(bytes.size(), 8)));
        },
        [](World& world, const std::string& bytes) {
            world.db.set_metadata(metadata_key::LISTED_PREFIX + bytes.substr(0, 100), "1");
        },
        value(Slot::TERM_BANDS),
        value(Slot::STATE),
        value(Slot::GROUP),
        [](World& world, const std::string& bytes) {
            world.db.set_metadata(metadata_key::HISTOGRAMS_PREFIX + bytes.substr(0, 8),
                                  bytes.substr(std::min<std::size_t>(bytes.size(), 8)));
        },
        value(Slot::SEQUENCE_KEYS),
        [](World& world, const std::string& bytes) {
            Xapian::Document changed = world.db.get_document(2);
            changed.set_data(bytes);
            world.db.replace_document(2, changed);
        },
        // A term of any bytes, at a position, any times.
        [](World& world, const std::string& bytes) {
            const std::uint64_t wdf = read_big_endian(std::string_view(bytes).substr(0, 4));
            Xapian::Document changed = world.db.get_document(1);
            changed.add_posting(bytes.substr(std::min<std::size_t>(bytes.size(), 4)),
                                static_cast<Xapian::termpos>(bytes.size()),
                                static_cast<Xapian::termcount>(wdf));
            world.db.replace_document(1, changed);
        },
    };
    return kinds;
}

// Xapian's errors are what a damaged index may give.
void attempt(const std::function<void()>& action) {
    try {
        action();
    } catch (const Xapian::Error&) {
        // Rejected.
    }
}

void read_records(World& world) {
    Xapian::WritableDatabase& db = world.db;
    Schema schema;
    attempt([&] { schema = read_schema(db).value_or(Schema()); });
    attempt([&] { read_model(db); });
    attempt([&] { read_next_model(db); });
    attempt([&] { read_checkpoint(db); });
    attempt([&] { list_groups(db, schema); });
    attempt([&] { read_present_group(db, schema, world.key); });
    attempt([&] { find_similar(db, schema, small_model(), 1, 3); });
    attempt([&] {
        const GroupsInfo info = read_groups_info(db).value_or(GroupsInfo());
        BandIndex bands(db, schema, small_model(), info);
        for (const BandName name : {BandName{0}, ~BandName{0}, content_band_name(1)})
            bands.find(name);
        for (const Xapian::docid did : {1u, 64u, 4294967295u})
            bands.coarse_histogram(did);
    });
    attempt([&] {
        read_stored_keys(db, schema.slot(Slot::TERM_BANDS), small_model(), Work{.memory = 1 << 17})
            .bands.for_each(
                [](const BandRecord& r) { require(r.document != 0, "a docid is not 0"); });
    });
}

void group_documents(World& world) {
    const DatabaseOpener open = [&] { return Xapian::Database(world.db); };
    Schema schema;
    attempt([&] { schema = read_schema(world.db).value_or(Schema()); });
    const IndexCollection index(open, schema, Work{.memory = 1 << 20});
    attempt([&] { group_index(index, small_model()); });
    attempt([&] { group_index(index, small_model(), schema.slot(Slot::TERM_BANDS)); });
    attempt([&] { explain(world.db, schema, small_model(), 1, 2); });
    std::string prepared;
    attempt([&] {
        prepare_index(index, schema, small_model(), {},
                      [&](std::string_view part) { prepared += part; });
        PreparedDocuments documents(Work{.memory = 1 << 20});
        std::istringstream stream(prepared);
        documents.add(stream);
        documents.group();
    });
}

void write_records(World& world) {
    Xapian::WritableDatabase& db = world.db;
    for (const Xapian::docid did : {1u, 3u, 7u, 4000000000u}) {
        attempt([&] { find_membership(db, world.key, did); });
        attempt([&] { add_member(db, world.key, {did, 10}); });
    }
    attempt([&] {
        IndexingStage stage(db);
        add_documents(stage, 5);
        stage.replace_document("Q3", document(8));
        stage.delete_document("Q2");
    });
    for (const Xapian::docid did : {1u, 3u, 7u, 4000000000u})
        attempt([&] { remove_member(db, world.key, did); });
    attempt([&] { remove_groups(db, {world.key}); });
    attempt([&] { write_group(db, {world.key, {{1, 0}, {2, 5}}}); });
    const auto written = read_group(db, world.key);
    require(written && written->members.size() == 2, "a group is read as written");
}

}  // namespace

void fuzz_metadata(std::string_view bytes) {
    static World world;
    Transaction transaction(world.db);
    transaction.begin();
    const auto byte = [&] {
        if (bytes.empty()) return 0u;
        const auto taken = static_cast<unsigned char>(bytes.front());
        bytes.remove_prefix(1);
        return unsigned{taken};
    };
    while (!bytes.empty()) {
        const Write& write = record_kinds()[byte() % record_kinds().size()];
        const std::size_t low = byte();
        const std::size_t high = byte();
        const std::size_t size = std::min(low + 256 * high, bytes.size());
        attempt([&] { write(world, std::string(bytes.substr(0, size))); });
        bytes.remove_prefix(size);
    }
    read_records(world);
    group_documents(world);
    write_records(world);
}

}  // namespace descry::testing
