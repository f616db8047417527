/** @file body_terms.h
 *  @brief The terms of an index that descry reads: body terms, in posting lists and term lists.
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

/// Opens the index again. Xapian's handles are not thread-safe, so each thread opens its own; all
/// must give the same documents, which holds while the caller owns the write lock.
using DatabaseOpener = std::function<Xapian::Database()>;

/// Opens one or more databases (directories or stub files) as one index.
/// @exception Xapian::DatabaseOpeningError and related classes, when the opener is called
DatabaseOpener open_paths(std::vector<std::string> paths);

/// Selects body terms: those without a prefix, or those with one given prefix. By Xapian's
/// convention a prefix is ASCII capitals at the start of a term.
class TermSpace {
  public:
    TermSpace() = default;

    /// Terms with exactly this prefix; "" is the default.
    explicit TermSpace(std::string prefix) : prefix_(std::move(prefix)) {}

    /// Terms without prefix if the index has any, else stems ("Z").
    static TermSpace detect(const Xapian::Database& db);

    bool contains(std::string_view term) const;

    const std::string& prefix() const { return prefix_; }

    /// Advances @a term to the next body term at or after its position, or to the end; also in a
    /// document's term list. Cost: at most two jumps, which skip all terms of other prefixes.
    void skip_to_body_term(Xapian::TermIterator& term, const Xapian::TermIterator& end) const;

    /// Advances @a term to the next term that is not a body term, or to the end. Cost: as above.
    void skip_body_terms(Xapian::TermIterator& term, const Xapian::TermIterator& end) const;

    /// Calls visit(term, wdf) for each body term of a term list, ascending, without boolean terms
    /// (wdf 0).
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

/// The body terms of one document at a time; reuses memory.
class BodyTerms {
  public:
    explicit BodyTerms(TermSpace space) : space_(std::move(space)) {}

    /// Reads the term list of a stored document.
    /// @exception Xapian::DocNotFoundError no such document
    /// @exception Xapian::FeatureUnavailableError the database has no term lists
    void read(const Xapian::Database& db, Xapian::docid did);

    /// Reads the terms of a document under construction, without boolean terms (wdf 0).
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
