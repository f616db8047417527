#include <algorithm>
#include <compare>
#include <mutex>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <descry/analyzers/words.h>
#include <descry/query/query.h>

#include "analyzers/utf8.h"
#include "plugin/base/match_all.h"
#include "plugin/query/query_tree.h"

namespace descry {

namespace {

std::string shortened(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) return std::string(text);
    return std::string(text.substr(0, valid_utf8_size(text.substr(0, bytes)))) + "…";
}

struct ForeignField {
    std::string name;
    std::string prefix;
    // The terms are values, looked up as they are; else words.
    bool is_boolean = false;

    friend auto operator<=>(const ForeignField&, const ForeignField&) = default;
};

// Single letters of Omega (docs/termprefixes), notmuch and recoll, and recoll's other prefixes.
constexpr std::pair<std::string_view, std::string_view> KNOWN_PREFIXES[] = {
    {"author", "A"},      {"topic", "B"},   {"ext", "E"},     {"filename", "F"},    {"thread", "G"},
    {"host", "H"},        {"site", "J"},    {"keyword", "K"}, {"tag", "K"},         {"lang", "L"},
    {"owner", "O"},       {"subject", "S"}, {"title", "S"},   {"type", "T"},        {"year", "Y"},
    {"filename", "XSFN"}, {"ext", "XE"},    {"dir", "XP"},    {"recipient", "XTO"},
};

bool is_ascii_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

bool has_terms(const Xapian::Database& db, const std::string& prefix) {
    return db.allterms_begin(prefix) != db.allterms_end(prefix);
}

// Prefixes of an X and capitals. Limited, as values in capitals look like more prefixes.
std::vector<std::string> user_prefixes(const Xapian::Database& db) {
    constexpr unsigned MAX_LOOKS = 1000;
    std::vector<std::string> prefixes;
    Xapian::TermIterator term = db.allterms_begin("X");
    const Xapian::TermIterator end = db.allterms_end("X");
    for (unsigned looks = 0; term != end && looks < MAX_LOOKS; ++looks) {
        const std::string name = *term;
        const auto after = std::find_if_not(name.begin(), name.end(), is_ascii_capital);
        const std::string prefix(name.begin(), after);
        if (after == name.end() || prefix.size() < 2) {
            ++term;
            continue;
        }
        prefixes.push_back(prefix);
        // Longer prefixes follow its digits, and its words follow these.
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

// Xapian's query trees are as deep as the brackets, and its matcher recurses.
void check_depth(std::string_view text) {
    constexpr std::size_t MAX_NOTS = 500;
    std::size_t open = 0;
    std::size_t nots = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '(' && ++open > QueryTree::MAX_BRACKETS) {
            throw Xapian::QueryParserError(
                fmt::format("brackets nested more than {} deep", QueryTree::MAX_BRACKETS));
        }
        if (text[i] == ')' && open > 0) --open;
        const bool is_not =
            text.substr(i).starts_with("NOT") || text.substr(i).starts_with("AND -");
        if (is_not && ++nots > MAX_NOTS) {
            throw Xapian::QueryParserError(fmt::format("more than {} times NOT", MAX_NOTS));
        }
    }
}

// The text without signs if all of it is excluded; Xapian's parser would find it instead.
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

// The fields of an index by the prefixes of its terms: single letters have Omega's and notmuch's
// names (`title` S, `tag` K, ...), an X and capitals the same in lower case (`subject` XSUBJECT).
// Ascending by name; a name may have two prefixes. Cost: a jump in the list of terms per prefix.
std::vector<ForeignField> foreign_fields(const Xapian::Database& db) {
    const bool has_stems = has_terms(db, "Z");
    std::vector<ForeignField> fields;
    const auto add = [&](std::string_view name, std::string_view prefix) {
        const std::string text(prefix);
        if (!has_terms(db, text)) return;
        fields.push_back({std::string(name), text, has_stems && !has_terms(db, "Z" + text)});
    };
    for (const auto& [name, prefix] : KNOWN_PREFIXES)
        add(name, prefix);
    for (const std::string& prefix : user_prefixes(db))
        add(lowered(std::string_view(prefix).substr(1)), prefix);
    std::ranges::sort(fields);
    fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
    return fields;
}

// Parses @a text with Xapian's QueryParser: its full syntax, with English stems if the index has
// stems, and words under the body terms' prefix.
// @exception Xapian::QueryParserError also for too many words, brackets or NOTs
Xapian::Query parse_foreign_query(const Xapian::Database& db, const Schema& schema,
                                  const std::vector<ForeignField>& fields, std::string_view text) {
    using Parser = Xapian::QueryParser;
    if (text == "*") return match_all();
    check_depth(text);
    Parser parser;
    parser.set_database(db);
    // If there are only stems (see TermSpace), Z is not a prefix of words.
    const bool only_stems = schema.term_prefix == "Z";
    if (!only_stems && !schema.term_prefix.empty()) parser.add_prefix("", schema.term_prefix);
    if (has_terms(db, only_stems ? "Z" : "Z" + schema.term_prefix)) {
        parser.set_stemmer(Xapian::Stem("en"));
        parser.set_stemming_strategy(only_stems ? Parser::STEM_ALL_Z : Parser::STEM_SOME);
    }
    for (const ForeignField& field : fields) {
        // A parser cannot use one name for both; words also match values.
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
    // The parser puts Xapian::Query::MatchAll into queries, which threads must not share
    // (match_all()); serialising makes new ones.
    static std::mutex one_at_a_time;
    const auto parse = [&](const std::string& words) {
        const std::lock_guard lock(one_at_a_time);
        return Xapian::Query::unserialise(parser.parse_query(words, FLAGS).serialise());
    };
    Xapian::Query query = parse(unwanted.empty() ? std::string(text) : unwanted);
    if (!unwanted.empty()) query = {Xapian::Query::OP_AND_NOT, match_all(), query};
    QueryTree::check_words(query.get_length());
    return query;
}

bool holds(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

// A sentence for each name without a field, once.
std::vector<std::string> notes_on_fields(std::span<const QueryToken> tokens,
                                         std::vector<std::string> fields) {
    fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
    const std::string known =
        fields.empty() ? "the index has none" : fmt::format("fields: {}", fmt::join(fields, ", "));
    std::vector<std::string> told;
    std::vector<std::string> notes;
    for (const QueryToken& token : tokens) {
        if (token.kind != QueryToken::Kind::WORD || token.field != nullptr) continue;
        const std::string name(name_of_field(token.text));
        if (name.empty() || holds(fields, name) || holds(told, name)) continue;
        told.push_back(name);
        notes.push_back(fmt::format("no field named {} ({}); searching for the words of \"{}\"",
                                    shortened(name, 40), known, shortened(token.text, 60)));
    }
    return notes;
}

ParsedQuery parse_own(const Schema& schema, std::string_view text) {
    WordAnalyzer analyzer(AnalyzerRecipe::parse(schema.analyzer));
    const std::vector<QueryToken> tokens = cut_query(text, schema.fields.text);
    std::vector<std::string> fields;
    for (const TextField& field : schema.fields.text)
        fields.push_back(field.name);
    return {QueryTree(analyzer, schema.stemmer).build(tokens),
            notes_on_fields(tokens, std::move(fields))};
}

ParsedQuery parse_foreign(const Xapian::Database& db, const Schema& schema, std::string_view text) {
    const bool may_have_fields = text.find(':') != std::string_view::npos;
    const std::vector<ForeignField> fields =
        may_have_fields ? foreign_fields(db) : std::vector<ForeignField>();
    ParsedQuery parsed{parse_foreign_query(db, schema, fields, text), {}};
    if (!may_have_fields) return parsed;
    std::vector<std::string> names;
    for (const ForeignField& field : fields)
        names.push_back(field.name);
    parsed.notes = notes_on_fields(cut_query(text, {}), std::move(names));
    return parsed;
}

}  // namespace

ParsedQuery parse_query(const Xapian::Database& db, const Schema& schema, std::string_view text) {
    return schema.analyzer.empty() ? parse_foreign(db, schema, text) : parse_own(schema, text);
}

}  // namespace descry
