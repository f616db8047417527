/** @file body_terms.h
 *  @brief What of an index descry reads: the body terms, in posting lists and in term lists.
 */
#ifndef DESCRY_SCHEMA_BODY_TERMS_H
#define DESCRY_SCHEMA_BODY_TERMS_H

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/distance/term_count.h>

namespace descry {

/// Opens the index anew. Xapian's handles are not thread-safe, so each thread opens its own; all
/// must give the same documents, which holds while the caller owns the write lock.
using DatabaseOpener = std::function<Xapian::Database()>;

/// Opens one or more databases (directories or stub files) as one index.
/// @exception Xapian::DatabaseOpeningError and its kin, when the opener is called
DatabaseOpener open_paths(std::vector<std::string> paths);

/// Which terms are body terms: those without a prefix, or those with one given prefix. Xapian's
/// convention is followed: a prefix is ASCII capitals at the start of a term.
class TermSpace {
  public:
    /// Terms without prefix.
    TermSpace() = default;

    /// Terms with this prefix, and no longer one; "" is the same as the default.
    explicit TermSpace(std::string prefix) : prefix_(std::move(prefix)) {}

    /// Terms without prefix where the index has such, else stems ("Z").
    static TermSpace detect(const Xapian::Database& db);

    bool contains(std::string_view term) const;

    const std::string& prefix() const { return prefix_; }

    /// Moves @a term forward to the first body term at or after its place, or to the end.
    /// Works on Database::allterms_begin() and on a document's term list alike. Cost: at most two
    /// jumps, which pass over all terms of other prefixes.
    void skip_to_body_term(Xapian::TermIterator& term, const Xapian::TermIterator& end) const;

    /// Moves @a term forward to the first term at or after its place that is no body term, or to
    /// the end. Cost: at most two jumps.
    void skip_body_terms(Xapian::TermIterator& term, const Xapian::TermIterator& end) const;

    /// Calls visit(term, wdf) for each body term of a term list, ascending. Boolean terms (wdf 0)
    /// are no body terms.
    template <typename Visit>
    void for_each_body_term(Xapian::TermIterator term, const Xapian::TermIterator& end,
                            Visit&& visit) const {
        while (term != end) {
            const std::string name = *term;
            if (!contains(name)) {
                skip_to_body_term(term, end);
                continue;
            }
            const Xapian::termcount wdf = term.get_wdf();
            if (wdf > 0) visit(name, std::uint32_t{wdf});
            ++term;
        }
    }

  private:
    std::string prefix_;
};

/// The body terms of one document at a time; reuses its memory.
class BodyTerms {
  public:
    explicit BodyTerms(TermSpace space) : space_(std::move(space)) {}

    /// Reads the term list of a stored document.
    /// @exception Xapian::DocNotFoundError no such document
    /// @exception Xapian::FeatureUnavailableError the database has no term lists
    void read(const Xapian::Database& db, Xapian::docid did);

    /// Reads the terms of a document that is being built. Boolean terms (wdf 0) are no body terms.
    void read(const Xapian::Document& document);

    /// Ascending by term; valid until the next read.
    std::span<const TermCount> terms() const { return terms_; }

  private:
    void take(Xapian::TermIterator term, const Xapian::TermIterator& end);

    TermSpace space_;
    std::string bytes_;
    std::vector<TermCount> terms_;
};

}  // namespace descry

#endif  // DESCRY_SCHEMA_BODY_TERMS_H
