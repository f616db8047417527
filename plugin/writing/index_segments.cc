#include <fmt/format.h>

#include <descry/mechanics/parallel.h>
#include <descry/writing/index_segments.h>

namespace descry {

namespace {

// Nobody needs a part after a power cut.
constexpr int SCRATCH = Xapian::DB_NO_SYNC | Xapian::DB_DANGEROUS;

}  // namespace

void IndexSegments::on_threads(unsigned threads,
                               const std::function<std::function<void()>()>& make_worker) {
    parallel_for(threads, threads,
                 [&]() -> Worker { return [work = make_worker()](std::size_t) { work(); }; });
}

void IndexSegments::build(std::size_t number, Xapian::docid first, std::size_t count,
                          const std::function<Xapian::Document(std::size_t i)>& document) {
    const Part part{0, number};
    Xapian::WritableDatabase db(path_of(part).string(), Xapian::DB_CREATE | SCRATCH);
    for (std::size_t i = 0; i < count; ++i)
        db.replace_document(first + static_cast<Xapian::docid>(i), document(i));
    db.commit();
    db.close();
    finished(part);
}

void IndexSegments::merge(const std::string& index, const std::string& to) {
    Xapian::Database all(index);
    for (const Part& part : parts_)
        all.add_database(Xapian::Database(path_of(part).string()));
    all.compact(to, Xapian::DBCOMPACT_NO_RENUMBER);
    all.close();
    for (const Part& part : parts_)
        std::filesystem::remove_all(path_of(part));
    parts_.clear();
}

std::filesystem::path IndexSegments::path_of(const Part& part) const {
    return folder_ / fmt::format("{}-{}", part.first, part.second);
}

// Whoever finishes the last of those that are merged into one merges them.
void IndexSegments::finished(Part part) {
    while (true) {
        const Part larger{part.first + 1, part.second / MERGED_AT_ONCE};
        {
            const std::lock_guard lock(mutex_);
            parts_.insert(part);
            if (++ready_[larger] < MERGED_AT_ONCE) return;
            ready_.erase(larger);
            for (std::size_t i = 0; i < MERGED_AT_ONCE; ++i)
                parts_.erase({part.first, larger.second * MERGED_AT_ONCE + i});
        }
        merge_parts(larger.second * MERGED_AT_ONCE, MERGED_AT_ONCE, larger);
        part = larger;
    }
}

void IndexSegments::merge_parts(std::size_t first, std::size_t count, const Part& to) {
    const unsigned level = to.first - 1;
    {
        Xapian::Database all;
        for (std::size_t i = 0; i < count; ++i)
            all.add_database(Xapian::Database(path_of({level, first + i}).string()));
        all.compact(path_of(to).string(), Xapian::DBCOMPACT_NO_RENUMBER);
    }
    for (std::size_t i = 0; i < count; ++i)
        std::filesystem::remove_all(path_of({level, first + i}));
}

}  // namespace descry
