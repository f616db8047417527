#include <string>
#include <utility>
#include <vector>

#include "plugin/documents/document_builder.h"

namespace descry {

std::string stemmer_of_name(std::string_view name) {
    if (name.empty() || name == "none") return {};
    const Xapian::Stem known{std::string(name)};
    return std::string(name);
}

SearchTerms::SearchTerms(const std::string& stemmer) {
    if (stemmer.empty()) return;
    generator_.emplace();
    generator_->set_stemmer(Xapian::Stem(stemmer));
    generator_->set_stemming_strategy(Xapian::TermGenerator::STEM_SOME);
}

void SearchTerms::add(std::string_view text, Xapian::Document& document) {
    if (!generator_) return;
    Xapian::Document found;
    generator_->set_document(found);
    generator_->index_text_without_positions(Xapian::Utf8Iterator(text.data(), text.size()));
    Xapian::TermIterator word = document.termlist_begin();
    const Xapian::TermIterator end = document.termlist_end();
    std::vector<std::pair<std::string, Xapian::termcount>> added;
    for (auto term = found.termlist_begin(); term != found.termlist_end(); ++term) {
        const std::string name = *term;
        if (name.starts_with('Z')) {
            added.emplace_back(name, term.get_wdf());
            continue;
        }
        word.skip_to(name);
        if (word == end || *word != name) added.emplace_back(name, 0);
    }
    for (const auto& [name, wdf] : added)
        document.add_term(name, wdf);
}

}  // namespace descry
