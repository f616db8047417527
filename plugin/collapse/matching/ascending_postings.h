/** @file ascending_postings.h
 *  @brief A posting list that is asked about documents one after the other.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_MATCHING_ASCENDING_POSTINGS_H
#define DESCRY_PLUGIN_COLLAPSE_MATCHING_ASCENDING_POSTINGS_H

#include <cstddef>
#include <string>

#include <xapian.h>

namespace descry {

/// Whether documents hold a term, and how often.
class AscendingPostings {
  public:
    /// @param termfreq of @a term
    /// @param asked about so many documents contains() will be asked
    AscendingPostings(const Xapian::Database& db, const std::string& term,
                      Xapian::doccount termfreq, std::size_t asked)
        : skips_(are_few(asked, termfreq)),
          at_(db.postlist_begin(term)),
          end_(db.postlist_end(term)) {}

    /// Whether it is cheaper to skip to each of @a asked documents than to pass all postings.
    static bool are_few(std::size_t asked, Xapian::doccount termfreq) {
        constexpr Xapian::doccount POSTINGS_A_SKIP = 8;
        return asked < termfreq / POSTINGS_A_SKIP;
    }

    /// @param did ascending from call to call
    bool contains(Xapian::docid did) {
        if (skips_ && at_ != end_ && *at_ < did) at_.skip_to(did);
        while (at_ != end_ && *at_ < did)
            ++at_;
        return at_ != end_ && *at_ == did;
    }

    /// The posting of the document that was found last.
    const Xapian::PostingIterator& posting() const { return at_; }

  private:
    const bool skips_;
    Xapian::PostingIterator at_;
    const Xapian::PostingIterator end_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_MATCHING_ASCENDING_POSTINGS_H
