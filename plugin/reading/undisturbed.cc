#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include <xapian.h>

#include <descry/reading/open_index.h>

namespace descry {

namespace {

// A writer that commits faster than a read must finish or pause in this time.
constexpr std::chrono::seconds PATIENCE(30);
constexpr std::chrono::milliseconds PAUSE(20);
constexpr std::uint64_t MAX_COPY = std::uint64_t{1} << 30;
// A commit may come during a copy.
constexpr unsigned COPYINGS = 3;
// Failures that indicate damage: of openings, which show no commits, and without a change.
constexpr unsigned FAILED_OPENINGS = 10;
constexpr unsigned FAILED_READINGS = 2;

DatabaseSnapshot take_snapshot(const std::vector<std::string>& paths, bool of_copies) {
    for (unsigned i = 0; of_copies && i < COPYINGS; ++i) {
        if (auto snapshot = DatabaseSnapshot::of_copies(paths, MAX_COPY)) return *snapshot;
    }
    return DatabaseSnapshot(paths);
}

}  // namespace

int read_undisturbed(const std::vector<std::string>& paths,
                     const std::function<int(const DatabaseSnapshot&)>& read) {
    const auto begin = std::chrono::steady_clock::now();
    unsigned failed_openings = 0;
    unsigned failed_readings = 0;
    for (bool is_first = true;; is_first = false) {
        std::optional<DatabaseSnapshot> snapshot;
        // Xapian may report a writer's effect as damage, and the reverse; only another attempt
        // tells.
        const auto is_damage = [&] {
            failed_openings += snapshot ? 0u : 1u;
            failed_readings += snapshot && snapshot->is_current() ? 1u : 0u;
            return failed_openings == FAILED_OPENINGS || failed_readings == FAILED_READINGS;
        };
        try {
            snapshot = take_snapshot(paths, !is_first);
            return read(*snapshot);
        } catch (const Xapian::DatabaseModifiedError&) {
            if (is_damage())
                throw Xapian::DatabaseCorruptError(
                    "the index is damaged: a block is newer than the last commit");
        } catch (const Xapian::DatabaseCorruptError&) {
            if (is_damage()) throw;
        }
        if (std::chrono::steady_clock::now() - begin > PATIENCE)
            throw Xapian::DatabaseModifiedError(
                "another program changes the index faster than it can be read");
        std::this_thread::sleep_for(PAUSE);
    }
}

int read_index(const std::vector<std::string>& paths,
               const std::function<int(const OpenIndex&)>& read) {
    return read_undisturbed(
        paths, [&](const DatabaseSnapshot& databases) { return read(open_index(databases)); });
}

}  // namespace descry
