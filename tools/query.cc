#include "query.h"

#include <string>
#include <vector>

#include <descry/words.h>

namespace descry {

namespace {

// One piece of the query: white space ends it, quotes keep it together.
struct Chunk {
    enum class Role { MAY, MUST, MUST_NOT } role = Role::MAY;
    bool phrase = false;
    /// Of the field's terms; empty for the text's.
    std::string prefix;
    std::string text;
};

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// The field whose name and colon @a text begins with.
const TextField* field_before(std::string_view text, const std::vector<TextField>& fields) {
    for (const TextField& field : fields) {
        if (text.size() > field.name.size() && text[field.name.size()] == ':' &&
            text.starts_with(field.name)) {
            return &field;
        }
    }
    return nullptr;
}

std::vector<Chunk> cut(std::string_view text, const std::vector<TextField>& fields) {
    std::vector<Chunk> chunks;
    for (std::size_t i = 0; i < text.size();) {
        if (is_space(text[i])) {
            ++i;
            continue;
        }
        Chunk chunk;
        if (text[i] == '+' || text[i] == '-') {
            chunk.role = text[i] == '+' ? Chunk::Role::MUST : Chunk::Role::MUST_NOT;
            ++i;
        }
        if (const TextField* field = field_before(text.substr(i), fields)) {
            chunk.prefix = field->prefix;
            i += field->name.size() + 1;
        }
        const std::size_t begin = i;
        if (i < text.size() && text[i] == '"') {
            const std::size_t close = text.find('"', i + 1);
            const std::size_t end = close == std::string_view::npos ? text.size() : close;
            chunk.phrase = true;
            chunk.text = text.substr(begin + 1, end - begin - 1);
            i = close == std::string_view::npos ? end : end + 1;
        } else {
            while (i < text.size() && !is_space(text[i]))
                ++i;
            chunk.text = text.substr(begin, i - begin);
        }
        chunks.push_back(std::move(chunk));
    }
    return chunks;
}

Xapian::Query query_of(const Chunk& chunk, WordAnalyzer& analyzer) {
    if (!chunk.phrase && chunk.prefix.empty() && chunk.text == "*") return Xapian::Query::MatchAll;
    std::vector<std::string> words;
    analyzer.analyze(chunk.text, [&](std::string_view word) {
        words.push_back(chunk.prefix + std::string(word));
    });
    return {chunk.phrase ? Xapian::Query::OP_PHRASE : Xapian::Query::OP_AND, words.begin(),
            words.end()};
}

Xapian::Query combine(Xapian::Query::op op, const Xapian::Query& a, const Xapian::Query& b) {
    return a.empty() ? b : Xapian::Query(op, a, b);
}

Xapian::Query parse_own(const Schema& schema, std::string_view text) {
    WordAnalyzer analyzer(AnalyzerRecipe::parse(schema.analyzer));
    Xapian::Query may;
    Xapian::Query must;
    Xapian::Query must_not;
    for (const Chunk& chunk : cut(text, schema.fields.text)) {
        const Xapian::Query query = query_of(chunk, analyzer);
        if (query.empty()) continue;
        switch (chunk.role) {
            case Chunk::Role::MAY:
                may = combine(Xapian::Query::OP_OR, may, query);
                break;
            case Chunk::Role::MUST:
                must = combine(Xapian::Query::OP_AND, must, query);
                break;
            case Chunk::Role::MUST_NOT:
                must_not = combine(Xapian::Query::OP_OR, must_not, query);
                break;
        }
    }
    Xapian::Query query = may;
    if (!must.empty()) {
        query = may.empty() ? must : Xapian::Query(Xapian::Query::OP_AND_MAYBE, must, may);
    }
    if (must_not.empty()) return query;
    return {Xapian::Query::OP_AND_NOT, query.empty() ? Xapian::Query::MatchAll : query, must_not};
}

Xapian::Query parse_foreign(const Xapian::Database& db, std::string_view text) {
    if (text == "*") return Xapian::Query::MatchAll;
    Xapian::QueryParser parser;
    parser.set_database(db);
    if (db.allterms_begin("Z") != db.allterms_end("Z")) {
        parser.set_stemmer(Xapian::Stem("en"));
        parser.set_stemming_strategy(Xapian::QueryParser::STEM_SOME);
    }
    return parser.parse_query(std::string(text));
}

}  // namespace

Xapian::Query parse_query(const Xapian::Database& db, const Schema& schema, std::string_view text) {
    return schema.analyzer.empty() ? parse_foreign(db, text) : parse_own(schema, text);
}

}  // namespace descry
