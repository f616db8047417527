#include "base/metadata_records.h"

#include <vector>

namespace descry {

void set_record(Xapian::WritableDatabase& db, const std::string& name, const std::string& bytes) {
    if (db.get_metadata(name) != bytes) db.set_metadata(name, bytes);
}

void remove_records(Xapian::WritableDatabase& db, const std::string& prefix,
                    const std::function<bool(std::string_view)>& is_kept) {
    std::vector<std::string> gone;
    const Xapian::TermIterator end = db.metadata_keys_end(prefix);
    for (Xapian::TermIterator name = db.metadata_keys_begin(prefix); name != end; ++name) {
        const std::string full = *name;
        if (!is_kept(std::string_view(full).substr(prefix.size()))) gone.push_back(full);
    }
    for (const std::string& name : gone)
        db.set_metadata(name, "");
}

}  // namespace descry
