#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include <descry/inspection/inside.h>
#include <descry/reading/text_reader.h>

#include "engine/distance/text_words.h"
#include "engine/inside/inside_match.h"

namespace descry {

namespace {

// One word of this many is looked up.
constexpr std::size_t WORDS_OF_A_PLACE = 16;
constexpr std::size_t MAX_PLACES = 1024;
constexpr Xapian::doccount MAX_CANDIDATES = 1000;

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for_each_word(text, [&words](std::string_view word) { words.push_back(word); });
    return words;
}

// The word in the fewest documents, but in at least one other; empty if there is none.
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

InsideShares inside_shares(const CanonicalText& a, const CanonicalText& b) {
    ContainerText container;
    const auto share = [&container](const CanonicalText& text, const CanonicalText& other) {
        container.assign(other.utf8());
        const auto match = container.find(HashedWords(text.utf8()), 0);
        return match ? match->share() : 0;
    };
    return {share(a, b), share(b, a)};
}

std::vector<DocumentInside> find_inside(const Xapian::Database& db, const Schema& schema,
                                        Xapian::docid did, DistanceMillionths share,
                                        std::uint32_t min_words, std::size_t max_documents) {
    TextReader texts(db, schema);
    const auto text = texts.read(did);
    std::vector<DocumentInside> found;
    if (!text || text->empty()) return found;
    const std::vector<std::string> terms =
        terms_to_look_for(db, schema.term_prefix, words_of(text->utf8()));
    Xapian::Enquire enquire(db);
    enquire.set_query(Xapian::Query(Xapian::Query::OP_OR, terms.begin(), terms.end()));
    const Xapian::MSet candidates = enquire.get_mset(0, MAX_CANDIDATES);
    ContainerText asked;
    asked.assign(text->utf8());
    ContainerText container;
    const auto share_in = [&](ContainerText& text_around, const HashedWords& inside) {
        if (inside.size() < min_words) return DistanceMillionths{0};
        const auto match = text_around.find(inside, 0);
        return match ? match->share() : 0;
    };
    for (Xapian::MSetIterator at = candidates.begin(); at != candidates.end(); ++at) {
        if (*at == did) continue;
        const auto other = texts.read(*at);
        if (!other || other->empty()) continue;
        container.assign(other->utf8());
        const DocumentInside document{*at, share_in(container, asked.words()),
                                      share_in(asked, container.words())};
        if (document.greater() >= std::max(share, 1U)) found.push_back(document);
    }
    std::ranges::sort(found, [](const DocumentInside& a, const DocumentInside& b) {
        return a.greater() != b.greater() ? a.greater() > b.greater() : a.did < b.did;
    });
    if (found.size() > max_documents) found.resize(max_documents);
    return found;
}

}  // namespace descry
