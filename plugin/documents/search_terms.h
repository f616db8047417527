/** @file search_terms.h
 *  @brief Terms beside the words, by which Xapian's own tools find what they should.
 */
#ifndef DESCRY_DOCUMENTS_SEARCH_TERMS_H
#define DESCRY_DOCUMENTS_SEARCH_TERMS_H

#include <optional>
#include <string>
#include <string_view>

#include <xapian.h>

namespace descry {

/// The name of a stemmer as the schema has it; empty for "none" and for no name.
/// @exception Xapian::InvalidArgumentError Xapian has no stemmer of the name
std::string stemmer_of_name(std::string_view name);

/// What a Xapian::QueryParser with the stemmer, of whatever strategy, looks for in a text: stems
/// with the prefix Z, and words that are several to descry's analyzer ("don't", "3.14") or none, as
/// boolean terms. Neither are body terms, so groups are the same without. One per thread.
class SearchTerms {
  public:
    /// @param stemmer a name of Xapian's, as `english`; empty: nothing is added
    explicit SearchTerms(const std::string& stemmer);

    /// Adds the terms of @a text. @param document has the words' already
    /// Cost: Xapian::TermGenerator's, and a look-up a term.
    void add(std::string_view text, Xapian::Document& document);

  private:
    std::optional<Xapian::TermGenerator> generator_;
};

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_SEARCH_TERMS_H
