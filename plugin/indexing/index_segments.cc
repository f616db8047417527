#include "plugin/indexing/index_segments.h"

#include <fmt/format.h>

#include "plugin/base/open_database.h"

namespace descry {

namespace {

// Parts need not survive a power cut.
constexpr int SCRATCH = Xapian::DB_NO_SYNC | Xapian::DB_DANGEROUS;

}  // namespace

void IndexSegments::build(std::size_t number, Xapian::docid first, std::size_t count,
                          const std::function<Xapian::Document(std::size_t i)>& document) {
    const Part part{0, number};
    Xapian::WritableDatabase db =
        open_database_to_write(path_of(part).string(), Xapian::DB_CREATE | SCRATCH);
    for (std::size_t i = 0; i < count; ++i)
        db.replace_document(first + static_cast<Xapian::docid>(i), document(i));
    db.commit();
    db.close();
    finished(part);
}

void IndexSegments::merge(const std::string& index, const std::string& to) {
    merge_parts(open_database(index), std::exchange(parts_, {}), to);
}

std::filesystem::path IndexSegments::path_of(const Part& part) const {
    return folder_ / fmt::format("{}-{}", part.first, part.second);
}

// The thread that finishes the last source of a merge does the merge.
void IndexSegments::finished(Part part) {
    while (true) {
        const Part larger{part.first + 1, part.second / MERGED_AT_ONCE};
        std::set<Part> merged;
        {
            const std::lock_guard lock(mutex_);
            parts_.insert(part);
            if (++ready_[larger] < MERGED_AT_ONCE) return;
            ready_.erase(larger);
            const auto first = parts_.find({part.first, larger.second * MERGED_AT_ONCE});
            const auto last = std::next(first, MERGED_AT_ONCE);
            merged = {first, last};
            parts_.erase(first, last);
        }
        merge_parts(Xapian::Database(), merged, path_of(larger).string());
        part = larger;
    }
}

// Merges a database and the parts that follow it, and removes the parts.
void IndexSegments::merge_parts(Xapian::Database all, const std::set<Part>& parts,
                                const std::string& to) const {
    for (const Part& part : parts)
        all.add_database(open_database(path_of(part).string()));
    all.compact(to, Xapian::DBCOMPACT_NO_RENUMBER);
    all.close();
    for (const Part& part : parts)
        std::filesystem::remove_all(path_of(part));
}

}  // namespace descry
