#include <utility>

#include <descry/reading/database_snapshot.h>

#include "plugin/base/database_copy.h"
#include "plugin/base/database_state.h"
#include "plugin/base/open_database.h"

namespace descry {

class DatabaseSnapshot::Internal {
    std::vector<std::unique_ptr<DatabaseCopy>> copies_;  // outlive the handles

  public:
    Internal(const std::vector<std::string>& paths,
             std::vector<std::unique_ptr<DatabaseCopy>> copies)
        : copies_(std::move(copies)) {
        for (const std::string& path : paths) {
            std::vector<Xapian::Database> opened;
            for (NamedDatabase& each : open_each_database(path)) {
                opened.push_back(each.db);
                names.push_back(std::move(each.name));
            }
            sources_.push_back({path, DatabaseState(join(opened))});
            shards.insert(shards.end(), opened.begin(), opened.end());
        }
        database = join(shards);
    }

    Xapian::Database open() const {
        std::vector<Xapian::Database> opened;
        for (const Source& source : sources_) {
            opened.push_back(open_database(source.path));
            if (DatabaseState(opened.back()) != source.state)
                throw Xapian::DatabaseModifiedError(source.path + " was changed while it was read");
        }
        return join(opened);
    }

    std::vector<Xapian::Database> shards;
    std::vector<std::string> names;
    Xapian::Database database;

  private:
    struct Source {
        std::string path;
        DatabaseState state;
    };

    static Xapian::Database join(const std::vector<Xapian::Database>& shards) {
        if (shards.size() == 1) return shards.front();
        Xapian::Database all;
        for (const Xapian::Database& shard : shards)
            all.add_database(shard);
        return all;
    }

    std::vector<Source> sources_;
};

DatabaseSnapshot::DatabaseSnapshot(const std::vector<std::string>& paths)
    : internal_(
          std::make_shared<const Internal>(paths, std::vector<std::unique_ptr<DatabaseCopy>>())) {}

DatabaseSnapshot::DatabaseSnapshot(std::shared_ptr<const Internal> internal)
    : internal_(std::move(internal)) {}

std::optional<DatabaseSnapshot> DatabaseSnapshot::of_copies(const std::vector<std::string>& paths,
                                                            std::uint64_t max_bytes) {
    std::vector<std::unique_ptr<DatabaseCopy>> copies;
    std::vector<std::string> places;
    for (const std::string& path : paths) {
        auto copy = DatabaseCopy::of(path, max_bytes);
        if (!copy) return std::nullopt;
        places.push_back(copy->path());
        copies.push_back(std::move(copy));
    }
    return DatabaseSnapshot(std::make_shared<const Internal>(places, std::move(copies)));
}

const Xapian::Database& DatabaseSnapshot::database() const {
    return internal_->database;
}

const std::vector<Xapian::Database>& DatabaseSnapshot::shards() const {
    return internal_->shards;
}

const std::vector<std::string>& DatabaseSnapshot::names() const {
    return internal_->names;
}

DatabaseOpener DatabaseSnapshot::opener() const {
    return [internal = internal_] { return internal->open(); };
}

bool DatabaseSnapshot::is_current() const {
    try {
        internal_->open();
        return true;
    } catch (const Xapian::Error&) {
        return false;
    }
}

}  // namespace descry
