/** @file body_postings.h
 *  @brief The posting lists of body terms: split into ranges of similar work for threads, counted,
 *         and scanned for documents above a threshold.
 */
#ifndef DESCRY_PLUGIN_READING_BODY_POSTINGS_H
#define DESCRY_PLUGIN_READING_BODY_POSTINGS_H

#include <cstdint>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/collection/contents.h>
#include <descry/model/model.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/body_terms.h>

#include "engine/model/flip_rates.h"
#include "engine/model/word_statistics.h"
#include "plugin/base/docids_end.h"

namespace descry {

/// Body terms [`first`, `last`); an empty `last` means to the end.
struct TermRange {
    std::string first;
    std::string last;
};

/// Ranges of some 250,000 postings. Cost: one walk over all terms (10 million per second).
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

/// Counts one term after another. For one thread; keeps a pointer to the classes.
class WordReader {
  public:
    explicit WordReader(const DocumentClasses& classes) : classes_(&classes) {}

    /// The statistics of a term, without thresholds. Cost: one pass over its postings.
    WordStatistics read(const Xapian::Database& db, const std::string& term);

  private:
    const DocumentClasses* classes_;
    HistogramBuilder builder_;
};

/// Calls visit(docid, is_above) for each document of docids [first, last) that contains a word,
/// ascending; is_above says whether the word is above its threshold. @pre last is at most one more
/// than the last docid of @a lengths. @exception Xapian::DatabaseCorruptError as for_each_posting()
template <typename Visit>
void for_each_holder(const Xapian::Database& db, const ModelWord& word, const BodyLengths& lengths,
                     Xapian::docid first, std::uint64_t last, Visit&& visit) {
    const std::uint32_t threshold = word.threshold;
    for_each_posting(db, word.term, first, last, lengths.size(),
                     [&](const Xapian::PostingIterator& p) {
                         const Xapian::docid did = *p;
                         visit(did, is_above(p.get_wdf(), threshold, lengths[did]));
                     });
}

/// Calls visit(docid) for each of these documents in which the word is above its threshold.
template <typename Visit>
void for_each_one(const Xapian::Database& db, const ModelWord& word, const BodyLengths& lengths,
                  Xapian::docid first, std::uint64_t last, Visit&& visit) {
    for_each_holder(db, word, lengths, first, last, [&](Xapian::docid did, bool is_above) {
        if (is_above) visit(did);
    });
}

}  // namespace descry

#endif  // DESCRY_PLUGIN_READING_BODY_POSTINGS_H
