#include "engine/report/aligned_texts.h"

#include <algorithm>
#include <utility>

#include <descry/analyzers/equal_texts.h>

namespace descry {

namespace {

// Shorter lines are not cut at sentence ends; longer passages without any are cut between words.
constexpr std::size_t LINE_THAT_IS_LONG = 120;
constexpr std::size_t LONGEST_LINE = 600;

using Place = std::pair<std::size_t, std::size_t>;

bool ends_sentence(std::string_view token) {
    const std::size_t end = token.find_last_not_of(" \t\"')]}") + 1;
    token = token.substr(0, end);
    for (const std::string_view sign : {".", "!", "?", "。", "！", "？"})
        if (token.ends_with(sign)) return true;
    return false;
}

// The beginnings of a text's lines, by token and byte.
class Lines {
  public:
    explicit Lines(const TextTokens& tokens) : tokens_(tokens), begins_(tokens.size(), NONE) {
        std::size_t line = 0;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const std::size_t at = tokens.begins[i];
            const std::string_view before = i == 0 ? std::string_view() : tokens.passage(i - 1, i);
            const std::size_t line_end = before.find_last_of("\r\n");
            if (i == 0) {
                begins_[i] = 0;
            } else if (line_end != std::string_view::npos) {
                begins_[i] = at - before.size() + line_end + 1;
            } else if (at - line >= LONGEST_LINE ||
                       (at - line >= LINE_THAT_IS_LONG && ends_sentence(before))) {
                begins_[i] = at;
            } else {
                continue;
            }
            line = begins_[i];
        }
    }

    std::size_t size() const { return begins_.size(); }
    // Also at the end.
    bool begins_at(std::size_t token) const { return token >= size() || begins_[token] != NONE; }
    std::size_t byte_of(std::size_t token) const {
        if (token == 0) return 0;
        if (token >= size()) return tokens_.text.size();
        return begins_[token] != NONE ? begins_[token] : tokens_.begins[token];
    }
    // The lines that begin with one of these tokens, or right after them.
    std::vector<std::size_t> within(std::size_t begin, std::size_t end) const {
        std::vector<std::size_t> found;
        for (std::size_t i = begin; i <= end; ++i)
            if (begins_at(i)) found.push_back(i);
        return found;
    }
    const TextTokens& tokens() const { return tokens_; }

  private:
    static constexpr std::size_t NONE = ~std::size_t{0};
    const TextTokens& tokens_;
    std::vector<std::size_t> begins_;
};

// Finds an equal passage for tokens [begin, end), which only one text has, that consists of whole
// lines: so far to the left (negative) or right, or 0. @param left, right how far at most
std::ptrdiff_t shift_to_lines(const Lines& lines, std::size_t begin, std::size_t end,
                              std::size_t left, std::size_t right) {
    const auto& numbers = lines.tokens().numbers;
    const auto fits = [&](std::size_t first, std::size_t last) {
        return lines.begins_at(first) && lines.begins_at(last);
    };
    if (fits(begin, end)) return 0;
    for (std::size_t i = 1; i <= left && numbers[begin - i] == numbers[end - i]; ++i)
        if (fits(begin - i, end - i)) return -static_cast<std::ptrdiff_t>(i);
    for (std::size_t i = 1; i <= right && numbers[begin + i - 1] == numbers[end + i - 1]; ++i)
        if (fits(begin + i, end + i)) return static_cast<std::ptrdiff_t>(i);
    return 0;
}

// An added line that begins or ends like its neighbour is found a few words late: moves it.
void move_to_lines(std::vector<DifferingRange>& places, const Lines& a, const Lines& b) {
    for (std::size_t i = 0; i < places.size(); ++i) {
        DifferingRange& place = places[i];
        const std::size_t left = place.begin_a - (i == 0 ? 0 : places[i - 1].end_a);
        const std::size_t right =
            (i + 1 < places.size() ? places[i + 1].begin_a : a.size()) - place.end_a;
        const bool is_added = place.begin_a == place.end_a;
        if (!is_added && place.begin_b != place.end_b) continue;
        // An empty gap would join two places.
        const std::size_t most_left = left > 0 && i > 0 ? left - 1 : left;
        const std::size_t most_right = right > 0 && i + 1 < places.size() ? right - 1 : right;
        const auto by = static_cast<std::uint32_t>(
            is_added ? shift_to_lines(b, place.begin_b, place.end_b, most_left, most_right)
                     : shift_to_lines(a, place.begin_a, place.end_a, most_left, most_right));
        place = {place.begin_a + by, place.end_a + by, place.begin_b + by, place.end_b + by};
    }
}

// Where rows begin in a differing place: line by line as far as both have lines.
void cut_place(const DifferingRange& place, const Lines& a, const Lines& b,
               std::vector<Place>& cuts) {
    const auto lines_a = a.within(place.begin_a, place.end_a);
    const auto lines_b = b.within(place.begin_b, place.end_b);
    const bool both_end = !lines_a.empty() && !lines_b.empty() && lines_a.back() == place.end_a &&
                          lines_b.back() == place.end_b;
    const std::size_t last_a = lines_a.size() - (both_end ? 1 : 0);
    const std::size_t last_b = lines_b.size() - (both_end ? 1 : 0);
    const std::size_t both = std::min(last_a, last_b);
    for (std::size_t i = 0; i < both; ++i)
        cuts.emplace_back(lines_a[i], lines_b[i]);
    for (std::size_t i = both; i < last_a; ++i)
        cuts.emplace_back(lines_a[i], lines_a[i] == place.begin_a ? place.begin_b : place.end_b);
    for (std::size_t i = both; i < last_b; ++i)
        cuts.emplace_back(lines_b[i] == place.begin_b ? place.begin_a : place.end_a, lines_b[i]);
    if (both_end) cuts.emplace_back(place.end_a, place.end_b);
}

std::vector<Place> cut_rows(const std::vector<DifferingRange>& places, const Lines& a,
                            const Lines& b) {
    std::vector<Place> cuts = {{0, 0}};
    std::size_t at_a = 0;
    std::size_t at_b = 0;
    const auto cut_alike = [&](std::size_t end) {
        for (std::size_t i = 1; at_a + i < end; ++i)
            if (a.begins_at(at_a + i)) cuts.emplace_back(at_a + i, at_b + i);
    };
    for (const DifferingRange& place : places) {
        cut_alike(place.begin_a);
        cut_place(place, a, b, cuts);
        at_a = place.end_a;
        at_b = place.end_b;
    }
    cut_alike(a.size());
    cuts.emplace_back(a.size(), b.size());
    return cuts;
}

std::string_view without_end(std::string_view text) {
    return text.substr(0, text.find_last_not_of(" \t\n\v\f\r") + 1);
}

// Drops empty lines above a row.
std::string_view shown_line(std::string_view text) {
    text = without_end(text);
    const std::size_t first = text.find_first_not_of(" \t\n\v\f\r");
    const std::size_t line = text.substr(0, std::min(first, text.size())).find_last_of("\r\n");
    return line == std::string_view::npos ? text : text.substr(line + 1);
}

void add_piece(std::vector<MarkedPiece>& to, std::string_view text, bool differs) {
    if (!text.empty()) to.push_back({std::string(text), differs});
}

// Whitespace after a differing passage is not marked.
void add_differing(std::vector<MarkedPiece>& to, std::string_view text) {
    const std::string_view words = without_end(text);
    add_piece(to, words, true);
    add_piece(to, text.substr(words.size()), false);
}

// The last or first few words of a text.
std::string few_words(std::string_view text, bool are_last) {
    constexpr std::size_t MOST = 36;
    if (text.size() <= MOST) return std::string(text);
    if (!are_last) {
        text = beginning_of(text, MOST);
        return std::string(text.substr(0, text.find_last_of(" \n\t"))) + " …";
    }
    text = text.substr(text.size() - MOST);
    const std::size_t blank = text.find_first_of(" \n\t");
    if (blank != std::string_view::npos) return "…" + std::string(text.substr(blank));
    while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xc0) == 0x80)
        text.remove_prefix(1);
    return "…" + std::string(text);
}

FirstDifference first_difference(const TextDifference& found) {
    constexpr std::size_t MOST_BYTES = 70;
    const auto shown = [](std::string_view text) {
        text = without_end(text);
        const std::string_view beginning = beginning_of(text, MOST_BYTES);
        return std::string(beginning) + (beginning.size() < text.size() ? "…" : "");
    };
    const DifferingRange& place = found.places.front();
    const bool is_in_kept = place.begin_a < place.end_a;
    const TextTokens& tokens = is_in_kept ? found.a : found.b;
    const std::size_t end = is_in_kept ? place.end_a : place.end_b;
    // Unmarked words are in both texts, up to the next difference.
    const bool differs_again = found.places.size() > 1;
    const std::size_t next = !differs_again ? tokens.size()
                             : is_in_kept   ? found.places[1].begin_a
                                            : found.places[1].begin_b;
    FirstDifference first;
    if (place.begin_a > 0) first.before = few_words(found.a.passage(0, place.begin_a), true);
    if (is_in_kept) first.kept = shown(found.a.passage(place.begin_a, place.end_a));
    if (place.begin_b < place.end_b)
        first.dropped = shown(found.b.passage(place.begin_b, place.end_b));
    if (end < next) first.after = few_words(tokens.passage(end, next), false);
    if (differs_again && !first.after.ends_with("…")) {
        first.after = without_end(first.after);
        first.after += " …";
    }
    return first;
}

// @param first set unless already set
AlignedRow marked_row(std::string_view kept, std::string_view dropped, FirstDifference& first) {
    AlignedRow row;
    row.differs = kept != dropped && !equal_texts(kept, dropped);
    if (!row.differs || kept.empty() || dropped.empty()) {
        add_piece(row.kept, kept, row.differs);
        add_piece(row.dropped, dropped, row.differs);
        if (row.differs && first.is_empty())
            first = {{}, few_words(kept, false), few_words(dropped, false), {}};
        return row;
    }
    const TextDifference found = differing_places(kept, dropped, MAX_MARKED_TOKENS);
    if (first.is_empty() && !found.places.empty()) first = first_difference(found);
    std::size_t at_a = 0;
    std::size_t at_b = 0;
    for (const DifferingRange& place : found.places) {
        add_piece(row.kept, found.a.passage(at_a, place.begin_a), false);
        add_differing(row.kept, found.a.passage(place.begin_a, place.end_a));
        add_piece(row.dropped, found.b.passage(at_b, place.begin_b), false);
        add_differing(row.dropped, found.b.passage(place.begin_b, place.end_b));
        at_a = place.end_a;
        at_b = place.end_b;
    }
    if (at_a < found.a.size()) add_piece(row.kept, found.a.passage(at_a, found.a.size()), false);
    if (at_b < found.b.size()) add_piece(row.dropped, found.b.passage(at_b, found.b.size()), false);
    return row;
}

AlignedTexts aligned(const ComparedTexts& compared) {
    const TextDifference& found = compared.found;
    const Lines lines_a(found.a);
    const Lines lines_b(found.b);
    std::vector<DifferingRange> places = found.places;
    move_to_lines(places, lines_a, lines_b);
    AlignedTexts texts;
    texts.likeness = compared.likeness;
    texts.is_complete = found.a.is_complete && found.b.is_complete;
    const std::vector<Place> cuts = cut_rows(places, lines_a, lines_b);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const bool is_last = i + 2 == cuts.size();
        const auto passage = [&](const Lines& lines, std::size_t begin, std::size_t end) {
            const std::string_view text = lines.tokens().text;
            const std::size_t first = lines.byte_of(begin);
            const std::size_t last = is_last ? text.size() : lines.byte_of(end);
            return shown_line(text.substr(first, last - first));
        };
        const std::string_view kept = passage(lines_a, cuts[i].first, cuts[i + 1].first);
        const std::string_view dropped = passage(lines_b, cuts[i].second, cuts[i + 1].second);
        if (kept.empty() && dropped.empty()) continue;
        texts.rows.push_back(marked_row(kept, dropped, texts.first));
    }
    return texts;
}

// Drops the last place of cut texts, which were cut at different words.
void trim_end(TextDifference& found) {
    if (found.places.empty()) return;
    const DifferingRange last = found.places.back();
    if (last.end_a < found.a.size() && last.end_b < found.b.size()) return;
    const auto cut = [](TextTokens& tokens, std::size_t size) {
        if (size < tokens.size()) tokens.text = tokens.text.substr(0, tokens.begins[size]);
        tokens.begins.resize(size);
        tokens.numbers.resize(size);
    };
    cut(found.a, last.begin_a);
    cut(found.b, last.begin_b);
    found.places.pop_back();
}

}  // namespace

std::string_view beginning_of(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80)
        --most;
    return text.substr(0, most);
}

AlignedTexts align_texts(WordAnalyzer& analyzer, std::string_view kept, std::string_view dropped,
                         std::size_t most) {
    if (std::max(kept.size(), dropped.size()) > most) {
        ComparedTexts compared =
            compare_texts(analyzer, beginning_of(kept, most), beginning_of(dropped, most));
        if (compared.likeness == TextLikeness::OTHER_WORDS) {
            trim_end(compared.found);
            if (!compared.found.places.empty()) {
                AlignedTexts texts = aligned(compared);
                texts.is_complete = false;
                return texts;
            }
        }
    }
    return aligned(compare_texts(analyzer, kept, dropped));
}

}  // namespace descry
