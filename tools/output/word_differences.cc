#include "tools/output/word_differences.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <descry/analyzers/equal_texts.h>
#include <descry/schema/body_terms.h>

#include "engine/edits/sequence_difference.h"
#include "engine/report/text_tokens.h"
#include "tools/output/text.h"

namespace descry {

namespace {

constexpr std::size_t CONTEXT_WORDS = 4;
constexpr std::size_t MAX_WORDS_OF_A_RANGE = 24;
constexpr std::string_view ELLIPSIS = "…";

using Sequence = std::vector<std::uint32_t>;

// Numbers words for both documents.
class Vocabulary {
  public:
    std::uint32_t number_of(std::string_view word) {
        const auto next = static_cast<std::uint32_t>(words_.size());
        const auto [entry, is_new] = numbers_.try_emplace(std::string(word), next);
        if (is_new) words_.push_back(&entry->first);
        return entry->second;
    }

    const std::string& operator[](std::uint32_t number) const { return *words_[number]; }

  private:
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::vector<const std::string*> words_;
};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view BLANKS = " \t\n\v\f\r";
    const std::size_t begin = std::min(text.find_first_not_of(BLANKS), text.size());
    return text.substr(begin, text.find_last_not_of(BLANKS) + 1 - begin);
}

Sequence words_of(const CanonicalText& text, Vocabulary& vocabulary) {
    Sequence words;
    if (text.empty()) return words;
    for (const auto word : std::views::split(text.utf8(), ' ')) {
        if (words.size() > MAX_COMPARED_WORDS) break;
        words.push_back(vocabulary.number_of({word.begin(), word.end()}));
    }
    return words;
}

std::string joined(std::span<const std::uint32_t> words, const Vocabulary& vocabulary) {
    const auto names = words | std::views::transform([&](std::uint32_t word) -> const std::string& {
                           return vocabulary[word];
                       });
    return fmt::format("{}", fmt::join(names.begin(), names.end(), " "));
}

// The words of a range; the middle of a long one is omitted.
std::string shortened(std::span<const std::uint32_t> words, const Vocabulary& vocabulary) {
    if (words.size() <= MAX_WORDS_OF_A_RANGE) return joined(words, vocabulary);
    constexpr std::size_t HALF = MAX_WORDS_OF_A_RANGE / 2;
    return fmt::format("{} {} {}", joined(words.first(HALF), vocabulary), ELLIPSIS,
                       joined(words.last(HALF), vocabulary));
}

std::string ending_with(std::span<const std::uint32_t> words, std::size_t in_common,
                        const Vocabulary& vocabulary) {
    const std::size_t shown = std::min(in_common, CONTEXT_WORDS);
    std::string text = joined(words.last(shown), vocabulary);
    if (shown < words.size()) text = std::string(ELLIPSIS) + (text.empty() ? "" : " ") + text;
    return text;
}

std::string beginning_with(std::span<const std::uint32_t> words, std::size_t in_common,
                           const Vocabulary& vocabulary) {
    const std::size_t shown = std::min(in_common, CONTEXT_WORDS);
    std::string text = joined(words.first(shown), vocabulary);
    if (shown < words.size()) text += (text.empty() ? "" : " ") + std::string(ELLIPSIS);
    return text;
}

void show_ranges(const std::vector<DifferingRange>& ranges, std::span<const std::uint32_t> words_a,
                 std::span<const std::uint32_t> words_b, const Vocabulary& vocabulary,
                 std::size_t max_shown, WordDifferences& out) {
    out.ranges = ranges.size();
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const DifferingRange& range = ranges[i];
        out.words_a += range.end_a - range.begin_a;
        out.words_b += range.end_b - range.begin_b;
        if (i >= max_shown) continue;
        const std::size_t end_before = i == 0 ? 0 : ranges[i - 1].end_a;
        const std::size_t next = i + 1 < ranges.size() ? ranges[i + 1].begin_a : words_a.size();
        out.shown.push_back(
            {range.begin_a + 1, range.begin_b + 1,
             ending_with(words_a.first(range.begin_a), range.begin_a - end_before, vocabulary),
             shortened(words_a.subspan(range.begin_a, range.end_a - range.begin_a), vocabulary),
             shortened(words_b.subspan(range.begin_b, range.end_b - range.begin_b), vocabulary),
             beginning_with(words_a.subspan(range.end_a), next - range.end_a, vocabulary)});
    }
}

void compare_sequences(Sequence& a, Sequence& b, const Vocabulary& vocabulary,
                       std::size_t max_shown, WordDifferences& out) {
    for (Sequence* words : {&a, &b}) {
        if (words->size() <= MAX_COMPARED_WORDS) continue;
        words->resize(MAX_COMPARED_WORDS);
        out.is_complete = false;
    }
    show_ranges(differing_ranges(a, b), a, b, vocabulary, max_shown, out);
}

Sequence tokens_of(const TextTokens& tokens, Vocabulary& vocabulary) {
    Sequence words;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        words.push_back(vocabulary.number_of(trimmed(tokens.passage(i, i + 1))));
    return words;
}

void compare_written(const WrittenTexts& texts, std::size_t max_shown, WordDifferences& out) {
    out.likeness = equal_texts(texts.a, texts.b) ? TextLikeness::EQUAL : TextLikeness::SAME_WORDS;
    if (out.likeness == TextLikeness::EQUAL) {
        constexpr std::size_t WIDTH = 400;
        out.beginning = one_line(texts.a, WIDTH);
        return;
    }
    const TextDifference found = differing_places(texts.a, texts.b, MAX_COMPARED_WORDS);
    Vocabulary vocabulary;
    const Sequence words_a = tokens_of(found.a, vocabulary);
    const Sequence words_b = tokens_of(found.b, vocabulary);
    show_ranges(found.places, words_a, words_b, vocabulary, max_shown, out);
}

void compare_bags(const Xapian::Database& db, const Schema& schema, Xapian::docid a,
                  Xapian::docid b, std::size_t max_shown, WordDifferences& out) {
    BodyTerms terms_a{TermSpace(schema.term_prefix)};
    BodyTerms terms_b{TermSpace(schema.term_prefix)};
    terms_a.read(db, a);
    terms_b.read(db, b);
    const auto collect = [&](const BodyTerms& terms, const BodyTerms& others, std::uint64_t& count,
                             std::vector<std::string>& words) {
        std::vector<TermCount> missing;
        std::ranges::set_difference(terms.terms(), others.terms(), std::back_inserter(missing), {},
                                    &TermCount::term, &TermCount::term);
        count = missing.size();
        for (const TermCount& term : missing | std::views::take(max_shown))
            words.emplace_back(term.term.substr(schema.term_prefix.size()));
    };
    collect(terms_a, terms_b, out.words_a, out.only_a);
    collect(terms_b, terms_a, out.words_b, out.only_b);
}

}  // namespace

WordDifferences compare_words(const CanonicalText& a, const CanonicalText& b,
                              const std::optional<WrittenTexts>& written, std::size_t max_shown) {
    WordDifferences out;
    out.source = WordSource::TEXT;
    Vocabulary vocabulary;
    Sequence words_a = words_of(a, vocabulary);
    Sequence words_b = words_of(b, vocabulary);
    compare_sequences(words_a, words_b, vocabulary, max_shown, out);
    if (written && out.ranges == 0 && out.is_complete) compare_written(*written, max_shown, out);
    return out;
}

WordDifferences compare_words(const Xapian::Database& db, const Schema& schema, Xapian::docid a,
                              Xapian::docid b, std::size_t max_shown) {
    TextReader texts(db, schema);
    const auto text_a = texts.read(a);
    const WordSource source_a = texts.source();
    const auto text_b = texts.read(b);
    const WordSource source = weaker(source_a, texts.source());
    WordDifferences out;
    if (source == WordSource::NONE) {
        compare_bags(db, schema, a, b, max_shown, out);
    } else if (source == WordSource::TEXT) {
        const std::string written_a = texts.read_as_written(a);
        const std::string written_b = texts.read_as_written(b);
        out = compare_words(*text_a, *text_b, WrittenTexts{written_a, written_b}, max_shown);
    } else {
        out = compare_words(*text_a, *text_b, std::nullopt, max_shown);
    }
    out.source = source;
    return out;
}

}  // namespace descry
