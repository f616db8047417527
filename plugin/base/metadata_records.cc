#include "plugin/base/metadata_records.h"

#include <vector>

namespace descry {

void for_each_record(const Xapian::Database& db, const std::string& prefix,
                     const std::function<void(const std::string& further)>& visit) {
    const Xapian::TermIterator end = db.metadata_keys_end(prefix);
    for (Xapian::TermIterator name = db.metadata_keys_begin(prefix); name != end; ++name)
        visit((*name).substr(prefix.size()));
}

void set_record(Xapian::WritableDatabase& db, const std::string& name, const std::string& bytes) {
    if (db.get_metadata(name) != bytes) db.set_metadata(name, bytes);
}

void remove_records(Xapian::WritableDatabase& db, const std::string& prefix,
                    const std::function<bool(const std::string& further)>& is_kept) {
    std::vector<std::string> gone;
    for_each_record(db, prefix, [&](const std::string& further) {
        if (!is_kept || !is_kept(further)) gone.push_back(prefix + further);
    });
    for (const std::string& name : gone)
        db.set_metadata(name, "");
}

}  // namespace descry
