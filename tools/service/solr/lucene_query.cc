#include "tools/service/solr/lucene_query.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <descry/query/query.h>
#include <descry/schema/document_id.h>

#include "plugin/base/match_all.h"
#include "plugin/query/query_tree.h"
#include "tools/service/solr/solr_parameters.h"

namespace descry {

namespace {

constexpr std::string_view SPACES = " \t\r\n";

bool has(std::string_view characters, char c) {
    return characters.find(c) != characters.npos;
}

bool is_plain_word(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<signed char>(c) < 0;
    });
}

// Anything but a plain word becomes a phrase, so that it has no operators of Xapian's syntax.
Xapian::Query text_query(const SolrCore& core, const SolrField& field, std::string text) {
    std::ranges::replace(text, '"', ' ');
    if (!is_plain_word(text)) text = '"' + text + '"';
    const std::string name = field.prefix.empty() ? "" : field.name + ":";
    return parse_query(core.db, core.schema, name + text).query;
}

Xapian::Query value_query(const SolrField& field, const std::string& text) {
    const std::string value = field.slot_value(text);
    return {Xapian::Query::OP_VALUE_RANGE, field.slot, value, value};
}

Xapian::Query word_query(const SolrCore& core, const SolrField& field, const std::string& text) {
    if (field.terms == SolrField::Terms::WORDS) return text_query(core, field, text);
    if (field.terms == SolrField::Terms::NONE) return value_query(field, text);
    return Xapian::Query(unique_term(field.prefix, text));
}

Xapian::Query one_query(Xapian::Query::op op, const std::vector<Xapian::Query>& parts) {
    if (parts.size() == 1) return parts.front();
    return {op, parts.begin(), parts.end()};
}

class LuceneParser {
  public:
    LuceneParser(const SolrCore& core, std::string_view text) : core_(core), text_(text) {}

    Xapian::Query parse() {
        const Xapian::Query query = clauses(core_.field(core_.default_field));
        if (at_ < text_.size()) reject("unbalanced");
        return query;
    }

  private:
    [[noreturn]] void reject(const std::string& what) const {
        constexpr std::size_t SHOWN = 200;
        throw SolrRefused(what + " at " + std::to_string(at_) + " of the query '" +
                          std::string(text_.substr(0, SHOWN)) + "'");
    }

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    bool accept(std::string_view sign) {
        if (!text_.substr(at_).starts_with(sign)) return false;
        at_ += sign.size();
        return true;
    }

    bool accept_word(std::string_view word) {
        constexpr std::string_view ENDS = " \t\r\n(\"";
        const std::size_t end = at_ + word.size();
        return (end >= text_.size() || has(ENDS, text_[end])) && accept(word);
    }

    void skip_spaces() { at_ = std::min(text_.find_first_not_of(SPACES, at_), text_.size()); }

    // A clause's role: ' ' may match, '+' must match, '-' must not match. AND and OR also change
    // the clause before them, and have equal precedence.
    Xapian::Query clauses(const SolrField& field) {
        std::vector<std::pair<char, Xapian::Query>> found;
        for (bool is_first = true;; is_first = false) {
            skip_spaces();
            if (at_ == text_.size() || peek() == ')') break;
            const bool is_and = accept_word("AND") || accept("&&");
            const bool is_or = !is_and && (accept_word("OR") || accept("||"));
            if (is_and || is_or) {
                if (is_first) reject("nothing before AND or OR");
                const bool changes = !found.empty() && found.back().first != '-';
                if (changes && (is_and || core_.wants_all)) found.back().first = is_and ? '+' : ' ';
                skip_spaces();
            }
            char role = is_and || (core_.wants_all && !is_or) ? '+' : ' ';
            if (accept("-") || accept("!") || accept_word("NOT")) {
                role = '-';
            } else if (accept("+") && !(core_.wants_all && is_or)) {
                role = '+';
            }
            skip_spaces();
            if (++clauses_ > QueryTree::MAX_WORDS) reject("too many words");
            Xapian::Query query = clause(field);
            if (!query.empty()) found.emplace_back(role, std::move(query));  // signs are not words
        }
        return joined(found);
    }

    static Xapian::Query joined(const std::vector<std::pair<char, Xapian::Query>>& found) {
        std::vector<Xapian::Query> may;
        std::vector<Xapian::Query> must;
        std::vector<Xapian::Query> must_not;
        for (const auto& [role, query] : found)
            (role == '+' ? must : role == '-' ? must_not : may).push_back(query);
        Xapian::Query query = one_query(Xapian::Query::OP_OR, may);
        if (!must.empty()) {
            const Xapian::Query needed = one_query(Xapian::Query::OP_AND, must);
            query =
                may.empty() ? needed : Xapian::Query(Xapian::Query::OP_AND_MAYBE, needed, query);
        }
        if (must_not.empty()) return query;
        return {Xapian::Query::OP_AND_NOT, may.empty() && must.empty() ? match_all() : query,
                one_query(Xapian::Query::OP_OR, must_not)};
    }

    Xapian::Query clause(const SolrField& outer) {
        if (accept("*:*")) return match_all();
        if (peek() == '{') reject("no such query");
        if (peek() == '(') return group(outer);
        if (peek() == '"') return word_query(core_, outer, quoted());
        const std::size_t begin = at_;
        const std::string word = until(" \t\r\n):");
        if (peek() != ':') {
            at_ = begin;
            return word_of(outer);
        }
        ++at_;
        if (word == "_query_") reject("no queries within queries");
        const SolrField& field = core_.field(word);
        if (peek() == '(') return group(field);
        if (peek() == '"') return word_query(core_, field, quoted());
        if (peek() == '[' || peek() == '{') return range(field);
        return word_of(field);
    }

    // A word, or `*` for any value.
    Xapian::Query word_of(const SolrField& field) {
        const std::size_t begin = at_;
        const std::string word = until(" \t\r\n)");
        const std::string_view written = text_.substr(begin, at_ - begin);
        if (written == "*" && field.slot != Xapian::BAD_VALUENO)
            return {Xapian::Query::OP_VALUE_GE, field.slot, std::string(1, '\0')};
        for (std::size_t i = 0; i < written.size(); ++i) {
            constexpr std::string_view OTHERS = "*?~^";
            if (written[i] == '\\')
                ++i;
            else if (has(OTHERS, written[i]) || written.starts_with('/'))
                reject("no wildcards, boosts, fuzzy words or expressions: '" + word + "'");
        }
        return word_query(core_, field, word);
    }

    Xapian::Query group(const SolrField& field) {
        if (++depth_ > QueryTree::MAX_BRACKETS) reject("too many parentheses");
        ++at_;
        const Xapian::Query query = clauses(field);
        if (peek() != ')') reject("no closing parenthesis");
        ++at_;
        --depth_;
        return query;
    }

    std::string quoted() {
        ++at_;
        std::string text = until("\"", true);
        if (peek() != '"') reject("no closing quote");
        ++at_;
        return text;
    }

    // Without the backslashes of escapes.
    std::string until(std::string_view ends, bool may_be_empty = false) {
        std::string found;
        for (; at_ < text_.size() && !has(ends, text_[at_]); ++at_) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
            found += text_[at_];
        }
        if (found.empty() && !may_be_empty) reject("nothing to look for");
        return found;
    }

    std::string bound(std::string_view ends) {
        skip_spaces();
        return peek() == '"' ? quoted() : until(ends);
    }

    Xapian::Query range(const SolrField& field) {
        if (field.slot == Xapian::BAD_VALUENO) reject("no ranges of this field");
        const bool after_low = text_[at_++] == '{';
        const std::string low = bound(" ");
        if (!accept(" TO ")) reject("no ' TO ' in a range");
        const std::string high = bound(" ]}");
        skip_spaces();
        if (peek() != ']' && peek() != '}') reject("no end of a range");
        const bool before_high = text_[at_++] == '}';
        const std::string first = low == "*" ? std::string(1, '\0') : field.slot_value(low);
        Xapian::Query query = high == "*"
                                  ? Xapian::Query(Xapian::Query::OP_VALUE_GE, field.slot, first)
                                  : Xapian::Query(Xapian::Query::OP_VALUE_RANGE, field.slot, first,
                                                  field.slot_value(high));
        for (const auto& [excluded, bound] : {std::pair(after_low, low), {before_high, high}}) {
            if (excluded && bound != "*")
                query = {Xapian::Query::OP_AND_NOT, query, value_query(field, bound)};
        }
        return query;
    }

    const SolrCore& core_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t clauses_ = 0;
    unsigned depth_ = 0;
};

}  // namespace

Xapian::Query parse_lucene(const SolrCore& core, std::string_view text) {
    if (text.starts_with("{!")) throw SolrRefused("no such query: '" + std::string(text) + "'");
    return LuceneParser(core, text).parse();
}

bool is_match_all(const Xapian::Query& query) {
    return query.get_type() == Xapian::Query::LEAF_MATCH_ALL;
}

}  // namespace descry
