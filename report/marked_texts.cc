#include <algorithm>
#include <span>
#include <unordered_map>

#include <descry/edits/sequence_difference.h>
#include <descry/report/marked_texts.h>
#include <descry/texts/joined_words.h>

namespace descry {

namespace {

constexpr std::string_view LEFT_OUT = " … ";

bool is_blank(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

// Bytes of the character that begins with this one, and whether no blanks part words of its script:
// each character is compared by itself there.
struct Character {
    std::size_t bytes;
    bool stands_alone;
};

Character character_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
    };
    const unsigned first = byte(0);
    if (first < 0xc0) return {1, false};
    if (first < 0xe0) return {2, false};
    if (first >= 0xf0) return {4, first == 0xf0 && byte(1) >= 0xa0};  // rare ideographs
    const unsigned code = (first & 15) << 12 | (byte(1) & 63) << 6 | (byte(2) & 63);
    const bool thai_lao = code >= 0xe00 && code < 0xf00;
    const bool burmese_khmer = (code >= 0x1000 && code < 0x10a0) || (code >= 0x1780 && code < 0x1800);
    const bool ideograph = (code >= 0x2e80 && code < 0xa000) || (code >= 0xf900 && code < 0xfb00);
    return {3, thai_lao || burmese_khmer || ideograph};
}

// A text as words with what stands between them.
struct Tokens {
    std::vector<std::size_t> begins;  // of each in the text
    std::vector<std::uint32_t> words;
    bool is_complete = true;
};

class TokenReader {
  public:
    explicit TokenReader(WordAnalyzer& analyzer) : analyzer_(analyzer) {}

    Tokens read(std::string_view text) {
        Tokens tokens;
        for (std::size_t at = 0; at < text.size();) {
            if (is_blank(text[at])) {
                ++at;
                continue;
            }
            const std::size_t begin = at;
            Character next = character_at(text, at);
            at += next.bytes;
            while (!next.stands_alone && at < text.size() && !is_blank(text[at])) {
                next = character_at(text, at);
                if (next.stands_alone) break;
                at += next.bytes;
            }
            at = std::min(at, text.size());
            const std::string words =
                joined_words_of(analyzer_, text.substr(begin, at - begin));
            if (words.empty()) continue;  // punctuation goes with the word before it
            if (tokens.words.size() == MAX_MARKED_TOKENS) {
                tokens.is_complete = false;
                break;
            }
            tokens.begins.push_back(begin);
            const auto number = static_cast<std::uint32_t>(numbers_.size());
            tokens.words.push_back(numbers_.try_emplace(words, number).first->second);
        }
        return tokens;
    }

  private:
    WordAnalyzer& analyzer_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

// Writes the passages of one of the texts.
class PieceWriter {
  public:
    PieceWriter(std::string_view text, const Tokens& tokens, std::size_t context,
                std::vector<MarkedPiece>& out)
        : text_(text), tokens_(tokens), context_(context), out_(out) {}

    void alike(std::size_t begin, std::size_t end, bool is_first, bool is_last) {
        const std::size_t around = (is_first ? 0 : context_) + (is_last ? 0 : context_);
        if (end - begin <= around + context_) {
            add(passage(begin, end, is_first), false);
            return;
        }
        std::string shown;
        if (!is_first) shown = passage(begin, begin + context_, false);
        shown += LEFT_OUT;
        if (!is_last) shown += passage(end - context_, end, false);
        add(std::move(shown), false);
    }

    void differing(std::size_t begin, std::size_t end) {
        std::string passage_text = passage(begin, end, false);
        // The blanks behind the last word belong to what follows.
        const std::size_t size = passage_text.find_last_not_of(" \t\n\v\f\r") + 1;
        std::string blanks = passage_text.substr(size);
        passage_text.resize(size);
        add(std::move(passage_text), true);
        add(std::move(blanks), false);
    }

  private:
    std::string passage(std::size_t begin, std::size_t end, bool from_the_beginning) const {
        const std::size_t first = from_the_beginning ? 0 : place(begin);
        return std::string(text_.substr(first, place(end) - first));
    }

    std::size_t place(std::size_t token) const {
        return token < tokens_.begins.size() ? tokens_.begins[token] : text_.size();
    }

    void add(std::string piece, bool differs) {
        if (piece.empty()) return;
        if (!out_.empty() && out_.back().differs == differs) {
            out_.back().text += piece;
        } else {
            out_.push_back({std::move(piece), differs});
        }
    }

    std::string_view text_;
    const Tokens& tokens_;
    std::size_t context_;
    std::vector<MarkedPiece>& out_;
};

}  // namespace

MarkedTexts mark_differences(WordAnalyzer& analyzer, std::string_view a, std::string_view b,
                             std::size_t context) {
    TokenReader reader(analyzer);
    const Tokens of_a = reader.read(a);
    const Tokens of_b = reader.read(b);
    const auto ranges = differing_ranges(of_a.words, of_b.words);
    MarkedTexts marked;
    marked.places = ranges.size();
    marked.is_complete = of_a.is_complete && of_b.is_complete;
    PieceWriter write_a(a, of_a, context, marked.a);
    PieceWriter write_b(b, of_b, context, marked.b);
    std::size_t end_a = 0;
    std::size_t end_b = 0;
    const std::size_t shown = std::min(ranges.size(), MAX_MARKED_PLACES);
    for (std::size_t i = 0; i < shown; ++i) {
        const DifferingRange& range = ranges[i];
        write_a.alike(end_a, range.begin_a, i == 0, false);
        write_b.alike(end_b, range.begin_b, i == 0, false);
        write_a.differing(range.begin_a, range.end_a);
        write_b.differing(range.begin_b, range.end_b);
        end_a = range.end_a;
        end_b = range.end_b;
    }
    write_a.alike(end_a, of_a.words.size(), shown == 0, true);
    write_b.alike(end_b, of_b.words.size(), shown == 0, true);
    return marked;
}

}  // namespace descry
