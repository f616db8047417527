#include <descry/schema/body_terms.h>

#include "plugin/base/open_database.h"

namespace descry {

namespace {

constexpr char FIRST_CAPITAL = 'A';
constexpr char LAST_CAPITAL = 'Z';
constexpr const char* AFTER_CAPITALS = "[";

bool is_capital(char c) {
    return c >= FIRST_CAPITAL && c <= LAST_CAPITAL;
}

}  // namespace

DatabaseOpener open_paths(std::vector<std::string> paths) {
    return [paths = std::move(paths)] {
        // A single database keeps features only single ones have, such as its revision.
        if (paths.size() == 1) return open_database(paths.front());
        Xapian::Database db;
        for (const std::string& path : paths)
            db.add_database(open_database(path));
        return db;
    };
}

TermSpace TermSpace::detect(const Xapian::Database& db) {
    TermSpace unprefixed;
    Xapian::TermIterator term = db.allterms_begin();
    const Xapian::TermIterator end = db.allterms_end();
    unprefixed.skip_to_body_term(term, end);
    if (term != end) return unprefixed;
    if (db.allterms_begin("Z") != db.allterms_end("Z")) return TermSpace("Z");
    return unprefixed;
}

bool TermSpace::contains(std::string_view term) const {
    if (term.size() <= prefix_.size() || !term.starts_with(prefix_)) return false;
    return !is_capital(term[prefix_.size()]);
}

void TermSpace::skip_to_body_term(Xapian::TermIterator& term,
                                  const Xapian::TermIterator& end) const {
    // Body terms are [prefix, prefix + "A") and [prefix + "[", end of prefix).
    if (term == end) return;
    if (!prefix_.empty() && *term < prefix_) term.skip_to(prefix_);
    if (term == end) return;
    const std::string current = *term;
    if (current == prefix_) {
        ++term;
        skip_to_body_term(term, end);
    } else if (!current.starts_with(prefix_)) {
        term = end;
    } else if (is_capital(current[prefix_.size()])) {
        term.skip_to(prefix_ + AFTER_CAPITALS);
        if (term != end && !(*term).starts_with(prefix_)) term = end;
    }
}

void TermSpace::skip_body_terms(Xapian::TermIterator& term, const Xapian::TermIterator& end) const {
    while (term != end) {
        const std::string current = *term;
        if (!contains(current)) return;
        if (static_cast<unsigned char>(current[prefix_.size()]) < FIRST_CAPITAL) {
            term.skip_to(prefix_ + FIRST_CAPITAL);
        } else if (prefix_.empty()) {
            term = end;
        } else {
            std::string after = prefix_;  // capitals, so there is a next one
            ++after.back();
            term.skip_to(after);
        }
    }
}

void BodyTerms::read(const Xapian::Database& db, Xapian::docid did) {
    take(db.termlist_begin(did), db.termlist_end(did));
}

void BodyTerms::read(const Xapian::Document& document) {
    take(document.termlist_begin(), document.termlist_end());
}

void BodyTerms::take(Xapian::TermIterator term, const Xapian::TermIterator& end) {
    bytes_.clear();
    terms_.clear();
    space_.for_each_body_term(std::move(term), end,
                              [&](const std::string& name, std::uint32_t wdf) {
                                  bytes_ += name;
                                  terms_.push_back({{bytes_.data(), name.size()}, wdf});
                              });
    // Views are set once the bytes no longer move.
    const char* begin = bytes_.data();
    for (TermCount& taken : terms_) {
        taken.term = {begin, taken.term.size()};
        begin += taken.term.size();
    }
}

}  // namespace descry
