#include "tools/service/shared_index.h"

#include <thread>
#include <utility>

#include <descry/inspection/group_list.h>
#include <descry/schema/model_store.h>

namespace descry {

namespace {

using Clock = std::chrono::steady_clock;

constexpr Clock::duration BETWEEN_LOOKS = std::chrono::milliseconds(100);
constexpr Clock::duration PATIENCE = std::chrono::seconds(5);
constexpr std::chrono::milliseconds PAUSE(5);

}  // namespace

IndexState::IndexState(const DatabaseSnapshot& of, const Xapian::Database& db)
    : snapshot(of), values(std::make_shared<DocValues>(db)), documents(db.get_doccount()) {
    if (auto stored = read_model(db))
        model = std::make_shared<const Model>(std::move(stored->model));
}

const Model& IndexState::known_model() const {
    if (model) return *model;
    throw RequestError(409, "the index has no groups; run descry annotate");
}

const std::vector<KeyedGroup>& IndexState::groups(const OpenIndex& index) {
    const std::lock_guard lock(mutex_);
    if (!groups_) {
        groups_ = list_groups(index.db, index.schema, 2, index.shards);
        for (const KeyedGroup& group : *groups_)
            dropped_ += group.members.size() - 1;
    }
    return *groups_;
}

SharedIndex::SharedIndex(std::vector<std::string> paths) : paths_(std::move(paths)) {
    idle_.push_back(open());
}

// Also makes the state, if it changed.
std::unique_ptr<SharedIndex::Reader> SharedIndex::open() {
    const DatabaseSnapshot snapshot(paths_);
    auto reader = std::make_unique<Reader>(open_index(snapshot), nullptr);
    {
        const std::lock_guard lock(mutex_);
        if (state_ && state_->values->fits(reader->index.db)) {
            reader->state = state_;
            return reader;
        }
    }
    auto state = std::make_shared<IndexState>(snapshot, reader->index.db);
    const std::lock_guard lock(mutex_);
    if (state_) state->number = state_->number + 1;
    state_ = state;
    idle_.clear();
    reader->state = std::move(state);
    return reader;
}

void SharedIndex::look() {
    const std::lock_guard lock(look_mutex_);
    forget_stale();
}

void SharedIndex::forget_stale() {
    next_look_ = (Clock::now() + BETWEEN_LOOKS).time_since_epoch().count();
    std::shared_ptr<IndexState> state;
    {
        const std::lock_guard lock(mutex_);
        state = state_;
    }
    if (state->snapshot.is_current()) return;
    auto reader = open();
    const std::lock_guard lock(mutex_);
    if (reader->state == state_) idle_.push_back(std::move(reader));
}

std::unique_ptr<SharedIndex::Reader> SharedIndex::take() {
    if (Clock::now().time_since_epoch().count() >= next_look_) {
        const std::unique_lock lock(look_mutex_, std::try_to_lock);
        if (lock.owns_lock()) forget_stale();
    }
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            auto reader = std::move(idle_.back());
            idle_.pop_back();
            return reader;
        }
    }
    return open();
}

void SharedIndex::read_undisturbed(const std::function<void(const Reader&)>& read) {
    const Clock::time_point end = Clock::now() + PATIENCE;
    for (;;) {
        try {
            auto reader = take();
            read(*reader);
            const std::lock_guard lock(mutex_);
            if (reader->state == state_) idle_.push_back(std::move(reader));
            return;
        } catch (const Xapian::DatabaseModifiedError&) {
            if (Clock::now() > end) throw;
        } catch (const Xapian::DatabaseOpeningError&) {  // one is being replaced
            if (Clock::now() > end) throw;
        } catch (const Xapian::NetworkError&) {  // a remote server was restarted
            if (Clock::now() > end) throw;
            const std::lock_guard lock(mutex_);
            idle_.clear();
        }
        next_look_ = 0;
        std::this_thread::sleep_for(PAUSE);
    }
}

// While one thread makes a new finder, the others use the old one.
std::shared_ptr<SharedIndex::Finder> SharedIndex::finder(bool must_be_new) {
    const auto known = [this] {
        const std::lock_guard lock(mutex_);
        return finder_;
    };
    std::unique_lock making(finder_mutex_, std::try_to_lock);
    if (!making.owns_lock()) {
        if (auto made = known(); made && !must_be_new) return made;
        making.lock();
    }
    std::shared_ptr<Finder> made = known();
    read([&](const Reader& reader) {
        const Clock::time_point now = Clock::now();
        const bool is_old = !made || made->state != reader.state->number;
        if (made && !(is_old && (must_be_new || now >= made->due))) return;
        reader.state->known_model();
        // It reads with its own handles while it exists.
        const Reader own{open_index(reader.state->snapshot), reader.state};
        made = std::make_shared<Finder>(own, Work());
        made->due = Clock::now() + 10 * (Clock::now() - now);
        const std::lock_guard lock(mutex_);
        finder_ = made;
    });
    return made;
}

nlohmann::ordered_json SharedIndex::find(const InputDocument& document, const FindOptions& options,
                                         std::size_t differences) {
    const auto find_by = [&](bool must_be_new) {
        const std::shared_ptr<Finder> made = finder(must_be_new);
        return Pool<DocumentFinder>::Loan(made->readers)->find(document, options, differences);
    };
    try {
        return find_by(false);
    } catch (const Xapian::DatabaseModifiedError&) {
        return find_by(true);
    } catch (const Xapian::NetworkError&) {
        return find_by(true);
    }
}

}  // namespace descry
