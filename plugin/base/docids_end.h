/** @file docids_end.h
 *  @brief Array sizes by docid, and checks of docids.
 */
#ifndef DESCRY_PLUGIN_BASE_DOCIDS_END_H
#define DESCRY_PLUGIN_BASE_DOCIDS_END_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <xapian.h>

namespace descry {

/// One more than the last docid of an index: the size of an array by docid.
/// @exception Xapian::InvalidOperationError it is above 4 million and above 256 times the
///            documents, so most of the memory would be wasted
std::size_t docids_end(const Xapian::Database& db);

/// @exception Xapian::DatabaseCorruptError always: @a did is not below @a docids, or out of order
[[noreturn]] void reject_docid(Xapian::docid did, std::uint64_t docids);

/// @a did itself. @exception Xapian::DatabaseCorruptError it is not below @a docids
inline Xapian::docid checked_docid(Xapian::docid did, std::uint64_t docids) {
    if (did >= docids) [[unlikely]]
        reject_docid(did, docids);
    return did;
}

/// The element of a document. @exception Xapian::DatabaseCorruptError there is none
template <typename Element>
auto& at_docid(std::vector<Element>& by_docid, Xapian::docid did) {
    return by_docid[checked_docid(did, by_docid.size())];
}
template <typename Element>
const auto& at_docid(const std::vector<Element>& by_docid, Xapian::docid did) {
    return by_docid[checked_docid(did, by_docid.size())];
}

/// Calls visit(posting) for each posting of a term (of "": each document) in [@a first, @a last).
/// @param docids one more than the last docid of the index
/// @exception Xapian::DatabaseCorruptError docids do not ascend, or are not below @a docids;
///            earlier ones were visited
template <typename Visit>
void for_each_posting(const Xapian::Database& db, const std::string& term, Xapian::docid first,
                      std::uint64_t last, std::uint64_t docids, Visit&& visit) {
    const Xapian::PostingIterator end = db.postlist_end(term);
    Xapian::PostingIterator posting = db.postlist_begin(term);
    // Over several databases, Xapian's skip to docid 0 moves to the end.
    if (first > 1 && posting != end) posting.skip_to(first);
    std::uint64_t least = first;
    for (; posting != end; ++posting) {
        const Xapian::docid did = *posting;
        if (did < least || did >= docids) [[unlikely]]
            reject_docid(did, docids);
        if (did >= last) break;
        least = std::uint64_t{did} + 1;
        visit(std::as_const(posting));
    }
}

/// The same for all postings of a term.
template <typename Visit>
void for_each_posting(const Xapian::Database& db, const std::string& term, std::uint64_t docids,
                      Visit&& visit) {
    for_each_posting(db, term, 1, docids, docids, std::forward<Visit>(visit));
}

/// Walks forward over a slot. Reading consecutive documents costs one walk.
class ValueCursor {
  public:
    ValueCursor(const Xapian::Database& db, Xapian::valueno slot)
        : value_(db.valuestream_begin(slot)), end_(db.valuestream_end(slot)) {}

    /// The value of a document; empty if it has none. Docids must ascend from call to call.
    std::string of(Xapian::docid did) {
        if (value_ != end_ && value_.get_docid() < did) value_.skip_to(did);
        return value_ != end_ && value_.get_docid() == did ? *value_ : std::string();
    }

  private:
    Xapian::ValueIterator value_;
    Xapian::ValueIterator end_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_BASE_DOCIDS_END_H
