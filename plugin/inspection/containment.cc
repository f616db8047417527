#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include <descry/hashing/hash.h>
#include <descry/inspection/containment.h>
#include <descry/reading/text_reader.h>

#include "engine/distance/text_words.h"
#include "engine/sketches/resemblance.h"

namespace descry {

namespace {

// One word of so many is looked for.
constexpr std::size_t WORDS_OF_A_PLACE = 16;
constexpr std::size_t MAX_PLACES = 1024;
constexpr Xapian::doccount MAX_CANDIDATES = 1000;

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for_each_word(text, [&words](std::string_view word) { words.push_back(word); });
    return words;
}

// The word that fewest documents have, but for those that no other one has; empty where there is
// none.
std::string rarest_term(const Xapian::Database& db, const std::string& prefix,
                        std::span<const std::string_view> words) {
    std::string rarest;
    Xapian::doccount fewest = 0;
    for (const std::string_view word : words) {
        std::string term = prefix + std::string(word);
        const Xapian::doccount documents = db.get_termfreq(term);
        if (documents < 2 || (fewest != 0 && documents >= fewest)) continue;
        fewest = documents;
        rarest = std::move(term);
    }
    return rarest;
}

std::vector<std::string> terms_to_look_for(const Xapian::Database& db, const std::string& prefix,
                                           std::span<const std::string_view> words) {
    const std::size_t places = (words.size() + WORDS_OF_A_PLACE - 1) / WORDS_OF_A_PLACE;
    const std::size_t taken = std::min(places, MAX_PLACES);
    std::vector<std::string> terms;
    for (std::size_t i = 0; i < taken; ++i) {
        const std::size_t begin = i * places / taken * WORDS_OF_A_PLACE;
        const std::size_t size = std::min(WORDS_OF_A_PLACE, words.size() - begin);
        std::string term = rarest_term(db, prefix, words.subspan(begin, size));
        if (!term.empty()) terms.push_back(std::move(term));
    }
    std::ranges::sort(terms);
    terms.erase(std::ranges::unique(terms).begin(), terms.end());
    return terms;
}

}  // namespace

std::vector<std::uint64_t> passages_of(const CanonicalText& text) {
    const std::vector<std::string_view> words = words_of(text.utf8());
    const std::size_t size = std::min(PASSAGE_WORDS, words.size());
    std::vector<std::uint64_t> passages;
    if (size == 0) return passages;
    for (std::size_t i = 0; i + size <= words.size(); ++i) {
        const std::string_view last = words[i + size - 1];
        const char* const begin = words[i].data();
        passages.push_back(
            hash64({begin, static_cast<std::size_t>(last.data() + last.size() - begin)}));
    }
    std::ranges::sort(passages);
    passages.erase(std::ranges::unique(passages).begin(), passages.end());
    return passages;
}

Containment containment_of(const CanonicalText& a, const CanonicalText& b) {
    if (a.empty() || b.empty()) return {};
    const std::vector<std::uint64_t> passages_a = passages_of(a);
    const std::vector<std::uint64_t> passages_b = passages_of(b);
    return {containment(passages_a, passages_b), containment(passages_b, passages_a)};
}

std::vector<ContainedDocument> find_contained(const Xapian::Database& db, const Schema& schema,
                                              Xapian::docid did, std::size_t max_documents) {
    TextReader texts(db, schema);
    const auto text = texts.read(did);
    std::vector<ContainedDocument> found;
    if (!text || text->empty()) return found;
    const std::vector<std::string> terms =
        terms_to_look_for(db, schema.term_prefix, words_of(text->utf8()));
    Xapian::Enquire enquire(db);
    enquire.set_query(Xapian::Query(Xapian::Query::OP_OR, terms.begin(), terms.end()));
    const Xapian::MSet candidates = enquire.get_mset(0, MAX_CANDIDATES);
    const std::vector<std::uint64_t> passages = passages_of(*text);
    for (Xapian::MSetIterator at = candidates.begin(); at != candidates.end(); ++at) {
        if (*at == did) continue;
        const auto other = texts.read(*at);
        if (!other || other->empty()) continue;
        const std::vector<std::uint64_t> of_other = passages_of(*other);
        const ContainedDocument document{*at, containment(passages, of_other),
                                         containment(of_other, passages)};
        if (document.greater() >= MIN_CONTAINED) found.push_back(document);
    }
    std::ranges::sort(found, [](const ContainedDocument& a, const ContainedDocument& b) {
        return a.greater() != b.greater() ? a.greater() > b.greater() : a.did < b.did;
    });
    if (found.size() > max_documents) found.resize(max_documents);
    return found;
}

}  // namespace descry
