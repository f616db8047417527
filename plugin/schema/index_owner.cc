#include "plugin/schema/index_owner.h"

namespace descry {

namespace {

constexpr IndexOwner NOTMUCH{
    "notmuch", "notmuch new", "tags",
    "tag the duplicates and search without that tag, or remove their files"};
constexpr IndexOwner MU{"mu", "mu index", "", "remove the files of the duplicates"};
constexpr IndexOwner RECOLL{"recoll", "recollindex", "", "remove the files of the duplicates"};
constexpr IndexOwner OTHER{"another program (as omindex)", "", "",
                           "remove the files or pages of the duplicates, or collapse them when "
                           "searching (descry search, COLLAPSE of Omega)"};

bool has(const Xapian::Database& db, const char* key) {
    return !db.get_metadata(key).empty();
}

}  // namespace

bool is_of_recoll(const Xapian::Database& db) {
    return has(db, "RCL_IDX_VERSION_KEY");
}

const IndexOwner* index_owner(const Xapian::Database& db, const Schema& schema) {
    if (has(db, "last_thread_id")) return &NOTMUCH;
    if (has(db, "schema-version") && has(db, "maildir")) return &MU;
    if (is_of_recoll(db)) return &RECOLL;
    return schema.analyzer.empty() ? &OTHER : nullptr;
}

}  // namespace descry
