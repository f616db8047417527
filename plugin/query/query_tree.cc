#include "plugin/query/query_tree.h"

#include <algorithm>

#include <fmt/format.h>

#include "plugin/base/match_all.h"

namespace descry {

namespace {

using Query = Xapian::Query;

// One node for all; empty parts (such as punctuation) are dropped.
Query joined(Query::op op, std::vector<Query>& parts) {
    std::erase_if(parts, [](const Query& part) { return part.empty(); });
    if (parts.size() == 1) return parts.front();
    return {op, parts.begin(), parts.end()};
}

Query without(const Query& query, std::vector<Query>& others) {
    const Query excluded = joined(Query::OP_OR, others);
    if (excluded.empty()) return query;
    return {Query::OP_AND_NOT, query.empty() ? match_all() : query, excluded};
}

bool begins_term(QueryToken::Kind kind) {
    switch (kind) {
        case QueryToken::Kind::WORD:
        case QueryToken::Kind::PHRASE:
        case QueryToken::Kind::OPEN:
        case QueryToken::Kind::LOVE:
        case QueryToken::Kind::HATE:
            return true;
        default:
            return false;
    }
}

bool begins_small(std::string_view word) {
    const Xapian::Utf8Iterator first(word.data(), word.size());
    switch (Xapian::Unicode::get_category(*first)) {
        case Xapian::Unicode::LOWERCASE_LETTER:
        case Xapian::Unicode::TITLECASE_LETTER:
        case Xapian::Unicode::MODIFIER_LETTER:
        case Xapian::Unicode::OTHER_LETTER:
            return true;
        default:
            return false;
    }
}

}  // namespace

void QueryTree::check_words(std::size_t words) {
    if (words <= MAX_WORDS) return;
    throw Xapian::QueryParserError(fmt::format("the query has more than {} words", MAX_WORDS));
}

Query QueryTree::build(std::span<const QueryToken> tokens) {
    begin_ = at_ = tokens.begin();
    if (next().kind == Kind::END) return {};
    const Query query = build_or(nullptr);
    if (next().kind != Kind::END) {
        throw Xapian::QueryParserError(fmt::format(
            "unexpected \"{}\"; to search for the word, write it in lower case or in double quotes",
            next().text));
    }
    return query;
}

bool QueryTree::accept(Kind kind) {
    if (next().kind != kind) return false;
    ++at_;
    return true;
}

Query QueryTree::build_or(const TextField* field) {
    Queries parts;
    do {
        Queries sides;
        do
            sides.push_back(build_and(field));
        while (accept(Kind::XOR));
        parts.push_back(joined(Query::OP_XOR, sides));
    } while (accept(Kind::OR));
    return joined(Query::OP_OR, parts);
}

// AND and NOT have equal precedence: (a NOT b) AND c requires a and c and excludes b.
Query QueryTree::build_and(const TextField* field) {
    Queries wanted;
    Queries unwanted;
    bool is_negated = accept(Kind::NOT);
    for (;;) {
        (is_negated ? unwanted : wanted).push_back(build_list(field));
        if (accept(Kind::AND)) {
            // "a AND -b c" is a AND NOT (b c).
            is_negated = accept(Kind::NOT) || accept(Kind::HATE);
        } else if (accept(Kind::NOT)) {
            is_negated = true;
        } else {
            break;
        }
    }
    return without(joined(Query::OP_AND, wanted), unwanted);
}

Query QueryTree::build_list(const TextField* field) {
    if (!begins_term(next().kind)) {
        const bool is_end = next().kind == Kind::END || next().kind == Kind::CLOSE;
        // Empty brackets require nothing.
        if (is_end && at_ != begin_ && std::prev(at_)->kind == Kind::OPEN) return {};
        const QueryToken& token = is_end ? *std::prev(at_) : next();
        throw Xapian::QueryParserError(
            fmt::format("\"{}\" has no words {} it; to search for the word, write it in lower case "
                        "or in double quotes",
                        token.text, is_end ? "after" : "before"));
    }
    Queries may;
    Queries must;
    Queries must_not;
    while (begins_term(next().kind)) {
        Queries& list = accept(Kind::LOVE) ? must : accept(Kind::HATE) ? must_not : may;
        list.push_back(build_term(field));
    }
    Query query = joined(Query::OP_OR, may);
    const Query needed = joined(Query::OP_AND, must);
    if (!needed.empty()) {
        query = query.empty() ? needed : Query(Query::OP_AND_MAYBE, needed, query);
    }
    return without(query, must_not);
}

Query QueryTree::build_term(const TextField* field) {
    if (next().kind == Kind::OPEN) return build_brackets(field);
    const Kind after = std::next(at_)->kind;
    if (after == Kind::NEAR || after == Kind::ADJ) return build_near(field);
    const QueryToken& token = *at_++;
    if (token.kind == Kind::WORD) return query_of_word(token, field);
    std::vector<std::string> words;
    add_words(token, field, words);
    return {Query::OP_PHRASE, words.begin(), words.end()};
}

Query QueryTree::build_brackets(const TextField* field) {
    if (++brackets_ > MAX_BRACKETS) {
        throw Xapian::QueryParserError(
            fmt::format("brackets nested more than {} deep", MAX_BRACKETS));
    }
    const TextField* const own = next().field;
    ++at_;
    const Query query = build_or(own != nullptr ? own : field);
    // Open brackets are closed at the end.
    accept(Kind::CLOSE);
    --brackets_;
    return query;
}

// Words joined by NEAR, or by ADJ, with the window of Xapian's parser: "within 10" spans 11 words,
// and one more for each word beyond the second.
Query QueryTree::build_near(const TextField* field) {
    const Kind kind = std::next(at_)->kind;
    std::vector<std::string> words;
    unsigned distance = 0;
    for (;;) {
        if (next().kind != Kind::WORD) {
            const QueryToken& op = at_ == begin_ || begins_term(std::prev(at_)->kind)
                                       ? *std::next(at_)
                                       : *std::prev(at_);
            throw Xapian::QueryParserError(
                fmt::format("\"{}\" works only between single words", op.text));
        }
        add_words(next(), field, words);
        ++at_;
        if (next().kind != kind) break;
        distance = std::max(distance, next().distance);
        ++at_;
    }
    const auto window = static_cast<Xapian::termcount>(distance + words.size() - 1);
    return {kind == Kind::NEAR ? Query::OP_NEAR : Query::OP_PHRASE, words.begin(), words.end(),
            window};
}

void QueryTree::add_words(const QueryToken& token, const TextField* field,
                          std::vector<std::string>& words) {
    const TextField* const named = token.field != nullptr ? token.field : field;
    const std::string prefix = named != nullptr ? named->prefix : std::string();
    analyzer_.analyze(token.text, [&](std::string_view word) {
        check_words(++words_);
        words.push_back(prefix + std::string(word));
    });
}

Query QueryTree::query_of_word(const QueryToken& token, const TextField* field) {
    const bool is_plain = token.field == nullptr && field == nullptr;
    if (is_plain && token.text == "*") return match_all();
    std::vector<std::string> words;
    add_words(token, field, words);
    if (stem_ && is_plain && words.size() == 1 && begins_small(token.text)) {
        const std::string& word = words.front();
        return {Query::OP_SYNONYM, Query(word), Query("Z" + (*stem_)(word))};
    }
    return {Query::OP_AND, words.begin(), words.end()};
}

}  // namespace descry
