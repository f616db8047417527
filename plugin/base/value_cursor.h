/** @file value_cursor.h
 *  @brief The values of one slot, read for one document after the other.
 */
#ifndef DESCRY_PLUGIN_BASE_VALUE_CURSOR_H
#define DESCRY_PLUGIN_BASE_VALUE_CURSOR_H

#include <string>

#include <xapian.h>

namespace descry {

/// Walks forward over a slot. Cost: of documents that follow on each other, that of the walk.
class ValueCursor {
  public:
    ValueCursor(const Xapian::Database& db, Xapian::valueno slot)
        : value_(db.valuestream_begin(slot)), end_(db.valuestream_end(slot)) {}

    /// The value of a document; empty where it has none. Docids must ascend from call to call.
    std::string of(Xapian::docid did) {
        if (value_ != end_ && value_.get_docid() < did) value_.skip_to(did);
        return value_ != end_ && value_.get_docid() == did ? *value_ : std::string();
    }

  private:
    Xapian::ValueIterator value_;
    Xapian::ValueIterator end_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_VALUE_CURSOR_H
