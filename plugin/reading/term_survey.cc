#include "plugin/reading/term_survey.h"

#include <algorithm>
#include <map>

namespace descry {

namespace {

// At most @a sample documents at even distances of docids.
std::vector<Xapian::docid> sample_documents(const Xapian::Database& db, Xapian::doccount sample) {
    std::vector<Xapian::docid> documents;
    const std::uint64_t last = db.get_lastdocid();
    const Xapian::PostingIterator end = db.postlist_end("");
    Xapian::PostingIterator p = db.postlist_begin("");
    for (std::uint64_t i = 0; i < sample && p != end; ++i) {
        p.skip_to(static_cast<Xapian::docid>(1 + i * last / sample));
        if (p == end) break;
        if (documents.empty() || *p != documents.back()) documents.push_back(*p);
    }
    return documents;
}

bool has_body_terms(const Xapian::Database& db, const TermSpace& space, Xapian::docid did) {
    Xapian::TermIterator term = db.termlist_begin(did);
    const Xapian::TermIterator end = db.termlist_end(did);
    for (space.skip_to_body_term(term, end); term != end; space.skip_to_body_term(term, end)) {
        if (term.get_wdf() > 0) return true;
        ++term;
    }
    return false;
}

std::string prefix_of(const std::string& term) {
    const auto end =
        std::find_if(term.begin(), term.end(), [](char c) { return c < 'A' || c > 'Z'; });
    return {term.begin(), end};
}

std::vector<TermPrefixUse> count_prefixes(const Xapian::Database& db,
                                          const std::vector<Xapian::docid>& documents) {
    std::map<std::string, TermPrefixUse> uses;
    for (const Xapian::docid did : documents) {
        std::map<std::string, std::uint64_t> words;
        for (auto term = db.termlist_begin(did); term != db.termlist_end(did); ++term) {
            const std::string name = *term;
            std::string prefix = prefix_of(name);
            if (prefix.size() < name.size() && term.get_wdf() > 0) {
                words[std::move(prefix)] += term.get_wdf();
            }
        }
        for (const auto& [prefix, number] : words) {
            TermPrefixUse& use = uses[prefix];
            use.prefix = prefix;
            ++use.documents;
            use.words += number;
        }
    }
    std::vector<TermPrefixUse> sorted;
    for (auto& [prefix, use] : uses)
        sorted.push_back(std::move(use));
    std::stable_sort(
        sorted.begin(), sorted.end(),
        [](const TermPrefixUse& a, const TermPrefixUse& b) { return a.words > b.words; });
    return sorted;
}

}  // namespace

TermSurvey survey_terms(const Xapian::Database& db, const TermSpace& space,
                        Xapian::doccount sample) {
    const std::vector<Xapian::docid> documents = sample_documents(db, sample);
    TermSurvey survey;
    survey.documents = static_cast<Xapian::doccount>(documents.size());
    survey.with_body_terms = static_cast<Xapian::doccount>(
        std::count_if(documents.begin(), documents.end(),
                      [&](Xapian::docid did) { return has_body_terms(db, space, did); }));
    if (survey.are_body_terms_missing()) survey.prefixes = count_prefixes(db, documents);
    return survey;
}

}  // namespace descry
