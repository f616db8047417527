#include "metadata_records.h"

#include <vector>

namespace descry {

void set_record(Xapian::WritableDatabase& db, const std::string& name, const std::string& bytes) {
    if (db.get_metadata(name) != bytes) db.set_metadata(name, bytes);
}

void remove_records(Xapian::WritableDatabase& db, const std::string& prefix,
                    const std::unordered_set<std::string>& kept) {
    std::vector<std::string> gone;
    const Xapian::TermIterator end = db.metadata_keys_end(prefix);
    for (Xapian::TermIterator name = db.metadata_keys_begin(prefix); name != end; ++name) {
        if (!kept.contains(*name)) gone.push_back(*name);
    }
    for (const std::string& name : gone)
        db.set_metadata(name, "");
}

}  // namespace descry
