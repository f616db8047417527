/** @file posting_ranges.h
 *  @brief The body terms of an index cut into runs of similar work, for threads to share.
 */
#ifndef DESCRY_PLUGIN_READING_POSTING_RANGES_H
#define DESCRY_PLUGIN_READING_POSTING_RANGES_H

#include <string>
#include <vector>

#include <descry/schema/body_terms.h>

namespace descry {

/// Body terms from `first` up to, not including, `last`; an empty `last` means to the end.
struct TermRange {
    std::string first;
    std::string last;
};

/// Cuts the body terms of @a db into ranges of some 250,000 postings. Cost: one walk over all terms
/// (10 million a second).
std::vector<TermRange> cut_term_ranges(const Xapian::Database& db, const TermSpace& space);

/// Calls visit(term, termfreq) for each body term of the range, ascending.
template <typename Visit>
void for_each_body_term(const Xapian::Database& db, const TermSpace& space, const TermRange& range,
                        Visit&& visit) {
    Xapian::TermIterator term = db.allterms_begin();
    const Xapian::TermIterator end = db.allterms_end();
    term.skip_to(range.first);
    while (term != end) {
        const std::string name = *term;
        if (!range.last.empty() && name >= range.last) break;
        if (!space.contains(name)) {
            space.skip_to_body_term(term, end);
            continue;
        }
        visit(name, term.get_termfreq());
        ++term;
    }
}

}  // namespace descry

#endif  // DESCRY_PLUGIN_READING_POSTING_RANGES_H
