#include <algorithm>
#include <charconv>
#include <utility>

#include "plugin/query/query_tree.h"

namespace descry {

namespace {

using TokenKind = QueryToken::Kind;

constexpr std::pair<std::string_view, TokenKind> OPERATORS[] = {
    {"AND", TokenKind::AND}, {"OR", TokenKind::OR},     {"XOR", TokenKind::XOR},
    {"NOT", TokenKind::NOT}, {"NEAR", TokenKind::NEAR}, {"ADJ", TokenKind::ADJ},
};

// Xapian's.
constexpr unsigned DEFAULT_DISTANCE = 10;

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool belongs_to_name(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

const TextField* field_before(std::string_view text, const std::vector<TextField>& fields) {
    for (const TextField& field : fields) {
        if (text.size() > field.name.size() && text[field.name.size()] == ':' &&
            text.starts_with(field.name)) {
            return &field;
        }
    }
    return nullptr;
}

class Cutter {
  public:
    Cutter(std::string_view text, const std::vector<TextField>& fields)
        : rest_(text), fields_(fields) {}

    std::vector<QueryToken> cut() {
        while (!rest_.empty()) {
            if (is_space(rest_.front())) {
                rest_.remove_prefix(1);
            } else if (open_ > 0 && rest_.front() == ')') {
                --open_;
                take(TokenKind::CLOSE, 1);
            } else if (!cut_operator()) {
                cut_item();
            }
        }
        tokens_.push_back({});
        return std::move(tokens_);
    }

  private:
    QueryToken& take(TokenKind kind, std::size_t bytes) {
        tokens_.push_back({kind, std::string(rest_.substr(0, bytes)), nullptr, 0});
        rest_.remove_prefix(bytes);
        return tokens_.back();
    }

    bool ends_word(std::size_t at) const {
        return at >= rest_.size() || is_space(rest_[at]) || rest_[at] == '(' ||
               (open_ > 0 && rest_[at] == ')');
    }

    bool cut_operator() {
        for (const auto& [name, kind] : OPERATORS) {
            if (!rest_.starts_with(name)) continue;
            std::size_t end = name.size();
            unsigned distance = DEFAULT_DISTANCE;
            const bool has_distance = kind == TokenKind::NEAR || kind == TokenKind::ADJ;
            if (has_distance && end < rest_.size() && rest_[end] == '/') {
                const char* const digits = rest_.data() + end + 1;
                const auto parsed = std::from_chars(digits, rest_.data() + rest_.size(), distance);
                if (parsed.ec == std::errc() && distance > 0) {
                    end = static_cast<std::size_t>(parsed.ptr - rest_.data());
                }
            }
            if (!ends_word(end)) continue;
            take(kind, end).distance = distance;
            return true;
        }
        return false;
    }

    // Cuts + and -, a field's name, and what follows.
    void cut_item() {
        const char first = rest_.front();
        if (first == '+' || first == '-') {
            take(first == '+' ? TokenKind::LOVE : TokenKind::HATE, 1);
            if (rest_.empty() || is_space(rest_.front())) {
                tokens_.pop_back();  // without an operand
                return;
            }
        }
        const TextField* const field = field_before(rest_, fields_);
        if (field != nullptr) rest_.remove_prefix(field->name.size() + 1);
        if (rest_.starts_with('"')) {
            cut_phrase();
        } else if (rest_.starts_with('(')) {
            ++open_;
            take(TokenKind::OPEN, 1);
        } else {
            cut_word();
        }
        tokens_.back().field = field;
    }

    // An unclosed phrase extends to the end.
    void cut_phrase() {
        const std::size_t end = std::min(rest_.find('"', 1), rest_.size());
        tokens_.push_back({TokenKind::PHRASE, std::string(rest_.substr(1, end - 1)), nullptr, 0});
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
    }

    void cut_word() {
        std::size_t end = 0;
        while (end < rest_.size() && !is_space(rest_[end]) && !(open_ > 0 && rest_[end] == ')'))
            ++end;
        take(TokenKind::WORD, end);
    }

    std::string_view rest_;
    const std::vector<TextField>& fields_;
    std::vector<QueryToken> tokens_;
    std::size_t open_ = 0;
};

}  // namespace

std::vector<QueryToken> cut_query(std::string_view text, const std::vector<TextField>& fields) {
    return Cutter(text, fields).cut();
}

std::string_view name_of_field(std::string_view word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == word.size()) return {};
    const std::string_view name = word.substr(0, colon);
    const char after = word[colon + 1];
    if (after == '/' || after == ':' || after == '\\' || !is_letter(name.front()) ||
        !std::all_of(name.begin(), name.end(), belongs_to_name)) {
        return {};
    }
    return name;
}

}  // namespace descry
