#include "engine/report/marked_texts.h"

#include <algorithm>

#include <descry/analyzers/equal_texts.h>

#include "engine/distance/text_words.h"

namespace descry {

namespace {

constexpr std::string_view ELLIPSIS = " … ";
constexpr std::size_t WORDS_OF_A_BEGINNING = 60;

// Writes the passages of one of the texts.
class PieceWriter {
  public:
    PieceWriter(const TextTokens& tokens, std::size_t context, std::vector<MarkedPiece>& out)
        : tokens_(tokens), context_(context), out_(out) {}

    void alike(std::size_t begin, std::size_t end, bool is_first, bool is_last) {
        const std::size_t around = (is_first ? 0 : context_) + (is_last ? 0 : context_);
        if (end - begin <= around + context_) {
            add(passage(begin, end), false);
            return;
        }
        std::string shown;
        if (!is_first) shown = passage(begin, begin + context_);
        shown += ELLIPSIS;
        if (!is_last) shown += passage(end - context_, end);
        add(std::move(shown), false);
    }

    void beginning() {
        add(passage(0, WORDS_OF_A_BEGINNING), false);
        if (tokens_.size() > WORDS_OF_A_BEGINNING) add(std::string(ELLIPSIS), false);
    }

    void differing(std::size_t begin, std::size_t end) {
        std::string passage_text = passage(begin, end);
        // The spaces after the last word belong to what follows.
        const std::size_t size = passage_text.find_last_not_of(" \t\n\v\f\r") + 1;
        std::string blanks = passage_text.substr(size);
        passage_text.resize(size);
        add(std::move(passage_text), true);
        add(std::move(blanks), false);
    }

  private:
    std::string passage(std::size_t begin, std::size_t end) const {
        return std::string(tokens_.passage(begin, end));
    }

    void add(std::string piece, bool differs) {
        if (piece.empty()) return;
        if (!out_.empty() && out_.back().differs == differs) {
            out_.back().text += piece;
        } else {
            out_.push_back({std::move(piece), differs});
        }
    }

    const TextTokens& tokens_;
    std::size_t context_;
    std::vector<MarkedPiece>& out_;
};

// The places of @a found with @a context words around each; without any, how the texts begin.
MarkedTexts marked_places(const TextDifference& found, std::size_t context) {
    MarkedTexts marked;
    marked.places = found.places.size();
    marked.is_complete = found.a.is_complete && found.b.is_complete;
    PieceWriter write_a(found.a, context, marked.a);
    PieceWriter write_b(found.b, context, marked.b);
    if (found.places.empty()) {
        write_a.beginning();
        write_b.beginning();
        return marked;
    }
    std::size_t end_a = 0;
    std::size_t end_b = 0;
    const std::size_t shown = std::min(found.places.size(), MAX_MARKED_PLACES);
    for (std::size_t i = 0; i < shown; ++i) {
        const DifferingRange& place = found.places[i];
        write_a.alike(end_a, place.begin_a, i == 0, false);
        write_b.alike(end_b, place.begin_b, i == 0, false);
        write_a.differing(place.begin_a, place.end_a);
        write_b.differing(place.begin_b, place.end_b);
        end_a = place.end_a;
        end_b = place.end_b;
    }
    write_a.alike(end_a, found.a.size(), false, true);
    write_b.alike(end_b, found.b.size(), false, true);
    return marked;
}

}  // namespace

ComparedTexts compare_texts(WordAnalyzer& analyzer, std::string_view a, std::string_view b) {
    TokenReader reader([&](std::string_view token) {
        std::string words;  // empty for a sign by itself
        analyzer.analyze(token, [&](std::string_view word) { append_word(words, word); });
        return words;
    });
    ComparedTexts compared;
    TextDifference& found = compared.found;
    found = {reader.read(a, MAX_MARKED_TOKENS), reader.read(b, MAX_MARKED_TOKENS), {}};
    found.places = differing_ranges(found.a.numbers, found.b.numbers);
    if (!found.places.empty()) return compared;
    const bool has_words = found.a.size() > 0;
    if (equal_texts(a, b)) {
        compared.likeness = TextLikeness::EQUAL;
        return compared;
    }
    found = differing_places(a, b, MAX_MARKED_TOKENS);
    if (has_words && found.a.is_complete && found.b.is_complete)
        compared.likeness = TextLikeness::SAME_WORDS;
    return compared;
}

MarkedTexts mark_differences(WordAnalyzer& analyzer, std::string_view a, std::string_view b,
                             std::size_t context) {
    const ComparedTexts compared = compare_texts(analyzer, a, b);
    MarkedTexts marked = marked_places(compared.found, context);
    marked.likeness = compared.likeness;
    return marked;
}

}  // namespace descry
