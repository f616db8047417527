#include "query/foreign_query.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "query/query_tokens.h"
#include "query/query_tree.h"

namespace descry {

namespace {

// Single letters as Omega (docs/termprefixes), notmuch and recoll use them, and names of recoll's
// that its prefixes do not tell.
constexpr std::pair<std::string_view, std::string_view> KNOWN_PREFIXES[] = {
    {"author", "A"},      {"topic", "B"},   {"ext", "E"},     {"filename", "F"},    {"thread", "G"},
    {"host", "H"},        {"site", "J"},    {"keyword", "K"}, {"tag", "K"},         {"lang", "L"},
    {"owner", "O"},       {"subject", "S"}, {"title", "S"},   {"type", "T"},        {"year", "Y"},
    {"filename", "XSFN"}, {"ext", "XE"},    {"dir", "XP"},    {"recipient", "XTO"},
};

bool is_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

bool has_terms(const Xapian::Database& db, const std::string& prefix) {
    return db.allterms_begin(prefix) != db.allterms_end(prefix);
}

// The prefixes of an X and capitals. Values that are capitals run on from their prefix and look
// like more of it, so there is an end to looking.
std::vector<std::string> user_prefixes(const Xapian::Database& db) {
    constexpr unsigned MAX_LOOKS = 1000;
    std::vector<std::string> prefixes;
    Xapian::TermIterator term = db.allterms_begin("X");
    const Xapian::TermIterator end = db.allterms_end("X");
    for (unsigned looks = 0; term != end && looks < MAX_LOOKS; ++looks) {
        const std::string name = *term;
        const auto after = std::find_if_not(name.begin(), name.end(), is_capital);
        const std::string prefix(name.begin(), after);
        if (after == name.end() || prefix.size() < 2) {
            ++term;
            continue;
        }
        prefixes.push_back(prefix);
        // Behind its digits come longer prefixes, behind these its words.
        term.skip_to(prefix + (*after < 'A' ? "A" : "\xff"));
    }
    return prefixes;
}

std::string lowered(std::string_view capitals) {
    std::string name(capitals);
    for (char& c : name)
        c = static_cast<char>(c - 'A' + 'a');
    return name;
}

// Xapian's query trees are as deep as these, and a match goes down by recursion.
void check_depth(std::string_view text) {
    constexpr std::size_t MAX_NOTS = 500;
    std::size_t open = 0;
    std::size_t nots = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '(' && ++open > QueryTree::MAX_BRACKETS) {
            throw Xapian::QueryParserError(
                fmt::format("more than {} brackets within each other", QueryTree::MAX_BRACKETS));
        }
        if (text[i] == ')' && open > 0) --open;
        const bool is_not =
            text.substr(i).starts_with("NOT") || text.substr(i).starts_with("AND -");
        if (is_not && ++nots > MAX_NOTS) {
            throw Xapian::QueryParserError(fmt::format("more than {} times NOT", MAX_NOTS));
        }
    }
}

// What stands behind the signs where @a text is nothing but -word and -"phrase"; empty else.
// Xapian's parser would look for just these.
std::string all_unwanted(std::string_view text) {
    using Kind = QueryToken::Kind;
    const std::vector<QueryToken> tokens = cut_query(text, {});
    std::string unwanted;
    for (std::size_t i = 0; tokens[i].kind != Kind::END; i += 2) {
        if (tokens[i].kind != Kind::HATE) return {};
        const QueryToken& item = tokens[i + 1];
        if (item.kind != Kind::WORD && item.kind != Kind::PHRASE) return {};
        const char* const quote = item.kind == Kind::PHRASE ? "\"" : "";
        unwanted += fmt::format("{}{}{} ", quote, item.text, quote);
    }
    return unwanted;
}

}  // namespace

std::vector<ForeignField> foreign_fields(const Xapian::Database& db) {
    const bool has_stems = has_terms(db, "Z");
    std::vector<ForeignField> fields;
    const auto add = [&](std::string_view name, std::string_view prefix) {
        const std::string text(prefix);
        if (!has_terms(db, text)) return;
        const ForeignField field{std::string(name), text, has_stems && !has_terms(db, "Z" + text)};
        if (std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
    };
    for (const auto& [name, prefix] : KNOWN_PREFIXES)
        add(name, prefix);
    for (const std::string& prefix : user_prefixes(db))
        add(lowered(std::string_view(prefix).substr(1)), prefix);
    std::sort(fields.begin(), fields.end(), [](const ForeignField& a, const ForeignField& b) {
        return std::tie(a.name, a.prefix) < std::tie(b.name, b.prefix);
    });
    return fields;
}

Xapian::Query parse_foreign_query(const Xapian::Database& db, const Schema& schema,
                                  const std::vector<ForeignField>& fields, std::string_view text) {
    using Parser = Xapian::QueryParser;
    if (text == "*") return Xapian::Query::MatchAll;
    check_depth(text);
    Parser parser;
    parser.set_database(db);
    // Where there are stems alone (see TermSpace), Z is no prefix that words are written with.
    const bool only_stems = schema.term_prefix == "Z";
    if (!only_stems && !schema.term_prefix.empty()) parser.add_prefix("", schema.term_prefix);
    if (has_terms(db, only_stems ? "Z" : "Z" + schema.term_prefix)) {
        parser.set_stemmer(Xapian::Stem("en"));
        parser.set_stemming_strategy(only_stems ? Parser::STEM_ALL_Z : Parser::STEM_SOME);
    }
    for (const ForeignField& field : fields) {
        // One name can be both for no parser; words are found as values, too.
        const bool is_text = std::any_of(fields.begin(), fields.end(), [&](const auto& other) {
            return other.name == field.name && !other.is_boolean;
        });
        if (is_text) {
            parser.add_prefix(field.name, field.prefix);
        } else {
            parser.add_boolean_prefix(field.name, field.prefix);
        }
    }
    constexpr unsigned FLAGS = Parser::FLAG_DEFAULT | Parser::FLAG_PURE_NOT;
    const std::string unwanted = all_unwanted(text);
    Xapian::Query query =
        parser.parse_query(unwanted.empty() ? std::string(text) : unwanted, FLAGS);
    if (!unwanted.empty()) query = {Xapian::Query::OP_AND_NOT, Xapian::Query::MatchAll, query};
    QueryTree::check_words(query.get_length());
    return query;
}

}  // namespace descry
